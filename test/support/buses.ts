/** The event buses for tests of the log: all adapters, and a simulated bus that loses, delays and repeats messages. */
import pino from 'pino';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { onCommit } from '../../src/infrastructure/database/transact.ts';
import { natsEventBus } from '../../src/infrastructure/events/nats-bus.ts';
import { postgresEventBus } from '../../src/infrastructure/events/postgres-bus.ts';
import type { EventBus, EventBusListener } from '../../src/infrastructure/ports.ts';
import { sealingKey } from '../../src/kernel/crypto/at-rest.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { brokerUrl, natsTitle, onNats } from './nats.ts';

export const busKey = sealingKey(new Uint8Array(32).fill(9));

export interface BusAdapter {
  readonly name: string;
  readonly responses: boolean;
  /** For the processes of one deployment: a bus for each process, by its database. */
  deploy(): (db: Database) => EventBus;
}

const postgresAdapter: BusAdapter = {
  name: 'PostgreSQL',
  responses: true,
  deploy: () => postgresEventBus,
};

const natsAdapter: BusAdapter = {
  name: natsTitle,
  responses: onNats,
  deploy: () => {
    const uid = newUuid();
    const log = pino({ level: 'silent' });
    return (db) => natsEventBus({ url: brokerUrl, db, dataKey: busKey, log, deploymentUid: async () => uid });
  },
};

/** Pages are in turn lost, delayed, delayed and repeated, or on time. */
const unreliableAdapter: BusAdapter = {
  name: 'a broker that loses, doubles, delays and reorders',
  responses: true,
  deploy: () => {
    const listeners = new Map<EventBusListener, Database>();
    let turn = 0;
    return (db) => ({
      deliversEvents: true,
      publish(page) {
        for (const [{ onPage: hear }, of] of listeners) {
          if (of === db) continue;
          turn += 1;
          const delaysMs = [[], [0], [15, 3], [0, 120], [40]][turn % 5] ?? [];
          for (const delayMs of delaysMs) setTimeout(() => listeners.size > 0 && hear(page), delayMs);
        }
      },
      async subscribe(listener) {
        listeners.set(listener, db);
        const forget = onCommit(db, listener.onNewEvents);
        return async () => {
          listeners.delete(listener);
          forget();
        };
      },
    });
  },
};

export const busAdapters: readonly BusAdapter[] = [postgresAdapter, natsAdapter, unreliableAdapter];
