import { decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { anonymousPartition } from '../../../src/infrastructure/database/fair-queue.ts';
import { verifiesForMs, verifyingKey } from '../../../src/platforms/access/access-token-keys.ts';
import { authenticate } from '../../../src/platforms/access/authenticate.ts';
import {
  CreateAccessTokenInput,
  createAccessToken,
} from '../../../src/platforms/access/create-access-token.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';

let service: AgentService;
const start = new Date('2025-07-21T10:00:00Z');
const later = (ms: number) => new Date(start.getTime() + ms);

/** The statements on the table of keys that were sent through `db`. */
const statements: string[] = [];
let db: Database;
beforeAll(async () => {
  service = await startAgentService();
  service.setTime(start);
  const record = (text: string) => {
    if (text.includes('access_token_keys')) statements.push(text);
  };
  db = service.db.observed(record, () => anonymousPartition('192.0.2.1'));
});
afterAll(() => service?.close());
beforeEach(() => {
  statements.length = 0;
});

async function mintedKid(): Promise<string> {
  const input = CreateAccessTokenInput.parse({ scopes: ['READ'] });
  const { accessToken } = ok(await createAccessToken(service.ports, service.platform, input));
  return decodeProtectedHeader(accessToken).kid as string;
}
const kidOf = (number: number) => `${number}`.padEnd(43, 'x');

describe('the key of a token', () => {
  test('is read from the database once a minute', async () => {
    const kid = await mintedKid();
    for (let count = 0; count < 3; count += 1) expect(await verifyingKey(db, kid, start)).toBeDefined();
    expect(statements).toHaveLength(1);
    expect(await verifyingKey(db, kid, later(60_001))).toBeDefined();
    expect(statements).toHaveLength(2);
  });

  test('does not verify after its removal from the key set, although it is cached', async () => {
    const kid = await mintedKid();
    const last = later(verifiesForMs - 1);
    expect(await verifyingKey(db, kid, last)).toBeDefined();
    statements.length = 0;
    expect(await verifyingKey(db, kid, later(verifiesForMs))).toBeUndefined();
    expect(statements).toEqual([]);
  });
});

describe('an unknown key id', () => {
  test('is looked up once a minute', async () => {
    const forged = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: kidOf(0) })
      .sign((await generateKeyPair('ES256')).privateKey);
    for (let count = 0; count < 5; count += 1) {
      expect(await authenticate({ ...service.ports, db }, `Bearer ${forged}`, start)).toMatchObject({
        kind: 'unauthorized',
      });
    }
    expect(statements).toHaveLength(1);
    await authenticate({ ...service.ports, db }, `Bearer ${forged}`, later(60_001));
    expect(statements).toHaveLength(2);
  });

  test('is looked up by its id alone, for any number of ids', async () => {
    for (let number = 1; number <= 20; number += 1) await verifyingKey(db, kidOf(number), start);
    expect(statements).toHaveLength(20);
    expect(statements.every((text) => text.includes('"kid" = '))).toBe(true);
  });

  test.each(['', 'key', kidOf(1).slice(1), `${kidOf(1)}x`, `${kidOf(1).slice(1)}/`])(
    'that does not have the format of a thumbprint is not looked up: %j',
    async (kid) => {
      expect(await verifyingKey(db, kid, start)).toBeUndefined();
      expect(statements).toEqual([]);
    },
  );

  test('does not evict a cached key', async () => {
    const kid = await mintedKid();
    await verifyingKey(db, kid, start);
    for (let number = 100; number < 300; number += 1) await verifyingKey(db, kidOf(number), start);
    statements.length = 0;
    expect(await verifyingKey(db, kid, start)).toBeDefined();
    expect(statements).toEqual([]);
  });
});
