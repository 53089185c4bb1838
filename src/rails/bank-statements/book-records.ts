/**
 * Books recorded entries and applies reports, a few in each transaction. Repeating a job books nothing twice, because an entry gets
 * its kind in the commit of its postings.
 *
 * Source: docs/behaviour/bank-connections.md#matching.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import { findPlatform } from '../../platforms/store.ts';
import { lockConnection, tryToExcludeRecording } from '../bank-connections/store.ts';
import { entriesToBook } from '../bank-records/entry-store.ts';
import { reportsToApply } from '../bank-records/report-store.ts';
import { applyReports } from './apply-reports.ts';
import { EntryBooking, isLarge } from './entry-booking.ts';

export const bookRecordsJobKind = 'book-bank-records';

/** Few, because requests of the accounts wait until the records of one transaction are booked. */
const entriesAtOnce = 10;
const reportsAtOnce = 20;

/** When records are booked that wait for the end of a recording. */
const recordingPauseMs = 2_000;

/** Books the next records of a connection. Returns when to go on: `undefined` when there are no more. */
async function bookNext(
  tx: Executor,
  ports: Pick<Ports, 'rail' | 'transactionHooks'>,
  platformId: Id<'Platform'>,
  connectionId: Id<'BankConnection'>,
  now: Date,
): Promise<Date | undefined> {
  // Before any lock that others wait for.
  if (!(await tryToExcludeRecording(tx, connectionId))) return new Date(now.getTime() + recordingPauseMs);
  const connection = await lockConnection(tx, platformId, connectionId);
  const platform = await findPlatform(tx, platformId);
  invariant(connection && platform, 'the connection of a job exists');
  // Reports first: a rejection and the entry of a return can arrive together.
  const reports = await reportsToApply(tx, connectionId, reportsAtOnce);
  if (reports.length > 0) {
    await applyReports(tx, ports, connection, reports, now);
    return now;
  }
  const { entries: found, hasMore } = await entriesToBook(tx, connectionId, entriesAtOnce);
  const large = found.findIndex(isLarge);
  const entries = large < 0 ? found : found.slice(0, Math.max(large, 1));
  const booked = await new EntryBooking(tx, ports, platform, connection, now).book(entries);
  return hasMore || booked < found.length ? now : undefined;
}

export const bookRecordsHandler =
  (ports: Pick<Ports, 'rail' | 'transactionHooks'>): JobHandler =>
  async (tx, { platformId, payload }, now) => {
    const { connectionId } = payload as { connectionId: Id<'BankConnection'> };
    const dueAt = await bookNext(tx, ports, platformId, connectionId, now);
    if (dueAt) await enqueue(tx, { kind: bookRecordsJobKind, platformId, payload, dueAt });
  };
