import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExternalAccount } from '../../../src/accounts/external/external-account.ts';
import type { InternalAccount } from '../../../src/accounts/internal/internal-account.ts';
import type { Customer } from '../../../src/customers/customer.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { DomainError, InvalidInput } from '../../../src/kernel/errors.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { LookUpReceiverInput, lookUpReceiver } from '../../../src/payments/receivers/look-up-receiver.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { granted, type PaymentWorld, paymentWorld, umaDomain } from '../../support/payments.ts';
import { rateOf } from '../../support/rates.ts';

let db: Database;
let world: PaymentWorld;
let customer: Customer;
let usd: InternalAccount;
let wallet: InternalAccount;
let eurBank: ExternalAccount;
beforeAll(async () => {
  db = await embeddedDatabase();
  world = await paymentWorld(db);
  customer = await world.aCustomer();
  usd = await world.accountOf(customer, 'USD');
  wallet = await world.accountOf(customer, 'USDB', { wallet: true });
  eurBank = await world.toEur(customer, '111');
});
afterAll(() => db.close());

const fromUsd = () => ({ account: { accountId: usd.id } });
const toBank = () => ({ account: { accountId: eurBank.id } });
const lookUp = async (input: object) =>
  lookUpReceiver(world.ports, await world.caller(), LookUpReceiverInput.parse(input));
const lookUpUma = async (name: string) =>
  granted(
    await lookUp({ uma: { receiverUmaAddress: `$${name}@${umaDomain}`, senderCustomerId: customer.id } }),
  );

describe('a quote has the amounts of the published examples', () => {
  test.each([
    ['USD', 'BTC', 100_000, 829_166n],
    ['USDB', 'USD', 10_000_000, 995n],
    ['USD', 'INR', 10_000, 820_875n],
  ])('%s to %s', async (sending, receiving, amount, delivered) => {
    const from = await world.accountOf(customer, sending);
    const to = await world.accountOf(customer, receiving);
    const quote = granted(
      await world.quote({
        source: { account: { accountId: from.id } },
        destination: { account: { accountId: to.id } },
        lockedCurrencyAmount: amount,
      }),
    );
    expect(quote.receiving).toEqual({ amount: delivered, currency: receiving });
  });
});

test('a quote with a locked receiving amount delivers exactly that amount', async () => {
  const quote = granted(
    await world.quote({
      source: fromUsd(),
      destination: toBank(),
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 91_540,
    }),
  );
  expect(quote.receiving.amount).toBe(91_540n);
  expect(quote.sending.amount).toBe(100_000n);
});

test('the maximum amount can be quoted', async () => {
  const to = await world.accountOf(customer, 'USDC');
  const quote = granted(
    await world
      .quote({
        source: { account: { accountId: wallet.id } },
        destination: { account: { accountId: to.id } },
        lockedCurrencyAmount: 9_000_000_000_000_000,
      })
      .then((result) => {
        // A wallet must have sufficient balance when the quote is created.
        expect(result).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
        return world.quote({
          source: { realtimeFunding: { currency: 'USDC', cryptoNetwork: 'BASE' } },
          destination: { account: { accountId: to.id } },
          lockedCurrencyAmount: 9_000_000_000_000_000,
        });
      }),
  );
  expect(quote.sending.amount).toBe(9_000_000_000_000_000n);
});

test('a quote creates its transaction with the same amounts', async () => {
  const quote = granted(await world.quote({ source: fromUsd(), destination: toBank(), description: 'Rent' }));
  expect(await world.transaction(quote.transactionId)).toMatchObject({
    status: 'PENDING',
    type: 'OUTGOING',
    quoteId: quote.id,
    customerId: customer.id,
    sent: { amount: 100_000n, currency: 'USD' },
    received: { amount: 91_540n, currency: 'EUR' },
    fees: 500n,
    exchangeRate: rateOf('25/23'),
    description: 'Rent',
  });
});

describe('a quote is valid for', () => {
  test('five minutes to an account', async () => {
    const quote = granted(await world.quote({ source: fromUsd(), destination: toBank() }));
    expect(quote.expiresAt.getTime() - quote.createdAt.getTime()).toBe(300_000);
  });

  test('two minutes to a UMA address', async () => {
    const { id } = await lookUpUma('success.eur');
    const quote = granted(
      await world.quote({
        source: fromUsd(),
        destination: { umaAddress: { umaAddress: `$success.eur@${umaDomain}` } },
        lookupId: id,
      }),
    );
    expect(quote.expiresAt.getTime() - quote.createdAt.getTime()).toBe(120_000);
    expect(quote.receiving).toEqual({ amount: 91_540n, currency: 'EUR' });
  });
});

