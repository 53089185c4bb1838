/**
 * Unknown codes are limited wherever a code is looked up that a person can type: invitations (read, claim, cancel, their
 * page) and the status of device codes. Redeeming a device code counts every try: see device-code.test.ts.
 *
 * Other secrets that name a record are too long to be guessed (links to identity checks have 192 bits, tokens 144 or
 * more) or have counters of their own (one-time codes, client secrets).
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
/** Each test comes from an address of its own. */
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
  readonly what: string;
  readonly unknown: () => string;
  readonly known: () => Promise<string>;
  /** Its status over REST. */
  readonly ask: (
    code: string,
    headers: Record<string, string>,
    authorization?: string,
  ) => Promise<{ status: number; headers: Headers }>;
  /** The field over GraphQL. */
  readonly field: (code: string) => string;
  readonly kind: 'query' | 'mutation';
  /** Over REST, of a code that exists. */
  readonly success: number;
}

const inviteeUma = '$grace@other.example.com';
const lookups: readonly Lookup[] = [
  {
    what: 'an invitation that is read',
    unknown: randomCode,
    known: invite,
    ask: (code, headers, authorization) =>
      rest('GET', `/invitations/${code}`, { headers, ...(authorization && { authorization }) }),
    field: (code) => `invitation(code: "${code}") { code }`,
    kind: 'query',
    success: 200,
  },
  {
    what: 'an invitation that is claimed',
    unknown: randomCode,
    known: invite,
    ask: (code, headers, authorization) =>
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
    what: 'an invitation that is cancelled',
    unknown: randomCode,
    known: invite,
    ask: (code, headers, authorization) =>
      rest('POST', `/invitations/${code}/cancel`, { headers, ...(authorization && { authorization }) }),
    field: (code) =>
      `cancelInvitation(code: "${code}") { ... on Invitation { code } ... on ServiceError { errorCode httpStatus } ... on RateLimitedError { retryAfterSeconds } }`,
    kind: 'mutation',
    success: 200,
  },
  {
    what: 'the status of a device code',
    unknown: randomDeviceCode,
    known: aDeviceCode,
    ask: (code, headers, authorization) =>
      rest('GET', `/agents/device-codes/${code}/status`, {
        headers,
        ...(authorization && { authorization }),
      }),
    field: (code) => `deviceCodeStatus(code: "${code}") { code }`,
    kind: 'query',
    success: 200,
  },
];

describe.each(lookups)('$what', ({ unknown, known, ask: look, field, kind, success }) => {
  test('over REST: ten unknown codes a minute from one address, whoever calls; then 429', async () => {
    const from = anAddress();
    for (let tries = 0; tries < allowed; tries += 1) expect((await look(unknown(), from)).status).toBe(404);
    const rejected = await look(unknown(), from);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    // A valid code too, also of another platform from the same address. Otherwise a guess would still succeed.
    const code = await known();
    expect((await look(code, from)).status).toBe(429);
    expect((await look(unknown(), from, other)).status).toBe(429);
    service.clock.advance(61);
    expect((await look(code, from)).status).toBe(success);
  });

  test('over REST: ten unknown codes a minute of one platform, from however many addresses', async () => {
    for (let tries = 0; tries < allowed; tries += 1) {
      expect((await look(unknown(), anAddress())).status).toBe(404);
    }
    expect((await look(unknown(), anAddress())).status).toBe(429);
    expect((await look(unknown(), anAddress(), other)).status).toBe(404);
  });

  test('over GraphQL each alias counts, also when all run at once', async () => {
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

  test('codes that exist are not counted, however many at once', async () => {
    const from = anAddress();
    const codes = await Promise.all(Array.from({ length: allowed + 5 }, known));
    const results = await Promise.all(codes.map((code) => look(code, from)));
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
