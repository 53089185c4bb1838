/**
 * Transactions: a value commits, a domain error rolls back. In a dry run a value rolls back too (`dry-run.ts`). Nothing outside of the database happens inside a transaction.
 * `wakeAfterCommit` requests what must follow a commit: waking the workers and the readers of the event log.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { DomainError } from '../../kernel/errors.ts';
import {
  attributionQuery,
  isAttributed,
  notifyAttributedCommit,
  type RecordAttribution,
  setAttributions,
} from './attribution.ts';
import type { Database, Executor } from './client.ts';
import { readValues } from './row-decoding/rows.ts';
import type { Query } from './statements.ts';
import { unavailability } from './unavailable.ts';

/** The running transactions, each with the writes of `send` that have not settled. */
const transactions = new WeakMap<Executor, Set<Promise<unknown>>>();
const wakes = new WeakSet<Executor>();

/** The notification channel for new events and due jobs. */
const wakeChannel = 'payments_wake';

/** Serialization failure, deadlock, and a prepared statement that the server has lost: the transaction can be retried. */
const retriable = new Set(['40001', '40P01', '26000']);
/** Of one transaction: a writer that is faster than the database would otherwise fill the memory with its statements. */
const maxUnsettledWrites = 16;

const maxAttempts = 8;
const maxConnectionRetries = 2;

class RolledBack extends Error {
  readonly domainError: DomainError;
  constructor(domainError: DomainError) {
    super('rolled back');
    this.domainError = domainError;
  }
}

/** Ends the transaction of a dry run. */
class DryRunEnded extends Error {
  readonly value: unknown;
  constructor(value: unknown) {
    super('rolled back after a dry run');
    this.value = value;
  }
}

/** SQLSTATE of a database error, also where the driver's error is the cause of another. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** A text that PostgreSQL cannot store or index, or a number or date out of range, that no input schema has rejected. */
const badDataStates = new Set(['22P05', '22021', '22003', '22008', '22P02', '54000']);

/** Whether the database rejected a value: an error of the client's input. */
export const isBadData = (error: unknown): boolean => badDataStates.has(sqlState(error) ?? '');

/** The SQL state of a statement that the server stopped. */
export const queryCanceled = '57014';

/** Whether the server stopped the statement at its timeout. Its transaction is rolled back. */
export const isStatementTimeout = (error: unknown): boolean => sqlState(error) === queryCanceled;

/** Whether a statement waited longer for a lock than its transaction allows (`lock_timeout`). */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

/** The name of the violated constraint, if the error is a violation. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { constraint_name: fromServer, constraint } = at as {
      constraint_name?: string;
      constraint?: string;
    };
    const name = fromServer ?? constraint;
    if (name) return name;
  }
  return undefined;
}

/**
 * Sends a write without waiting for its result. Statements on a connection run in order, so later statements of the
 * transaction see the write, and the commit waits for it. Outside of `transact` this waits for the result. With many writes
 * unsettled it first waits for the oldest, and throws its error.
 */
export async function send(tx: Executor, write: SQL | Query): Promise<void> {
  const sent = transactions.get(tx);
  if (!sent) {
    await readValues(tx, write);
    return;
  }
  while (sent.size >= maxUnsettledWrites) await sent.values().next().value;
  const result = readValues(tx, write);
  sent.add(result);
  result.then(
    () => sent.delete(result),
    // It stays in the set: the end of the transaction reports the failure. Until then it must not count as unhandled.
    () => undefined,
  );
}

/**
 * Attributes the changes that follow in a transaction. `transact` does it for the attribution of its view of the database. A
 * transaction with the work of several requests attributes each record.
 */
export async function attribute(tx: Executor, attributions: readonly RecordAttribution[]): Promise<void> {
  if (attributions.length === 0) return;
  setAttributions(tx, attributions);
  await send(tx, attributionQuery(attributions));
}

/** Wakes the workers and log readers of all processes after this transaction commits. */
export function wakeAfterCommit(tx: Executor): void {
  wakes.add(tx);
}

interface Waiters {
  /** Wake functions of this process. */
  readonly local: Set<() => void>;
  sending: boolean;
  again: boolean;
}

