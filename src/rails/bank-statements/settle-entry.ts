/**
 * Records the outcomes of the payments that a booked entry executed or returned. The first are recorded in the commit of the entry;
 * jobs record the others, some in each transaction, so that an entry for a file of 100,000 payments locks few accounts at a time.
 *
 * Source: docs/behaviour/bank-connections.md#outcomes.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { BankPayment } from '../bank-payments/bank-payment.ts';
import { lockUnsettledOfEntry } from '../bank-payments/reported-payment-store.ts';
import { completePayments, failPayments, lockForOutcomes } from './payment-outcomes.ts';

export const settleEntryJobKind = 'settle-bank-entry';

/** The payments of one transaction. The entry of a small file is complete in the commit that books it. */
export const paymentsAtOnce = 64;

type SettlePorts = Pick<Ports, 'transactionHooks'>;

/** @param payments locked: each has this entry as the one that executed it, or that returned it. */
async function settlePage(
  tx: Executor,
  { transactionHooks }: SettlePorts,
  platformId: Id<'Platform'>,
  entryId: Id<'BankEntry'>,
  payments: readonly BankPayment[],
  now: Date,
): Promise<void> {
  const returned = payments.filter(({ returnEntryId }) => returnEntryId === entryId);
  const executed = payments.filter(({ returnEntryId }) => returnEntryId !== entryId);
  const codes = new Set(returned.map(({ reasonCode }) => reasonCode));
  for (const reasonCode of codes) {
    const ofCode = returned.filter((payment) => payment.reasonCode === reasonCode);
    await failPayments(tx, transactionHooks, platformId, ofCode, { status: 'RETURNED', reasonCode }, now);
  }
  await completePayments(tx, transactionHooks, platformId, executed, entryId, now);
}

/** Records the outcomes of the first payments, and leaves the others to a job. */
export async function settleEntry(
  tx: Executor,
  ports: SettlePorts,
  platformId: Id<'Platform'>,
  entryId: Id<'BankEntry'>,
  now: Date,
): Promise<void> {
  const page = await lockUnsettledOfEntry(tx, entryId, paymentsAtOnce);
  await lockForOutcomes(tx, platformId, page);
  await settlePage(tx, ports, platformId, entryId, page, now);
  if (page.length < paymentsAtOnce) return;
  await enqueue(tx, { kind: settleEntryJobKind, platformId, payload: { entryId }, dueAt: now });
}

export const settleEntryHandler =
  (ports: SettlePorts): JobHandler =>
  async (tx, { platformId, payload }, now) => {
    const { entryId } = payload as { entryId: Id<'BankEntry'> };
    await settleEntry(tx, ports, platformId, entryId, now);
  };
