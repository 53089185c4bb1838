/**
 * The event bus of hundreds of processes: the one that gives events their positions publishes them on NATS, and the
 * others hand them out without a look into the log.
 *
 * Decision: a core subject, not a JetStream stream. The log in the database already keeps every event, for whoever
 * comes late or missed one; a second durable copy would be one more place where tenants' data lie and must be erased.
 * Decision: messages are sealed under the master key and bound to the deployment. The broker sees when something
 * happens and how much, and nothing of what; what somebody else publishes does not open, and is left aside.
 * Decision: workers and deliverers are woken by the database, not by the bus: what they do next is claim work there, and
 * a process without a worker does not listen.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { MasterKey } from '../../kernel/crypto/at-rest.ts';
import { onCommit } from '../database/transact.ts';
import type { EventBus, EventBusListener, EventPage, Ports } from '../ports.ts';
import { decodePage, encodePage } from './page-text.ts';

const retryMs = 1_000;
const connectTimeoutMs = 2_000;
/** A broker that does not answer two of these is away. */
const pingMs = 5_000;
/** Published and not yet taken by the broker. Past this it is too slow, and the log is read instead. */
const underWayBytes = 16 * 1024 * 1024;

const purpose = 'event-bus';

export interface NatsBusOptions {
  /** `nats://` or `tls://`, with a user and a password or a token where the broker wants one. */
  readonly url: string;
  readonly db: Ports['db'];
  readonly masterKey: MasterKey;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Asked when it connects. */
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
    // Connecting again is done below: a client that does it by itself keeps what is published meanwhile in memory.
    reconnect: false,
    timeout: connectTimeoutMs,
    pingInterval: pingMs,
    maxPingOut: 2,
  };
}

/** A connection, with the subject and the key for it. */
interface Line {
  readonly connection: NatsConnection;
  readonly uid: string;
  underWay: number;
}

const subjectOf = (uid: string): string => `payments.${uid}.events`;

export function natsEventBus({ url, db, masterKey, log, deploymentUid }: NatsBusOptions): EventBus {
  let line: Line | undefined;

  const opened = (uid: string, sealed: Uint8Array): EventPage | undefined => {
    try {
      return decodePage(Buffer.from(masterKey.open(purpose, uid, sealed)).toString('utf8'));
    } catch {
      return undefined;
    }
  };

  async function connected(listener: EventBusListener): Promise<Line> {
    const { connect } = await import('@nats-io/transport-node');
    const uid = await deploymentUid();
    const connection = await connect(connectOptions(url));
    try {
      let leftAside = false;
      let refused: Error | undefined;
      connection.subscribe(subjectOf(uid), {
        callback: (error, message) => {
          if (error) {
            refused = error;
            return;
          }
          const page = opened(uid, message.data);
          if (page) listener.onPage(page);
          else if (!leftAside) {
            leftAside = true;
            log.warn('a message on the event bus is not of this deployment, and was left aside');
          }
        },
      });
      // The broker has refused the subscription by the time that it answers this.
      await connection.flush();
      if (refused) throw refused;
      return { connection, uid, underWay: 0 };
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** Connects, again and again, until it is told to stop. Says once that the broker is away, and once that it is back. */
  async function stayConnected(listener: EventBusListener, stop: AbortSignal): Promise<void> {
    let away = false;
    const lost = (error: unknown) => {
      if (away || stop.aborted) return;
      away = true;
      log.warn({ err: error }, 'the event bus is away: events are read from the log, once a second');
    };
    while (!stop.aborted) {
      try {
        const current = await connected(listener);
        const hangUp = () => void current.connection.close();
        stop.addEventListener('abort', hangUp);
        line = current;
        if (away) log.info('the event bus is back');
        away = false;
        // What was published while nobody heard it.
        listener.onNewEvents();
        if (stop.aborted) hangUp();
        const end = await current.connection.closed();
        line = undefined;
        stop.removeEventListener('abort', hangUp);
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
      const current = line;
      if (!current) return;
      const { connection, uid } = current;
      let bytes = 0;
      try {
        for (const text of encodePage(page)) {
          if (current.underWay + bytes > underWayBytes) break;
          const sealed = masterKey.seal(purpose, uid, Buffer.from(text));
          bytes += sealed.length;
          connection.publish(subjectOf(uid), sealed);
        }
        current.underWay += bytes;
        connection.flush().then(
          () => {
            current.underWay -= bytes;
          },
          () => undefined,
        );
      } catch {
        // It is closing: whoever waits for this reads the log.
      }
    },

    async subscribe(listener) {
      const stop = new AbortController();
      // What this process commits, it gives positions to at once; what others commit, they do.
      const forget = onCommit(db, listener.onNewEvents);
      const staying = stayConnected(listener, stop.signal);
      return async () => {
        forget();
        stop.abort();
        await staying;
      };
    },
  };
}
