/** Fails the payments of a file that will not be sent, or that the bank rejected as a whole, page by page. */
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import { cancelPaymentsJobKind } from '../bank-payments/bank-payment.ts';
import { lockUnbookedOfFile } from '../bank-payments/reported-payment-store.ts';
import { failPayments } from './payment-outcomes.ts';

interface CancelPayload extends Record<string, unknown> {
  readonly fileId: Id<'BankFile'>;
  readonly after: Id<'BankPayment'> | null;
  /** By default all batches of the file. */
  readonly batch?: number;
  readonly reasonCode?: string;
  /** By default it says that the file was cancelled. */
  readonly note?: string;
}

const paymentsAtOnce = 64;

export const cancelPaymentsHandler =
  ({ transactionHooks }: Pick<Ports, 'transactionHooks'>): JobHandler =>
  async (tx, { platformId, payload }, now) => {
    const { fileId, after, batch, reasonCode, note } = payload as CancelPayload;
    const page = await lockUnbookedOfFile(tx, { fileId, batch }, after ?? undefined, paymentsAtOnce);
    const failure = { status: 'REJECTED', reasonCode, note: note ?? 'The file was cancelled' } as const;
    await failPayments(tx, transactionHooks, platformId, page, failure, now);
    const last = page.at(-1);
    if (!last || page.length < paymentsAtOnce) return;
    await enqueue(tx, {
      kind: cancelPaymentsJobKind,
      platformId,
      payload: { ...payload, after: last.id },
      dueAt: now,
    });
  };
