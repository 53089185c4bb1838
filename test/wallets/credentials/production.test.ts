import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, rawRows } from '../../../src/infrastructure/database/client.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import type { Ports } from '../../../src/sandbox/ports.ts';
import { productionWalletChecks } from '../../../src/wallets/credentials/wallet-checks.ts';
import { createOidcVerifier } from '../../../src/wallets/oidc/oidc.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { makeSigningKey, signJwt } from '../../support/oidc-issuer.ts';
import type { ManualClock } from '../../support/service.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import { makeKeyPair, openWalletExport, randomChallenge } from '../../support/wallet-client.ts';
import {
  badStamp,
  challenged,
  granted,
  outcomeOf,
  recordingMailer,
  retryOf,
  unauthorized,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

const issuer = 'https://issuer.example';
const signingKey = makeSigningKey('one');
const documents: Record<string, unknown> = {
  [`${issuer}/.well-known/openid-configuration`]: { issuer, jwks_uri: `${issuer}/keys` },
  [`${issuer}/keys`]: { keys: [signingKey.jwk] },
};

const { mails, mailer } = recordingMailer();
const checks = (clock: ManualClock, send: typeof mailer | undefined): Pick<Ports, 'walletChecks'> => {
  const get = async (url: string) => ({
    ok: true as const,
    status: 200,
    headers: {},
    body: new TextEncoder().encode(JSON.stringify(documents[url])),
  });
  const oidc = createOidcVerifier({ get, realTime: clockOf(clock) });
  const production = productionWalletChecks({ oidc, mailer: send });
  return { walletChecks: () => production };
};
const clockOf = (clock: ManualClock) => ({ now: () => clock.real() });

const settings = {
  passkeys: { rpId: 'wallet.example', origins: ['https://wallet.example'] },
  oidcIssuers: [{ issuer, audiences: ['wallet'] }],
  // Long, so that a match in a database dump is not accidental.
  otp: { length: 12, alphanumeric: true, expirationSeconds: undefined },
};
const aPasskey = () => new SoftwarePasskey({ rpId: 'wallet.example', origin: 'https://wallet.example' });

let db: Database;
let world: WalletWorld;
const logged: string[] = [];
const errors: unknown[] = [];
/** The secrets of all tests, by name. */
const secrets: [string, string][] = [];

function token(claims: Record<string, unknown> = {}): string {
  const iat = Math.floor(world.clock.real().getTime() / 1000);
  const made = signJwt(
    { iss: issuer, aud: 'wallet', sub: 'ada', iat, exp: iat + 600, jti: String(secrets.length), ...claims },
    signingKey,
  );
  secrets.push(['a token', made]);
  return made;
}

function lastCode(): string {
  const mail = mails.at(-1);
  if (!mail) throw new Error('no mail');
  secrets.push(['a code', mail.code]);
  return mail.code;
}

const recorded = (result: unknown) => {
  if (result instanceof DomainError) errors.push(result);
  return outcomeOf(result);
};

const aKeyPair = () => {
  const keys = makeKeyPair();
  secrets.push(['a client key', keys.privateKey]);
  return keys;
};

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db, {
    mode: 'PRODUCTION',
    settings,
    ports: (clock) => checks(clock, mailer),
    logTo: { write: (line) => logged.push(line) },
  });
});
afterAll(() => db.close());

