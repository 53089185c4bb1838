/**
 * Exchanges files with banks. Any number of processes may run an exchanger: each connection is leased by one of them, and files
 * are exchanged outside of transactions. A connection whose process dies is exchanged again when its lease ends.
 *
 * An exchange makes the files that are due, sends the files that are ready, fetches what the bank left, and records it. Jobs do
 * the rest.
 *
 * Source: docs/behaviour/bank-connections.md.
 */
import { transact } from '../infrastructure/database/transact.ts';
import type { Id } from '../kernel/ids.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { findPlatform } from '../platforms/store.ts';
import type { BankConnection } from './bank-connections/bank-connection.ts';
import {
  findConnection,
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
import type { Ports } from './ports.ts';

/** How often a connection is exchanged. */
const exchangeEveryMs = 60_000;
/** Connections that one process exchanges at once, each of another platform. */
const workers = 4;
const pollMs = 2_000;

type ExchangePorts = PublishPorts & Pick<Ports, 'openExchange'>;

/** What one exchange did. */
interface ExchangeResult {
  readonly filesMade: number;
  readonly filesSent: number;
  readonly filesReceived: number;
}

async function makeDueFiles({ db, clock }: ExchangePorts, connection: BankConnection): Promise<number> {
  return transact(db, async (tx) => {
    const locked = await lockConnection(tx, connection.platformId, connection.id);
    const platform = await findPlatform(tx, connection.platformId);
    if (!locked || !platform || locked.status !== 'ACTIVE') return 0;
    await assignVirtualIbans(tx, locked);
    return (await makeFiles(tx, locked, clock.now(platform))).length;
  });
}

/** Exchanges the files of a connection while the lease is held. */
async function exchangeFiles(
  ports: ExchangePorts,
  connection: BankConnection,
  canContinue: () => boolean,
): Promise<ExchangeResult> {
  const filesMade = await makeDueFiles(ports, connection);
  const exchange = await ports.openExchange(connection);
  try {
    const filesSent = await publishFiles(ports, connection, exchange, canContinue);
    const filesReceived = await receiveFiles(ports, connection, exchange, canContinue);
    await recordFiles(ports, connection);
    return { filesMade, filesSent, filesReceived };
  } finally {
    await exchange.close();
  }
}

/** Exchanges a leased connection and ends the lease. A bank that cannot be reached is the connection's state, not a defect. */
async function exchangeLeased(
  ports: ExchangePorts,
  leased: LeasedConnection,
): Promise<ExchangeResult | FileExchangeUnavailable> {
  const lease = new ExchangeLease(ports, leased);
  let error: string | undefined = 'The exchange failed unexpectedly.';
  try {
    const result = await exchangeFiles(ports, leased.connection, lease.canContinue);
    error = undefined;
    return result;
  } catch (thrown) {
    if (!(thrown instanceof FileExchangeUnavailable)) throw thrown;
    error = thrown.message;
    return thrown;
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
export async function exchangeDue(ports: ExchangePorts): Promise<boolean> {
  const leased = await leaseConnection(ports.db.orm, ports.clock.real(), leaseMs);
  if (!leased) return false;
  await exchangeLeased(ports, leased);
  return true;
}

type ExchangeError = BankConnectionNotFound | BankConnectionClosed | BankExchangeRunning;

/** Exchanges the files of one connection now, because a person asks for it. */
export async function exchangeBankFiles(
  ports: ExchangePorts,
  { platform }: Pick<PlatformCaller, 'platform'>,
  { connectionId }: { readonly connectionId: Id<'BankConnection'> },
): Promise<BankConnection | ExchangeError> {
  const { db, clock } = ports;
  const found = await findConnection(db.orm, platform.id, connectionId);
  if (!found) return new BankConnectionNotFound(connectionId);
  if (found.status !== 'ACTIVE') return new BankConnectionClosed();
  const leased = await leaseConnectionOf(db.orm, platform.id, connectionId, clock.real(), leaseMs);
  if (!leased) return new BankExchangeRunning();
  await exchangeLeased(ports, leased);
  return (await findConnection(db.orm, platform.id, connectionId)) ?? found;
}

interface Exchanger {
  /** Starts no new exchange, and waits for the running one. */
  stop(): Promise<void>;
}

export function startExchanger(ports: ExchangePorts, onError: (error: unknown) => void): Exchanger {
  let stopped = false;
  let running: Promise<void> | undefined;

  const work = async () => {
    while (!stopped && (await exchangeDue(ports)));
  };
  const exchangeAll = () => Promise.all(Array.from({ length: workers }, () => work().catch(onError)));
  const poll = () => {
    if (stopped) return;
    running ??= exchangeAll()
      .then(() => undefined)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(poll, pollMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
