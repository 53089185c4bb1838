/**
 * Writes the request log after the responses, in batches, on a connection of the service's own share. A request never waits
 * for it: when the database is slower than the requests, or unavailable, requests are dropped and counted.
 *
 * Decision: requests above a rate limit cost the caller nothing, so a few of them are written for each platform, and the others
 * are dropped. Otherwise a client that ignores the limit could fill the database, and displace its other requests.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { newIdAt } from '../../kernel/ids.ts';
import { waitAtMost } from '../../kernel/wait-at-most.ts';
import { withoutAttribution } from '../database/attribution.ts';
import type { Database } from '../database/client.ts';
import type { RequestObserver, RequestRecord } from '../observability/request-record.ts';
import type { ApiRequest } from './api-request.ts';
import { FairBuffer } from './fair-buffer.ts';
import { type ApiWords, redactedBody, redactedText } from './redaction.ts';
import { insertApiRequests } from './request-store.ts';

/** Which requests are logged: none, those that write or fail, or all. */
export const requestLogModes = ['off', 'writes', 'all'] as const;
export type RequestLogMode = (typeof requestLogModes)[number];

const flushEveryMs = 1_000;
const maxBatch = 500;
/** About 20 MB. */
const maxWaiting = 5_000;
/** Requests of one platform between two flushes that exceed a rate limit. */
const maxRateLimited = 20;
const closeTimeoutMs = 1_000;

export interface RequestLogWriter {
  readonly observe: RequestObserver;
  /** The texts that bodies show. Before, they show none. */
  showWords(words: ApiWords): void;
  /** The number of requests that were not written. */
  readonly dropped: number;
  /** Writes what waits. Tests call it. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The request of a record; `undefined` for one that is no API request, or without a credential: it belongs to no platform. */
function requestOf(
  record: RequestRecord,
  now: Date,
  mode: RequestLogMode,
  words: ApiWords,
): ApiRequest | undefined {
  const { caller, transport, writeOperation, code, status } = record;
  if (!caller || transport === 'other' || mode === 'off') return undefined;
  const isFailed = code !== undefined || status >= 400;
  if (mode === 'writes' && writeOperation === undefined && !isFailed) return undefined;
  const durationMs = Math.round(record.endedAt - record.startedAt);
  const { requestBody, responseBody, responseText } = record;
  return {
    id: newIdAt('ApiRequest', new Date(now.getTime() - durationMs)),
    platformId: caller.platformId,
    requestId: record.id,
    startedAt: now,
    durationMs,
    transport,
    method: record.method,
    operation: record.operation,
    operationName: record.operationName?.slice(0, 100),
    status,
    errorCode: code ?? (status >= 400 ? String(status) : undefined),
    actor: caller.actor,
    address: record.address,
    requestBody: redactedBody(requestBody, words),
    responseBody:
      responseBody === undefined ? redactedText(responseText, words) : redactedBody(responseBody, words),
  };
}

export function startRequestLogWriter(
  database: Database,
  realNow: () => Date,
  mode: RequestLogMode,
  onError: (error: unknown) => void,
): RequestLogWriter {
  const db = withoutAttribution(database);
  const waiting = new FairBuffer<ApiRequest>(maxWaiting);
  /** By platform, since the last flush. */
  const rateLimited = new Map<string, number>();
  let words: ApiWords = new Set();
  let dropped = 0;
  let writing: Promise<void> | undefined;
  let isClosed = false;

  const write = async () => {
    rateLimited.clear();
    while (waiting.size > 0) {
      const batch = waiting.take(maxBatch);
      try {
        await insertApiRequests(db.orm, batch);
      } catch (error) {
        dropped += batch.length;
        onError(error);
        return;
      }
    }
  };
  const flush = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled || isClosed) return;
    isScheduled = true;
    void delay(flushEveryMs, undefined, { ref: false }).then(() => {
      isScheduled = false;
      if (!isClosed) void flush();
    });
  };

  /** Whether enough requests of the platform that exceed a rate limit are written already. */
  const isAboveRate = ({ caller, code }: RequestRecord): boolean => {
    if (!caller || code !== 'RATE_LIMITED') return false;
    const count = (rateLimited.get(caller.platformId) ?? 0) + 1;
    rateLimited.set(caller.platformId, count);
    return count > maxRateLimited;
  };

  return {
    get dropped() {
      return dropped;
    },
    observe(record) {
      if (isClosed) return;
      if (isAboveRate(record)) {
        dropped += 1;
        return;
      }
      const request = requestOf(record, realNow(), mode, words);
      if (!request) return;
      if (waiting.push(request.platformId, request)) dropped += 1;
      schedule();
    },
    showWords(shown) {
      words = shown;
    },
    flush,
    async close() {
      await waitAtMost(closeTimeoutMs, flush());
      isClosed = true;
      dropped += waiting.take(maxWaiting).length;
    },
  };
}
