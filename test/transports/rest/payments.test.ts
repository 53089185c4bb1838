/** Payments over REST: what each endpoint returns. `rest` checks each response against the OpenAPI description. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, newIdAt } from '../../../src/kernel/ids.ts';
import { insertSnapshot } from '../../../src/payments/rates/rate-snapshot-store.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { rateOf } from '../../support/rates.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer, bankAccountBody } from '../../support/rest-parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let sandboxUmaDomain: string;

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
  sandboxUmaDomain = (await rest('GET', '/config')).body.sandboxUmaDomain;
});
afterAll(() => service.stop());

/** A customer with a bank account, whose USD account holds the amount. */
const aPayer = (amount?: number) => aRestPayer(rest, amount);

interface Payer {
  readonly customerId: string;
  readonly accountId: string;
  readonly externalId: string;
}

const createQuote = (source: object, destination: object, changes: object = {}) =>
  rest('POST', '/quotes', {
    body: {
      source,
      destination,
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      ...changes,
    },
  });

const quoteFromAccount = ({ customerId, accountId, externalId }: Payer) =>
  createQuote(
    { sourceType: 'ACCOUNT', accountId, customerId },
    { destinationType: 'ACCOUNT', accountId: externalId, paymentRail: 'ACH' },
  );

const quoteWithRealTimeFunding = ({ customerId, externalId }: Payer) =>
  createQuote(
    { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
    { destinationType: 'ACCOUNT', accountId: externalId },
  );

const transferOut = ({ accountId, externalId }: Omit<Payer, 'customerId'>, amount: number, headers = {}) =>
  rest('POST', '/transfer-out', {
    body: { source: { accountId }, destination: { accountId: externalId }, amount },
    headers,
  });

const transferIn = ({ accountId, externalId }: Payer, amount: number) =>
  rest('POST', '/transfer-in', {
    body: { source: { accountId: externalId }, destination: { accountId }, amount },
  });

const advanceClock = (seconds: number) =>
  sendQuery(service, 'mutation ($seconds: Int!) { sandboxAdvanceClock(seconds: $seconds) { __typename } }', {
    seconds,
  });

describe('a customer', () => {
  test('is created with 201, and read as it was returned', async () => {
    const created = await rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: 'ada@example.com' },
    });
    const read = await rest('GET', `/customers/${encodeURIComponent(created.body.id)}`);

    expect(created).toMatchObject({
      status: 201,
      body: { customerType: 'INDIVIDUAL', kycStatus: 'APPROVED', isDeleted: false },
    });
    expect(read.body).toEqual(created.body);
  });

  test('is created from a body with an unknown field, which is ignored', async () => {
    const created = await rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', nickname: 'ignored' },
    });

    expect(created.status).toBe(201);
    expect(created.body).not.toHaveProperty('nickname');
  });

  test('has a fiat account in USD and an embedded wallet', async () => {
    const { customerId } = await aPayer(0);

    const accounts = await rest('GET', `/customers/internal-accounts?customerId=${customerId}`);

    expect(accounts.body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'EMBEDDED_WALLET' }),
        expect.objectContaining({
          type: 'INTERNAL_FIAT',
          balance: expect.objectContaining({ currency: expect.objectContaining({ code: 'USD' }) }),
        }),
      ]),
    );
  });

  test('receives sandbox money on an account', async () => {
    const { accountId } = await aPayer(0);

    const funded = await rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, {
      body: { amount: 5_000 },
    });

    expect(funded).toMatchObject({ status: 200, body: { id: accountId, balance: { amount: 5_000 } } });
  });
});

