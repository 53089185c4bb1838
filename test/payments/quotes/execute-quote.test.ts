import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ExternalAccount } from '../../../src/accounts/external/external-account.ts';
import type { InternalAccount } from '../../../src/accounts/internal/internal-account.ts';
import type { Customer } from '../../../src/customers/customer.ts';
import { saveCustomer } from '../../../src/customers/store.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { executeQuote } from '../../../src/payments/quotes/execute-quote.ts';
import { SandboxSendInput, sandboxSend } from '../../../src/sandbox/send.ts';
import { magicValues } from '../../../src/sandbox/wallet-checks.ts';
import { SignedRequestChallenge } from '../../../src/wallets/signed-requests/challenge.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { granted, type PaymentWorld, paymentWorld, unbalanced } from '../../support/payments.ts';

let db: Database;
let world: PaymentWorld;
let customer: Customer;
let usd: InternalAccount;
let eur: InternalAccount;
let bank: ExternalAccount;
beforeAll(async () => {
  db = await embeddedDatabase();
  world = await paymentWorld(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  customer = await world.aCustomer();
  usd = await world.accountOf(customer, 'USD');
  eur = await world.accountOf(customer, 'EUR');
  bank = await world.toEur(customer, '111');
});

const aQuote = async (input: object = {}) =>
  granted(
    await world.quote({
      source: { account: { accountId: usd.id } },
      destination: { account: { accountId: bank.id } },
      ...input,
    }),
  );
const send = async (input: object) =>
  sandboxSend(world.ports, await world.caller(), SandboxSendInput.parse(input));

describe('an execution', () => {
  test('debits the total, fees included, and completes', async () => {
    await world.fund(usd, 100_000n);
    const quote = await aQuote();
    expect(granted(await world.execute(quote))).toMatchObject({
      id: quote.transactionId,
      status: 'PROCESSING',
    });
    expect(await world.balance(usd.id)).toBe(0n);
    await world.advance(1);
    expect(await world.transaction(quote.transactionId)).toMatchObject({ status: 'COMPLETED' });
    expect((await world.quoteNow(quote.id)).status).toBe('COMPLETED');
  });

  test('to an internal account credits the quoted amount', async () => {
    await world.fund(usd, 100_000n);
    const quote = await aQuote({ destination: { account: { accountId: eur.id } } });
    await world.execute(quote);
    await world.advance(1);
    expect(await world.balance(eur.id)).toBe(91_540n);
    expect(unbalanced(await world.ledgerSums())).toEqual([]);
  });

  test("pulls from an external account without a change of the customer's balance", async () => {
    const pulled = await world.toUsd(customer, '444');
    const quote = await aQuote({
      source: { account: { accountId: pulled.id } },
      destination: { account: { accountId: eur.id } },
      immediatelyExecute: true,
    });
    expect(quote.status).toBe('PROCESSING');
    expect(await world.balance(usd.id)).toBe(0n);
    await world.advance(1);
    expect(await world.balance(eur.id)).toBe(91_540n);
    expect(unbalanced(await world.ledgerSums())).toEqual([]);
  });

  test('is rejected the second time, and debits once', async () => {
    await world.fund(usd, 300_000n);
    const quote = await aQuote();
    granted(await world.execute(quote));
    expect(await world.execute(quote)).toMatchObject({ code: 'QUOTE_ALREADY_EXECUTED', httpStatus: 409 });
    expect(await world.balance(usd.id)).toBe(200_000n);
  });

  test('with the same idempotency key returns the same transaction', async () => {
    await world.fund(usd, 300_000n);
    const quote = await aQuote();
    const first = granted(await world.execute(quote, undefined, 'k'));
    const again = granted(await world.execute(quote, 'ignored', 'k'));
    expect(again).toMatchObject({ id: quote.transactionId });
    expect(first).toMatchObject({ id: quote.transactionId });
    expect(await world.balance(usd.id)).toBe(200_000n);
    expect(await world.execute(await aQuote(), undefined, 'k')).toMatchObject({ code: 'CONFLICT' });
  });

  test('without sufficient balance is rejected with both amounts, and can be repeated after funding', async () => {
    await world.fund(usd, 99_999n);
    const quote = await aQuote();
    expect(await world.execute(quote, undefined, 'once-funded')).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      available: { amount: 99_999n, currency: 'USD' },
      required: { amount: 100_000n, currency: 'USD' },
    });
    expect((await world.quoteNow(quote.id)).status).toBe('PENDING');
    await world.fund(usd, 1n);
    granted(await world.execute(quote, undefined, 'once-funded'));
  });

  test('of an unknown quote is rejected', async () => {
    expect(await world.execute({ id: newId('Quote') })).toMatchObject({ code: 'QUOTE_NOT_FOUND' });
  });

  test('of a quote that is paid by deposit is rejected', async () => {
    const quote = await aQuote({ source: { realtimeFunding: { currency: 'USD' } } });
    expect(await world.execute(quote)).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test("of another platform's quote is rejected as not found", async () => {
    const quote = await aQuote();
    const stranger = await paymentWorld(db);
    expect(await stranger.execute(quote)).toMatchObject({ code: 'QUOTE_NOT_FOUND' });
  });

  test('for a customer who may no longer pay is rejected', async () => {
    await world.fund(usd, 100_000n);
    const quote = await aQuote();
    await saveCustomer(db.orm, world.platform.id, { ...customer, kycStatus: 'REJECTED' });
    expect(await world.execute(quote)).toMatchObject({ code: 'USER_NOT_READY' });
  });

  test('that would raise the destination balance above the maximum is rejected without an effect', async () => {
    const other = await world.aCustomer();
    const full = await world.accountOf(other, 'USDC');
    const maxAmount = 9_000_000_000_000_000;
    const deposit = async (lockedCurrencyAmount: number) =>
      aQuote({
        source: { realtimeFunding: { currency: 'USDC', cryptoNetwork: 'BASE', customerId: customer.id } },
        destination: { account: { accountId: full.id } },
        lockedCurrencyAmount,
      });
    granted(await send({ quoteId: (await deposit(maxAmount)).id, currencyCode: 'USDC' }));
    const before = await world.balance(full.id);
    const quote = await deposit(100_000_000_000_000);
    expect(await send({ quoteId: quote.id, currencyCode: 'USDC' })).toMatchObject({ code: 'INVALID_AMOUNT' });
    expect(await world.balance(full.id)).toBe(before);
    expect((await world.quoteNow(quote.id)).status).toBe('PENDING');
  });
});

describe('a quote is executable', () => {
  test.each([
    ['a second before it expires', 299, 'PROCESSING'],
    ['not at the instant it expires', 300, 'QUOTE_EXPIRED'],
    ['not a second later', 301, 'QUOTE_EXPIRED'],
  ])('%s', async (_, seconds, outcome) => {
    await world.fund(usd, 100_000n);
    const quote = await aQuote();
    await world.advance(seconds);
    const result = await world.execute(quote);
    expect('code' in result ? result.code : 'status' in result && result.status).toBe(outcome);
  });

  test('not after its expiry, even before the job has stored the status', async () => {
    await world.fund(usd, 100_000n);
    const quote = await aQuote();
    world.setReal(new Date(world.ports.clock.real().getTime() + 300_000));
    expect(await world.execute(quote)).toMatchObject({ code: 'QUOTE_EXPIRED', expiredAt: quote.expiresAt });
    expect((await world.transaction(quote.transactionId)).status).toBe('PENDING');
  });
});

test('a quote that is not executed expires at its expiry time together with its transaction', async () => {
  const quote = await aQuote();
  await world.advance(299);
  expect((await world.quoteNow(quote.id)).status).toBe('PENDING');
  await world.advance(1);
  expect((await world.quoteNow(quote.id)).status).toBe('EXPIRED');
  expect(await world.transaction(quote.transactionId)).toMatchObject({ status: 'EXPIRED' });
  expect(await world.eventTypes(quote.transactionId)).toEqual([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.EXPIRED',
  ]);
  const { updatedAt } = await world.quoteNow(quote.id);
  expect(updatedAt.getTime() - quote.expiresAt.getTime()).toBeLessThan(1_000);
});

describe('a deposit', () => {
  const aRealtimeFundedQuote = () =>
    aQuote({ source: { realtimeFunding: { currency: 'USD', customerId: customer.id } } });

  test('of the total starts the payment', async () => {
    const quote = await aRealtimeFundedQuote();
    expect(
      granted(await send({ quoteId: quote.id, currencyCode: 'USD', currencyAmount: 100_000 })),
    ).toMatchObject({
      status: 'PROCESSING',
      customerId: customer.id,
    });
    expect(await send({ quoteId: quote.id, currencyCode: 'USD' })).toMatchObject({
      code: 'QUOTE_ALREADY_EXECUTED',
    });
  });

  test('of another amount fails the payment and the quote, and nothing is credited', async () => {
    const quote = await aRealtimeFundedQuote();
    expect(
      granted(await send({ quoteId: quote.id, currencyCode: 'USD', currencyAmount: 99_999 })),
    ).toMatchObject({
      status: 'FAILED',
      failureReason: 'FUNDING_AMOUNT_MISMATCH',
      refund: undefined,
    });
    expect((await world.quoteNow(quote.id)).status).toBe('FAILED');
    expect(await send({ quoteId: quote.id, currencyCode: 'USD' })).toMatchObject({
      code: 'QUOTE_ALREADY_EXECUTED',
    });
  });

  test('in another currency is rejected', async () => {
    const quote = await aRealtimeFundedQuote();
    expect(await send({ quoteId: quote.id, currencyCode: 'EUR' })).toMatchObject({
      code: 'INVALID_CURRENCY',
    });
  });

  test('to a quote that is paid from an account is rejected', async () => {
    expect(await send({ quoteId: (await aQuote()).id, currencyCode: 'USD' })).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  test('after the expiry of the quote is rejected', async () => {
    const quote = await aRealtimeFundedQuote();
    await world.advance(300);
    expect(await send({ quoteId: quote.id, currencyCode: 'USD' })).toMatchObject({ code: 'QUOTE_EXPIRED' });
  });
});

describe('a quote from an embedded wallet', () => {
  const fromWallet = async () => {
    const wallet = await world.accountOf(customer, 'USDB', { wallet: true });
    await world.fund(wallet, 10_000_000n);
    const quote = await aQuote({
      source: { account: { accountId: wallet.id } },
      lockedCurrencyAmount: 10_000_000,
    });
    return { wallet, quote };
  };

  test('contains the payload to sign, with all terms of the payment', async () => {
    const { wallet, quote } = await fromWallet();
    expect(
      quote.paymentInstructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo.accountType),
    ).toEqual(['EMBEDDED_WALLET']);
    const payload = quote.paymentInstructions[0]?.accountOrWalletInfo.payloadToSign ?? '';
    expect(JSON.parse(payload)).toEqual({
      accountId: wallet.id,
      expiresAt: quote.expiresAt.toISOString(),
      operation: 'EXECUTE_QUOTE',
      params: {
        quoteId: quote.id,
        sendingAmount: 10_000_000,
        sendingCurrency: 'USDB',
        receivingAmount: Number(quote.receiving.amount),
        receivingCurrency: 'EUR',
        destination: bank.id,
      },
      requestId: quote.requestId,
      v: 1,
    });
    expect(payload).not.toMatch(/\s/);
  });

  test('returns a challenge with that payload for an execution without a signature, and debits nothing', async () => {
    const { wallet, quote } = await fromWallet();
    for (const key of [undefined, 'wallet-key', 'wallet-key']) {
      const challenge = await world.execute(quote, undefined, key);
      expect(challenge).toBeInstanceOf(SignedRequestChallenge);
      expect(challenge).toMatchObject({
        payloadToSign: quote.paymentInstructions[0]?.accountOrWalletInfo.payloadToSign,
        requestId: quote.requestId,
        expiresAt: quote.expiresAt,
      });
    }
    expect(await world.balance(wallet.id)).toBe(10_000_000n);
    expect(granted(await world.execute(quote, magicValues.walletSignature, 'wallet-key'))).toMatchObject({
      status: 'PROCESSING',
    });
    expect(await world.balance(wallet.id)).toBe(0n);
  });

  test('rejects a wrong signature, and accepts a correct one after it', async () => {
    const { quote } = await fromWallet();
    expect(await world.execute(quote, 'sandbox-valid-signaturE')).toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'Invalid Service-Wallet-Signature',
    });
    granted(await world.execute(quote, magicValues.walletSignature));
  });

  test('is the only quote that a caller with the scope WALLET may execute', async () => {
    await world.fund(usd, 100_000n);
    const { quote } = await fromWallet();
    const phone = { ...(await world.caller()), walletOnly: true };
    const { result } = await executeQuote(world.ports, phone, {
      quoteId: (await aQuote()).id,
      signature: undefined,
    });
    expect(result).toMatchObject({ code: 'FORBIDDEN' });
    granted(
      await executeQuote(world.ports, phone, { quoteId: quote.id, signature: magicValues.walletSignature }),
    );
  });

  test('is rejected at creation without sufficient balance', async () => {
    const wallet = await world.accountOf(customer, 'USDB', { wallet: true });
    const result = await world.quote({
      source: { account: { accountId: wallet.id } },
      destination: { account: { accountId: bank.id } },
    });
    expect(result).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });
});