const waitersByDatabase = new WeakMap<Database, Waiters>();

function waitersOf(db: Database): Waiters {
  let state = waitersByDatabase.get(db.origin);
  if (!state) {
    state = { local: new Set(), sending: false, again: false };
    waitersByDatabase.set(db.origin, state);
  }
  return state;
}

/** Calls `wake` after each commit of this process that requested it, until the returned function is called. */
export function onCommit(db: Database, wake: () => void): () => void {
  const { local } = waitersOf(db);
  local.add(wake);
  return () => void local.delete(wake);
}

/** Calls `wake` after each such commit of this or another process, until the returned function is called. */
export async function onWake(db: Database, wake: () => void): Promise<() => Promise<void>> {
  const unsubscribe = onCommit(db, wake);
  const unlisten = await db.listen(wakeChannel, wake);
  return async () => {
    unsubscribe();
    await unlisten();
  };
}

/**
 * Wakes the workers and log readers of every process. The notification is sent outside of the transaction, because a
 * NOTIFY inside makes all commits wait for one lock. Notifications are sent one at a time, since one stands for many
 * commits. A lost notification delays work by at most a second, the interval at which every process polls.
 */
export function wakeAll(db: Database): void {
  const state = waitersOf(db);
  // Not in this turn: the transaction has committed, and an error of `wake` must not look like a rollback to its caller.
  for (const wake of state.local) queueMicrotask(wake);
  notifyOthers(db, state);
}

/** Between two notifications, so that under load one stands for many commits. */
const pauseMs = 20;

function notifyOthers(db: Database, state: Waiters): void {
  if (state.sending) {
    state.again = true;
    return;
  }
  state.sending = true;
  void db
    .notify(wakeChannel)
    .catch(() => undefined)
    .finally(() => {
      setTimeout(() => {
        state.sending = false;
        if (state.again) {
          state.again = false;
          notifyOthers(db, state);
        }
      }, pauseMs).unref();
    });
}

/**
 * Runs `work` in a transaction. A returned domain error is rolled back and returned. A thrown error is rolled back and
 * thrown.
 *
 * @param within a transaction of an outer `transact` that the work joins.
 */
export async function transact<T>(
  db: Database,
  work: (tx: Executor) => Promise<T>,
  within?: Executor,
): Promise<T> {
  if (within && transactions.has(within)) return work(within);
  for (let attempt = 1; ; attempt += 1) {
    let wake = false;
    let recorded = false;
    let value: T;
    try {
      value = await db.orm.transaction(async (raw) => {
        const tx = raw as unknown as Executor;
        const sent = new Set<Promise<unknown>>();
        transactions.set(tx, sent);
        const attribution = db.attribution();
        if (attribution) await attribute(tx, [attribution]);
        await db.dryRun?.before(tx);
        const result = await work(tx).catch(async (error: unknown) => {
          // After a failed statement every later one fails too. The first failure is the cause.
          await Promise.all(sent);
          throw error;
        });
        if (result instanceof DomainError) throw new RolledBack(result);
        // A connection to a server sends the commit behind the writes, and reports the failure of one.
        if (db.dryRun || db.kind === 'embedded') await Promise.all(sent);
        if (db.dryRun) {
          await db.dryRun.after(tx, result);
          await Promise.all(sent);
          throw new DryRunEnded(result);
        }
        wake = wakes.has(tx);
        recorded = isAttributed(tx);
        return result;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.domainError as T;
      if (error instanceof DryRunEnded) return error.value as T;
      if (attempt < maxAttempts && retriable.has(sqlState(error) ?? '')) {
        // A random delay, so that the conflicting transactions do not meet again.
        await delay(Math.random() * attempt * 10);
        continue;
      }
      // A single connection may break. Nothing was committed, so the work can be retried on another connection.
      const broken = unavailability(error);
      if (attempt <= maxConnectionRetries && broken && !broken.outcomeUnknown) {
        // In the meantime the pool notices an outage of the server.
        await delay(attempt * 20);
        continue;
      }
      throw error;
    }
    if (wake) wakeAll(db);
    if (recorded) notifyAttributedCommit(db);
    return value;
  }
}
