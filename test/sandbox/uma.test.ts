import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Customer } from '../../src/customers/customer.ts';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { type Id, newId } from '../../src/kernel/ids.ts';
import { approveTransaction } from '../../src/payments/approvals/approve-transaction.ts';
import { rejectTransaction } from '../../src/payments/approvals/reject-transaction.ts';
import { LookUpReceiverInput, lookUpReceiver } from '../../src/payments/receivers/look-up-receiver.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../src/sandbox/receive-uma.ts';
import { embeddedDatabase } from '../support/database.ts';
import { granted, type PaymentWorld, paymentWorld, umaDomain, unbalanced } from '../support/payments.ts';

let db: Database;
let world: PaymentWorld;
let customer: Customer;
beforeAll(async () => {
  db = await embeddedDatabase();
  world = await paymentWorld(db);
  customer = await world.aCustomer();
});
afterAll(() => db.close());

const receive = async (input: object = {}) =>
  sandboxReceiveUma(
    world.ports,
    await world.caller(),
    ReceiveUmaInput.parse({
      senderUmaAddress: `$success.usd@${umaDomain}`,
      customerId: customer.id,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 5_000,
      ...input,
    }),
  );
const approve = async (id: Id<'Transaction'>, receiverCustomerInfo?: Record<string, string>) =>
  approveTransaction(world.ports, await world.caller(), { id, receiverCustomerInfo });
const reject = async (id: Id<'Transaction'>, reason?: string) =>
  rejectTransaction(world.ports, await world.caller(), { id, reason });
const usdBalance = async () => world.balance((await world.accountOf(customer, 'USD')).id);

describe('a payment to the UMA address', () => {
  const refunded = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
  test.each([
    ['success.usd', 0, ['COMPLETED'], 'COMPLETED', undefined],
    ['success.eur', 0, ['COMPLETED'], 'COMPLETED', undefined],
    ['success.mxn', 0, ['COMPLETED'], 'COMPLETED', undefined],
    ['pending.long.usd', 360, ['COMPLETED'], 'COMPLETED', undefined],
    ['fail.compliance.usd', 0, refunded, 'FAILED', 'QUOTE_EXECUTION_FAILED'],
  ])('%s ends with the result in its name', async (name, seconds, steps, quoteEnds, failureReason) => {
    const payer = await world.aCustomer();
    const source = await world.accountOf(payer, 'USD');
    await world.fund(source, 20_000n);
    const umaAddress = `$${name}@${umaDomain}`;
    const { id: lookupId } = granted(
      await lookUpReceiver(
        world.ports,
        await world.caller(),
        LookUpReceiverInput.parse({ uma: { receiverUmaAddress: umaAddress, senderCustomerId: payer.id } }),
      ),
    );
    const quote = granted(
      await world.quote({
        source: { account: { accountId: source.id } },
        destination: { umaAddress: { umaAddress } },
        lockedCurrencyAmount: 20_000,
        lookupId,
      }),
    );
    granted(await world.execute(quote));
    if (seconds > 0) {
      await world.advance(seconds - 1);
      expect((await world.transaction(quote.transactionId)).status).toBe('PROCESSING');
    }
    await world.advance(1);
    expect(await world.steps(quote.transactionId)).toEqual(['PENDING', 'PROCESSING', ...steps]);
    expect(await world.transaction(quote.transactionId)).toMatchObject({ failureReason });
    expect((await world.quoteNow(quote.id)).status).toBe(quoteEnds);
    expect(await world.balance(source.id)).toBe(failureReason ? 20_000n : 0n);
    expect(unbalanced(await world.ledgerSums())).toEqual([]);
  });
});

describe('a payment from the UMA address', () => {
  test.each([
    ['success.usd', 0, ['COMPLETED'], undefined],
    ['success.eur', 0, ['COMPLETED'], undefined],
    ['pending.long.usd', 360, ['COMPLETED'], undefined],
    ['fail.compliance.usd', 0, ['FAILED'], 'OFFRAMP_FAILED'],
  ])('%s, approved, ends with the result in its name', async (name, seconds, steps, failureReason) => {
    const before = await usdBalance();
    const waiting = granted(await receive({ senderUmaAddress: `$${name}@${umaDomain}` }));
    expect(waiting).toMatchObject({
      status: 'PENDING',
      type: 'INCOMING',
      customerId: customer.id,
      received: { amount: 5_000n, currency: 'USD' },
    });
    expect(granted(await approve(waiting.id))).toMatchObject({ status: 'PROCESSING' });
    if (seconds > 0) {
      await world.advance(seconds - 1);
      expect(await usdBalance()).toBe(before);
    }
    await world.advance(1);
    expect(await world.steps(waiting.id)).toEqual(['CREATED', 'PENDING', 'PROCESSING', ...steps]);
    expect(await world.transaction(waiting.id)).toMatchObject({ failureReason });
    expect(await usdBalance()).toBe(failureReason ? before : before + 5_000n);
    expect(unbalanced(await world.ledgerSums())).toEqual([]);
  });

  test('requests one approval of the platform when it is pending', async () => {
    const { id } = granted(await receive());
    expect(await world.eventTypes(id)).toEqual(
      [null, 'INCOMING_PAYMENT.PENDING'].map((type) => type ?? undefined),
    );
  });

  test('is credited to the default deposit account of the customer in that currency, if there is one', async () => {
    const named = await world.aCustomer();
    const deposits = await world.toUsd(named, '900', { defaultUmaDepositAccount: true });
    const waiting = granted(await receive({ customerId: named.id }));
    expect(waiting.destination).toMatchObject({ accountId: deposits.id });
    granted(await approve(waiting.id));
    await world.advance(1);
    expect((await world.transaction(waiting.id)).status).toBe('COMPLETED');
    expect(unbalanced(await world.ledgerSums())).toEqual([]);
    const inEuro = granted(await receive({ customerId: named.id, receivingCurrencyCode: 'EUR' }));
    expect(inEuro.destination).toMatchObject({ accountId: (await world.accountOf(named, 'EUR')).id });
  });

  test('can name the customer by address or by id', async () => {
    const byAddress = { customerId: undefined, receiverUmaAddress: customer.umaAddress };
    expect(granted(await receive(byAddress)).customerId).toBe(customer.id);
  });
});

