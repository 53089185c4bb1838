/**
 * Exchanges files with banks. Any number of processes may run an exchanger: each connection is leased by one of them, and files
 * are exchanged outside of transactions. A connection whose process dies is exchanged again when its lease ends.
 *
 * An exchange makes the files that are due, sends the files that are ready, fetches what the bank left, and records it. Jobs do
 * the rest.
 *
 * Source: docs/behaviour/bank-connections.md.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { transact } from '../infrastructure/database/transact.ts';
import type { Id } from '../kernel/ids.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { findPlatform } from '../platforms/store.ts';
import type { BankConnection } from './bank-connections/bank-connection.ts';
import {
  findConnection,
  hasDueConnection,
  type LeasedConnection,
  leaseConnection,
  leaseConnectionOf,
  lockConnection,
} from './bank-connections/store.ts';
import { assignVirtualIbans } from './bank-connections/virtual-iban-store.ts';
import { makeFiles } from './bank-payments/make-files.ts';
import { type PublishPorts, publishFiles } from './bank-payments/publish-files.ts';
import { receiveFiles } from './bank-statements/receive-files.ts';
import { recordFiles } from './bank-statements/record-file.ts';
import { BankConnectionClosed, BankConnectionNotFound, BankExchangeRunning } from './errors.ts';
import { ExchangeLease, leaseMs } from './exchange-lease.ts';
import { FileExchangeUnavailable } from './file-exchange/file-exchange.ts';
import { stoppableExchange } from './file-exchange/stoppable-exchange.ts';
import type { Ports } from './ports.ts';

/** How often a connection is exchanged. */
const exchangeEveryMs = 60_000;
/** Connections that one process exchanges at once, each of another platform. */
const slots = 4;
const pollMs = 2_000;
/** Less than the time in which a process must end (`serve.ts`). */
export const maxStopMs = 6_000;

type ExchangePorts = PublishPorts & Pick<Ports, 'openExchange'>;

async function makeDueFiles({ db, clock }: ExchangePorts, connection: BankConnection): Promise<void> {
  await transact(db, async (tx) => {
    const locked = await lockConnection(tx, connection.platformId, connection.id);
    const platform = await findPlatform(tx, connection.platformId);
    if (!locked || !platform || locked.status !== 'ACTIVE') return;
    await makeFiles(tx, locked, clock.now(platform));
  });
}

async function assignNumbers({ db }: ExchangePorts, connection: BankConnection): Promise<void> {
  await transact(db, async (tx) => {
    const current = await findConnection(tx, connection.platformId, connection.id);
    if (current?.status === 'ACTIVE') await assignVirtualIbans(tx, current);
  });
}

/** Runs a step. Returns why the exchange is unavailable; other errors are defects. */
async function unavailabilityOf(step: () => Promise<unknown>): Promise<FileExchangeUnavailable | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    if (error instanceof FileExchangeUnavailable) return error;
    throw error;
  }
}

/**
 * Sends and fetches files. A file that cannot be sent does not prevent others from being fetched.
 *
 * Errors: `FileExchangeUnavailable`.
 */
async function transferFiles(
  ports: ExchangePorts,
  connection: BankConnection,
  canContinue: () => boolean,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const opened = await ports.openExchange(connection);
  const exchange = stopping ? stoppableExchange(opened, stopping) : opened;
  try {
    const problem = await unavailabilityOf(() => publishFiles(ports, connection, exchange, canContinue));
    if (problem && !problem.isOfOneFile) throw problem;
    if (canContinue()) await receiveFiles(ports, connection, exchange, canContinue);
    if (problem) throw problem;
  } finally {
    await exchange.close();
  }
}

/**
 * Exchanges the files of a connection while the lease is held. Files that were fetched are recorded, and numbers assigned, also when
 * the exchange is unavailable. Returns why it is.
 */
async function exchangeFiles(
  ports: ExchangePorts,
  connection: BankConnection,
  canContinue: () => boolean,
  stopping: AbortSignal | undefined,
): Promise<FileExchangeUnavailable | undefined> {
  await makeDueFiles(ports, connection);
  const problem = await unavailabilityOf(() => transferFiles(ports, connection, canContinue, stopping));
  await recordFiles(ports, connection, canContinue);
  // At the end, so that a defect in it prevents nothing else.
  if (canContinue()) await assignNumbers(ports, connection);
  return problem;
}

/** Exchanges a leased connection and ends the lease. A bank that cannot be reached is the connection's state, not a defect. */
async function exchangeLeased(
  ports: ExchangePorts,
  leased: LeasedConnection,
  stopping?: AbortSignal,
): Promise<void> {
  const lease = new ExchangeLease(ports, leased, stopping);
  let error: string | undefined = 'The exchange failed unexpectedly.';
  try {
    const problem = await exchangeFiles(ports, leased.connection, lease.canContinue, stopping);
    error = problem?.message;
  } finally {
    const at = ports.clock.real();
    await lease.end({
      at,
      next: new Date(at.getTime() + exchangeEveryMs),
      error,
    });
  }
}

/** Exchanges the next connection that is due. Returns whether there was one. */
export async function exchangeDue(ports: ExchangePorts, stopping?: AbortSignal): Promise<boolean> {
  if (!(await hasDueConnection(ports.db.orm, ports.clock.real()))) return false;
  const leased = await transact(ports.db, (tx) => leaseConnection(tx, ports.clock.real(), leaseMs));
  if (!leased) return false;
  await exchangeLeased(ports, leased, stopping);
  return true;
}

type ExchangeError = BankConnectionNotFound | BankConnectionClosed | BankExchangeRunning;

/** Exchanges the files of one connection now, because a person asks for it. */
export async function exchangeBankFiles(
  ports: ExchangePorts & Pick<Ports, 'requestedExchanges'>,
  { platform }: Pick<PlatformCaller, 'platform'>,
  { connectionId }: { readonly connectionId: Id<'BankConnection'> },
): Promise<BankConnection | ExchangeError> {
  const { db, clock } = ports;
  const found = await findConnection(db.orm, platform.id, connectionId);
  if (!found) return new BankConnectionNotFound(connectionId);
  if (found.status !== 'ACTIVE') return new BankConnectionClosed();
  const leased = await leaseConnectionOf(db.orm, platform.id, connectionId, clock.real(), leaseMs);
  if (!leased) return new BankExchangeRunning();
  await ports.requestedExchanges.run((stopping) => exchangeLeased(ports, leased, stopping));
  return (await findConnection(db.orm, platform.id, connectionId)) ?? found;
}

interface Exchanger {
  /**
   * Starts no new exchange, and ends the running ones: between two files, or in a transfer. One that does not end in time is left
   * to the next process, which repeats it when the lease ends, as after a crash.
   */
  stop(): Promise<void>;
}

/** Exchanges connections that are due in several slots. A slow bank occupies one of them. */
export function startExchanger(ports: ExchangePorts, onError: (error: unknown) => void): Exchanger {
  const stopping = new AbortController();
  const { signal } = stopping;
  const runSlot = async () => {
    while (!signal.aborted) {
      const worked = await exchangeDue(ports, signal).catch((error) => {
        onError(error);
        return false;
      });
      if (!worked) await delay(pollMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };
  const running = Promise.all(Array.from({ length: slots }, runSlot));
  return {
    async stop() {
      stopping.abort();
      const ended = new AbortController();
      await Promise.race([
        running.finally(() => ended.abort()),
        delay(maxStopMs, undefined, { signal: ended.signal }).catch(() => undefined),
      ]);
    },
  };
}
