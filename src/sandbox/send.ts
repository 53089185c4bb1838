/**
 * Simulates the external payment that funds a real-time-funded quote.
 *
 * Decision: if the amount differs from the quote's total, the payment fails and nothing is credited. The money never left
 * the payer's bank, so there is nothing to refund.
 *
 * Source: docs/behaviour/sandbox.md; docs/behaviour/payments.md#states-of-a-quote, docs/behaviour/sandbox.md#fund-send-and-receive.
 */
import { z } from 'zod';
import type { CustomerDeleted, CustomerNotFound, UserNotReady } from '../customers/customer.ts';
import { transact } from '../infrastructure/database/transact.ts';
import { DomainError, InvalidInput, invariant } from '../kernel/errors.ts';
import { idSchema } from '../kernel/ids.ts';
import { movedAmount } from '../kernel/money/amount.ts';
import { optional, text } from '../kernel/parse.ts';
import {
  DestinationFull,
  QuoteAlreadyExecuted,
  QuoteExpired,
  QuoteNotFound,
  type QuoteNotFundable,
} from '../payments/quotes/errors.ts';
import { checkParties } from '../payments/quotes/execute-quote.ts';
import { executable, expectedDeposit } from '../payments/quotes/quote.ts';
import { lockQuote } from '../payments/quotes/store.ts';
import { recordStep } from '../payments/transactions/record-step.ts';
import { startPayment } from '../payments/transactions/start-settlement.ts';
import { lockTransaction } from '../payments/transactions/store.ts';
import type { Transaction } from '../payments/transactions/transaction.ts';
import type { PaymentCaller } from '../platforms/access/payment-caller.ts';
import { SandboxOnly } from '../platforms/errors.ts';
import type { Ports } from './ports.ts';

export const SandboxSendInput = z.object({
  quoteId: idSchema('Quote'),
  currencyCode: text(10),
  /** The amount that arrives. The default is the quote's total. */
  currencyAmount: optional(movedAmount),
});

type SandboxSendError =
  | SandboxOnly
  | QuoteNotFound
  | QuoteNotFundable
  | QuoteExpired
  | QuoteAlreadyExecuted
  | CustomerNotFound
  | CustomerDeleted
  | UserNotReady
  | InvalidInput;

export async function sandboxSend(
  { db, clock, rail, transactionHooks }: Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks'>,
  { platform, scope }: Pick<PaymentCaller, 'platform' | 'scope'>,
  { quoteId, currencyCode, currencyAmount }: z.output<typeof SandboxSendInput>,
): Promise<Transaction | SandboxSendError> {
  if (platform.mode !== 'SANDBOX') return new SandboxOnly();
  return transact<Transaction | SandboxSendError>(db, async (tx) => {
    const now = clock.now(platform);
    const found = await lockQuote(tx, scope, quoteId);
    if (!found) return new QuoteNotFound(quoteId);
    const awaited = expectedDeposit(found);
    if (awaited instanceof DomainError) return awaited;
    const quote = executable(found, now);
    if (quote instanceof DomainError) return asInvalid(quote);
    if (currencyCode !== awaited.currency) {
      return InvalidInput.at('currencyCode', "is not the quote's funding currency", 'INVALID_CURRENCY');
    }
    const transaction = await lockTransaction(tx, scope, quote.transactionId);
    invariant(transaction, 'the transaction of a quote exists');
    if (currencyAmount !== undefined && currencyAmount !== quote.sending.amount) {
      const failureReason = 'FUNDING_AMOUNT_MISMATCH';
      return recordStep(tx, transactionHooks, transaction, { status: 'FAILED', failureReason }, now);
    }
    const notPayable = await checkParties(tx, { platformId: platform.id }, quote);
    if (notPayable) return notPayable;
    const started = await startPayment(tx, { rail, transactionHooks }, platform, transaction, now);
    if (started instanceof InvalidInput) return new DestinationFull();
    invariant(!(started instanceof DomainError), 'a deposit debits no balance');
    return started;
  });
}

/** The interface has no 409 for a deposit, so these errors have status 400. */
const asInvalid = (rejection: QuoteExpired | QuoteAlreadyExecuted) =>
  rejection instanceof QuoteExpired
    ? new QuoteExpired(rejection.expiredAt, { httpStatus: 400 })
    : new QuoteAlreadyExecuted({ httpStatus: 400 });