describe('an external account', () => {
  test('is registered with 201, and read as it was returned', async () => {
    const { customerId } = await aPayer(0);

    const created = await rest('POST', '/customers/external-accounts', { body: bankAccountBody(customerId) });
    const read = await rest('GET', `/customers/external-accounts/${created.body.id}`);

    expect(created).toMatchObject({
      status: 201,
      body: { status: 'ACTIVE', beneficiaryVerificationStatus: 'MATCHED' },
    });
    expect(read.body).toEqual(created.body);
  });

  test('has the display fields of GraphQL, of which those without a value are absent', async () => {
    const { customerId } = await aPayer(0);
    const { currency, accountInfo } = bankAccountBody();
    const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Analytical Engines Ltd' };
    const bank = { ...accountInfo, accountNumber: '1234567890', bankName: 'Bank of London', beneficiary };
    const wallet = { accountType: 'SOLANA_WALLET', address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' };
    for (const [body, shown] of [
      [
        { customerId, currency, accountInfo: bank },
        {
          displayName: 'Analytical Engines Ltd',
          last4: '7890',
          bankName: 'Bank of London',
          country: 'US',
          beneficiary: { fullName: 'Analytical Engines Ltd', type: 'BUSINESS' },
        },
      ],
      [
        { customerId, currency: 'USDC', accountInfo: wallet },
        { displayName: 'Solana wallet', last4: 'FLtV', bankName: null, country: null, beneficiary: null },
      ],
    ] as const) {
      const { body: created } = await rest('POST', '/customers/external-accounts', { body });
      const { body: read } = await sendQuery(
        service,
        `query ($id: ID!) { externalAccount(id: $id) { displayName last4 bankName country beneficiary { fullName type } } }`,
        { id: created.id },
      );
      expect(read.data.externalAccount).toEqual(shown);
      const present = Object.entries(shown).filter(([, value]) => value !== null);
      expect(created).toMatchObject(Object.fromEntries(present));
      const absent = Object.entries(shown).filter(([, value]) => value === null);
      for (const [name] of absent) expect(created).not.toHaveProperty(name);
    }
  });

  test('is deleted with 204, and then not found', async () => {
    const { externalId } = await aPayer(0);

    const deleted = await rest('DELETE', `/customers/external-accounts/${externalId}`);
    const read = await rest('GET', `/customers/external-accounts/${externalId}`);

    expect(deleted.status).toBe(204);
    expect(read.status).toBe(404);
  });
});

describe('a quote from an internal account', () => {
  test('is created with 201, and read as it was returned', async () => {
    const payer = await aPayer();

    const created = await quoteFromAccount(payer);
    const read = await rest('GET', `/quotes/${created.body.id}`);

    expect(created).toMatchObject({ status: 201, body: { status: 'PENDING', totalSendingAmount: 10_000 } });
    expect(read.body).toEqual(created.body);
  });

  test('returns its transaction when it is executed', async () => {
    const quote = await quoteFromAccount(await aPayer());

    const executed = await rest('POST', `/quotes/${quote.body.id}/execute`, { body: {} });

    expect(executed).toMatchObject({
      status: 200,
      body: { status: 'PROCESSING', transaction: { id: quote.body.transactionId } },
    });
  });

  test('is executed once: the second execution is a conflict', async () => {
    const quote = await quoteFromAccount(await aPayer());
    await rest('POST', `/quotes/${quote.body.id}/execute`, { body: {} });

    const second = await rest('POST', `/quotes/${quote.body.id}/execute`);

    expect(second).toMatchObject({ status: 409, body: { code: 'QUOTE_ALREADY_EXECUTED' } });
  });

  test('to its own source is rejected, and the error names the field of the request body', async () => {
    const { accountId } = await aPayer(0);

    const rejected = await createQuote(
      { sourceType: 'ACCOUNT', accountId },
      { destinationType: 'ACCOUNT', accountId },
    );

    expect(rejected).toMatchObject({
      status: 400,
      body: {
        code: 'SELF_PAYMENT',
        message: 'destination.accountId: must not be the source itself',
        details: { field: 'destination.accountId' },
      },
    });
  });
});

describe('the code of an input that is wrong', () => {
  const quote = {
    source: { sourceType: 'ACCOUNT', accountId: newId('InternalAccount') },
    destination: { destinationType: 'ACCOUNT', accountId: newId('ExternalAccount') },
    lockedCurrencySide: 'SENDING',
  };
  const transfer = { source: quote.source, destination: quote.destination };

  test.each([
    ['nothing', '/quotes', {}, 'INVALID_INPUT', 'source'],
    ['no amount', '/quotes', quote, 'INVALID_INPUT', 'lockedCurrencyAmount'],
    [
      'an amount of 0',
      '/quotes',
      { ...quote, lockedCurrencyAmount: 0 },
      'INVALID_AMOUNT',
      'lockedCurrencyAmount',
    ],
    [
      'another field before a wrong amount',
      '/quotes',
      { ...quote, lockedCurrencySide: 'X', lockedCurrencyAmount: 0 },
      'INVALID_INPUT',
      'lockedCurrencySide',
    ],
    ['no amount', '/transfer-out', transfer, 'INVALID_AMOUNT', 'amount'],
    ['an amount of 0', '/transfer-out', { ...transfer, amount: 0 }, 'INVALID_AMOUNT', 'amount'],
    ['nothing', '/transfer-out', {}, 'INVALID_INPUT', 'source.accountId'],
  ])('of %s at %s', async (_what, path, body, code, field) => {
    expect(await rest('POST', path, { body })).toMatchObject({
      status: 400,
      body: { code, details: { field } },
    });
  });
});

describe('a quote of an agent, whose execution waits for approval', () => {
  const statusesAt = async (secondsBeforeExpiry: number) => {
    const { accountId, customerId, externalId } = await aPayer();
    const { body: created } = await rest('POST', '/agents', {
      body: {
        name: 'Bookkeeper',
        customerId,
        policy: {
          permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
          defaultExecutionMode: 'APPROVAL_REQUIRED',
          spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
        },
      },
    });
    const { body: connected } = await rest('POST', `/agents/device-codes/${created.deviceCode.code}/redeem`, {
      authorization: null,
    });
    const asAgent = { authorization: `Bearer ${connected.accessToken}` };
    const { body: quote } = await rest('POST', '/agents/me/quotes', {
      ...asAgent,
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: externalId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
      },
    });
    const { body: action } = await rest('POST', `/agents/me/quotes/${quote.id}/execute`, {
      ...asAgent,
      body: {},
    });
    const lifetimeSeconds = (Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)) / 1_000;
    service.clock.advance(lifetimeSeconds - secondsBeforeExpiry);

    const { body: approvals } = await rest('GET', `/agents/approvals?customerId=${customerId}`);
    return {
      quote: (await rest('GET', `/quotes/${quote.id}`)).body.status,
      quoteOfAgent: (await rest('GET', `/agents/me/quotes/${quote.id}`, asAgent)).body.status,
      action: (await rest('GET', `/agents/me/actions/${action.id}`, asAgent)).body.quote.status,
      approval: approvals.data[0].quote.status,
    };
  };

  // No worker runs, so the stored status of an expired quote is still PENDING.
  test.each([
    ['PENDING', 'one second before it expires', 1],
    ['EXPIRED', 'at the instant it expires', 0],
  ])('is %s in every response %s', async (status, _when, secondsBeforeExpiry) => {
    expect(await statusesAt(secondsBeforeExpiry)).toEqual({
      quote: status,
      quoteOfAgent: status,
      action: status,
      approval: status,
    });
  });
});

