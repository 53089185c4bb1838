/** Making, listing and ending faults on request, over both APIs. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { maxFaults } from '../../../src/sandbox/faults/fault.ts';
import { aFault, endAllFaults, endFaults, faultsOf, SandboxFault } from '../../support/faults.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService, type TestPlatform } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let other: TestPlatform;
let production: TestPlatform;

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  other = await service.addPlatform();
  production = await service.addPlatform('PRODUCTION');
});
afterAll(() => service.stop());
afterEach(() => endFaults(service));

const request = async (input: object, authorization?: string) => {
  const options = authorization === undefined ? {} : { authorization };
  return (await sendQuery(service, SandboxFault, { input }, options)).body;
};
const fault = async (input: object, authorization?: string) =>
  (await request(input, authorization)).data.sandboxFault;

describe('a fault', () => {
  test('has what was requested, and applies once by default', async () => {
    const made = await aFault(service, {
      kind: 'RATE_LIMITED',
      operation: 'transferOut',
      retryAfterSeconds: 5,
    });

    expect(made).toMatchObject({
      kind: 'RATE_LIMITED',
      target: 'REQUESTS',
      operation: 'transferOut',
      tokenId: null,
      eventType: null,
      delayMs: null,
      retryAfterSeconds: 5,
      hidden: false,
      remaining: 1,
      appliedCount: 0,
    });
    const lifetimeMs = Date.parse(String(made['expiresAt'])) - Date.parse(String(made['createdAt']));
    expect(lifetimeMs).toBe(3_600_000);
    expect(await faultsOf(service)).toEqual([made]);
  });

  test('is the same over REST', async () => {
    const tokenId = service.platform.principal.token.id;
    const { status, body } = await rest('POST', '/sandbox/faults', {
      body: { kind: 'SLOW', operation: 'createQuote', tokenId, count: 3, delayMs: 500, hidden: true },
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: 'SLOW',
      target: 'REQUESTS',
      tokenId,
      delayMs: 500,
      hidden: true,
      remaining: 3,
    });
    expect((await rest('GET', '/sandbox/faults')).body).toEqual({ data: [body] });
    expect((await rest('DELETE', `/sandbox/faults/${body.id}`)).status).toBe(204);
    expect((await rest('DELETE', `/sandbox/faults/${body.id}`)).body.code).toBe('SANDBOX_FAULT_NOT_FOUND');
    expect((await rest('GET', '/sandbox/faults')).body).toEqual({ data: [] });
  });

  test('for a time has no count, and can have both', async () => {
    const target = 'WEBHOOKS';
    const eventType = 'OUTGOING_PAYMENT.COMPLETED';

    expect(await aFault(service, { kind: 'DROP', target, eventType, durationSeconds: 60 })).toMatchObject({
      eventType,
      remaining: null,
    });
    expect(
      await aFault(service, { kind: 'DROP', target, count: 1000, durationSeconds: 86_400 }),
    ).toMatchObject({
      remaining: 1000,
    });
  });
});

describe('an error names every wrong field', () => {
  test.each([
    [{ kind: 'DROP' }, ['input.target']],
    [
      { kind: 'SLOW', count: 0, durationSeconds: 86_401, delayMs: 0 },
      ['input.count', 'input.durationSeconds', 'input.delayMs'],
    ],
    [{ kind: 'SLOW', count: 1001, retryAfterSeconds: 3601 }, ['input.count', 'input.retryAfterSeconds']],
    [{ kind: 'SLOW', operation: 'noSuchOperation' }, ['input.operation']],
    [{ kind: 'SLOW', operation: 'deleteSandboxFault' }, ['input.operation']],
    [{ kind: 'DROP', target: 'WEBHOOKS', eventType: 'NO.SUCH_EVENT' }, ['input.eventType']],
    [{ kind: 'DROP', target: 'WEBHOOKS', eventType: 'TEST' }, ['input.eventType']],
    [{ kind: 'SLOW', tokenId: 'Customer:0198c5a4-0000-7000-8000-000000000000' }, ['input.tokenId']],
    [{ kind: 'SLOW', tokenId: 'Token:0198c5a4-0000-7000-8000-000000000000' }, ['input.tokenId']],
    [{ kind: 'SLOW', tokenId: 'Agent:0198c5a4-0000-7000-8000-000000000000' }, ['input.tokenId']],
    [{ kind: 'SLOW', tokenId: 'AccessToken:0198c5a4-0000-7000-8000-000000000000' }, ['input.tokenId']],
  ])('%j', async (input, paths) => {
    const result = await fault(input);

    expect(result.__typename).toBe('InvalidInputError');
    expect(result.fields.map(({ path }: { path: string }) => path).sort()).toEqual([...paths].sort());
  });
});

describe('another platform', () => {
  test('cannot name a token of this one, nor see or end its faults', async () => {
    const authorization = basic(other.token);
    const { id } = await aFault(service, { kind: 'SLOW' });

    const tokenId = service.platform.principal.token.id;
    expect(await fault({ kind: 'SLOW', tokenId }, authorization)).toMatchObject({
      fields: [{ path: 'input.tokenId' }],
    });
    expect(await faultsOf(service, authorization)).toEqual([]);
    expect((await rest('DELETE', `/sandbox/faults/${id}`, { authorization })).status).toBe(404);
    expect(await endFaults(service, authorization)).toBe(0);
    expect((await rest('DELETE', '/sandbox/faults', { authorization })).status).toBe(204);
    expect(await faultsOf(service)).toMatchObject([{ id }]);
  });
});

describe('who may', () => {
  test('a production platform cannot', async () => {
    const authorization = basic(production.token);

    expect(await fault({ kind: 'SLOW' }, authorization)).toMatchObject({
      __typename: 'ForbiddenError',
      reason: 'Sandbox only',
    });
    const listed = await sendQuery(service, '{ sandboxFaults { id } }', {}, { authorization });
    expect(listed.body.errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', reason: 'Sandbox only' });
    const ended = await sendQuery(service, endAllFaults, {}, { authorization });
    expect(ended.body.data.deleteSandboxFaults).toMatchObject({ reason: 'Sandbox only' });
    const id = 'SandboxFault:0198c5a4-0000-7000-8000-000000000000';
    for (const [method, path, body] of [
      ['POST', '/sandbox/faults', { kind: 'SLOW' }],
      ['GET', '/sandbox/faults', undefined],
      ['DELETE', `/sandbox/faults/${id}`, undefined],
      ['DELETE', '/sandbox/faults', undefined],
    ] as const) {
      const { status, body: error } = await rest(method, path, { authorization, ...(body && { body }) });
      expect({ status, reason: error.reason }).toEqual({ status: 403, reason: 'Sandbox only' });
    }
  });

  test('a token without TRANSACT and an access token cannot', async () => {
    const viewer = await rest('POST', '/tokens', {
      body: { name: 'viewer', permissions: ['VIEW', 'MANAGE'] },
    });
    const { body } = await sendQuery(
      service,
      'mutation { createAccessToken(input: { scopes: [READ] }) { ... on AccessTokenCreated { accessToken } } }',
    );
    const holders = [
      basic(`${viewer.body.clientId}:${viewer.body.clientSecret}`),
      `Bearer ${body.data?.createAccessToken.accessToken}`,
    ];
    for (const authorization of holders) {
      const rejected = await request({ kind: 'SLOW' }, authorization);
      expect(JSON.stringify(rejected)).toContain('FORBIDDEN');
      expect((await rest('GET', '/sandbox/faults', { authorization })).status).toBe(403);
      expect((await rest('DELETE', '/sandbox/faults', { authorization })).status).toBe(403);
      const ended = await sendQuery(service, endAllFaults, {}, { authorization });
      expect(ended.body.data.deleteSandboxFaults).toMatchObject({ errorCode: 'FORBIDDEN' });
    }
    expect(await faultsOf(service)).toEqual([]);
  });
});

test('all faults of a platform are ended at once, those that were used up included', async () => {
  await aFault(service, { kind: 'SLOW', delayMs: 1, operation: 'currencies' });
  await sendQuery(service, '{ currencies { code } }');
  await aFault(service, { kind: 'RATE_LIMITED', operation: 'currencies', durationSeconds: 60 });
  const kept = await aFault(service, { kind: 'SLOW', count: 2 }, basic(other.token));
  expect(await sendQuery(service, '{ currencies { code } }')).toMatchObject({ status: 429 });

  expect(await endFaults(service)).toBe(2);

  expect(await sendQuery(service, '{ currencies { code } }')).toMatchObject({ status: 200 });
  expect(await faultsOf(service)).toEqual([]);
  expect(await faultsOf(service, basic(other.token))).toMatchObject([{ id: kept.id }]);
  expect(await endFaults(service)).toBe(0);
  expect(await endFaults(service, basic(other.token))).toBe(1);
});

test(`a platform has at most ${maxFaults} faults; one that was used up makes room`, async () => {
  const used = await aFault(service, { kind: 'SLOW', delayMs: 1, operation: 'currencies' });
  await sendQuery(service, '{ currencies { code } }');
  const inEffect = { kind: 'DROP', target: 'WEBHOOKS', durationSeconds: 600 };
  const made = await Promise.all(Array.from({ length: maxFaults + 4 }, () => fault(inEffect)));

  const names = made.map(({ __typename }) => __typename);
  expect(names.filter((name) => name === 'SandboxFault')).toHaveLength(maxFaults);
  expect(names.filter((name) => name === 'ConflictError')).toHaveLength(4);
  const faults = await faultsOf(service);
  expect(faults).toHaveLength(maxFaults);
  expect(faults.map(({ id }) => id)).not.toContain(used.id);
});
