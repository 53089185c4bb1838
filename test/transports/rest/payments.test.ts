import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../support/asking.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer, bankAccountBody } from '../../support/rest-parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
});
afterAll(() => service.stop());

const aPayer = (amount?: number) => aRestPayer(rest, amount);

describe('onboarding', () => {
  test('a customer is made, has accounts, is funded and registers a bank account', async () => {
    const made = await rest('POST', '/customers', {
      body: {
        customerType: 'INDIVIDUAL',
        fullName: 'Ada Lovelace',
        email: 'ada@example.com',
        nickname: 'ignored',
      },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ customerType: 'INDIVIDUAL', kycStatus: 'APPROVED', isDeleted: false });

    const read = await rest('GET', `/customers/${encodeURIComponent(made.body.id)}`);
    expect(read.body).toEqual(made.body);

    const accounts = await rest('GET', `/customers/internal-accounts?customerId=${made.body.id}`);
    expect(accounts.body.data.map(({ type }: { type: string }) => type)).toContain('EMBEDDED_WALLET');
    const [usd] = accounts.body.data.filter(
      ({ balance }: { balance: { currency: { code: string } } }) => balance.currency.code === 'USD',
    );

    const funded = await rest('POST', `/sandbox/internal-accounts/${usd.id}/fund`, {
      body: { amount: 5000 },
    });
    expect(funded).toMatchObject({ status: 200, body: { id: usd.id, balance: { amount: 5000 } } });

    const external = await rest('POST', '/customers/external-accounts', {
      body: bankAccountBody(made.body.id),
    });
    expect(external).toMatchObject({
      status: 201,
      body: { status: 'ACTIVE', beneficiaryVerificationStatus: 'MATCHED' },
    });
    expect((await rest('GET', `/customers/external-accounts/${external.body.id}`)).body).toEqual(
      external.body,
    );
    expect((await rest('DELETE', `/customers/external-accounts/${external.body.id}`)).status).toBe(204);
    expect((await rest('GET', `/customers/external-accounts/${external.body.id}`)).status).toBe(404);
  });
});

describe('a quote from an internal account', () => {
  test('is made, read, executed, and answers its transaction', async () => {
    const { customerId, accountId, externalId } = await aPayer();
    const quote = await rest('POST', '/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId, customerId },
        destination: { destinationType: 'ACCOUNT', accountId: externalId, paymentRail: 'ACH' },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
      },
    });
    expect(quote).toMatchObject({ status: 201, body: { status: 'PENDING', totalSendingAmount: 10_000 } });
    expect((await rest('GET', `/quotes/${quote.body.id}`)).body).toEqual(quote.body);

    const executed = await rest('POST', `/quotes/${quote.body.id}/execute`, { body: {} });
    expect(executed.status).toBe(200);
    expect(executed.body.transaction.id).toBe(quote.body.transactionId);
    expect(['PROCESSING', 'COMPLETED']).toContain(executed.body.status);

    const again = await rest('POST', `/quotes/${quote.body.id}/execute`);
    expect(again).toMatchObject({ status: 409, body: { code: 'QUOTE_ALREADY_EXECUTED' } });
  });

  test('is over when its time is, wherever it is shown, though nobody has written that down yet', async () => {
    const still = await startService({ server: true, standing: true });
    try {
      const asked = restClient(still);
      const { accountId, customerId, externalId } = await aRestPayer(asked);
      const { body: made } = await asked('POST', '/agents', {
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
      const redeem = `/agents/device-codes/${made.deviceCode.code}/redeem`;
      const { body: connected } = await asked('POST', redeem, { authorization: null });
      const asAgent = { authorization: `Bearer ${connected.accessToken}` };
      const { body: quote } = await asked('POST', '/agents/me/quotes', {
        ...asAgent,
        body: {
          source: { sourceType: 'ACCOUNT', accountId },
          destination: { destinationType: 'ACCOUNT', accountId: externalId },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 1_000,
        },
      });
      const { body: action } = await asked('POST', `/agents/me/quotes/${quote.id}/execute`, {
        ...asAgent,
        body: {},
      });
      expect(action).toMatchObject({ status: 'PENDING_APPROVAL', quote: { status: 'PENDING' } });
      const shown = async () => {
        const { body: approvals } = await asked('GET', '/agents/approvals');
        return [
          (await asked('GET', `/quotes/${quote.id}`)).body.status,
          (await asked('GET', `/agents/me/quotes/${quote.id}`, asAgent)).body.status,
          (await asked('GET', `/agents/me/actions/${action.id}`, asAgent)).body.quote.status,
          approvals.data[0].quote.status,
        ];
      };
      const lifetime = (Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)) / 1_000;
      still.clock.advance(lifetime - 1);
      expect(await shown()).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING']);
      still.clock.advance(1);
      expect(await shown()).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED', 'EXPIRED']);
    } finally {
      await still.stop();
    }
  });

  test('a refusal names fields as they were sent, without a level for the kind of party', async () => {
    const { accountId } = await aPayer(0);
    const refused = await rest('POST', '/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
      },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'SELF_PAYMENT', details: { field: 'destination.accountId' } },
    });
    expect(refused.body.message).toBe('destination.accountId: must not be the source itself');
  });
});