describe('a quote is rejected with the code and the invalid field for', () => {
  const uma = { umaAddress: { umaAddress: `$success.usd@${umaDomain}` } };
  const cases: [string, () => object | Promise<object>, string, string | undefined][] = [
    [
      'an unknown account',
      () => ({ source: { account: { accountId: newId('InternalAccount') } } }),
      'ACCOUNT_NOT_FOUND',
      undefined,
    ],
    [
      'an account to itself',
      () => ({ destination: fromUsd() }),
      'SELF_PAYMENT',
      'destination.account.accountId',
    ],
    [
      'a payer who is not the owner of the account',
      () => ({ source: { account: { accountId: usd.id, customerId: newId('Customer') } } }),
      'INVALID_INPUT',
      'source.account.customerId',
    ],
    [
      'a rail that the account does not have',
      () => ({ destination: { account: { accountId: eurBank.id, paymentRail: 'ACH' } } }),
      'INVALID_INPUT',
      'destination.account.paymentRail',
    ],
    [
      'a source account from which money cannot be pulled',
      async () => ({ source: { account: { accountId: (await world.toEur(customer, '222')).id } } }),
      'INVALID_INPUT',
      'source.account.accountId',
    ],
    [
      'an account that is not active',
      async () => ({
        destination: {
          account: { accountId: (await world.toEur(customer, '333', { status: 'PENDING' })).id },
        },
      }),
      'INVALID_BANK_ACCOUNT',
      'destination.account.accountId',
    ],
    ['a UMA address without a look-up', () => ({ destination: uma }), 'INVALID_INPUT', 'lookupId'],
    [
      'an unknown look-up',
      () => ({ destination: uma, lookupId: newId('Lookup') }),
      'LOOKUP_REQUEST_NOT_FOUND',
      undefined,
    ],
    [
      'the look-up of another receiver',
      async () => ({ destination: uma, lookupId: (await lookUpUma('success.eur')).id }),
      'INVALID_INPUT',
      'lookupId',
    ],
    [
      'a currency that the receiver does not accept',
      async () => ({
        destination: { umaAddress: { ...uma.umaAddress, currency: 'EUR' } },
        lookupId: (await lookUpUma('success.usd')).id,
      }),
      'INVALID_CURRENCY',
      'destination.umaAddress.currency',
    ],
    [
      'an amount above the maximum of the receiver',
      async () => ({
        destination: uma,
        lookupId: (await lookUpUma('success.usd')).id,
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 1_000_001,
      }),
      'AMOUNT_OUT_OF_RANGE',
      'lockedCurrencyAmount',
    ],
    [
      'an amount below the minimum of the receiver',
      async () => ({
        destination: uma,
        lookupId: (await lookUpUma('success.usd')).id,
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 99,
      }),
      'AMOUNT_OUT_OF_RANGE',
      'lockedCurrencyAmount',
    ],
    [
      'immediate execution of a deposit',
      () => ({ source: { realtimeFunding: { currency: 'USD' } }, immediatelyExecute: true }),
      'INVALID_INPUT',
      'immediatelyExecute',
    ],
    [
      'immediate execution from a wallet',
      () => ({ source: { account: { accountId: wallet.id } }, immediatelyExecute: true }),
      'INVALID_INPUT',
      'immediatelyExecute',
    ],
    [
      'immediate execution without funds',
      () => ({ immediatelyExecute: true }),
      'INSUFFICIENT_BALANCE',
      undefined,
    ],
    [
      'a stablecoin without its network',
      () => ({ source: { realtimeFunding: { currency: 'USDC' } } }),
      'INVALID_INPUT',
      'source.realtimeFunding.cryptoNetwork',
    ],
    [
      'a network that does not support the currency',
      () => ({ source: { realtimeFunding: { currency: 'USDT', cryptoNetwork: 'BASE' } } }),
      'INVALID_INPUT',
      'source.realtimeFunding.cryptoNetwork',
    ],
    [
      'a network for dollars',
      () => ({ source: { realtimeFunding: { currency: 'USD', cryptoNetwork: 'BASE' } } }),
      'INVALID_INPUT',
      'source.realtimeFunding.cryptoNetwork',
    ],
    [
      'an unknown funding currency',
      () => ({ source: { realtimeFunding: { currency: 'XXX' } } }),
      'INVALID_CURRENCY',
      'source.realtimeFunding.currency',
    ],
    [
      'a payer who does not exist',
      () => ({ source: { realtimeFunding: { currency: 'USD', customerId: newId('Customer') } } }),
      'USER_NOT_FOUND',
      undefined,
    ],
  ];
  test.each(cases)('%s', async (_, input, code, path) => {
    const result = await world.quote({ source: fromUsd(), destination: toBank(), ...(await input()) });
    expect(result).toBeInstanceOf(DomainError);
    expect(result).toMatchObject({ code });
    if (path)
      expect(result instanceof InvalidInput && result.fields.map((field) => field.path)).toEqual([path]);
  });

  test('a payer whose identity is not approved', async () => {
    const unready = await world.aCustomer({ kycStatus: 'PENDING' });
    const account = await world.accountOf(unready, 'USD');
    const result = await world.quote({
      source: { account: { accountId: account.id } },
      destination: toBank(),
    });
    expect(result).toMatchObject({ code: 'USER_NOT_READY' });
  });

  test('a payer without the mandatory fields of the receiver, all of which are listed', async () => {
    const nameless = await world.aCustomer({ fullName: undefined, birthDate: undefined });
    const account = await world.accountOf(nameless, 'USD');
    const request = {
      source: { account: { accountId: account.id } },
      destination: uma,
      lookupId: (await lookUpUma('success.usd')).id,
    };
    expect(await world.quote(request)).toMatchObject({
      code: 'MISSING_MANDATORY_USER_INFO',
      fields: [{ path: 'senderCustomerInfo.FULL_NAME' }, { path: 'senderCustomerInfo.BIRTH_DATE' }],
    });
    const senderCustomerInfo = { FULL_NAME: 'Ada Lovelace', BIRTH_DATE: '1990-12-10' };
    granted(await world.quote({ ...request, senderCustomerInfo }));
  });

  test('a look-up that expired after fifteen minutes', async () => {
    const { id } = await lookUpUma('success.usd');
    await world.advance(899);
    granted(await world.quote({ source: fromUsd(), destination: uma, lookupId: id }));
    await world.advance(1);
    expect(await world.quote({ source: fromUsd(), destination: uma, lookupId: id })).toMatchObject({
      code: 'LOOKUP_REQUEST_NOT_FOUND',
    });
  });
});