describe('the header Idempotency-Key', () => {
  test('makes a repeated request return the first response, marked as a replay', async () => {
    const payer = await aPayer();
    const headers = { 'Idempotency-Key': `replay ${payer.accountId}` };

    const first = await transferOut(payer, 100, headers);
    const second = await transferOut(payer, 100, headers);

    expect(first.status).toBe(201);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  test('makes a repeated request return the first response after the transaction is completed', async () => {
    const payer = await aPayer();
    const headers = { 'Idempotency-Key': `completed ${payer.accountId}` };
    const first = await transferOut(payer, 100, headers);
    await advanceClock(60);

    const second = await transferOut(payer, 100, headers);
    const transaction = await rest('GET', `/transactions/${first.body.id}`);

    expect(transaction.body.status).toBe('COMPLETED');
    expect(second.body).toEqual(first.body);
  });

  test('of another request is a conflict', async () => {
    const payer = await aPayer();
    const headers = { 'Idempotency-Key': `conflict ${payer.accountId}` };
    await transferOut(payer, 100, headers);

    const other = await transferOut(payer, 101, headers);

    expect(other).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', reason: 'Idempotency-Key used with another request' },
    });
  });

  test.each([1, 255])('may have %i characters', async (length) => {
    const created = await transferOut(await aPayer(), 100, { 'Idempotency-Key': 'k'.repeat(length) });

    expect(created.status).toBe(201);
  });

  test.each([0, 256])('may not have %i characters', async (length) => {
    const rejected = await transferOut(await aPayer(), 100, { 'Idempotency-Key': 'k'.repeat(length) });

    expect(rejected).toMatchObject({ status: 400, body: { details: { field: 'Idempotency-Key' } } });
  });
});