describe('an idempotency key', () => {
  test('answers the first call again and says so; another request under it is refused', async () => {
    const { accountId, externalId } = await aPayer();
    const body = { source: { accountId }, destination: { accountId: externalId }, amount: 100 };
    const headers = { 'Idempotency-Key': `key-${accountId}` };
    const first = await rest('POST', '/transfer-out', { body, headers });
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotent-replayed')).toBe(false);

    const second = await rest('POST', '/transfer-out', { body, headers });
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    const settled = () =>
      rest('GET', `/transactions/${first.body.id}`).then(({ body: { status } }) => status);
    await expect.poll(settled).toBe('COMPLETED');
    const later = await rest('POST', '/transfer-out', { body, headers });
    expect(later.body).toEqual(first.body);

    const other = await rest('POST', '/transfer-out', { body: { ...body, amount: 101 }, headers });
    expect(other).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', reason: 'Idempotency-Key used with another request' },
    });
  });

  test.each([
    ['1 character', 'k', 201],
    ['255 characters', 'k'.repeat(255), 201],
    ['256 characters', 'k'.repeat(256), 400],
    ['none', '', 400],
  ])('of %s', async (_, key, status) => {
    const { accountId, externalId } = await aPayer();
    const answer = await rest('POST', '/transfer-out', {
      body: { source: { accountId }, destination: { accountId: externalId }, amount: 100 },
      headers: { 'Idempotency-Key': key },
    });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.details.field).toBe('Idempotency-Key');
  });
});

describe('transfers', () => {
  test('in and out, and the list that has both', async () => {
    const { customerId, accountId, externalId } = await aPayer();
    const pulled = await rest('POST', '/transfer-in', {
      body: { source: { accountId: externalId }, destination: { accountId }, amount: 700 },
    });
    expect(pulled).toMatchObject({ status: 201, body: { type: 'INCOMING' } });
    const sent = await rest('POST', '/transfer-out', {
      body: { source: { accountId }, destination: { accountId: externalId }, amount: 300 },
    });
    expect(sent).toMatchObject({ status: 201, body: { type: 'OUTGOING', sentAmount: { amount: 300 } } });

    const read = await rest('GET', `/transactions/${sent.body.id}`);
    expect(read.body.id).toBe(sent.body.id);
    const list = await rest('GET', `/transactions?customerId=${customerId}&limit=1`);
    expect(list.body).toMatchObject({ hasMore: true, totalCount: 3, data: [{ id: sent.body.id }] });
    const rest1 = await rest(
      'GET',
      `/transactions?customerId=${customerId}&limit=1&cursor=${list.body.nextCursor}`,
    );
    expect(rest1.body.data[0].id).toBe(pulled.body.id);
    const statuses = await rest(
      'GET',
      `/transactions?customerId=${customerId}&status=COMPLETED,PROCESSING&status=FAILED`,
    );
    expect(statuses.body.totalCount).toBeGreaterThan(0);
  });

  test('a refusal about an end names its account', async () => {
    const { accountId, externalId } = await aPayer();
    const refused = await rest('POST', '/transfer-out', {
      body: { source: { accountId: externalId }, destination: { accountId }, amount: 300 },
    });
    expect(refused.body.details.errors.map(({ field }: { field: string }) => field)).toEqual([
      'source.accountId',
      'destination.accountId',
    ]);
  });

  test('more than there is', async () => {
    const { accountId, externalId } = await aPayer(50);
    const refused = await rest('POST', '/transfer-out', {
      body: { source: { accountId }, destination: { accountId: externalId }, amount: 300 },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'INSUFFICIENT_BALANCE', details: { available: 50, required: 300 } },
    });
  });
});

