import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWallet } from '../../../src/accounts/external/account-type-row.ts';
import {
  type AccountType,
  accountTypes,
  graphqlNames,
} from '../../../src/accounts/external/account-types.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer, type Payer, usdAccount } from '../../support/parties.ts';
import { type Service, startService } from '../../support/service.ts';
import { graphqlBody } from './bodies.ts';
import { samples } from './samples.ts';

let service: Service;
let payer: Payer;
beforeAll(async () => {
  service = await startService({ server: true });
  payer = await aPayer(service, 0);
});
afterAll(() => service.stop());

const create = async (input: object) =>
  (
    await sendQuery(
      service,
      `mutation($input: CreateExternalAccountInput!) { createExternalAccount(input: $input) {
        __typename
        ... on ExternalAccount { id currency status defaultUmaDepositAccount accountInfo { __typename accountType } }
        ... on InvalidInputError { fields { path message } }
        ... on ServiceError { errorCode httpStatus }
      } }`,
      { input },
    )
  ).body.data.createExternalAccount;

const currencyOfType = (type: AccountType): string => {
  const { currencies } = accountTypes.find((row) => row.type === type) ?? { currencies: [] };
  return currencies === 'any fiat' ? 'USD' : (currencies[0] ?? 'USD');
};

describe('an account of every type is registered, read back and rejected as a duplicate', () => {
  test.each(accountTypes.map(({ type }) => type))('%s', async (type) => {
    const customer = await aPayer(service, 0);
    const input = {
      customerId: customer.customerId,
      currency: currencyOfType(type),
      accountInfo: graphqlBody(type),
    };
    const made = await create(input);
    expect(made).toMatchObject({
      __typename: 'ExternalAccount',
      currency: input.currency,
      accountInfo: { __typename: graphqlNames(type).type, accountType: type },
    });

    const names = Object.keys(samples[type]);
    const bank = isWallet(accountTypes.find((row) => row.type === type) as never)
      ? ''
      : 'paymentRails beneficiary { __typename }';
    const { body } = await sendQuery(
      service,
      `query($id: ID!) { externalAccount(id: $id) { accountInfo { ... on ${graphqlNames(type).type} { ${names.join(' ')} ${bank} } } } }`,
      { id: made.id },
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.externalAccount.accountInfo).toMatchObject(samples[type]);

    expect(await create(input)).toMatchObject({
      __typename: 'ConflictError',
      errorCode: 'EXTERNAL_ACCOUNT_ALREADY_EXISTS',
      httpStatus: 409,
    });
  });
});

describe('an account without exactly one account type is rejected', () => {
  const account = (accountInfo: unknown) =>
    sendQuery(
      service,
      'mutation($input: CreateExternalAccountInput!) { createExternalAccount(input: $input) { __typename } }',
      { input: { customerId: payer.customerId, currency: 'USD', accountInfo } },
    );
  test.each([
    ['none', {}],
    ['two', { usdAccount: usdAccount(), ...graphqlBody('EUR_ACCOUNT') }],
    ['null', { usdAccount: null }],
    [
      'a beneficiary of both kinds',
      {
        usdAccount: {
          ...usdAccount(),
          beneficiary: { individual: { fullName: 'A' }, business: { legalName: 'B' } },
        },
      },
    ],
  ])('with %s', async (_name, accountInfo) => {
    const { body, text } = await account(accountInfo);
    const errors = body.errors ?? [];
    expect(text).not.toContain('"ExternalAccount"');
    expect(errors[0]?.extensions.code ?? body.data.createExternalAccount.__typename).toMatch(
      /^(INVALID_INPUT|InvalidInputError)$/,
    );
  });
});

describe("the account that receives a customer's incoming UMA payments", () => {
  const defaults = async (customerId: string): Promise<string[]> => {
    const { body } = await sendQuery(
      service,
      'query($id: ID!) { customer(id: $id) { externalAccounts { nodes { id defaultUmaDepositAccount } } } }',
      { id: customerId },
    );
    return body.data.customer.externalAccounts.nodes
      .filter((one: { defaultUmaDepositAccount: boolean }) => one.defaultUmaDepositAccount)
      .map(({ id }: { id: string }) => id);
  };

  test('is the last one that was selected', async () => {
    const { customerId } = await aPayer(service, 0);
    await aBankAccount(service, customerId);
    expect(await defaults(customerId)).toEqual([]);
    for (let time = 0; time < 3; time += 1) {
      const made = await create({
        customerId,
        currency: 'USD',
        accountInfo: { usdAccount: usdAccount() },
        defaultUmaDepositAccount: true,
      });
      expect(made.defaultUmaDepositAccount).toBe(true);
      expect(await defaults(customerId)).toEqual([made.id]);
    }
    const { id } = await create({ customerId, currency: 'USD', accountInfo: { usdAccount: usdAccount() } });
    expect(await defaults(customerId)).not.toContain(id);
    expect(await defaults(customerId)).toHaveLength(1);
  });

  test('is selected for each customer separately', async () => {
    const [one, other] = [await aPayer(service, 0), await aPayer(service, 0)];
    for (const { customerId } of [one, other]) {
      await create({
        customerId,
        currency: 'USD',
        accountInfo: { usdAccount: usdAccount() },
        defaultUmaDepositAccount: true,
      });
    }
    expect(await defaults(one.customerId)).toHaveLength(1);
    expect(await defaults(other.customerId)).toHaveLength(1);
  });
});
