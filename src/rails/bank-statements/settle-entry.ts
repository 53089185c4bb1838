/**
 * Records the outcomes of the payments that a booked entry executed or returned. Those of an entry with few movements are recorded in
 * its commit. Jobs record those of an entry for a whole file or with many movements, some in each transaction, so that an entry for
 * 100,000 payments locks few accounts at a time.
 *
 * Decision: a job locks the connection, as booking does, so that an entry never meets a payment whose outcome is half recorded.
 *
 * Source: docs/behaviour/bank-connections.md#outcomes.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import { lockConnection } from '../bank-connections/store.ts';
import { lockUnsettledOfEntry } from '../bank-payments/reported-payment-store.ts';
import { completePayments, failPayments, lockForOutcomes } from './payment-outcomes.ts';

export const settleEntryJobKind = 'settle-bank-entry';

/** The payments of one transaction. */
export const paymentsAtOnce = 64;

type SettlePorts = Pick<Ports, 'transactionHooks'>;

/** An entry whose payments have it as the one that executed them, or that returned them. */
interface EntryToSettle extends Record<string, unknown> {
  readonly connectionId: Id<'BankConnection'>;
  readonly entryId: Id<'BankEntry'>;
}

/** Records the outcomes of the first payments. The connection is locked. Returns whether there are more. */
export async function settleEntry(
  tx: Executor,
  { transactionHooks }: SettlePorts,
  platformId: Id<'Platform'>,
  entryId: Id<'BankEntry'>,
  now: Date,
): Promise<boolean> {
  const page = await lockUnsettledOfEntry(tx, entryId, paymentsAtOnce);
  await lockForOutcomes(tx, transactionHooks, platformId, page);
  const returned = page.filter(({ returnEntryId }) => returnEntryId === entryId);
  const codes = new Set(returned.map(({ reasonCode }) => reasonCode));
  for (const reasonCode of codes) {
    const ofCode = returned.filter((payment) => payment.reasonCode === reasonCode);
    await failPayments(tx, transactionHooks, platformId, ofCode, { status: 'RETURNED', reasonCode }, now);
  }
  const executed = page.filter(({ returnEntryId }) => returnEntryId !== entryId);
  await completePayments(tx, transactionHooks, platformId, executed, entryId, now);
  return page.length === paymentsAtOnce;
}

/** Leaves the outcomes of an entry to jobs. */
export const settleLater = (
  tx: Executor,
  platformId: Id<'Platform'>,
  payload: EntryToSettle,
  now: Date,
): Promise<unknown> => enqueue(tx, { kind: settleEntryJobKind, platformId, payload, dueAt: now });

export const settleEntryHandler =
  (ports: SettlePorts): JobHandler =>
  async (tx, { platformId, payload }, now) => {
    const { connectionId, entryId } = payload as EntryToSettle;
    const connection = await lockConnection(tx, platformId, connectionId);
    invariant(connection, 'the connection of a job exists');
    const hasMore = await settleEntry(tx, ports, platformId, entryId, now);
    if (hasMore) await settleLater(tx, platformId, { connectionId, entryId }, now);
  };
