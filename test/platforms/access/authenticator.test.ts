/** Failed authentications are limited by address and by token id, in every process, and do not affect other callers. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../../src/platforms/access/authenticator.ts';
import { type CountedStatements, countedStatements } from '../../support/counted-statements.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let statements: CountedStatements;
let right: string;
let tokenId: string;
/** Two processes with one database. */
let here: Authenticator;
let there: Authenticator;
beforeAll(async () => {
  service = await startService();
  right = basic(service.platform.token);
  tokenId = service.platform.token.split(':')[0] as string;
  statements = countedStatements(service.db);
  here = createAuthenticator({ ...service.ports, db: statements.db }, true);
  there = createAuthenticator(service.ports, true);
});
afterAll(() => service.stop());

const wrong = (id: string, nth = 0): string => basic(`${id}:${String(nth).padStart(36, '0')}`);

async function outcomeOf(authenticator: Authenticator, header: string, address: string): Promise<unknown> {
  const result = await authenticator.authenticate(header, address);
  return 'code' in result ? result.code : result.kind;
}

const fail = async (
  authenticator: Authenticator,
  address: string,
  id: (nth: number) => string,
  times: number,
) => {
  const results = new Set<unknown>();
  for (let nth = 0; nth < times; nth += 1)
    results.add(await outcomeOf(authenticator, wrong(id(nth), nth), address));
  return [...results];
};

test('authentication sends one statement, and the request limit another', async () => {
  const before = statements.count;
  const principal = await here.authenticate(right, '192.0.2.9');
  expect(statements.count - before).toBe(1);
  if ('code' in principal) throw new Error('the credential is valid');
  expect(await here.takeRequest(principal)).toBe(true);
  expect(statements.count - before).toBe(2);
});

test('the principal of an open connection is read again in one statement', async () => {
  const { principal } = service.platform;
  await service.db.orm.execute(sql`update platforms set clock_offset_ms = 5000`);
  const before = statements.count;
  expect(await here.renew(principal)).toEqual({
    ...principal,
    platform: { ...principal.platform, clockOffsetMs: 5000 },
  });
  expect(statements.count - before).toBe(1);
  const unknown = { ...principal, token: { ...principal.token, clientId: 'unknown' } };
  expect(await here.renew(unknown)).toMatchObject({ code: 'UNAUTHORIZED' });
});

describe('an address that failed 100 times in a minute', () => {
  const address = '192.0.2.1';
  beforeAll(async () => {
    expect(await fail(here, address, (nth) => `unknown-${nth}`, 100)).toEqual(['UNAUTHORIZED']);
  });

  test('is rate limited in every process', async () => {
    for (const authenticator of [here, there]) {
      const result = await authenticator.authenticate(wrong('unknown'), address);
      expect(result).toMatchObject({ code: 'RATE_LIMITED', httpStatus: 429, retryAfterSeconds: 60 });
    }
  });

  test('is rejected before its credential is looked up, so that a correct guess is not disclosed', async () => {
    const before = statements.count;
    expect(await outcomeOf(here, right, address)).toBe('RATE_LIMITED');
    expect(statements.count).toBe(before);
  });

  test('does not affect other addresses', async () => {
    expect(await outcomeOf(here, right, '192.0.2.2')).toBe('platform');
  });

  test('does not affect a credential that was valid recently, even from the same address', async () => {
    // The previous test authenticated with this credential from another address.
    expect(await outcomeOf(here, right, address)).toBe('platform');
    expect(await outcomeOf(here, wrong(tokenId), address)).toBe('RATE_LIMITED');
  });

  test('is not limited after one minute', async () => {
    service.clock.advance(60);
    for (const authenticator of [here, there]) {
      expect(await outcomeOf(authenticator, right, address)).toBe('platform');
      expect(await outcomeOf(authenticator, wrong('unknown'), address)).toBe('UNAUTHORIZED');
    }
  });
});

describe('a token with 100 failed attempts from many addresses', () => {
  let id: string;
  let secret: string;
  beforeAll(async () => {
    const { token } = await service.addPlatform();
    secret = basic(token);
    id = token.split(':')[0] as string;
    for (let nth = 0; nth < 100; nth += 1) {
      expect(await outcomeOf(nth % 2 ? here : there, wrong(id, nth), `198.51.100.${nth}`)).toBe(
        'UNAUTHORIZED',
      );
    }
  });

  test('allows each address one failed attempt', async () => {
    expect(await outcomeOf(here, wrong(id), '203.0.113.1')).toBe('RATE_LIMITED');
    expect(await outcomeOf(here, secret, '203.0.113.1')).toBe('RATE_LIMITED');
  });

  test('is valid in every process from an address without a failed attempt', async () => {
    expect(await outcomeOf(there, secret, '203.0.113.2')).toBe('platform');
    expect(await outcomeOf(here, secret, '203.0.113.3')).toBe('platform');
  });

  test('does not affect other tokens from that address', async () => {
    expect(await outcomeOf(here, right, '203.0.113.1')).toBe('platform');
  });

  test('is limited in the same way as an unknown id', async () => {
    for (let nth = 0; nth < 100; nth += 1) await outcomeOf(here, wrong('unknown', nth), `198.51.100.${nth}`);
    expect(await outcomeOf(here, wrong('unknown'), '203.0.113.4')).toBe('RATE_LIMITED');
  });

  test('is not limited after 15 minutes', async () => {
    service.clock.advance(900);
    expect(await outcomeOf(here, wrong(id), '203.0.113.1')).toBe('UNAUTHORIZED');
    expect(await outcomeOf(here, secret, '203.0.113.1')).toBe('platform');
  });
});

test('malformed headers and access tokens, which cannot be guessed, are not counted', async () => {
  const address = '192.0.2.3';
  const signed = `Bearer ${Buffer.from('{"alg":"ES256"}').toString('base64url')}.e30.AA`;
  for (let nth = 0; nth < 60; nth += 1) {
    for (const header of [signed, 'Basic ***', 'Digest a']) {
      expect(await outcomeOf(here, header, address)).toBe('UNAUTHORIZED');
    }
  }
  expect(await outcomeOf(here, wrong('unknown'), address)).toBe('UNAUTHORIZED');
});

test('failed attempts with agent tokens are counted', async () => {
  const token = (nth: number) => `Bearer gat_${String(nth).padStart(40, '0')}`;
  for (let nth = 0; nth < 100; nth += 1) {
    expect(await outcomeOf(there, token(nth), '192.0.2.4')).toBe('UNAUTHORIZED');
  }
  expect(await outcomeOf(there, token(100), '192.0.2.4')).toBe('RATE_LIMITED');
});
