/** An agent changes the default account of incoming payments only if its policy grants SET_DEPOSIT_ACCOUNT. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendQuery } from '../../support/graphql-client.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer, bankAccountBody } from '../../support/rest-parties.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
});
afterAll(() => service?.stop());

async function anAgent(...permissions: string[]) {
  const { customerId } = await aRestPayer(rest);
  const policy = {
    permissions,
    defaultExecutionMode: 'APPROVAL_REQUIRED',
    spendingLimits: { currency: 'USD', perTransactionLimit: 0 },
  };
  const made = await rest('POST', '/agents', { body: { name: 'Bookkeeper', customerId, policy } });
  service.clock.advance(60);
  const path = `/agents/device-codes/${made.body.deviceCode.code}/redeem`;
  const { body } = await rest('POST', path, { authorization: null });
  return { customerId, authorization: `Bearer ${body.accessToken}` };
}

const missing = {
  code: 'FORBIDDEN',
  reason: 'PERMISSION_MISSING',
  details: { reason: 'PERMISSION_MISSING', missingPermission: 'SET_DEPOSIT_ACCOUNT' },
};

/** The input in the GraphQL shape, where each account type has its own field. */
function graphqlInput({
  accountInfo,
  ...body
}: ReturnType<typeof bankAccountBody> & Record<string, unknown>) {
  const {
    accountType: _type,
    beneficiary,
    ...info
  } = accountInfo as Record<string, unknown> & {
    beneficiary: { beneficiaryType: string };
  };
  const { beneficiaryType: _kind, ...individual } = beneficiary;
  return { ...body, accountInfo: { usdAccount: { ...info, beneficiary: { individual } } } };
}

const create = `mutation($input: CreateExternalAccountInput!) { response: agentCreateExternalAccount(input: $input) {
  __typename ... on ExternalAccount { customer { id } defaultUmaDepositAccount }
  ... on ServiceError { errorCode reason httpStatus } ... on PolicyViolationError { rule missingPermission } } }`;

describe.each([
  ['SET_DEPOSIT_ACCOUNT is required', ['MANAGE_EXTERNAL_ACCOUNTS'], false],
  ['SET_DEPOSIT_ACCOUNT permits', ['MANAGE_EXTERNAL_ACCOUNTS', 'SET_DEPOSIT_ACCOUNT'], true],
])('%s', (_, permissions, granted) => {
  test('to register the default deposit account over REST', async () => {
    const { authorization, customerId } = await anAgent(...permissions);
    const body = { ...bankAccountBody(), defaultUmaDepositAccount: true };
    const response = await rest('POST', '/agents/me/external-accounts', { authorization, body });
    expect(response).toMatchObject(
      granted
        ? { status: 201, body: { customerId, defaultUmaDepositAccount: true } }
        : { status: 403, body: missing },
    );
  });

  test('to register the default deposit account over GraphQL', async () => {
    const { authorization, customerId } = await anAgent(...permissions);
    const input = graphqlInput({ ...bankAccountBody(), defaultUmaDepositAccount: true });
    const { body } = await sendQuery(service, create, { input }, { authorization });
    expect(body.data.response).toMatchObject(
      granted
        ? { __typename: 'ExternalAccount', customer: { id: customerId }, defaultUmaDepositAccount: true }
        : {
            __typename: 'PolicyViolationError',
            errorCode: 'FORBIDDEN',
            httpStatus: 403,
            reason: 'PERMISSION_MISSING',
            missingPermission: 'SET_DEPOSIT_ACCOUNT',
          },
    );
  });

  test('to delete the default deposit account that the platform registered', async () => {
    const { authorization, customerId } = await anAgent(...permissions);
    const made = await rest('POST', '/customers/external-accounts', {
      body: { ...bankAccountBody(), customerId, defaultUmaDepositAccount: true },
    });
    const response = await rest('DELETE', `/agents/me/external-accounts/${made.body.id}`, { authorization });
    expect(response).toMatchObject(granted ? { status: 204 } : { status: 403, body: missing });
  });
});

describe('the customer of an account that an agent registers', () => {
  test('is inferred over both APIs, whether the flag is absent, false or true', async () => {
    for (const flag of [undefined, false, true]) {
      const { authorization, customerId } = await anAgent('MANAGE_EXTERNAL_ACCOUNTS', 'SET_DEPOSIT_ACCOUNT');
      const body = () => ({
        ...bankAccountBody(),
        ...(flag !== undefined && { defaultUmaDepositAccount: flag }),
      });
      const overRest = await rest('POST', '/agents/me/external-accounts', { authorization, body: body() });
      expect(overRest).toMatchObject({ status: 201, body: { customerId } });
      const response = await sendQuery(service, create, { input: graphqlInput(body()) }, { authorization });
      expect(response.body.data.response).toMatchObject({ customer: { id: customerId } });
    }
  });

  test('may be named, and must be the customer of the agent', async () => {
    const { authorization, customerId } = await anAgent('MANAGE_EXTERNAL_ACCOUNTS');
    const other = await aRestPayer(rest);
    const named = (id: string) => ({ ...bankAccountBody(), customerId: id });
    const own = await rest('POST', '/agents/me/external-accounts', {
      authorization,
      body: named(customerId),
    });
    expect(own).toMatchObject({ status: 201, body: { customerId } });
    const foreign = await rest('POST', '/agents/me/external-accounts', {
      authorization,
      body: named(other.customerId),
    });
    expect(foreign).toMatchObject({ status: 403, body: { reason: "Not the agent's customer" } });
    const { body } = await sendQuery(
      service,
      create,
      { input: graphqlInput(named(other.customerId)) },
      { authorization },
    );
    expect(body.data.response).toMatchObject({ errorCode: 'FORBIDDEN', reason: "Not the agent's customer" });
  });
});
