import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendQuery } from '../support/graphql-client.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

const errorFields =
  '... on InvalidInputError { fields { path } } ... on ServiceError { errorCode httpStatus }';

const create = async (input: object, authorization = basic(service.platform.token)) =>
  (
    await sendQuery(
      service,
      `mutation($input: CreateCustomerInput!) { createCustomer(input: $input) {
        __typename ... on Customer { id platformCustomerId umaAddress currencies isDeleted createdAt } ${errorFields}
      } }`,
      { input },
      { authorization },
    )
  ).body.data.createCustomer;

const remove = async (id: string) =>
  (
    await sendQuery(
      service,
      `mutation($id: ID!) { deleteCustomer(id: $id) { __typename ... on Customer { isDeleted } ${errorFields} } }`,
      { id },
    )
  ).body.data.deleteCustomer;

describe('absent fields', () => {
  test('are generated, different for each customer', async () => {
    const [one, other] = [
      await create({ customerType: 'INDIVIDUAL' }),
      await create({ customerType: 'INDIVIDUAL' }),
    ];
    expect(one.umaAddress).toMatch(/^\$[a-z0-9._-]+@[a-z0-9.-]+$/);
    expect(one.umaAddress).not.toBe(other.umaAddress);
    expect(one.platformCustomerId).not.toBe(other.platformCustomerId);
    expect(one.isDeleted).toBe(false);
  });

  test.each([
    [undefined, ['USD', 'USDC', 'USDB']],
    ['US', ['USD', 'USDC', 'USDB']],
    ['DE', ['EUR', 'USDC', 'USDB']],
    ['MX', ['MXN', 'USDC', 'USDB']],
  ])('with the region %s gives the currencies %j', async (region, currencies) => {
    expect((await create({ customerType: 'INDIVIDUAL', region })).currencies).toEqual(currencies);
  });
});

describe('a list of customers is filtered by', () => {
  const ids = new Map<string, string>();
  let authorization: string;
  beforeAll(async () => {
    authorization = basic((await service.addPlatform()).token);
    const made = {
      ada: {
        customerType: 'INDIVIDUAL',
        platformCustomerId: 'shared',
        region: 'US',
        umaAddress: '$Ada@uma.test',
      },
      bob: {
        customerType: 'INDIVIDUAL',
        platformCustomerId: 'shared',
        region: 'DE',
        currencies: ['EUR', 'GBP'],
      },
      corp: {
        customerType: 'BUSINESS',
        platformCustomerId: 'corp',
        region: 'DE',
        businessInfo: { legalName: 'Corp' },
      },
    };
    for (const [name, input] of Object.entries(made)) ids.set(name, (await create(input, authorization)).id);
  });

  test.each<[string, object, string[]]>([
    ['no field', {}, ['corp', 'bob', 'ada']],
    ['the platform\u2019s own id, which may not be unique', { platformCustomerId: 'shared' }, ['bob', 'ada']],
    ['the type', { customerType: 'BUSINESS' }, ['corp']],
    ['the region', { region: 'DE' }, ['corp', 'bob']],
    ['a currency of the customer', { currency: 'GBP' }, ['bob']],
    ['the UMA address in any case', { umaAddress: '$ADA@UMA.TEST' }, ['ada']],
    ['several fields', { region: 'DE', customerType: 'INDIVIDUAL' }, ['bob']],
    ['a value that no customer has', { platformCustomerId: 'SHARED' }, []],
    ['a maximum creation time before all customers', { createdBefore: '2020-01-01T00:00:00Z' }, []],
    ['a minimum creation time after all customers', { createdAfter: '2120-01-01T00:00:00Z' }, []],
    [
      'minimum and maximum update times',
      { updatedAfter: '2020-01-01T00:00:00Z', updatedBefore: '2120-01-01T00:00:00Z' },
      ['corp', 'bob', 'ada'],
    ],
  ])('%s', async (_name, filter, expected) => {
    const { body } = await sendQuery(
      service,
      'query($filter: CustomerFilter) { customers(filter: $filter) { totalCount nodes { id } } }',
      { filter },
      { authorization },
    );
    expect(body.data.customers).toEqual({
      totalCount: expected.length,
      nodes: expected.map((name) => ({ id: ids.get(name) })),
    });
  });

  test('creation times, both inclusive', async () => {
    const { body } = await sendQuery(
      service,
      'query($id: ID!) { customer(id: $id) { createdAt } }',
      { id: ids.get('bob') },
      { authorization },
    );
    const at = body.data.customer.createdAt;
    const around = await sendQuery(
      service,
      'query($filter: CustomerFilter) { customers(filter: $filter) { nodes { id } } }',
      { filter: { createdAfter: at, createdBefore: at } },
      { authorization },
    );
    expect(around.body.data.customers.nodes).toContainEqual({ id: ids.get('bob') });
  });
});

