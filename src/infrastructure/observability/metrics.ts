/**
 * The Prometheus metrics of this process. Labels have few values: operations come from the schema and the table of
 * endpoints, never from the client's input.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/client.ts';
import type { Gauge as DatabaseGauge } from './gauge.ts';
import type { RequestObserver } from './request-record.ts';
import type { WorkObserver } from './work-record.ts';

export interface Metrics {
  readonly onRequest: RequestObserver;
  readonly registry: Registry;
  /** The numbers of open connections, read at each scrape. */
  readonly open: { sockets: () => number; subscriptions: () => number };
  readonly onWork: WorkObserver;
  stop(): void;
}

const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];

export function createMetrics(db: Database, gauges: readonly DatabaseGauge[]): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'payments_requests_total',
    help: 'Responses by API (label face), operation and HTTP status; 499 if the client had disconnected.',
    labelNames: ['face', 'operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'payments_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response, by API (label face). Streams are not included.',
    labelNames: ['face'],
    buckets: requestBuckets,
    registers,
  });
  const work = new Counter({
    name: 'payments_work_total',
    help: 'Jobs, webhook calls and messages to approvers of this process, by kind and outcome.',
    labelNames: ['what', 'kind', 'outcome'],
    registers,
  });
  const workDurations = new Histogram({
    name: 'payments_work_duration_seconds',
    help: 'Duration of jobs, webhook calls and messages to approvers.',
    labelNames: ['what'],
    buckets: requestBuckets,
    registers,
  });
  const statements = new Histogram({
    name: 'payments_sql_duration_seconds',
    help: 'Duration of SQL statements, including statements outside requests.',
    buckets: statementBuckets,
    registers,
  });
  const failures = new Counter({
    name: 'payments_sql_failures_total',
    help: 'SQL statements that failed or got no response.',
    registers,
  });
  db.onStatement((_text, sentAt, respondedAt, failed) => {
    statements.observe((respondedAt - sentAt) / 1000);
    if (failed) failures.inc();
  });

  const open = { sockets: () => 0, subscriptions: () => 0 };
  const gauge = (name: string, help: string, value: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const now = value();
        if (now === undefined) this.reset();
        else this.set(now);
      },
    });
  gauge('payments_sockets_open', 'Open WebSockets.', () => open.sockets());
  gauge('payments_subscriptions_open', 'Open subscriptions, over WebSocket and SSE.', () =>
    open.subscriptions(),
  );
  gauge('payments_database_up', '1 if the database can be reached, else 0.', () =>
    db.pool?.isUnavailable ? 0 : 1,
  );
  gauge('payments_database_connections', 'Open connections to the database.', () => db.pool?.size.open);
  gauge(
    'payments_database_connections_busy',
    'Connections to the database that are in use.',
    () => db.pool?.size.busy,
  );
  gauge(
    'payments_database_waiting',
    'Statements and transactions that wait for a connection.',
    () => db.pool?.size.waiting,
  );
  for (const { name, help, labelNames, read } of gauges) {
    new Gauge({
      name,
      help,
      registers,
      labelNames: [...labelNames],
      async collect() {
        const values = await read();
        this.reset();
        for (const [label, value] of values) {
          if (labelNames[0] === undefined) this.set(value);
          else this.set({ [labelNames[0]]: label }, value);
        }
      },
    });
  }

  return {
    registry,
    open,
    onRequest: ({ transport, operation, status, startedAt, endedAt }) => {
      requests.inc({ face: transport, operation, status });
      if (!operation.startsWith('subscription'))
        durations.observe({ face: transport }, (endedAt - startedAt) / 1000);
    },
    onWork: ({ what, kind, failed, count, startedAt, endedAt }) => {
      work.inc({ what, kind, outcome: failed ? 'failed' : 'done' }, count);
      workDurations.observe({ what }, (endedAt - startedAt) / 1000);
    },
    stop: () => registry.clear(),
  };
}