describe('a decision', () => {
  test('to reject leaves the balance unchanged', async () => {
    const before = await usdBalance();
    const { id } = granted(await receive());
    expect(granted(await reject(id, 'Unknown sender'))).toMatchObject({ status: 'REJECTED' });
    await world.advance(10);
    expect((await world.transaction(id)).status).toBe('REJECTED');
    expect(await usdBalance()).toBe(before);
  });

  test.each([
    ['four seconds after the question', 4, 'PROCESSING'],
    ['not at the fifth', 5, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
    ['not later', 60, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  ])('is accepted or rejected %s', async (_, seconds, outcome) => {
    const { id } = granted(await receive());
    await world.advance(seconds);
    const response = await approve(id);
    expect('code' in response ? response.code : response.status).toBe(outcome);
  });

  test('fails the payment if there is none at the end of the window', async () => {
    const { id } = granted(await receive());
    await world.advance(4);
    expect((await world.transaction(id)).status).toBe('PENDING');
    await world.advance(1);
    expect(await world.transaction(id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYMENT_APPROVAL_TIMED_OUT',
    });
  });

  test('is accepted once', async () => {
    const { id } = granted(await receive());
    granted(await approve(id, { FULL_NAME: 'Ada Lovelace' }));
    for (const second of [await approve(id), await reject(id)]) {
      expect(second).toMatchObject({ code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', httpStatus: 409 });
    }
  });

  test('on a payment without an approval request is rejected', async () => {
    expect(await approve(newId('Transaction'))).toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
    const source = await world.accountOf(customer, 'USD');
    const to = await world.toEur(customer, '555');
    const quote = granted(
      await world.quote({
        source: { account: { accountId: source.id } },
        destination: { account: { accountId: to.id } },
      }),
    );
    expect(await approve(quote.transactionId)).toMatchObject({
      code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    });
  });
});

describe('an incoming payment is rejected', () => {
  test.each([
    ['from a stranger', () => ({ senderUmaAddress: '$stranger@example.com' }), 'UMA_NOT_FOUND'],
    ['to an unknown customer, by id', () => ({ customerId: newId('Customer') }), 'USER_NOT_FOUND'],
    [
      'to an unknown customer, by address',
      () => ({ customerId: undefined, receiverUmaAddress: '$nobody@example.com' }),
      'UMA_NOT_FOUND',
    ],
    ['in an unknown currency', () => ({ receivingCurrencyCode: 'XXX' }), 'INVALID_CURRENCY'],
    [
      'in a currency in which the customer has no account',
      () => ({ receivingCurrencyCode: 'MXN' }),
      'INVALID_CURRENCY',
    ],
  ])('%s', async (_, input, code) => {
    expect(await receive(input())).toMatchObject({ code });
  });

  test('with both or neither of address and id', () => {
    const input = {
      senderUmaAddress: `$success.usd@${umaDomain}`,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 1,
    };
    expect(ReceiveUmaInput.safeParse(input).success).toBe(false);
    const both = { ...input, customerId: customer.id, receiverUmaAddress: customer.umaAddress };
    expect(ReceiveUmaInput.safeParse(both).success).toBe(false);
  });
});

test('an incoming payment of any amount has the rate from milli-satoshi to its currency', async () => {
  for (const receivingCurrencyAmount of [1, 5_000, 77_777]) {
    const incoming = granted(await receive({ receivingCurrencyCode: 'EUR', receivingCurrencyAmount }));
    // A milli-satoshi is 10^-11 BTC: at 120000 dollars and 0.92 euros a dollar, 1.104 x 10^-4 cents.
    expect(incoming.rateDetails).toMatchObject({
      serviceApiMultiplier: 0.0001104,
      serviceApiFixedFee: 0n,
      serviceApiVariableFeeRate: 0,
      serviceApiVariableFeeAmount: 0n,
    });
  }
});