describe('a deleted customer', () => {
  const listed = async (filter: object): Promise<string[]> => {
    const { body } = await sendQuery(
      service,
      'query($filter: CustomerFilter) { customers(first: 100, filter: $filter) { nodes { id } } }',
      { filter },
    );
    return body.data.customers.nodes.map(({ id }: { id: string }) => id);
  };

  test('can be read, is listed only with includeDeleted, and releases its UMA address', async () => {
    const made = await create({ customerType: 'INDIVIDUAL', umaAddress: '$deleted@uma.test' });
    expect(await create({ customerType: 'INDIVIDUAL', umaAddress: '$DELETED@uma.test' })).toMatchObject({
      errorCode: 'UMA_ADDRESS_EXISTS',
      httpStatus: 409,
    });
    expect(await remove(made.id)).toEqual({ __typename: 'Customer', isDeleted: true });
    expect(await listed({})).not.toContain(made.id);
    expect(await listed({ includeDeleted: true })).toContain(made.id);
    const { body } = await sendQuery(service, 'query($id: ID!) { customer(id: $id) { isDeleted } }', {
      id: made.id,
    });
    expect(body.data.customer).toEqual({ isDeleted: true });
    expect((await create({ customerType: 'INDIVIDUAL', umaAddress: '$deleted@uma.test' })).__typename).toBe(
      'Customer',
    );
  });

  test('is reported with 410 by every operation', async () => {
    const payer = await aPayer(service, 0);
    const bank = await aBankAccount(service, payer.customerId);
    expect((await remove(payer.customerId)).__typename).toBe('Customer');
    const deleted = { errorCode: 'CUSTOMER_DELETED', httpStatus: 410 };
    expect(await remove(payer.customerId)).toMatchObject(deleted);
    for (const [name, call] of [
      ['updateCustomer', `updateCustomer(id: "${payer.customerId}", input: { fullName: "A" })`],
      ['sandboxFundAccount', `sandboxFundAccount(accountId: "${payer.accountId}", amount: 5)`],
      [
        'transferOut',
        `transferOut(input: { source: "${payer.accountId}", destination: "${bank}", amount: 5 })`,
      ],
      [
        'transferIn',
        `transferIn(input: { source: "${bank}", destination: "${payer.accountId}", amount: 5 })`,
      ],
      [
        'createExternalAccount',
        `createExternalAccount(input: { customerId: "${payer.customerId}", currency: "USD", accountInfo: { usdAccount: { accountNumber: "123456789", routingNumber: "021000021", beneficiary: { individual: { fullName: "A" } } } } })`,
      ],
    ] as const) {
      const { body } = await sendQuery(
        service,
        `mutation { ${call} { __typename ... on ServiceError { errorCode httpStatus } } }`,
      );
      expect([name, body.data?.[name]]).toEqual([name, expect.objectContaining(deleted)]);
    }
  });

  test('cannot have money: the deletion is rejected while an account has a balance', async () => {
    const payer = await aPayer(service, 1);
    expect(await remove(payer.customerId)).toMatchObject({ __typename: 'ConflictError', httpStatus: 409 });
  });
});
