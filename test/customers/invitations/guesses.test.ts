/**
 * The rate of unknown codes is limited for each short code that a person can type: invitations (read, claim, cancel, their
 * page) and the status of device codes. The redemption of a device code counts every attempt: see device-code.test.ts.
 *
 * Other secrets that identify a record are too long to be guessed (links to identity checks have 192 bits, tokens 144 or
 * more) or have separate limits (one-time codes, client secrets).
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendQuery } from '../../support/graphql-client.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const allowed = 10;

let service: Service;
let rest: Rest;
let other: string;

beforeAll(async () => {
  service = await startService({ server: true, standing: true, env: { TRUSTED_PROXIES: '1' } });
  rest = restClient(service);
  other = basic((await service.addPlatform()).token);
  const umaAddress = '$ada@uma.example.com';
  await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', umaAddress } });
});
afterAll(() => service?.stop());
beforeEach(() => service.clock.advance(61));

let lastAddress = 0;
/** A client address that no other test uses. */
const anAddress = () => {
  lastAddress += 1;
  return { 'X-Forwarded-For': `203.0.113.${lastAddress}` };
};

async function invite(): Promise<string> {
  const made = await rest('POST', '/invitations', { body: { inviterUma: '$ada@uma.example.com' } });
  expect(made.status).toBe(201);
  return made.body.code;
}

async function aDeviceCode(): Promise<string> {
  const customer = await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL' } });
  const policy = {
    permissions: [],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 1 },
  };
  const body = { name: 'Agent', customerId: customer.body.id, policy };
  return (await rest('POST', '/agents', { body })).body.deviceCode.code;
}

const randomCode = () => `${Math.random()}`.slice(2).padEnd(16, '2').slice(0, 16);
const randomDeviceCode = () => `SVC-AGENT-${randomCode().slice(0, 4)}-${randomCode().slice(0, 4)}`;

interface Lookup {
  readonly name: string;
  readonly unknown: () => string;
  readonly known: () => Promise<string>;
  /** Sends the code over REST. */
  readonly lookUp: (
    code: string,
    headers: Record<string, string>,
    authorization?: string,
  ) => Promise<{ status: number; headers: Headers }>;
  /** The GraphQL field that looks the code up. */
  readonly field: (code: string) => string;
  readonly kind: 'query' | 'mutation';
  /** The REST status for a code that exists. */
  readonly success: number;
}

const inviteeUma = '$grace@other.example.com';
const lookups: readonly Lookup[] = [
  {
    name: 'an invitation that is read',
    unknown: randomCode,
    known: invite,
    lookUp: (code, headers, authorization) =>
      rest('GET', `/invitations/${code}`, { headers, ...(authorization && { authorization }) }),
    field: (code) => `invitation(code: "${code}") { code }`,
    kind: 'query',
    success: 200,
  },
  {
    name: 'an invitation that is claimed',
    unknown: randomCode,
    known: invite,
    lookUp: (code, headers, authorization) =>
      rest('POST', `/invitations/${code}/claim`, {
        headers,
        body: { inviteeUma },
        ...(authorization && { authorization }),
      }),
    field: (code) =>
      `claimInvitation(code: "${code}", inviteeUma: "${inviteeUma}") { ... on Invitation { code } ... on ServiceError { errorCode httpStatus } ... on RateLimitedError { retryAfterSeconds } }`,
    kind: 'mutation',
    success: 200,
  },
  {
    name: 'an invitation that is cancelled',
    unknown: randomCode,
    known: invite,
    lookUp: (code, headers, authorization) =>
      rest('POST', `/invitations/${code}/cancel`, { headers, ...(authorization && { authorization }) }),
    field: (code) =>
      `cancelInvitation(code: "${code}") { ... on Invitation { code } ... on ServiceError { errorCode httpStatus } ... on RateLimitedError { retryAfterSeconds } }`,
    kind: 'mutation',
    success: 200,
  },
  {
    name: 'the status of a device code',
    unknown: randomDeviceCode,
    known: aDeviceCode,
    lookUp: (code, headers, authorization) =>
      rest('GET', `/agents/device-codes/${code}/status`, {
        headers,
        ...(authorization && { authorization }),
      }),
    field: (code) => `deviceCodeStatus(code: "${code}") { code }`,
    kind: 'query',
    success: 200,
  },
];

describe.each(lookups)('$name', ({ unknown, known, lookUp, field, kind, success }) => {
  test('is limited over REST to ten unknown codes a minute from one address, for all platforms together', async () => {
    const from = anAddress();
    for (let attempt = 0; attempt < allowed; attempt += 1)
      expect((await lookUp(unknown(), from)).status).toBe(404);
    const rejected = await lookUp(unknown(), from);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    // A valid code is rejected too, as is another platform from the same address. Otherwise a guess would still succeed.
    const code = await known();
    expect((await lookUp(code, from)).status).toBe(429);
    expect((await lookUp(unknown(), from, other)).status).toBe(429);
    service.clock.advance(61);
    expect((await lookUp(code, from)).status).toBe(success);
  });

  test('is limited over REST to ten unknown codes a minute of one platform, from all addresses together', async () => {
    for (let attempt = 0; attempt < allowed; attempt += 1) {
      expect((await lookUp(unknown(), anAddress())).status).toBe(404);
    }
    expect((await lookUp(unknown(), anAddress())).status).toBe(429);
    expect((await lookUp(unknown(), anAddress(), other)).status).toBe(404);
  });

  test('counts each alias over GraphQL, even if all run concurrently', async () => {
    const code = await known();
    const aliases = Array.from({ length: 28 }, (_, index) => `a${index}: ${field(unknown())}`);
    const { body } = await sendQuery(
      service,
      `${kind} { ${aliases.join('\n')} last: ${field(code)} }`,
      undefined,
      {
        headers: anAddress(),
      },
    );
    const results = [
      ...Object.values(body.data ?? {}),
      ...(body.errors ?? []).map(({ extensions }: { extensions: object }) => extensions),
    ] as ({ errorCode?: string; code?: string; httpStatus?: number; retryAfterSeconds?: number } | null)[];
    const limited = results.filter((one) => (one?.errorCode ?? one?.code) === 'RATE_LIMITED');
    expect(limited).toHaveLength(aliases.length + 1 - allowed);
    for (const one of limited) {
      expect(one?.httpStatus).toBe(429);
      expect(one?.retryAfterSeconds).toBeGreaterThan(0);
    }
    expect(JSON.stringify(body)).not.toContain(code);
  });

  test('does not count codes that exist', async () => {
    const from = anAddress();
    const codes = await Promise.all(Array.from({ length: allowed + 5 }, known));
    const results = await Promise.all(codes.map((code) => lookUp(code, from)));
    expect(results.map(({ status }) => status)).toEqual(codes.map(() => success));
  });
});

test('a code of an earlier version can still be read and claimed, in any case', async () => {
  const code = await invite();
  await service.db.orm.execute(sql`update invitations set code = '0a1b2c3d' where code = ${code}`);
  expect((await rest('GET', '/invitations/0A1B2C3D')).body).toMatchObject({ code: '0a1b2c3d' });
  const claimed = await rest('POST', '/invitations/0A1b2c3d/claim', {
    body: { inviteeUma },
    authorization: other,
  });
  expect(claimed).toMatchObject({ status: 200, body: { status: 'CLAIMED' } });
});
