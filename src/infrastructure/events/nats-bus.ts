/**
 * The event bus for hundreds of processes: the process that assigns positions publishes the events on NATS, and the others
 * dispatch them without reading the log.
 *
 * Decision: a core subject, not a JetStream stream. The log in the database already stores every event for processes that
 * start late or miss one. A second durable copy would be one more place where tenants' data are stored and must be erased.
 * Decision: messages are sealed under the data key and bound to the deployment. The broker sees the time and size of
 * messages, and not their content. Messages of other publishers do not open and are ignored.
 * Decision: the database wakes workers and deliverers, not the bus: they claim their work in the database, and a process
 * without a worker does not listen.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { onCommit } from '../database/transact.ts';
import type { EventBus, EventBusListener, EventPage, Ports } from '../ports.ts';
import { decodePage, encodePage } from './page-text.ts';

const retryMs = 1_000;
const connectTimeoutMs = 2_000;
/** A broker that does not respond to two pings is unavailable. */
const pingMs = 5_000;
/** Bytes published and not yet acknowledged. Above this the broker is too slow, and processes read the log instead. */
const maxPendingBytes = 16 * 1024 * 1024;

const purpose = 'event-bus';

interface NatsBusOptions {
  /** `nats://` or `tls://`, with a user and password or a token if the broker needs one. */
  readonly url: string;
  readonly db: Ports['db'];
  readonly dataKey: SealingKey;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Read at each connection. */
  readonly deploymentUid: () => Promise<string>;
}

function connectOptions(url: string) {
  const { protocol, host, username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: host,
    name: 'payments-platform',
    ...(pass !== '' && { user, pass }),
    ...(pass === '' && user !== '' && { token: user }),
    ...(protocol === 'tls:' && { tls: {} }),
    noEcho: true,
    // `stayConnected` reconnects. The client's own reconnection would buffer published messages in memory meanwhile.
    reconnect: false,
    timeout: connectTimeoutMs,
    pingInterval: pingMs,
    maxPingOut: 2,
  };
}

/** A connection, and the deployment id for its subject and key. */
interface BrokerConnection {
  readonly connection: NatsConnection;
  readonly uid: string;
  pendingBytes: number;
}

const subjectOf = (uid: string): string => `payments.${uid}.events`;

export function natsEventBus({ url, db, dataKey, log, deploymentUid }: NatsBusOptions): EventBus {
  let current: BrokerConnection | undefined;

  const openMessage = (uid: string, sealed: Uint8Array): EventPage | undefined => {
    try {
      return decodePage(Buffer.from(dataKey.open(purpose, uid, sealed)).toString('utf8'));
    } catch {
      return undefined;
    }
  };

  async function connected(listener: EventBusListener): Promise<BrokerConnection> {
    const { connect } = await import('@nats-io/transport-node');
    const uid = await deploymentUid();
    const connection = await connect(connectOptions(url));
    try {
      let hasWarned = false;
      let subscriptionError: Error | undefined;
      connection.subscribe(subjectOf(uid), {
        callback: (error, message) => {
          if (error) {
            subscriptionError = error;
            return;
          }
          const page = openMessage(uid, message.data);
          if (page) listener.onPage(page);
          else if (!hasWarned) {
            hasWarned = true;
            log.warn('a message on the event bus does not belong to this deployment and was ignored');
          }
        },
      });
      // The broker reports a rejected subscription before it responds to this.
      await connection.flush();
      if (subscriptionError) throw subscriptionError;
      return { connection, uid, pendingBytes: 0 };
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** Connects, and reconnects until `stop`. Logs once when the broker becomes unavailable and once when it is available again. */
  async function stayConnected(listener: EventBusListener, stop: AbortSignal): Promise<void> {
    let isUnavailable = false;
    const lost = (error: unknown) => {
      if (isUnavailable || stop.aborted) return;
      isUnavailable = true;
      log.warn({ err: error }, 'the event bus is unavailable: events are read from the log, once a second');
    };
    while (!stop.aborted) {
      try {
        const opened = await connected(listener);
        const disconnect = () => void opened.connection.close();
        stop.addEventListener('abort', disconnect);
        current = opened;
        if (isUnavailable) log.info('the event bus is available again');
        isUnavailable = false;
        // Events may have been published while this process was disconnected.
        listener.onNewEvents();
        if (stop.aborted) disconnect();
        const end = await opened.connection.closed();
        current = undefined;
        stop.removeEventListener('abort', disconnect);
        lost(end ?? new Error('The broker closed the connection.'));
      } catch (error) {
        lost(error);
      }
      await delay(retryMs, undefined, { signal: stop }).catch(() => undefined);
    }
  }

  return {
    deliversEvents: true,

    publish(page) {
      const broker = current;
      if (!broker) return;
      const { connection, uid } = broker;
      let bytes = 0;
      try {
        for (const text of encodePage(page)) {
          if (broker.pendingBytes + bytes > maxPendingBytes) break;
          const sealed = dataKey.seal(purpose, uid, Buffer.from(text));
          bytes += sealed.length;
          connection.publish(subjectOf(uid), sealed);
        }
        broker.pendingBytes += bytes;
        connection.flush().then(
          () => {
            broker.pendingBytes -= bytes;
          },
          () => undefined,
        );
      } catch {
        // The connection is closing. The other processes read these events from the log.
      }
    },

    async subscribe(listener) {
      const stop = new AbortController();
      // This process assigns positions to its own events at once. The others do the same for theirs.
      const unsubscribe = onCommit(db, listener.onNewEvents);
      const connecting = stayConnected(listener, stop.signal);
      return async () => {
        unsubscribe();
        stop.abort();
        await connecting;
      };
    },
  };
}
