/**
 * Random operations, compared with a reference model without entries, holds, jobs or SQL. The model has only
 * the effect of each result on a balance.
 */

import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExternalAccount } from '../../src/accounts/external/external-account.ts';
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { verifyLedger } from '../../src/operations/audit/verify-ledger.ts';
import { approveTransaction } from '../../src/payments/approvals/approve-transaction.ts';
import { rejectTransaction } from '../../src/payments/approvals/reject-transaction.ts';
import { type Quote, quoteStatusFor } from '../../src/payments/quotes/quote.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../src/sandbox/receive-uma.ts';
import { SandboxSendInput, sandboxSend } from '../../src/sandbox/send.ts';
import { embeddedDatabase, postgresDatabase } from '../support/database.ts';
import { granted, type PaymentWorld, paymentWorld, umaDomain, unbalanced } from '../support/payments.ts';
import { randomRuns } from '../support/random-runs.ts';

const suffixes = ['000', '002', '003', '004', '005', '006', '007'] as const;
const currencies = ['USD', 'EUR', 'BTC', 'INR'] as const;
const nth = fc.nat({ max: 1_000_000 });
const amount = fc.integer({ min: 1, max: 300_000 });

const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fund' as const), account: nth, amount }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('quote' as const),
      from: fc.constantFrom('account' as const, 'deposit' as const),
      to: fc.constantFrom('account' as const, 'external' as const),
      source: nth,
      destination: nth,
      side: fc.constantFrom('SENDING' as const, 'RECEIVING' as const),
      amount,
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('execute' as const), quote: nth }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('send' as const), quote: nth, wrong: fc.nat({ max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('receive' as const), account: nth, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), receipt: nth, approve: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      seconds: fc.constantFrom(1, 2, 5, 30, 200, 400),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

interface Payment {
  readonly quote: Quote;
  readonly suffix: string;
  readonly source: Id<'InternalAccount'> | undefined;
  readonly destination: Id<'InternalAccount'> | undefined;
  startedAt: number | undefined;
  mismatched: boolean;
}

interface Receipt {
  readonly id: Id<'Transaction'>;
  readonly account: Id<'InternalAccount'>;
  readonly amount: bigint;
  readonly requestedAt: number;
  decision: 'approved' | 'rejected' | undefined;
}

/** The expected state of a payment, the given number of seconds after its start. */
function outcome(suffix: string, elapsed: number): string {
  switch (suffix) {
    case '002':
    case '004':
      return 'FAILED, refund COMPLETED';
    case '003':
      return elapsed >= 360 ? 'COMPLETED' : 'PROCESSING';
    case '005':
      return elapsed >= 5 ? 'FAILED, refund COMPLETED' : 'COMPLETED';
    case '006':
      return 'COMPLETED, refund COMPLETED';
    case '007':
      return 'FAILED, refund FAILED';
    default:
      return 'COMPLETED';
  }
}

const written = ({ status, refund }: Transaction) => `${status}${refund ? `, refund ${refund.status}` : ''}`;
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

const operations = randomRuns(600, 2_000);
const seed = Math.floor(Math.random() * 2 ** 31);

describe(`${operations} random operations, seed ${seed}`, () => {
  let db: Database;
  let world: PaymentWorld;
  let accounts: InternalAccount[];
  let externals: { account: ExternalAccount; suffix: string }[];
  let elapsed = 0;
  const funded = new Map<string, bigint>();
  const payments: Payment[] = [];
  const receipts: Receipt[] = [];

  beforeAll(async () => {
    db = (await postgresDatabase()) ?? (await embeddedDatabase());
    world = await paymentWorld(db);
    const customers = [await world.aCustomer(), await world.aCustomer()];
    accounts = [];
    for (const customer of customers) {
      for (const currency of currencies) accounts.push(await world.accountOf(customer, currency));
    }
    externals = [];
    for (const suffix of suffixes) {
      externals.push({ account: await world.toEur(customers[0], suffix), suffix });
      externals.push({ account: await world.toUsd(undefined, suffix), suffix });
    }
  });
  afterAll(() => db.close());

  const stateOf = ({ quote, suffix, startedAt, mismatched }: Payment): string => {
    if (mismatched) return 'FAILED';
    if (startedAt !== undefined) return outcome(suffix, elapsed - startedAt);
    return elapsed >= (quote.expiresAt.getTime() - runStart.getTime()) / 1000 ? 'EXPIRED' : 'PENDING';
  };
  const receiptState = ({ decision, requestedAt }: Receipt): string => {
    if (decision) return decision === 'approved' ? 'COMPLETED' : 'REJECTED';
    return elapsed - requestedAt >= 5 ? 'FAILED' : 'PENDING';
  };
  let runStart = new Date();

  /** The expected balance: deposits and received amounts, minus sent amounts that were not refunded. */
  const balanceOf = (id: Id<'InternalAccount'>): bigint => {
    let sum = funded.get(id) ?? 0n;
    for (const payment of payments) {
      if (payment.startedAt === undefined) continue;
      const returned = stateOf(payment).endsWith('refund COMPLETED');
      if (payment.source === id && !returned) sum -= payment.quote.sending.amount;
      if (payment.destination === id) sum += payment.quote.receiving.amount;
    }
    for (const receipt of receipts) {
      if (receipt.account === id && receiptState(receipt) === 'COMPLETED') sum += receipt.amount;
    }
    return sum;
  };

  /** Advances the clock. The next job performs the immediate steps of a payment, so each payment takes a second. */
  async function settle(seconds = 1): Promise<void> {
    await world.advance(seconds);
    elapsed += seconds;
  }

  async function perform(step: Operation): Promise<void> {
    switch (step.kind) {
      case 'fund': {
        const account = at(accounts, step.account);
        if (!account) return;
        await world.fund(account, BigInt(step.amount));
        funded.set(account.id, (funded.get(account.id) ?? 0n) + BigInt(step.amount));
        return;
      }
      case 'quote': {
        const source = step.from === 'account' ? at(accounts, step.source) : undefined;
        const internal = step.to === 'account' ? at(accounts, step.destination) : undefined;
        const external = step.to === 'external' ? at(externals, step.destination) : undefined;
        const result = await world.quote({
          source: source
            ? { account: { accountId: source.id } }
            : { realtimeFunding: { currency: at(currencies, step.source) } },
          destination: { account: { accountId: (internal ?? external?.account)?.id } },
          lockedCurrencySide: step.side,
          lockedCurrencyAmount: step.amount,
        });
        if (result instanceof DomainError) {
          expect(['SELF_PAYMENT', 'AMOUNT_OUT_OF_RANGE']).toContain(result.code);
          return;
        }
        payments.push({
          quote: result,
          suffix: external?.suffix ?? '000',
          source: source?.id,
          destination: internal?.id,
          startedAt: undefined,
          mismatched: false,
        });
        return;
      }
      case 'execute': {
        // One of the latest quotes, so that most are not expired.
        const payment = at(payments.slice(-12), step.quote);
        if (!payment) return;
        const result = await world.execute(payment.quote);
        const code = result instanceof DomainError ? result.code : undefined;
        if (payment.quote.source.type === 'REALTIME_FUNDING') expect(code).toBe('INVALID_INPUT');
        else if (payment.startedAt !== undefined) expect(code).toBe('QUOTE_ALREADY_EXECUTED');
        else if (stateOf(payment) === 'EXPIRED') expect(code).toBe('QUOTE_EXPIRED');
        else if (payment.source && balanceOf(payment.source) < payment.quote.sending.amount) {
          expect(code).toBe('INSUFFICIENT_BALANCE');
        } else {
          expect(code).toBeUndefined();
          payment.startedAt = elapsed;
          await settle();
        }
        return;
      }
      case 'send': {
        const payment = at(payments.slice(-12), step.quote);
        if (!payment) return;
        const { quote } = payment;
        const total = Number(quote.sending.amount);
        const input = SandboxSendInput.parse({
          quoteId: quote.id,
          currencyCode: quote.sending.currency,
          currencyAmount: step.wrong === 0 ? total + 1 : total,
        });
        const result = await sandboxSend(world.ports, await world.caller(), input);
        const code = result instanceof DomainError ? result.code : undefined;
        if (quote.source.type === 'ACCOUNT') expect(code).toBe('INVALID_INPUT');
        else if (payment.startedAt !== undefined || payment.mismatched) {
          expect(code).toBe('QUOTE_ALREADY_EXECUTED');
        } else if (stateOf(payment) === 'EXPIRED') expect(code).toBe('QUOTE_EXPIRED');
        else {
          expect(code).toBeUndefined();
          if (step.wrong === 0) payment.mismatched = true;
          else payment.startedAt = elapsed;
          await settle();
        }
        return;
      }
      case 'receive': {
        const account = at(accounts, step.account);
        if (!account) return;
        const received = granted(
          await sandboxReceiveUma(
            world.ports,
            await world.caller(),
            ReceiveUmaInput.parse({
              senderUmaAddress: `$success.usd@${umaDomain}`,
              customerId: account.customerId,
              receivingCurrencyCode: account.currency,
              receivingCurrencyAmount: step.amount,
            }),
          ),
        );
        receipts.push({
          id: received.id,
          account: account.id,
          amount: BigInt(step.amount),
          requestedAt: elapsed,
          decision: undefined,
        });
        return;
      }
      case 'decide': {
        const receipt = at(receipts.slice(-4), step.receipt);
        if (!receipt) return;
        const decide = step.approve ? approveTransaction : rejectTransaction;
        const result = await decide(world.ports, await world.caller(), {
          id: receipt.id,
          receiverCustomerInfo: undefined,
          reason: undefined,
        });
        const open = receiptState(receipt) === 'PENDING';
        expect(result instanceof DomainError).toBe(!open);
        if (open) receipt.decision = step.approve ? 'approved' : 'rejected';
        if (open) await settle();
        return;
      }
      case 'advance':
        await settle(step.seconds);
    }
  }

  test('result in the balances and statuses of the model, and in a balanced ledger', async () => {
    runStart = await world.now();
    const steps = fc.sample(operation, { numRuns: operations, seed });
    for (const [index, step] of steps.entries()) {
      await perform(step);
      if (index % 100 !== 99) continue;
      expect(unbalanced(await world.ledgerSums())).toEqual([]);
      for (const account of accounts) {
        expect([index, account.id, await world.balance(account.id)]).toEqual([
          index,
          account.id,
          balanceOf(account.id),
        ]);
      }
    }
    for (const payment of payments) {
      const transaction = await world.transaction(payment.quote.transactionId);
      expect(written(transaction)).toBe(stateOf(payment));
      expect((await world.quoteNow(payment.quote.id)).status).toBe(quoteStatusFor(transaction));
    }
    for (const receipt of receipts) {
      expect(written(await world.transaction(receipt.id))).toBe(receiptState(receipt));
    }
    expect((await verifyLedger(db)).checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
    const started = payments.filter(({ startedAt }) => startedAt !== undefined);
    expect(started.length).toBeGreaterThan(operations / 60);

    // The fee account holds exactly the fees of all payments that were not refunded, in each currency.
    const fees = new Map<string, bigint>();
    for (const payment of started) {
      if (stateOf(payment).endsWith('refund COMPLETED')) continue;
      const { feesIncluded, sending } = payment.quote;
      fees.set(sending.currency, (fees.get(sending.currency) ?? 0n) + feesIncluded);
    }
    const rows = await rawRows<{ currency: string; total: string }>(
      db.orm,
      sql`select l.currency, sum(p.amount)::text as total from postings p
          join ledger_accounts l on l.id = p.account_id where l.code = 'FEES' group by l.currency`,
    );
    for (const { currency, total } of rows)
      expect([currency, BigInt(total)]).toEqual([currency, fees.get(currency) ?? 0n]);
    expect(rows.length).toBeGreaterThan(0);
  }, 300_000);
});
