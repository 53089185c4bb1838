/**
 * Expires quotes at their time. The quote's lock decides between an execution and the expiry, so that only one happens.
 *
 * Source: docs/behaviour/payments.md#states-of-a-quote, docs/behaviour/payments.md#states-of-an-outgoing-transaction.
 */
import { enqueue, type JobHandler, type NewJob } from '../../infrastructure/jobs/jobs.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { recordStep } from '../transactions/record-step.ts';
import { lockTransaction } from '../transactions/store.ts';
import type { Quote } from './quote.ts';
import { lockQuote } from './store.ts';

export const expireQuoteJobKind = 'expire-quote';

export const newExpireQuoteJob = ({ id, platformId, expiresAt }: Quote): NewJob => ({
  kind: expireQuoteJobKind,
  platformId,
  payload: { quoteId: id },
  dueAt: expiresAt,
});

export const expireQuoteHandler =
  ({ transactionHooks }: Pick<Ports, 'transactionHooks'>): JobHandler =>
  async (tx, job, now) => {
    const { quoteId } = job.payload as { quoteId: Id<'Quote'> };
    const scope = { platformId: job.platformId };
    const quote = await lockQuote(tx, scope, quoteId);
    if (quote?.status !== 'PENDING') return;
    if (now < quote.expiresAt) {
      await enqueue(tx, newExpireQuoteJob(quote));
      return;
    }
    const transaction = await lockTransaction(tx, scope, quote.transactionId);
    invariant(transaction, 'the transaction of a quote exists');
    await recordStep(tx, transactionHooks, transaction, { status: 'EXPIRED' }, now);
  };
