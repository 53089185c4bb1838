/**
 * Transactions: a value commits, a refusal rolls back. Nothing outside the database happens inside one; what must
 * follow a commit (waking the workers and the log's readers) is noted with `wakeAfterCommit`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { DomainError } from '../../kernel/errors.ts';
import type { Database, Executor } from './client.ts';
import { readValues } from './row-decoding/rows.ts';
import type { Query } from './statements.ts';
import { unavailability } from './unavailable.ts';

/** The transactions that run, each with what was sent in it and not yet answered. */
const transactions = new WeakMap<Executor, Promise<unknown>[]>();
const wakes = new WeakSet<Executor>();

/** The channel that says: there may be new events or due jobs. */
export const wakeChannel = 'payments_wake';

/** Serialization failure and deadlock: the database asks to run it again. */
const retriable = new Set(['40001', '40P01']);
const maxAttempts = 8;
const anotherConnectionAtMost = 2;

class RolledBack extends Error {
  readonly refusal: DomainError;
  constructor(refusal: DomainError) {
    super('rolled back');
    this.refusal = refusal;
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

/** The client sent a text that PostgreSQL cannot hold, or a number that does not fit, past every schema. */
const badDataStates = new Set(['22P05', '22021', '22003', '22P02']);

/** Whether the database refused a value for what it is: the caller's mistake, not ours. */
export const isBadData = (error: unknown): boolean => badDataStates.has(sqlState(error) ?? '');

/** Whether the server stopped the statement because it took longer than it may: nothing of its transaction is kept. */
export const isStatementTimeout = (error: unknown): boolean => sqlState(error) === '57014';

/** The name of the constraint that refused, if one did. */
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
 * Sends a write whose answer nobody needs, without waiting for it: statements follow each other on the connection, so
 * what comes later in the transaction sees it, and the commit waits for it. Outside of `transact` it is waited for.
 */
export async function send(tx: Executor, write: SQL | Query): Promise<void> {
  const sent = transactions.get(tx);
  const answer = readValues(tx, write);
  if (!sent) {
    await answer;
    return;
  }
  // A failure is seen when the transaction ends, and must not count as unhandled before.
  answer.catch(() => undefined);
  sent.push(answer);
}

/** After this transaction commits, the processes are told that there is something to do. */
export function wakeAfterCommit(tx: Executor): void {
  wakes.add(tx);
}

interface Sleepers {
  readonly local: Set<() => void>;
  sending: boolean;
  again: boolean;
}

const sleepers = new WeakMap<Database, Sleepers>();

function sleepersOf(db: Database): Sleepers {
  let state = sleepers.get(db.origin);
  if (!state) {
    state = { local: new Set(), sending: false, again: false };
    sleepers.set(db.origin, state);
  }
  return state;
}

/** Calls `wake` whenever this process committed something. */
export function onCommit(db: Database, wake: () => void): () => void {
  const { local } = sleepersOf(db);
  local.add(wake);
  return () => void local.delete(wake);
}

/** Calls `wake` whenever something was committed, in this process or another. */
export async function onWake(db: Database, wake: () => void): Promise<() => Promise<void>> {
  const forget = onCommit(db, wake);
  const unlisten = await db.listen(wakeChannel, wake);
  return async () => {
    forget();
    await unlisten();
  };
}

/**
 * Tells every process. Sent outside the transaction, because a NOTIFY inside makes all commits wait for one lock;
 * and one at a time, since many wakes mean the same as one. A wake that is lost costs at most a second: everybody
 * looks by themselves that often.
 */
export function wakeAll(db: Database): void {
  const state = sleepersOf(db);
  for (const wake of state.local) wake();
  notifyOthers(db, state);
}

/** Between two notifications, so that under load one tells of many commits. */
const restMs = 5;

function notifyOthers(db: Database, state: Sleepers): void {
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
      }, restMs).unref();
    });
}

/**
 * Runs `work` in a transaction. A refusal that it answers is rolled back and answered; a defect is rolled back and
 * thrown. Within another `transact` the work joins that one: give it the transaction it is part of.
 */
export async function transact<T>(
  db: Database,
  work: (tx: Executor) => Promise<T>,
  within?: Executor,
): Promise<T> {
  if (within && transactions.has(within)) return work(within);
  for (let attempt = 1; ; attempt += 1) {
    try {
      let wake = false;
      const value = await db.orm.transaction(async (raw) => {
        const tx = raw as unknown as Executor;
        const sent: Promise<unknown>[] = [];
        transactions.set(tx, sent);
        const result = await work(tx).catch(async (error: unknown) => {
          // Every statement after one that failed fails too: the first one's failure is what happened.
          await Promise.all(sent);
          throw error;
        });
        if (result instanceof DomainError) throw new RolledBack(result);
        await Promise.all(sent);
        wake = wakes.has(tx);
        return result;
      });
      if (wake) wakeAll(db);
      return value;
    } catch (error) {
      if (error instanceof RolledBack) return error.refusal as T;
      if (attempt < maxAttempts && retriable.has(sqlState(error) ?? '')) {
        // Not all at once again.
        await delay(Math.random() * attempt * 10);
        continue;
      }
      // One connection may break alone. What was not committed was not done, so it may be done again on another.
      const broken = unavailability(error);
      if (attempt <= anotherConnectionAtMost && broken && !broken.outcomeUnknown) {
        // What broke others too is heard of meanwhile.
        await delay(attempt * 20);
        continue;
      }
      throw error;
    }
  }
}
