import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer } from '../../support/parties.ts';
import { openSocket } from '../../support/raw-socket.ts';
import { basic, type Service, startService, type TestPlatform } from '../../support/service.ts';

let service: Service;
let platform: TestPlatform;
beforeAll(async () => {
  service = await startService({ server: true });
  platform = await service.addPlatform();
});
afterAll(() => service.stop());

interface Made {
  readonly id: string;
  readonly authorization: string;
}

const createApiToken = `mutation($permissions: [Permission!]!) {
  createApiToken(input: { name: "made", permissions: $permissions }) {
    __typename
    ... on ApiTokenCreated { clientSecret token { id clientId permissions } }
    ... on ForbiddenError { requiredPermission }
    ... on ServiceError { errorCode httpStatus reason }
  }
}`;

const create = async (permissions: string[], authorization = basic(platform.token)) =>
  (await sendQuery(service, createApiToken, { permissions }, { authorization })).body.data.createApiToken;

async function aToken(...permissions: string[]): Promise<Made> {
  const { token, clientSecret } = await create(permissions);
  return { id: token.id, authorization: basic(`${token.clientId}:${clientSecret}`) };
}

const remove = async (id: string, authorization = basic(platform.token)) =>
  (
    await sendQuery(
      service,
      'mutation($id: ID!) { deleteApiToken(id: $id) { __typename ... on Deleted { deletedId } ... on ServiceError { errorCode httpStatus reason } } }',
      { id },
      { authorization },
    )
  ).body.data.deleteApiToken;

describe('a permission allows only its own operations', () => {
  const calls = {
    VIEW: '{ result: customers { totalCount } }',
    TRANSACT:
      'mutation { result: sandboxAdvanceClock(seconds: 1) { __typename ... on ForbiddenError { requiredPermission } } }',
    MANAGE:
      'mutation { result: createCustomer(input: { customerType: INDIVIDUAL }) { __typename ... on ForbiddenError { requiredPermission } } }',
  } as const;

  test.each(Object.keys(calls) as (keyof typeof calls)[])('%s', async (held) => {
    const { authorization } = await aToken(held);
    for (const [needed, call] of Object.entries(calls)) {
      const { body } = await sendQuery(service, call, undefined, { authorization });
      if (needed === held) {
        expect(body.errors).toBeUndefined();
        expect(body.data.result.__typename).not.toBe('ForbiddenError');
      } else if (needed === 'VIEW') {
        expect(body.errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', httpStatus: 403 });
      } else {
        expect(body.data.result).toEqual({ __typename: 'ForbiddenError', requiredPermission: needed });
      }
    }
  });

  test('a token grants only permissions that it has', async () => {
    const { authorization } = await aToken('MANAGE', 'VIEW');
    expect(await create(['VIEW', 'TRANSACT'], authorization)).toMatchObject({
      __typename: 'ForbiddenError',
      requiredPermission: 'TRANSACT',
      httpStatus: 403,
    });
    expect((await create(['MANAGE'], authorization)).__typename).toBe('ApiTokenCreated');
  });
});

test('a secret is returned only at the creation of the token', async () => {
  const { token, clientSecret } = await create(['VIEW']);
  const { text } = await sendQuery(
    service,
    'query($id: ID!) { apiTokens(first: 100) { nodes { id name clientId permissions } } node(id: $id) { __typename } }',
    { id: token.id },
    { authorization: basic(platform.token) },
  );
  expect(text).toContain(token.clientId);
  expect(text).not.toContain(clientSecret);
});

describe('a deleted token', () => {
  test('is rejected at its next request, and its sockets close with 4401', async () => {
    const made = await aToken('VIEW', 'TRANSACT');
    const [socket, other] = [
      await openSocket(service, { authorization: made.authorization }),
      await openSocket(service, { authorization: basic(platform.token) }),
    ];
    for (const one of [socket, other]) {
      await one.until(({ type }) => type === 'connection_ack');
      one.subscribe('1', 'subscription { transactionUpdated { cursor } }');
    }
    const stream = await fetch(
      `${service.url}/graphql?query=${encodeURIComponent('subscription { transactionUpdated { cursor } }')}`,
      { headers: { Accept: 'text/event-stream', authorization: made.authorization } },
    );
    expect(stream.status).toBe(200);

    expect(await remove(made.id)).toEqual({ __typename: 'Deleted', deletedId: made.id });
    const result = await sendQuery(service, '{ viewer { __typename } }', undefined, made);
    expect(result.status).toBe(401);
    expect(await socket.closed).toBe(4401);
    await stream.text();
    expect(other.isOpen).toBe(true);
    other.close();
  });

  test('is not found by a second deletion', async () => {
    const made = await aToken('VIEW');
    await remove(made.id);
    expect(await remove(made.id)).toMatchObject({
      __typename: 'NotFoundError',
      errorCode: 'TOKEN_NOT_FOUND',
    });
  });
});

test('the last token with MANAGE cannot delete itself until there is another one', async () => {
  const alone = await service.addPlatform();
  const { id } = alone.principal.token;
  expect(await remove(id, basic(alone.token))).toEqual({
    __typename: 'ConflictError',
    errorCode: 'CONFLICT',
    httpStatus: 400,
    reason: 'Last MANAGE token',
  });
  expect((await create(['VIEW', 'TRANSACT'], basic(alone.token))).__typename).toBe('ApiTokenCreated');
  expect((await remove(id, basic(alone.token))).__typename).toBe('ConflictError');
  expect((await create(['MANAGE'], basic(alone.token))).__typename).toBe('ApiTokenCreated');
  expect((await remove(id, basic(alone.token))).__typename).toBe('Deleted');
});

test('account numbers are masked for callers without MANAGE', async () => {
  const authorization = basic(platform.token);
  const payer = await aPayer(service, 0, authorization);
  const id = await aBankAccount(service, payer.customerId, '900', authorization);
  const read = async (by: string) =>
    (
      await sendQuery(
        service,
        'query($id: ID!) { externalAccount(id: $id) { accountInfo { ... on UsdAccount { accountNumber routingNumber } } } }',
        { id },
        { authorization: by },
      )
    ).body.data.externalAccount.accountInfo;
  const whole = await read(authorization);
  expect(whole.accountNumber).toMatch(/^\d{10}$/);
  const masked = await read((await aToken('VIEW', 'TRANSACT')).authorization);
  expect(masked.accountNumber).not.toBe(whole.accountNumber);
  expect(masked.accountNumber.slice(-4)).toBe(whole.accountNumber.slice(-4));
  expect(masked.accountNumber).not.toContain(whole.accountNumber.slice(0, 6));
});