describe('a look-up', () => {
  test('of a UMA address returns currencies, limits and required fields', async () => {
    expect(await lookUpUma('success.mxn')).toMatchObject({
      receiver: { type: 'UMA_ADDRESS', umaAddress: `$success.mxn@${umaDomain}` },
      supportedCurrencies: [{ currency: 'MXN', range: { min: 100n, max: 1_000_000n } }],
      requiredPayerData: [
        { name: 'FULL_NAME', mandatory: true },
        { name: 'BIRTH_DATE', mandatory: true },
      ],
    });
  });

  test('of an external account without a sender uses the currency of the account owner', async () => {
    const lookup = granted(await lookUp({ externalAccount: { accountId: eurBank.id } }));
    expect(lookup.supportedCurrencies).toMatchObject([
      { currency: 'EUR', estimatedExchangeRate: { numerator: 25n, denominator: 23n } },
    ]);
    expect(lookup.requiredPayerData).toEqual([]);
  });

  test.each([
    [
      'of an unknown name',
      () => ({ uma: { receiverUmaAddress: `$unknown@${umaDomain}`, senderCustomerId: customer.id } }),
      'UMA_NOT_FOUND',
    ],
    [
      'of another domain',
      () => ({ uma: { receiverUmaAddress: '$success.usd@example.com', senderCustomerId: customer.id } }),
      'UMA_NOT_FOUND',
    ],
    [
      'of a UMA address without a sender',
      () => ({ uma: { receiverUmaAddress: `$success.usd@${umaDomain}` } }),
      'INVALID_INPUT',
    ],
    [
      'by a customer who does not exist',
      () => ({ externalAccount: { accountId: eurBank.id, senderCustomerId: newId('Customer') } }),
      'USER_NOT_FOUND',
    ],
    [
      'of an unknown account',
      () => ({ externalAccount: { accountId: newId('ExternalAccount') } }),
      'ACCOUNT_NOT_FOUND',
    ],
  ])('%s is rejected', async (_, input, code) => {
    expect(await lookUp(input())).toMatchObject({ code });
  });
});

describe('the payment instructions of a quote', () => {
  test.each([
    ['USD', undefined, 'USD_ACCOUNT'],
    ['EUR', undefined, 'EUR_ACCOUNT'],
    ['USDC', 'SOLANA', 'SOLANA_WALLET'],
    ['BTC', undefined, 'SPARK_WALLET'],
    ['BTC', 'LIGHTNING', 'LIGHTNING'],
  ])('are for %s over %s', async (currency, cryptoNetwork, accountType) => {
    const to = await world.toUsd(customer, `${currency}${accountType}9`.slice(-3));
    const quote = granted(
      await world.quote({
        source: { realtimeFunding: { currency, cryptoNetwork } },
        destination: { account: { accountId: to.id } },
      }),
    );
    const { reference } = await world.transaction(quote.transactionId);
    expect(reference.length).toBeLessThanOrEqual(18);
    expect(quote.paymentInstructions).toMatchObject([
      { accountOrWalletInfo: { accountType }, isPlatformAccount: true },
    ]);
    const [instruction] = quote.paymentInstructions;
    if (instruction?.accountOrWalletInfo.reference)
      expect(instruction.accountOrWalletInfo.reference).toBe(reference);
  });
});

test('one idempotency key creates one quote, and another request with the same key is rejected', async () => {
  const request = { source: fromUsd(), destination: toBank() };
  const first = granted(await world.quote(request, 'key-1'));
  const again = granted(await world.quote(request, 'key-1'));
  expect(again.id).toBe(first.id);
  expect(await world.quote({ ...request, description: 'other' }, 'key-1')).toMatchObject({
    code: 'CONFLICT',
  });
});
