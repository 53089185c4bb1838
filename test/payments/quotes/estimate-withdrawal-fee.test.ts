/** Estimates of the fees of withdrawals, over both APIs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findInternalAccount } from '../../../src/accounts/internal/internal-account-store.ts';
import { type Id, newId } from '../../../src/kernel/ids.ts';
import {
  EstimateWithdrawalFeeInput,
  estimateWithdrawalFee,
} from '../../../src/payments/quotes/estimate-withdrawal-fee.ts';
import { parseRateTable, type RateSource } from '../../../src/payments/rates/rate-table.ts';
import { sandboxRates } from '../../../src/sandbox/rates.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { granted } from '../../support/payments.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer } from '../../support/rest-parties.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let customerId: string;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
  ({ customerId } = await aRestPayer(rest, 0));
  await rest('PATCH', `/customers/${customerId}`, { body: { currencies: ['USD', 'USDC', 'BTC'] } });
});
afterAll(() => service.stop());

async function accountIn(currency: string): Promise<string> {
  const search = `customerId=${customerId}&currency=${currency}`;
  return (await rest('GET', `/customers/internal-accounts?${search}`)).body.data[0].id;
}

const path = '/crypto/estimate-withdrawal-fee';
const onSolana = (internalAccountId: string, amount: number) => ({
  internalAccountId,
  currency: 'USDC',
  cryptoNetwork: 'SOLANA',
  amount,
  destinationAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
});

/** Estimates with another fee schedule than that of the sandbox. */
async function estimated(fees: object, input: object) {
  const { principal } = service.platform;
  const rates = granted(
    parseRateTable({ ...sandboxRates, fees, corridors: [] }, service.clock.real()),
  ) as RateSource;
  return estimateWithdrawalFee(
    { ...service.ports, rates: () => rates },
    { platform: principal.platform, scope: { platformId: principal.platform.id } },
    EstimateWithdrawalFeeInput.parse(input),
  );
}

describe('an estimate', () => {
  test('over a network has the fee of the network and those of a quote', async () => {
    const input = onSolana(await accountIn('USDC'), 1_000_000);
    expect(await estimated({}, input)).toMatchObject({
      networkFee: 5_000n,
      totalFee: 5_000n,
      netAmount: 995_000n,
    });
    expect(await estimated({ fixed: 100, variableRate: '0.003', counterpartyFixed: 7 }, input)).toEqual({
      currency: 'USDC',
      networkFee: 5_000n,
      networkFeeAsset: 'USDC',
      applicationFee: 3_107n,
      totalFee: 8_107n,
      netAmount: 991_893n,
    });
  });

  test('to a bank has no network fee', async () => {
    const input = { internalAccountId: await accountIn('USD'), currency: 'USD', amount: 1_001 };
    expect(await estimated({ variableRate: '0.003' }, input)).toMatchObject({
      networkFee: 0n,
      networkFeeAsset: 'USD',
      applicationFee: 4n,
      netAmount: 997n,
    });
  });

  test('has the same values over REST and GraphQL', async () => {
    const input = onSolana(await accountIn('USDC'), 1_000_000);
    const { status, body } = await rest('POST', path, { body: input });
    expect({ status, sum: body.totalFee + body.netAmount }).toEqual({ status: 200, sum: 1_000_000 });
    const { body: response } = await sendQuery(
      service,
      `query ($input: EstimateWithdrawalFeeInput!) { estimateWithdrawalFee(input: $input) {
        ... on WithdrawalFee { networkFee networkFeeAsset applicationFee totalFee netAmount } } }`,
      { input },
    );
    expect(response.data).toEqual({ estimateWithdrawalFee: body });
  });

  test('moves nothing', async () => {
    const id = (await accountIn('USDC')) as Id<'InternalAccount'>;
    await rest('POST', path, { body: onSolana(id, 1_000_000) });
    const scope = { platformId: service.platform.principal.platform.id };
    expect(await findInternalAccount(service.db.orm, scope, id)).toMatchObject({ held: 0n });
  });
});

describe('an estimate is rejected', () => {
  test.each<[string, object, number, string, string]>([
    [
      'for another currency than that of the account',
      { currency: 'BTC' },
      400,
      'INVALID_CURRENCY',
      'currency',
    ],
    ['without a network', { cryptoNetwork: null }, 400, 'INVALID_INPUT', 'cryptoNetwork'],
    ['without an address', { destinationAddress: null }, 400, 'INVALID_INPUT', 'destinationAddress'],
    ['over an unknown network', { cryptoNetwork: 'DOGE' }, 400, 'INVALID_INPUT', 'cryptoNetwork'],
    ['over a network without a rail', { cryptoNetwork: 'BITCOIN' }, 400, 'INVALID_INPUT', 'cryptoNetwork'],
    ['for no more than its fees', { amount: 5_000 }, 400, 'INVALID_AMOUNT', 'amount'],
    ['for no amount', { amount: 0 }, 400, 'INVALID_AMOUNT', 'amount'],
  ])('%s', async (_, change, status, code, field) => {
    const body = { ...onSolana(await accountIn('USDC'), 1_000_000), ...change };
    expect(await rest('POST', path, { body })).toMatchObject({ status, body: { code, details: { field } } });
  });

  test('for a fiat currency over a network', async () => {
    const body = { ...onSolana(await accountIn('USD'), 1_000), currency: 'USD' };
    expect((await rest('POST', path, { body })).body.details.errors).toEqual([
      { field: 'cryptoNetwork', reason: 'is for crypto currencies' },
      { field: 'destinationAddress', reason: 'is for crypto currencies' },
    ]);
  });

  test('for an account that the caller cannot see', async () => {
    expect(await rest('POST', path, { body: onSolana(newId('InternalAccount'), 1_000) })).toMatchObject({
      status: 404,
      body: { code: 'ACCOUNT_NOT_FOUND' },
    });
  });
});