describe('the sandbox', () => {
  test('pays a real-time-funded quote once; a second time is 400 here', async () => {
    const { customerId, externalId } = await aPayer(0);
    const quote = await rest('POST', '/quotes', {
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
        destination: { destinationType: 'ACCOUNT', accountId: externalId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
      },
    });
    expect(quote.body.paymentInstructions.length).toBeGreaterThan(0);
    const body = { quoteId: quote.body.id, currencyCode: 'USD' };
    expect(await rest('POST', '/sandbox/send', { body })).toMatchObject({
      status: 200,
      body: { type: 'OUTGOING' },
    });
    expect(await rest('POST', '/sandbox/send', { body })).toMatchObject({
      status: 400,
      body: { status: 400, code: 'QUOTE_ALREADY_EXECUTED' },
    });
  });

  test('receives over UMA, and the payment waits for approve or reject', async () => {
    const { customerId } = await aPayer(0);
    const customer = await rest('GET', `/customers/${customerId}`);
    const config = await rest('GET', '/config');
    const receive = () =>
      rest('POST', '/sandbox/uma/receive', {
        body: {
          senderUmaAddress: `$success.usd@${config.body.sandboxUmaDomain}`,
          receiverUmaAddress: customer.body.umaAddress,
          receivingCurrencyCode: 'USD',
          receivingCurrencyAmount: 1234,
        },
      });
    const first = await receive();
    expect(first).toMatchObject({ status: 200, body: { type: 'INCOMING', status: 'PENDING' } });
    const approved = await rest('POST', `/transactions/${first.body.id}/approve`, {
      body: { receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace' } },
    });
    expect(approved.status).toBe(200);
    const second = await receive();
    expect(await rest('POST', `/transactions/${second.body.id}/reject`)).toMatchObject({
      status: 200,
      body: { status: 'REJECTED' },
    });
    expect(await rest('POST', `/transactions/${second.body.id}/reject`)).toMatchObject({
      status: 409,
      body: { code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL' },
    });
  });

  test('is closed to tokens of production', async () => {
    const production = await service.addPlatform('PRODUCTION');
    const accounts = await rest('GET', '/platform/internal-accounts', {
      authorization: basic(production.token),
    });
    expect(accounts.status).toBe(200);
    expect(
      await rest('POST', '/sandbox/send', {
        body: { quoteId: 'Quote:019542f5-b3e7-1d02-0000-000000000002', currencyCode: 'USD' },
        authorization: basic(production.token),
      }),
    ).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});

describe('look-ups', () => {
  test('of an external account and of a UMA address, then a quote to it', async () => {
    const { customerId, accountId, externalId } = await aPayer();
    const external = await rest('GET', `/receiver/external-account/${externalId}?customerId=${customerId}`);
    expect(external).toMatchObject({ status: 200, body: { accountId: externalId } });

    const { sandboxUmaDomain } = (await rest('GET', '/config')).body;
    const uma = `$success.mxn@${sandboxUmaDomain}`;
    const lookup = await rest('GET', `/receiver/uma/${encodeURIComponent(uma)}?customerId=${customerId}`);
    expect(lookup).toMatchObject({ status: 200, body: { receiverUmaAddress: uma } });
    expect((await rest('GET', `/receiver/uma/${uma}?customerId=${customerId}`)).status).toBe(200);
    const quote = await rest('POST', '/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: uma, currency: 'MXN' },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
        lookupId: lookup.body.lookupId,
        senderCustomerInfo: Object.fromEntries(
          lookup.body.requiredPayerDataFields.map(({ name }: { name: string }) => [name, 'as asked']),
        ),
      },
    });
    expect(quote).toMatchObject({ status: 201, body: { destination: { umaAddress: uma } } });
  });

  test('nobody to pay for is 400 and names the parameter; a text that is no address too', async () => {
    const { sandboxUmaDomain } = (await rest('GET', '/config')).body;
    expect((await rest('GET', `/receiver/uma/$success.mxn@${sandboxUmaDomain}`)).status).toBe(400);
    expect(await rest('GET', '/receiver/uma/nobody')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_UMA_ADDRESS', details: { field: 'receiverUmaAddress' } },
    });
  });

  test('the providers of UMA addresses: the sandbox knows its own, production nobody', async () => {
    const { sandboxUmaDomain } = (await rest('GET', '/config')).body;
    const all = await rest('GET', '/uma-providers');
    expect(all.body).toEqual({
      data: [
        {
          name: 'Sandbox',
          domain: sandboxUmaDomain,
          supportedRegions: ['DE', 'MX', 'US'],
          supportedCurrencies: ['EUR', 'MXN', 'USD'],
          allowListStatus: true,
        },
      ],
      hasMore: false,
      totalCount: 1,
    });
    const query = 'countryCode=MX&currencyCode=MXN&hasBlockedProviders=false&sortOrder=asc&limit=1';
    expect((await rest('GET', `/uma-providers?${query}`)).body).toEqual(all.body);
    expect((await rest('GET', '/uma-providers?currencyCode=GBP')).body.totalCount).toBe(0);
    expect((await rest('GET', '/uma-providers?countryCode=Mexico')).body.details.field).toBe('countryCode');
    expect((await rest('GET', '/uma-providers?cursor=none')).body.details.field).toBe('cursor');
    const { token } = await service.addPlatform('PRODUCTION');
    const production = await rest('GET', '/uma-providers', { authorization: basic(token) });
    expect(production.body).toMatchObject({ data: [], totalCount: 0 });
  });

  test('rates for nothing: the same rows over both faces, in which nothing arrives', async () => {
    const rates = await rest('GET', '/exchange-rates');
    const nothing = await rest('GET', '/exchange-rates?sendingAmount=0');
    expect(nothing.status).toBe(200);
    expect(nothing.body.data).toEqual(
      rates.body.data.map((rate: object) => ({ ...rate, sendingAmount: 0, receivingAmount: 0 })),
    );
    const { body } = await ask(
      service,
      '{ exchangeRates(sendingAmount: 0) { sendingAmount receivingAmount } }',
    );
    expect(body.data.exchangeRates).toEqual(
      nothing.body.data.map(() => ({ sendingAmount: 0, receivingAmount: 0 })),
    );
    expect(await rest('GET', '/exchange-rates?sendingAmount=-1')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_AMOUNT', details: { field: 'sendingAmount' } },
    });
  });

  test('rates and institutions', async () => {
    const rates = await rest('GET', '/exchange-rates?destinationCurrency=EUR&destinationCurrency=MXN');
    expect(
      new Set(
        rates.body.data.map(
          (rate: { destinationCurrency: { code: string } }) => rate.destinationCurrency.code,
        ),
      ),
    ).toEqual(new Set(['EUR', 'MXN']));
    expect(rates.body.data[0].sendingAmount).toBe(10_000);
    expect(await rest('GET', '/exchange-rates?destinationCurrency=EUR,XXX')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURRENCY', details: { field: 'destinationCurrency.1' } },
    });
    const all = await rest('GET', '/discoveries');
    const some = await rest('GET', '/discoveries?country=PH&currency=PHP');
    expect(some.body.data.length).toBeGreaterThan(0);
    expect(all.body.data.length).toBeGreaterThan(some.body.data.length);
  });
});
