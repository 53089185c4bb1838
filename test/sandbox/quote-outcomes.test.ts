import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CustomerHoldsMoney } from '../../src/customers/customer.ts';
import { deleteCustomer } from '../../src/customers/delete-customer.ts';
import type { Database } from '../../src/infrastructure/database/client.ts';
import type { PlatformPrincipal } from '../../src/platforms/access/principal.ts';
import { SandboxSendInput, sandboxSend } from '../../src/sandbox/send.ts';
import { embeddedDatabase } from '../support/database.ts';
import { granted, type PaymentWorld, paymentWorld, unbalanced } from '../support/payments.ts';

let db: Database;
let world: PaymentWorld;
beforeAll(async () => {
  db = await embeddedDatabase();
  world = await paymentWorld(db);
});
afterAll(() => db.close());

test('a customer with a payment that may still be refunded cannot be deleted', async () => {
  const customer = await world.aCustomer();
  const source = await world.accountOf(customer, 'USD');
  await world.fund(source, 100_000n);
  const destination = await world.toEur(customer, '005');
  const quote = granted(
    await world.quote({
      source: { account: { accountId: source.id } },
      destination: { account: { accountId: destination.id } },
    }),
  );
  granted(await world.execute(quote));
  await world.advance(1);
  expect(await world.transaction(quote.transactionId)).toMatchObject({
    status: 'COMPLETED',
    refund: undefined,
  });
  const caller = (await world.caller()) as unknown as PlatformPrincipal;
  expect(await deleteCustomer(world.ports, caller, customer.id)).toBeInstanceOf(CustomerHoldsMoney);
});

const failed = ['FAILED', 'REFUND_PENDING'];
const rows: [
  suffix: string,
  steps: string[],
  quote: string,
  failure: string | undefined,
  returned: boolean,
][] = [
  ['002', [...failed, 'REFUND_COMPLETED'], 'FAILED', 'QUOTE_EXECUTION_FAILED', true],
  ['003', ['COMPLETED'], 'COMPLETED', undefined, false],
  ['004', [...failed, 'REFUND_COMPLETED'], 'FAILED', 'COUNTERPARTY_POST_TX_FAILED', true],
  ['005', ['COMPLETED', ...failed, 'REFUND_COMPLETED'], 'COMPLETED', 'COUNTERPARTY_POST_TX_FAILED', true],
  ['006', ['REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'], 'COMPLETED', undefined, true],
  ['007', [...failed, 'REFUND_FAILED'], 'FAILED', 'QUOTE_EXECUTION_FAILED', false],
  ['000', ['COMPLETED'], 'COMPLETED', undefined, false],
  ['102', ['COMPLETED'], 'COMPLETED', undefined, false],
];

describe.each(rows)(
  'a quote to an external account that ends in %s',
  (suffix, steps, quoteEnds, failure, returned) => {
    test('has its steps in order and either settles or refunds the money', async () => {
      const customer = await world.aCustomer();
      const source = await world.accountOf(customer, 'USD');
      await world.fund(source, 150_000n);
      const destination = await world.toEur(customer, suffix);
      const quote = granted(
        await world.quote({
          source: { account: { accountId: source.id } },
          destination: { account: { accountId: destination.id } },
        }),
      );
      expect(quote).toMatchObject({ status: 'PENDING', feesIncluded: 500n });
      expect(quote.receiving).toEqual({ amount: 91_540n, currency: 'EUR' });

      const started = granted(await world.execute(quote));
      expect(started).toMatchObject({ status: 'PROCESSING' });
      expect(await world.balance(source.id)).toBe(50_000n);

      await world.advance(6 * 60 + 10);
      const ended = await world.transaction(quote.transactionId);
      expect(await world.steps(ended.id)).toEqual(['PENDING', 'PROCESSING', ...steps]);
      expect(ended.failureReason).toBe(failure);
      expect(ended.refund?.status).not.toBe('PENDING');
      expect((await world.quoteNow(quote.id)).status).toBe(quoteEnds);
      expect(await world.balance(source.id)).toBe(returned ? 150_000n : 50_000n);
      expect(unbalanced(await world.ledgerSums())).toEqual([]);
    });

    test('has the same result with real-time funding', async () => {
      const destination = await world.toEur(undefined, suffix);
      const quote = granted(
        await world.quote({
          source: { realtimeFunding: { currency: 'USD' } },
          destination: { account: { accountId: destination.id } },
        }),
      );
      const input = SandboxSendInput.parse({ quoteId: quote.id, currencyCode: 'USD' });
      granted(await sandboxSend(world.ports, await world.caller(), input));
      await world.advance(6 * 60 + 10);
      expect(await world.steps(quote.transactionId)).toEqual(['PENDING', 'PROCESSING', ...steps]);
      expect(unbalanced(await world.ledgerSums())).toEqual([]);
    });
  },
);

test('the slow payment is still pending a second before the end of its six minutes', async () => {
  const customer = await world.aCustomer();
  const source = await world.accountOf(customer, 'USD');
  await world.fund(source, 100_000n);
  const destination = await world.toEur(customer, '003');
  const quote = granted(
    await world.quote({
      source: { account: { accountId: source.id } },
      destination: { account: { accountId: destination.id } },
      immediatelyExecute: true,
    }),
  );
  expect(quote.status).toBe('PROCESSING');
  await world.advance(359);
  expect((await world.transaction(quote.transactionId)).status).toBe('PROCESSING');
  await world.advance(1);
  expect((await world.transaction(quote.transactionId)).status).toBe('COMPLETED');
});

test('each step of a payment is an event of its own kind', async () => {
  const customer = await world.aCustomer();
  const source = await world.accountOf(customer, 'USD');
  await world.fund(source, 100_000n);
  const destination = await world.toEur(customer, '005');
  const quote = granted(
    await world.quote({
      source: { account: { accountId: source.id } },
      destination: { account: { accountId: destination.id } },
      immediatelyExecute: true,
    }),
  );
  await world.advance(10);
  expect(await world.eventTypes(quote.transactionId)).toEqual(
    ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'].map(
      (kind) => `OUTGOING_PAYMENT.${kind}`,
    ),
  );
});