describe('in production', () => {
  test('a code is sent to the stored email address and is valid once', async () => {
    const { id } = await world.walletOf(await world.aCustomer('ada@example.com'));
    const credential = granted(await world.addEmail(id));
    expect(mails.at(-1)).toMatchObject({ to: 'ada@example.com', validSeconds: 300 });
    const first = lastCode();
    granted(await world.challenge(credential));
    const second = lastCode();
    expect(second).not.toBe(first);
    const verify = async (otp: string) =>
      world.verify(credential, { type: 'EMAIL_OTP', otp, clientPublicKey: aKeyPair().publicKey });
    expect(recorded(await verify(first))).toEqual(unauthorized('Invalid OTP code'));
    const { key } = await world.byCode(credential, second, aKeyPair());
    secrets.push(['a session key', key.privateKey]);
    expect(recorded(await verify(second))).toEqual(unauthorized('Invalid OTP code'));
    expect(recorded(await verify('000000'))).toEqual(unauthorized('Invalid OTP code'));
  });

  test('passkeys and tokens open sessions that can export the seed', async () => {
    const id = await world.aWallet();
    const passkey = aPasskey();
    const credential = granted(await world.addPasskey(id, passkey));
    const session = await world.byPasskey(credential, passkey, aKeyPair());
    secrets.push(['a session key', session.key.privateKey]);
    const oidcToken = token({ email: 'ada@issuer.example' });
    const issued = challenged(await world.add({ type: 'OAUTH', accountId: id, oidcToken }));
    // The first call verified the token within its maximum age. The request is valid for longer.
    world.clock.advance(120);
    const oauth = granted(
      await world.add({ type: 'OAUTH', accountId: id, oidcToken }, retryOf(issued, session.key)),
    );
    const { key } = await world.byToken(oauth, token(), aKeyPair());
    const keys = aKeyPair();
    const exporting = challenged(await world.exportWallet(id, keys.publicKey));
    const retry = retryOf(exporting, key);
    secrets.push(['a stamp', retry.signature], ['a session key', key.privateKey]);
    const exported = granted(await world.exportWallet(id, keys.publicKey, retry));
    const { mnemonic } = openWalletExport(exported.encryptedWalletCredentials, keys);
    expect(validateMnemonic(mnemonic, wordlist)).toBe(true);
    secrets.push(['a seed', mnemonic]);
  });

  test('every magic value is rejected', async () => {
    const id = await world.aWallet();
    const email = granted(await world.addEmail(id));
    const clientPublicKey = aKeyPair().publicKey;
    const otp = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey };
    expect(recorded(await world.verify(email, otp))).toEqual(unauthorized('Invalid OTP code'));
    await world.byCode(email, lastCode(), aKeyPair());

    const issued = challenged(await world.setPrivacy(id, true));
    const magic = { requestId: issued.requestId, signature: 'sandbox-valid-signature' };
    expect(recorded(await world.setPrivacy(id, true, magic))).toEqual(badStamp);

    const passkey = aPasskey();
    const registered = granted(await world.addPasskey(await world.aWallet(), passkey));
    const { requestId, challenge } = await world.passkeyChallenge(registered, aKeyPair());
    const assertion = { ...passkey.assert(challenge), signature: 'sandbox-valid-passkey-signature' };
    expect(recorded(await world.verify(registered, { type: 'PASSKEY', requestId, assertion }))).toEqual(
      unauthorized('Invalid passkey signature'),
    );

    const oauth = granted(
      await world.add({ type: 'OAUTH', accountId: await world.aWallet(), oidcToken: token() }),
    );
    const literal = { type: 'OAUTH', oidcToken: 'sandbox-valid-oidc-token', clientPublicKey };
    expect(recorded(await world.verify(oauth, literal))).toEqual(unauthorized('Invalid OIDC token'));
  });

  test('registration rejects unsigned, expired and foreign tokens', async () => {
    const wallet = await world.aWallet();
    const now = Math.floor(world.clock.real().getTime() / 1000);
    const [header = '', claims = ''] = token().split('.');
    for (const oidcToken of [
      `${header}.${claims}.`,
      token({ iat: now - 61 }),
      token({ iss: 'https://accounts.google.com' }),
      token({ aud: 'another' }),
    ]) {
      expect(recorded(await world.add({ type: 'OAUTH', accountId: wallet, oidcToken }))).toEqual(
        unauthorized('Invalid OIDC token'),
      );
    }
  });

  test('a client key is valid for one session', async () => {
    const passkey = aPasskey();
    const credential = granted(await world.addPasskey(await world.aWallet(), passkey));
    const keys = aKeyPair();
    await world.byPasskey(credential, passkey, keys);
    expect(await world.challenge(credential, keys.publicKey)).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'clientPublicKey' }],
    });
  });

  test('passkeys require settings, and codes require a mail server', async () => {
    const bare = await walletWorld(db, { mode: 'PRODUCTION', ports: (clock) => checks(clock, undefined) });
    const id = await bare.aWallet();
    expect(await bare.addPasskey(id, aPasskey())).toMatchObject({
      code: 'INVALID_INPUT',
      reason: 'Passkeys are not configured',
    });
    expect(await bare.addEmail(id)).toMatchObject({ kind: 'upstream', httpStatus: 424 });
    const tables = await rawRows(
      bare.db.orm,
      sql`select 1 from credentials where account_id = ${id.slice(16)}`,
    );
    expect(tables).toEqual([]);
  });

  test('a registration challenge is valid once, even after a failed first attempt', async () => {
    const challenge = randomChallenge();
    const passkey = aPasskey();
    const wrong = new SoftwarePasskey({ rpId: 'evil.example', origin: 'https://wallet.example' });
    const wallet = await world.aWallet();
    expect(recorded(await world.addPasskey(wallet, wrong, undefined, challenge))).toMatchObject({
      code: 'INVALID_INPUT',
    });
    granted(await world.addPasskey(wallet, passkey, undefined, challenge));
    expect(
      recorded(await world.addPasskey(await world.aWallet(), aPasskey(), undefined, challenge)),
    ).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('no secret is readable in the database, the logs or the errors', async () => {
    const tables = await rawRows<{ name: string }>(
      db.orm,
      sql`select quote_ident(table_name) as name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const found = await rawRows<{ row: string }>(db.orm, sql.raw(`select t::text as row from ${name} t`));
      rows.push(...found.map(({ row }) => row));
    }
    const described = errors.map((each) => {
      const { message, stack, details } = each as DomainError;
      return JSON.stringify({ ...(each as object), message, stack, details });
    });
    const everything = [...rows, ...logged, ...described].join('\n').toLowerCase();
    expect(rows.length).toBeGreaterThan(100);
    expect(secrets.length).toBeGreaterThan(20);

    const spellings = (secret: string): string[] => {
      const bytes = /^[0-9a-f]{64}$/.test(secret) ? Buffer.from(secret, 'hex') : Buffer.from(secret);
      return [secret, bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
    };
    const readable = secrets.filter(([, secret]) =>
      spellings(secret).some((text) => everything.includes(text.toLowerCase())),
    );
    expect(readable.map(([name]) => name)).toEqual([]);
    // The search finds a public value, so it would find a secret.
    expect(everything).toContain('ada@issuer.example');
  });
});
