/** GraphQL and REST are two APIs of one service: errors have the same code and status, and idempotency keys are shared. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphql } from '../../graphql/index.ts';
import { CreateQuote, ExecuteQuote, TransferIn, TransferOut } from '../../support/documents.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer } from '../../support/rest-parties.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let payer: Awaited<ReturnType<typeof aRestPayer>>;

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  payer = await aRestPayer(rest);
});
afterAll(() => service.stop());

const uuid = '019542f5-b3e7-7d02-8000-000000000002';

interface Rejected {
  readonly errorCode?: unknown;
  readonly httpStatus?: unknown;
  readonly fields?: readonly { readonly path: string }[];
}

describe('an error is the same over both APIs', () => {
  const transfer = (source: string, destination: string, amount: number) => ({
    graphql: async () =>
      (await service.send(TransferOut, { input: { source, destination, amount } })).data
        .transferOut as Rejected,
    rest: () =>
      rest('POST', '/transfer-out', {
        body: { source: { accountId: source }, destination: { accountId: destination }, amount },
      }),
  });
  const cases: [
    string,
    () => { graphql: () => Promise<Rejected>; rest: ReturnType<typeof transfer>['rest'] },
  ][] = [
    ['an amount of nothing', () => transfer(payer.accountId, payer.externalId, 0)],
    ['an account that is not there', () => transfer(payer.accountId, `ExternalAccount:${uuid}`, 1)],
    ['more than there is', () => transfer(payer.accountId, payer.externalId, 999_999)],
    ['ends of the wrong kind', () => transfer(payer.externalId, payer.accountId, 1)],
    [
      'an account that cannot be debited',
      () => ({
        graphql: async () =>
          (
            await service.send(TransferIn, {
              input: { source: `ExternalAccount:${uuid}`, destination: payer.accountId, amount: 1 },
            })
          ).data.transferIn as Rejected,
        rest: () =>
          rest('POST', '/transfer-in', {
            body: {
              source: { accountId: `ExternalAccount:${uuid}` },
              destination: { accountId: payer.accountId },
              amount: 1,
            },
          }),
      }),
    ],
    [
      'an unknown quote',
      () => ({
        graphql: async () =>
          (await service.send(ExecuteQuote, { quoteId: `Quote:${uuid}` })).data.executeQuote as Rejected,
        rest: () => rest('POST', `/quotes/Quote:${uuid}/execute`),
      }),
    ],
    [
      'a payment to its own source',
      () => ({
        graphql: async () =>
          (
            await service.send(CreateQuote, {
              input: {
                source: { account: { accountId: payer.accountId } },
                destination: { account: { accountId: payer.accountId } },
                lockedCurrencySide: 'SENDING',
                lockedCurrencyAmount: 1000,
              },
            })
          ).data.createQuote as Rejected,
        rest: () =>
          rest('POST', '/quotes', {
            body: {
              source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
              destination: { destinationType: 'ACCOUNT', accountId: payer.accountId },
              lockedCurrencySide: 'SENDING',
              lockedCurrencyAmount: 1000,
            },
          }),
      }),
    ],
  ];

  test.each(cases)('%s', async (_, make) => {
    const request = make();
    const overGraphql = await request.graphql();
    const overRest = await request.rest();
    expect(overRest.status).toBeGreaterThanOrEqual(400);
    expect({ code: overRest.body.code, status: overRest.status }).toEqual({
      code: overGraphql.errorCode,
      status: overGraphql.httpStatus,
    });
    // Over GraphQL a path starts with the name of the argument.
    expect(overRest.body.details.errors?.length).toBe(overGraphql.fields?.length);
  });
});

describe('one idempotency key', () => {
  test('of a transfer over both APIs makes one transfer', async () => {
    const { accountId, externalId } = payer;
    const key = 'over both APIs';
    const first = await service.send(TransferOut, {
      input: { source: accountId, destination: externalId, amount: 100 },
      key,
    });
    const made = first.data.transferOut;
    const second = await rest('POST', '/transfer-out', {
      body: { source: { accountId }, destination: { accountId: externalId }, amount: 100 },
      headers: { 'Idempotency-Key': key },
    });
    expect(second).toMatchObject({
      status: 201,
      body: { id: made.__typename === 'Transaction' ? made.id : '' },
    });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  test('of a quote over both APIs makes one quote', async () => {
    const { accountId, externalId, customerId } = payer;
    const locked = { lockedCurrencySide: 'SENDING' as const, lockedCurrencyAmount: 1000 };
    const headers = { 'Idempotency-Key': 'a quote over both APIs' };
    const first = await rest('POST', '/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId, customerId },
        destination: { destinationType: 'ACCOUNT', accountId: externalId },
        ...locked,
      },
      headers,
    });
    const second = await service.send(CreateQuote, {
      input: {
        source: { account: { accountId, customerId } },
        destination: { account: { accountId: externalId } },
        ...locked,
      },
      key: headers['Idempotency-Key'],
    });
    expect(second.data.createQuote).toMatchObject({ __typename: 'Quote', id: first.body.id });
  });
});

test('a cursor of one API is valid in the other', async () => {
  await aRestPayer(rest, 0);
  const page = await rest('GET', '/customers?limit=1');
  const next = await service.send(
    graphql(`query NextCustomers($after: String) { customers(first: 1, after: $after) { nodes { id } } }`),
    { after: page.body.nextCursor },
  );
  const over = await rest('GET', `/customers?limit=1&cursor=${page.body.nextCursor}`);
  expect(next.data.customers.nodes.map(({ id }) => id)).toEqual(
    over.body.data.map(({ id }: { id: string }) => id),
  );
});
