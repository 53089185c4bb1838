/** The spread and the fees of a platform over both APIs, and where they apply. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformAccounts } from '../../../src/accounts/internal/internal-account-store.ts';
import { sandboxReceiveUma } from '../../../src/sandbox/receive-uma.ts';
import { CreateQuote } from '../../support/documents.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let accounts: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  const scope = { platformId: service.platform.principal.platform.id };
  const found = await platformAccounts(service.db.orm, scope, { currency: undefined, type: undefined });
  accounts = Object.fromEntries(found.map(({ currency, id }) => [currency, id]));
});
afterAll(() => service.stop());

const mutation = `mutation ($input: UpdateRateSettingsInput!) {
  updateRateSettings(input: $input) {
    __typename
    ... on RateSettings {
      spread
      fees { fixed variableRate counterpartyFixed }
      corridors { sending receiving spread fees { fixed variableRate counterpartyFixed } }
    }
    ... on InvalidInputError { fields { path } }
    ... on ForbiddenError { requiredPermission }
  }
}`;

const update = async (input: object, authorization?: string) =>
  (await sendQuery(service, mutation, { input }, authorization === undefined ? {} : { authorization })).body
    .data.updateRateSettings;

const noFees = { fixed: null, variableRate: null, counterpartyFixed: null };
const reset = () => update({ spread: '0', fees: {}, corridors: [] });

const quote = async (from: string, to: string, side: 'SENDING' | 'RECEIVING' = 'SENDING') => {
  const { data } = await service.send(CreateQuote, {
    input: {
      source: { account: { accountId: accounts[from] ?? '' } },
      destination: { account: { accountId: accounts[to] ?? '' } },
      lockedCurrencySide: side,
      lockedCurrencyAmount: 100_000,
    },
  });
  if (data.createQuote.__typename !== 'Quote') throw new Error(JSON.stringify(data));
  const { body } = await rest('GET', `/quotes/${data.createQuote.id}`);
  return body;
};

describe('the settings', () => {
  test('are replaced where they are given, and read with the configuration', async () => {
    const corridor = { sending: 'USD', receiving: 'EUR', spread: '0.01', fees: { fixed: 25 } };
    expect(await update({ spread: '0.004', fees: { variableRate: '0.01' }, corridors: [corridor] })).toEqual({
      __typename: 'RateSettings',
      spread: '0.004',
      fees: { ...noFees, variableRate: '0.01' },
      corridors: [{ ...corridor, fees: { ...noFees, fixed: 25 } }],
    });
    const changed = await rest('PATCH', '/config/rates', { body: { fees: { fixed: 7 } } });
    const expected = { spread: '0.004', fees: { fixed: 7 }, corridors: [corridor] };
    expect(changed).toMatchObject({ status: 200, body: expected });
    expect((await rest('GET', '/config')).body.rates).toEqual(expected);
    const { body } = await sendQuery(service, '{ platformConfig { rates { spread fees { fixed } } } }');
    expect(body.data.platformConfig.rates).toEqual({ spread: '0.004', fees: { fixed: 7 } });
    await reset();
  });

  test('with wrong fields name each', async () => {
    const input = { spread: '1', corridors: [{ sending: 'USD', receiving: 'USD', spread: '0.1' }] };
    expect(await update(input)).toEqual({
      __typename: 'InvalidInputError',
      fields: [{ path: 'input.spread' }, { path: 'input.corridors.0.spread' }],
    });
  });

  test('need MANAGE', async () => {
    const made = await rest('POST', '/tokens', { body: { name: 'x', permissions: ['VIEW', 'TRANSACT'] } });
    const authorization = basic(`${made.body.clientId}:${made.body.clientSecret}`);
    expect(await update({ spread: '0.1' }, authorization)).toEqual({
      __typename: 'ForbiddenError',
      requiredPermission: 'MANAGE',
    });
  });

  test('are of one platform', async () => {
    await update({ spread: '0.1' });
    const other = await service.addPlatform();
    const { body } = await rest('GET', '/config', { authorization: basic(other.token) });
    expect(body.rates).toEqual({ spread: '0', fees: {}, corridors: [] });
    await reset();
  });

  test('are in the audit log', async () => {
    await update({ spread: '0.123' });
    const { body } = await sendQuery(
      service,
      '{ auditLog(first: 1) { nodes { operation changes { field before after } } } }',
    );
    expect(body.data.auditLog.nodes[0]).toMatchObject({
      operation: 'updateRateSettings',
      changes: [{ field: expect.stringContaining('rates.spread'), after: '0.123' }],
    });
    await reset();
  });
});

describe('a spread and fees apply to', () => {
  test('quotes of both sides', async () => {
    const before = await Promise.all([quote('USD', 'EUR'), quote('USD', 'EUR', 'RECEIVING')]);
    await update({ spread: '0.01', fees: { fixed: 100, variableRate: '0' } });
    const [sending, receiving] = await Promise.all([quote('USD', 'EUR'), quote('USD', 'EUR', 'RECEIVING')]);
    // (1000.00 - 1.00) x 0.92 / 1.01, rounded down; 1000.00 / 0.92 x 1.01, rounded up, and 1.00.
    expect(sending).toMatchObject({
      totalReceivingAmount: 90_998,
      feesIncluded: 100,
      exchangeRate: 1.09782608696,
      rateSource: 'SANDBOX',
      ratePublishedAt: '2025-10-13T00:00:00.000Z',
    });
    expect(receiving).toMatchObject({ totalSendingAmount: 109_883, totalReceivingAmount: 100_000 });
    expect(before.map(({ exchangeRate }) => exchangeRate)).toEqual([1.08695652174, 1.08695652174]);
    await reset();
  });

  test('previews of rates', async () => {
    await update({ corridors: [{ sending: 'USD', receiving: 'EUR', spread: '0.01', fees: { fixed: 5 } }] });
    const { body } = await rest('GET', '/exchange-rates?destinationCurrency=EUR&destinationCurrency=MXN');
    const rates = new Map(
      body.data.map((one: { destinationCurrency: { code: string } }) => [one.destinationCurrency.code, one]),
    );
    expect(rates.get('EUR')).toMatchObject({ exchangeRate: 1.09782608696, fees: { fixed: 5 } });
    expect(rates.get('MXN')).toMatchObject({ exchangeRate: 0.0579710144928, fees: { fixed: 0 } });
    await reset();
  });

  test('not to the rate within one currency, whose quotes name no source', async () => {
    await update({ spread: '0.5' });
    const to = await rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', currencies: ['USD'], fullName: 'Ada Lovelace' },
    });
    const own = await rest('GET', `/customers/internal-accounts?customerId=${to.body.id}&currency=USD`);
    accounts = { ...accounts, 'USD of Ada': own.body.data[0].id };
    const created = await quote('USD', 'USD of Ada');
    expect(created).toMatchObject({ exchangeRate: 1 });
    expect(created).not.toHaveProperty('rateSource');
    await reset();
  });

  test('what the sandbox receives', async () => {
    const made = await rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', currencies: ['EUR'], fullName: 'Grace Hopper' },
    });
    const receive = async () => {
      const principal = await service.refresh();
      const scope = { platformId: principal.platform.id };
      return sandboxReceiveUma(
        service.ports,
        { platform: principal.platform, scope },
        {
          senderUmaAddress: `$success.usd@${service.ports.sandboxUmaDomain}` as never,
          receiverUmaAddress: undefined,
          customerId: made.body.id,
          receivingCurrencyCode: 'EUR',
          receivingCurrencyAmount: 100_000n,
          sandboxOutcome: undefined,
        },
      );
    };
    expect(await receive()).toMatchObject({ sent: { amount: 108_696n } });
    await update({ spread: '0.01' });
    expect(await receive()).toMatchObject({ sent: { amount: 109_783n } });
    await reset();
  });
});
