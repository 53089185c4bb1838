/** Failed authentications are limited by address and by token id, on every process, and nobody pays for another's. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../../src/platforms/access/authenticator.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let right: string;
let tokenId: string;
/** Two processes with one database. */
let here: Authenticator;
let there: Authenticator;
beforeAll(async () => {
  service = await startService();
  right = basic(service.platform.token);
  tokenId = service.platform.token.split(':')[0] as string;
  here = createAuthenticator(service.ports, true);
  there = createAuthenticator(service.ports, true);
});
afterAll(() => service.stop());

const wrong = (id: string, nth = 0): string => basic(`${id}:${String(nth).padStart(36, '0')}`);

async function outcomeOf(door: Authenticator, header: string, address: string): Promise<unknown> {
  const answer = await door.authenticate(header, address);
  return 'code' in answer ? answer.code : answer.kind;
}

const fail = async (door: Authenticator, address: string, id: (nth: number) => string, times: number) => {
  const answers = new Set<unknown>();
  for (let nth = 0; nth < times; nth += 1) answers.add(await outcomeOf(door, wrong(id(nth), nth), address));
  return [...answers];
};

test('a good credential costs one statement, and the request another', async () => {
  const { statements } = service.db;
  const before = statements.count;
  const principal = await here.authenticate(right, '192.0.2.9');
  expect(statements.count - before).toBe(1);
  if ('code' in principal) throw new Error('the credential is good');
  expect(await here.takeRequest(principal)).toBe(true);
  expect(statements.count - before).toBe(2);
});

test('whoever stays is looked up again in one statement, as it is then', async () => {
  const { principal } = service.platform;
  await service.db.orm.execute(sql`update platforms set clock_offset_ms = 5000`);
  const before = service.db.statements.count;
  expect(await here.renew(principal)).toEqual({
    ...principal,
    platform: { ...principal.platform, clockOffsetMs: 5000 },
  });
  expect(service.db.statements.count - before).toBe(1);
  const unknown = { ...principal, token: { ...principal.token, clientId: 'unknown' } };
  expect(await here.renew(unknown)).toMatchObject({ code: 'UNAUTHORIZED' });
});

describe('an address that failed 100 times in a minute', () => {
  const address = '192.0.2.1';
  beforeAll(async () => {
    expect(await fail(here, address, (nth) => `unknown-${nth}`, 100)).toEqual(['UNAUTHORIZED']);
  });

  test('is told to wait, by every process', async () => {
    for (const door of [here, there]) {
      const answer = await door.authenticate(wrong('unknown'), address);
      expect(answer).toMatchObject({ code: 'RATE_LIMITED', httpStatus: 429, retryAfterSeconds: 60 });
    }
  });

  test('is then refused before anything is looked up, so that a right guess tells nothing', async () => {
    const before = service.db.statements.count;
    expect(await outcomeOf(here, right, address)).toBe('RATE_LIMITED');
    expect(service.db.statements.count).toBe(before);
  });

  test('does not stop others', async () => {
    expect(await outcomeOf(here, right, '192.0.2.2')).toBe('platform');
  });

  test('does not stop who shares it and was good lately, nor then', async () => {
    // The credential was good from the other address just now.
    expect(await outcomeOf(here, right, address)).toBe('platform');
    expect(await outcomeOf(here, wrong(tokenId), address)).toBe('RATE_LIMITED');
  });

  test('may try again after the minute', async () => {
    service.clock.advance(60);
    for (const door of [here, there]) {
      expect(await outcomeOf(door, right, address)).toBe('platform');
      expect(await outcomeOf(door, wrong('unknown'), address)).toBe('UNAUTHORIZED');
    }
  });
});

describe('a token whose secret is guessed from many addresses', () => {
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

  test('leaves each address one guess', async () => {
    expect(await outcomeOf(here, wrong(id), '203.0.113.1')).toBe('RATE_LIMITED');
    expect(await outcomeOf(here, secret, '203.0.113.1')).toBe('RATE_LIMITED');
  });

  test('is good from an address that did not guess, on every process', async () => {
    expect(await outcomeOf(there, secret, '203.0.113.2')).toBe('platform');
    expect(await outcomeOf(here, secret, '203.0.113.3')).toBe('platform');
  });

  test('does not hold back other tokens there', async () => {
    expect(await outcomeOf(here, right, '203.0.113.1')).toBe('platform');
  });

  test('is as unknown as an id that does not exist', async () => {
    for (let nth = 0; nth < 100; nth += 1) await outcomeOf(here, wrong('nobody', nth), `198.51.100.${nth}`);
    expect(await outcomeOf(here, wrong('nobody'), '203.0.113.4')).toBe('RATE_LIMITED');
  });

  test('may be tried again after 15 minutes', async () => {
    service.clock.advance(900);
    expect(await outcomeOf(here, wrong(id), '203.0.113.1')).toBe('UNAUTHORIZED');
    expect(await outcomeOf(here, secret, '203.0.113.1')).toBe('platform');
  });
});

test('what cannot be a guess is not counted: no credential at all, and access tokens, which are signed', async () => {
  const address = '192.0.2.3';
  const signed = `Bearer ${Buffer.from('{"alg":"ES256"}').toString('base64url')}.e30.AA`;
  for (let nth = 0; nth < 60; nth += 1) {
    for (const header of [signed, 'Basic ***', 'Digest a']) {
      expect(await outcomeOf(here, header, address)).toBe('UNAUTHORIZED');
    }
  }
  expect(await outcomeOf(here, wrong('unknown'), address)).toBe('UNAUTHORIZED');
});

test('agents are counted as well', async () => {
  const token = (nth: number) => `Bearer gat_${String(nth).padStart(40, '0')}`;
  for (let nth = 0; nth < 100; nth += 1) {
    expect(await outcomeOf(there, token(nth), '192.0.2.4')).toBe('UNAUTHORIZED');
  }
  expect(await outcomeOf(there, token(100), '192.0.2.4')).toBe('RATE_LIMITED');
});