describe('a transfer', () => {
  test('from an external account is INCOMING', async () => {
    const transfer = await transferIn(await aPayer(), 700);

    expect(transfer).toMatchObject({ status: 201, body: { type: 'INCOMING' } });
  });

  test('to an external account is OUTGOING', async () => {
    const transfer = await transferOut(await aPayer(), 300);

    expect(transfer).toMatchObject({ status: 201, body: { type: 'OUTGOING', sentAmount: { amount: 300 } } });
  });

  test('of more than the available balance is rejected with both amounts', async () => {
    const rejected = await transferOut(await aPayer(50), 300);

    expect(rejected).toMatchObject({
      status: 400,
      body: { code: 'INSUFFICIENT_BALANCE', details: { available: 50, required: 300 } },
    });
  });

  test('between accounts of the wrong kinds is rejected with an error for each account', async () => {
    const { accountId, externalId } = await aPayer();

    const rejected = await transferOut({ accountId: externalId, externalId: accountId }, 300);

    const { errors } = rejected.body.details;
    expect(errors.map(({ field }: { field: string }) => field)).toEqual([
      'source.accountId',
      'destination.accountId',
    ]);
  });
});

describe('the list of transactions', () => {
  test('has pages of the newest first, joined by a cursor', async () => {
    const payer = await aPayer();
    const older = await transferIn(payer, 700);
    const newer = await transferOut(payer, 300);
    const path = `/transactions?customerId=${payer.customerId}&limit=1`;

    const first = await rest('GET', path);
    const second = await rest('GET', `${path}&cursor=${first.body.nextCursor}`);

    // The deposit that funded the account is the third.
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 3, data: [{ id: newer.body.id }] });
    expect(second.body.data).toMatchObject([{ id: older.body.id }]);
  });

  test.each([
    ['separated by commas', 'status=COMPLETED,PENDING'],
    ['in repeated parameters', 'status=COMPLETED&status=PENDING'],
  ])('is filtered by several statuses %s', async (_how, filter) => {
    const payer = await aPayer();
    const pending = await transferOut(payer, 300);

    const both = await rest('GET', `/transactions?customerId=${payer.customerId}&${filter}`);
    const failed = await rest('GET', `/transactions?customerId=${payer.customerId}&status=FAILED`);

    expect(pending.body.status).toBe('PENDING');
    expect(both.body.totalCount).toBe(2);
    expect(failed.body.totalCount).toBe(0);
  });
});

