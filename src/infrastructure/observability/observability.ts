/** Request log, metrics, traces and health of this process. */
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from '../database/client.ts';
import type { EventTail } from '../events/tail.ts';
import { backlogGauges } from './backlog-gauges.ts';
import type { Gauge } from './gauge.ts';
import { createHealth, type Health } from './health.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { requestLog } from './request-log.ts';
import { identityOf, type RequestObserver, RequestRecord, type Transport } from './request-record.ts';
import type { WorkObserver } from './work-record.ts';

export interface Observability {
  readonly metrics: Metrics;
  readonly health: Health;
  /** Starts the record of a request, or of one operation on a WebSocket. */
  startRequest(transport: Transport, req: IncomingMessage): RequestRecord;
  readonly onWork: WorkObserver;
  close(): Promise<void>;
}

interface ObservabilityOptions {
  readonly config: { readonly otlpEndpoint: string | undefined; readonly serviceName: string };
  readonly db: Database;
  readonly tail: EventTail;
  readonly log: Logger;
  readonly realNow: () => Date;
  /** The gauges of higher contexts. */
  readonly gauges: readonly Gauge[];
  /** Called for every request, after those of this folder. */
  readonly onRequest: RequestObserver;
}

export async function createObservability({
  config,
  db,
  tail,
  log,
  realNow,
  gauges,
  onRequest,
}: ObservabilityOptions): Promise<Observability> {
  const metrics = createMetrics(db, [...backlogGauges(db, tail, realNow), ...gauges]);
  const health = createHealth({ db, tail, realNow });
  const traces = config.otlpEndpoint
    ? (await import('./traces.ts')).startTraces(config.otlpEndpoint, config.serviceName)
    : undefined;
  const observers = [requestLog(log), metrics.onRequest, ...(traces ? [traces.onRequest] : []), onRequest];
  return {
    metrics,
    health,
    startRequest: (transport, req) =>
      new RequestRecord(transport, identityOf(req), observers, traces !== undefined),
    onWork(record) {
      metrics.onWork(record);
      traces?.onWork(record);
    },
    async close() {
      health.close();
      metrics.stop();
      await traces?.close().catch(() => undefined);
    },
  };
}
