/** The snippets of the README's section about wallets, on a real server. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { projectRoot } from '../../../src/kernel/project.ts';
import { anAccessToken } from '../../../test/support/access-tokens.ts';
import { type Rest, restClient } from '../../../test/support/rest.ts';
import { aWalletHolder, aWalletQuote } from '../../../test/support/rest-parties.ts';
import { type Service, startService } from '../../../test/support/service.ts';
import { type Client, createClient } from '../../src/index.ts';
import { WalletConfigDocument } from '../../src/operations/index.ts';
import {
  type AutoRefresh,
  addPasskey,
  type SessionRecord,
  type WalletSession,
} from '../../src/wallet/index.ts';
import { SoftwarePasskey } from '../../src/wallet/testing.ts';

interface Stored {
  readonly record: SessionRecord;
  readonly keys: CryptoKeyPair | undefined;
}
interface SessionTable {
  put(stored: Stored): Promise<void>;
  get(): Promise<Stored | undefined>;
}

/** The functions of the snippets. The packaging test compiles their types. */
interface Snippets {
  register(client: Client, accountId: string): Promise<string>;
  signIn(client: Client, credentialId: string, promptForCode: () => Promise<string>): Promise<WalletSession>;
  payQuote(client: Client, session: WalletSession | AutoRefresh, quoteId: string): Promise<string>;
  signInAndStore(
    client: Client,
    credentialId: string,
    sessions: SessionTable,
    authenticator: SoftwarePasskey,
  ): Promise<WalletSession>;
  restore(client: Client, sessions: SessionTable): Promise<AutoRefresh | undefined>;
  seedPhrase(
    client: Client,
    session: WalletSession,
    accountId: string,
    issuer: string,
  ): Promise<string | undefined>;
}

const folder = mkdtempSync(join(tmpdir(), 'payments-readme-'));

/** Bundles the snippets of the section as one module. */
async function readmeSnippets(): Promise<Snippets> {
  const readme = readFileSync(join(projectRoot, 'client/README.md'), 'utf8');
  const section = readme.split(/^## /m).find((text) => text.startsWith('Wallet\n')) ?? '';
  const snippets = [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  for (const [n, code] of snippets.entries()) writeFileSync(join(folder, `snippet-${n}.ts`), code);
  const names = snippets.map((_, n) => `export * from './snippet-${n}.ts';`);
  writeFileSync(join(folder, 'entry.ts'), names.join('\n'));
  const file = join(folder, 'snippets.mjs');
  await build({
    input: join(folder, 'entry.ts'),
    platform: 'browser',
    resolve: { conditionNames: ['@payments-platform/source', 'browser', 'import', 'default'] },
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  });
  return import(pathToFileURL(file).href);
}

let service: Service;
let rest: Rest;
let snippets: Snippets;
const clients: Client[] = [];

beforeAll(async () => {
  snippets = await readmeSnippets();
  service = await startService({ server: true });
  rest = restClient(service);
  expect((await rest('PATCH', '/config', { body: { wallets: { clientHeldKeys: true } } })).status).toBe(200);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function aDevice(name: string) {
  const holder = await aWalletHolder(rest, `${name}@example.com`);
  const { authorization } = await anAccessToken(service, ['WALLET'], { customerId: holder.customerId });
  const client = createClient({ url: service.url, token: authorization.slice('Bearer '.length) });
  clients.push(client);
  return { client, holder };
}

test('a holder registers, signs in, pays and exports the seed', async () => {
  const { client, holder } = await aDevice('ada');
  const credentialId = await snippets.register(client, holder.accountId);
  const session = await snippets.signIn(client, credentialId, async () => '000000');
  const transactionId = await snippets.payQuote(client, session, await aWalletQuote(rest, holder));
  expect(transactionId).toMatch(/^Transaction:/);

  const { walletConfig } = await client.execute(WalletConfigDocument);
  const issuer = walletConfig.exportIssuerPublicKey;
  const mnemonic = await snippets.seedPhrase(client, session, holder.accountId, issuer);
  expect(mnemonic?.split(' ')).toHaveLength(12);

  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { publicKey } = session.key;
  expect(await snippets.seedPhrase(client, session, holder.accountId, publicKey)).toBeUndefined();
  expect(errors.mock.calls).toEqual([['ISSUER_MISMATCH', undefined]]);
  errors.mockRestore();
});

test('a session is stored with its key, restored, and refreshed before it ends', async () => {
  const { client, holder } = await aDevice('grace');
  const authenticator = new SoftwarePasskey();
  const { id } = await addPasskey(client, { accountId: holder.accountId, nickname: 'Phone', authenticator });
  const rows: Stored[] = [];
  const sessions: SessionTable = {
    // A table of IndexedDB stores clones.
    put: async (stored) => void rows.push(structuredClone(stored)),
    get: async () => rows.at(-1),
  };
  expect(await snippets.restore(client, sessions)).toBeUndefined();
  const session = await snippets.signInAndStore(client, id, sessions, authenticator);
  expect(rows[0]?.keys?.privateKey.extractable).toBe(false);

  const restored = await snippets.restore(client, sessions);
  if (!restored) throw new Error('no session was stored');
  expect((await restored.session()).key.publicKey).toBe(session.key.publicKey);
  expect(await snippets.payQuote(client, restored, await aWalletQuote(rest, holder))).toMatch(
    /^Transaction:/,
  );

  // On a device whose clock is so far behind, the session ends in a minute.
  const [first] = rows;
  const clockOffsetMs = Date.now() + 60_000 - Date.parse(session.expiresAt);
  if (first) rows.push({ ...first, record: { ...first.record, clockOffsetMs } });
  const ending = await snippets.restore(client, sessions);
  expect((await ending?.session())?.id).not.toBe(session.id);
  expect(rows).toHaveLength(3);
  const renewed = await snippets.restore(client, sessions);
  if (!renewed) throw new Error('the new session is stored');
  expect(await snippets.payQuote(client, renewed, await aWalletQuote(rest, holder))).toMatch(/^Transaction:/);
});