describe('/sandbox/send', () => {
  test('pays a quote with real-time funding', async () => {
    const quote = await quoteWithRealTimeFunding(await aPayer(0));

    const sent = await rest('POST', '/sandbox/send', {
      body: { quoteId: quote.body.id, currencyCode: 'USD' },
    });

    expect(quote.body.paymentInstructions).not.toEqual([]);
    expect(sent).toMatchObject({ status: 200, body: { type: 'OUTGOING' } });
  });

  test('rejects a quote that is paid with 400, where an execution returns 409', async () => {
    const quote = await quoteWithRealTimeFunding(await aPayer(0));
    const body = { quoteId: quote.body.id, currencyCode: 'USD' };
    await rest('POST', '/sandbox/send', { body });

    const second = await rest('POST', '/sandbox/send', { body });

    expect(second).toMatchObject({ status: 400, body: { status: 400, code: 'QUOTE_ALREADY_EXECUTED' } });
  });

  test('is forbidden to an API token of a production platform', async () => {
    const production = basic((await service.addPlatform('PRODUCTION')).token);
    const body = { quoteId: 'Quote:019542f5-b3e7-1d02-0000-000000000002', currencyCode: 'USD' };

    const accounts = await rest('GET', '/platform/internal-accounts', { authorization: production });
    const sent = await rest('POST', '/sandbox/send', { body, authorization: production });

    expect(accounts.status).toBe(200);
    expect(sent).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});

describe('a UMA payment to a customer', () => {
  async function receivePayment() {
    const { customerId } = await aPayer(0);
    const customer = await rest('GET', `/customers/${customerId}`);
    return rest('POST', '/sandbox/uma/receive', {
      body: {
        senderUmaAddress: `$success.usd@${sandboxUmaDomain}`,
        receiverUmaAddress: customer.body.umaAddress,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 1_234,
      },
    });
  }

  test('is PENDING until the platform decides', async () => {
    const received = await receivePayment();

    expect(received).toMatchObject({ status: 200, body: { type: 'INCOMING', status: 'PENDING' } });
  });

  test('has the addresses of both parties, and is found by them', async () => {
    const { body: received } = await receivePayment();

    const { body: customer } = await rest('GET', `/customers/${received.customerId}`);
    const addresses = {
      senderUmaAddress: `$success.usd@${sandboxUmaDomain}`,
      receiverUmaAddress: customer.umaAddress,
    };
    expect(received).toMatchObject(addresses);
    const to = encodeURIComponent(customer.umaAddress);
    const { body: list } = await rest('GET', `/transactions?receiverAccountIdentifier=${to}`);
    expect(list.data).toMatchObject([{ id: received.id, ...addresses }]);
  });

  test('is approved with data of the receiver', async () => {
    const received = await receivePayment();

    const approved = await rest('POST', `/transactions/${received.body.id}/approve`, {
      body: { receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace' } },
    });

    expect(approved.status).toBe(200);
  });

  test('is rejected once: the second decision is a conflict', async () => {
    const received = await receivePayment();

    const first = await rest('POST', `/transactions/${received.body.id}/reject`, {
      body: { reason: 'The sender is not known.' },
    });
    const second = await rest('POST', `/transactions/${received.body.id}/reject`);

    expect(first).toMatchObject({ status: 200, body: { status: 'REJECTED' } });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL' },
    });
  });
});

describe('a receiver look-up', () => {
  test('of an external account returns the account', async () => {
    const { customerId, externalId } = await aPayer();

    const lookup = await rest('GET', `/receiver/external-account/${externalId}?customerId=${customerId}`);

    expect(lookup).toMatchObject({ status: 200, body: { accountId: externalId } });
  });

  test.each([
    ['percent-encoded', encodeURIComponent],
    ['with $ and @ as they are', (uma: string) => uma],
  ])('of a UMA address in the path %s returns the address', async (_form, inPath) => {
    const { customerId } = await aPayer();
    const umaAddress = `$success.mxn@${sandboxUmaDomain}`;

    const lookup = await rest('GET', `/receiver/uma/${inPath(umaAddress)}?customerId=${customerId}`);

    expect(lookup).toMatchObject({ status: 200, body: { receiverUmaAddress: umaAddress } });
  });

  test('of a UMA address names the payer data with which a quote to the address is created', async () => {
    const { customerId, accountId } = await aPayer();
    const umaAddress = `$success.mxn@${sandboxUmaDomain}`;
    const { body: lookup } = await rest('GET', `/receiver/uma/${umaAddress}?customerId=${customerId}`);
    const fields: { name: string }[] = lookup.requiredPayerDataFields;

    const quote = await createQuote(
      { sourceType: 'ACCOUNT', accountId },
      { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'MXN' },
      {
        lookupId: lookup.lookupId,
        senderCustomerInfo: Object.fromEntries(fields.map(({ name }) => [name, 'as requested'])),
      },
    );

    expect(quote).toMatchObject({ status: 201, body: { destination: { umaAddress } } });
  });

  test('without a payer is rejected', async () => {
    const rejected = await rest('GET', `/receiver/uma/$success.mxn@${sandboxUmaDomain}`);

    expect(rejected.status).toBe(400);
  });

  test('of a text that is no UMA address is rejected, and the error names the parameter', async () => {
    const rejected = await rest('GET', '/receiver/uma/nobody');

    expect(rejected).toMatchObject({
      status: 400,
      body: { code: 'INVALID_UMA_ADDRESS', details: { field: 'receiverUmaAddress' } },
    });
  });
});

describe('the list of UMA providers', () => {
  const sandboxProvider = () => ({
    name: 'Sandbox',
    domain: sandboxUmaDomain,
    supportedRegions: ['DE', 'MX', 'US'],
    supportedCurrencies: ['EUR', 'MXN', 'USD'],
    allowListStatus: true,
  });

  test.each([
    ['without parameters', ''],
    ['of a country', 'countryCode=MX'],
    ['of a currency', 'currencyCode=MXN'],
    ['without blocked providers', 'hasBlockedProviders=false'],
    ['in ascending order', 'sortOrder=asc'],
    ['of one page', 'limit=1'],
  ])('has the sandbox provider %s', async (_filter, query) => {
    const { body } = await rest('GET', `/uma-providers?${query}`);

    expect(body).toEqual({ data: [sandboxProvider()], hasMore: false, totalCount: 1 });
  });

  test('is empty for a currency that no provider supports', async () => {
    const { body } = await rest('GET', '/uma-providers?currencyCode=GBP');

    expect(body).toMatchObject({ data: [], totalCount: 0 });
  });

  test('is empty for a production platform', async () => {
    const { token } = await service.addPlatform('PRODUCTION');

    const { body } = await rest('GET', '/uma-providers', { authorization: basic(token) });

    expect(body).toMatchObject({ data: [], totalCount: 0 });
  });

  test.each([
    ['countryCode', 'countryCode=Mexico'],
    ['cursor', 'cursor=none'],
  ])('is rejected for an invalid %s', async (field, query) => {
    const rejected = await rest('GET', `/uma-providers?${query}`);

    expect(rejected).toMatchObject({ status: 400, body: { details: { field } } });
  });
});

describe('exchange rates', () => {
  test('are for 10,000 of the smallest unit when no amount is given', async () => {
    const { body } = await rest('GET', '/exchange-rates');

    expect(body.data[0].sendingAmount).toBe(10_000);
  });

  test('of an amount of zero have the same corridors with amounts of zero', async () => {
    const rates = await rest('GET', '/exchange-rates');

    const ofZero = await rest('GET', '/exchange-rates?sendingAmount=0');

    expect(ofZero.status).toBe(200);
    expect(ofZero.body.data).toEqual(
      rates.body.data.map((rate: object) => ({ ...rate, sendingAmount: 0, receivingAmount: 0 })),
    );
  });

  test('of an amount of zero are the same over GraphQL', async () => {
    const { body: overRest } = await rest('GET', '/exchange-rates?sendingAmount=0');

    const { body: overGraphql } = await sendQuery(
      service,
      '{ exchangeRates(sendingAmount: 0) { sendingAmount receivingAmount } }',
    );

    expect(overGraphql.data.exchangeRates).toEqual(
      overRest.data.map(() => ({ sendingAmount: 0, receivingAmount: 0 })),
    );
  });

  test('of the past are those that a feed published', async () => {
    const fetchedAt = new Date('2026-11-20T15:10:00Z');
    await insertSnapshot(service.db.orm, {
      id: newIdAt('RateSnapshot', fetchedAt),
      source: 'www.ecb.europa.eu',
      base: 'EUR',
      publishedAt: new Date('2026-11-20T00:00:00Z'),
      isDay: true,
      fetchedAt,
      rates: new Map([
        ['EUR', rateOf('1')],
        ['USD', rateOf('1.0823')],
      ]),
    });
    const range = 'since=2026-11-20T00:00:00Z&until=2026-11-21T00:00:00Z';
    const { body } = await rest(
      'GET',
      `/exchange-rates/history?sourceCurrency=USD&destinationCurrency=EUR&${range}`,
    );
    expect(body.data).toMatchObject([{ exchangeRate: 1.0823, rateSource: 'www.ecb.europa.eu' }]);
  });

  test('of a negative amount are rejected', async () => {
    const rejected = await rest('GET', '/exchange-rates?sendingAmount=-1');

    expect(rejected).toMatchObject({
      status: 400,
      body: { code: 'INVALID_AMOUNT', details: { field: 'sendingAmount' } },
    });
  });

  test('are filtered by several destination currencies', async () => {
    const { body } = await rest('GET', '/exchange-rates?destinationCurrency=EUR&destinationCurrency=MXN');

    const rates: { destinationCurrency: { code: string } }[] = body.data;
    expect(new Set(rates.map(({ destinationCurrency }) => destinationCurrency.code))).toEqual(
      new Set(['EUR', 'MXN']),
    );
  });

  test('of an unknown currency are rejected, and the error names its position in the parameter', async () => {
    const rejected = await rest('GET', '/exchange-rates?destinationCurrency=EUR,XXX');

    expect(rejected).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURRENCY', details: { field: 'destinationCurrency.1' } },
    });
  });
});

test('payment institutions are filtered by country and currency', async () => {
  const all = await rest('GET', '/discoveries');

  const filtered = await rest('GET', '/discoveries?country=PH&currency=PHP');

  expect(filtered.body.data).not.toEqual([]);
  expect(filtered.body.data.length).toBeLessThan(all.body.data.length);
});
