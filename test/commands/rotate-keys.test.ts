/** `keys:rotate` on a running service: a public key stays published as long as a valid signature of it may exist. */
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../src/commands/command.ts';
import { rotateKeysCommand } from '../../src/commands/rotate-keys.ts';
import { accessTokenKeySet, rotateSigningKey } from '../../src/platforms/access/access-token-keys.ts';
import { authenticate } from '../../src/platforms/access/authenticate.ts';
import { CreateAccessTokenInput, createAccessToken } from '../../src/platforms/access/create-access-token.ts';
import { rotateWebhookKeys } from '../../src/webhooks/signing/rotate-key.ts';
import { webhookPublicKeys } from '../../src/webhooks/signing/signing-keys.ts';
import { onPostgres } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function mint(): Promise<string> {
  const input = CreateAccessTokenInput.parse({ scopes: ['READ'] });
  const response = await createAccessToken(service.ports, service.platform.principal, input);
  if (!('accessToken' in response)) throw new Error('a token is minted');
  return response.accessToken;
}
const holder = (token: string) => authenticate(service.ports, `Bearer ${token}`, service.clock.real());
const day = 24 * 60 * 60;

test('tokens of the previous key stay valid, new tokens use the new key, and both keys are published', async () => {
  const before = await mint();
  const kid = await rotateSigningKey(service.db, service.ports.dataKey, service.clock.real(), {
    immediately: false,
  });
  const after = await mint();
  expect(decodeProtectedHeader(before).kid).not.toBe(kid);
  expect(decodeProtectedHeader(after).kid).toBe(kid);
  for (const token of [before, after]) expect(await holder(token)).toMatchObject({ kind: 'access-token' });
  const { keys } = await accessTokenKeySet(service.db, service.clock.real());
  expect(keys.map((one) => one.kid)).toEqual([kid, decodeProtectedHeader(before).kid]);

  // Two rotations within one millisecond: the last key signs.
  const again = await rotateSigningKey(service.db, service.ports.dataKey, service.clock.real(), {
    immediately: false,
  });
  expect(decodeProtectedHeader(await mint()).kid).toBe(again);
});

test('after an immediate rotation, tokens of the previous key are valid for at most a minute', async () => {
  const { db, ports, clock } = service;
  const before = await mint();
  expect(await holder(before)).toMatchObject({ kind: 'access-token' });
  const kid = await rotateSigningKey(db, ports.dataKey, clock.real(), { immediately: true });
  expect((await accessTokenKeySet(db, clock.real())).keys.map((one) => one.kid)).toEqual([kid]);
  const after = await mint();
  clock.advance(61);
  expect(await holder(before)).toMatchObject({ kind: 'unauthorized' });
  expect(await holder(after)).toMatchObject({ kind: 'access-token' });
});

test('the webhook key of every platform changes one day after publication of the new key; the old key is published for another day', async () => {
  const { db, ports, clock } = service;
  const other = await service.addPlatform('PRODUCTION');
  await service.addPlatform();
  const keysOf = ({ principal: { platform } }: Service['platform']) =>
    webhookPublicKeys(db.orm, ports.dataKey, platform.id, clock.now(platform));
  const before = [await keysOf(service.platform), await keysOf(other)].flat();
  expect(before).toHaveLength(2);

  expect(await rotateWebhookKeys(ports, { immediately: false })).toEqual({ started: 2, underWay: 0 });
  expect(await rotateWebhookKeys(ports, { immediately: false })).toEqual({ started: 0, underWay: 2 });
  const published = await keysOf(service.platform);
  expect(published).toHaveLength(2);
  expect(published[0]).toBe(before[0]);
  clock.advance(day);
  expect(await keysOf(service.platform)).toEqual(published.toReversed());
  clock.advance(day);
  expect(await keysOf(service.platform)).toEqual(published.slice(1));

  expect(await rotateWebhookKeys(ports, { immediately: true })).toEqual({ started: 2, underWay: 0 });
  expect(await keysOf(service.platform)).toHaveLength(1);
  expect(published).not.toContain((await keysOf(service.platform))[0]);
});

describe('the command', () => {
  const run = (args: string[], env: Record<string, string>) => runCommand(rotateKeysCommand, args, env);
  const folder = () => ({ DATA_DIR: service.config.dataDir });

  test.each([
    ['no argument', [], 'The argument must be one of master, webhooks, tokens. Usage: npm run keys:rotate'],
    ['another argument', ['wallets'], 'must be one of master, webhooks, tokens'],
    ['two arguments', ['master', 'tokens'], 'Invalid arguments'],
    [
      'an option of other keys',
      ['master', '--immediately'],
      '--immediately applies only to webhooks and tokens',
    ],
  ])('rejects %s', async (_, args, line) => {
    await expect(run(args, folder())).rejects.toThrow(line);
  });

  test.runIf(onPostgres)('rotates each kind of key while a server runs', async () => {
    const env = { DATABASE_URL: service.databaseUrl ?? '', DATA_DIR: service.config.dataDir };
    const printed = async (...args: string[]) => JSON.parse((await run(args, env)).text) as object;
    expect(await printed('master')).toEqual({
      keys: 'master',
      changed: true,
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(await printed('webhooks')).toEqual({ keys: 'webhooks', started: 2, underWay: 0 });
    expect(await printed('tokens')).toMatchObject({ keys: 'tokens', kid: expect.any(String) });
    expect(await holder(await mint())).toMatchObject({ kind: 'access-token' });
  });
});
