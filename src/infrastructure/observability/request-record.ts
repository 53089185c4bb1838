/**
 * What is known of one request, gathered while it is served, and told once when it is over: to the log, the metrics and
 * the traces. It holds who asked for what and how that went, and never what was sent or answered.
 *
 * Decision: statements are attributed by giving each request a view of the database, not by AsyncLocalStorage, which
 * before Node 24 makes every promise of the process dearer.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Id } from '../../kernel/ids.ts';
import type { Database } from '../database/client.ts';
import type { StatementListener } from '../database/drizzle-session/instrumentation.ts';
import { anonymousPartition, type Partition, platformPartition } from '../database/fair-queue.ts';

export type Transport = 'graphql' | 'rest' | 'socket' | 'other';

/** One statement of a request: its text, and when it was sent and answered by `performance.now()`. */
export interface SqlStatement {
  readonly text: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly failed: boolean;
}

export type RequestObserver = (record: RequestRecord) => void;

export interface Caller {
  /** The kind of credential, for metrics: a small, fixed set. */
  readonly kind: string;
  readonly id: string;
  readonly platformId: Id<'Platform'>;
}

export interface RequestIdentity {
  readonly id: string;
  readonly traceparent: string | undefined;
  readonly method: string;
}

export class RequestRecord {
  readonly id: string;
  readonly transport: Transport;
  readonly method: string;
  /** W3C Trace Context of the caller, if it sent one. */
  readonly traceparent: string | undefined;
  readonly startedAt = performance.now();
  endedAt = 0;
  caller: Caller | undefined;
  /** For whom its statements are sent: until the caller is known, for its address. */
  partition: Partition = anonymousPartition('');
  /** What was asked, in words of a bounded number: the method and pattern of a path, or the kind and first root field. */
  operation = 'unknown';
  /** Of the path, where that is one of our own that holds nothing. */
  path: string | undefined;
  /** The name that a GraphQL document gives its operation. */
  operationName: string | undefined;
  /** The root fields of a GraphQL operation. */
  fields: readonly string[] | undefined;
  status = 0;
  /** Of the first refusal or error that was answered. */
  code: string | undefined;
  sqlCount = 0;
  sqlMs = 0;
  /** Kept where traces want them. */
  readonly statements: SqlStatement[] | undefined;
  readonly onStatement: StatementListener;
  readonly #observers: readonly RequestObserver[];

  constructor(
    face: Transport,
    { id, traceparent, method }: RequestIdentity,
    observers: readonly RequestObserver[],
    keepStatements: boolean,
  ) {
    this.transport = face;
    this.id = id;
    this.method = method;
    this.traceparent = traceparent;
    this.#observers = observers;
    this.statements = keepStatements ? [] : undefined;
    this.onStatement = (text, sentAt, answeredAt, failed) => {
      this.sqlCount += 1;
      this.sqlMs += answeredAt - sentAt;
      this.statements?.push({ text, sentAt, answeredAt, failed });
    };
  }

  calledBy(caller: Caller): void {
    this.caller = caller;
    this.partition = platformPartition(caller.platformId, caller.id);
  }

  rejected(code: unknown): void {
    if (typeof code === 'string') this.code ??= code;
  }

  /** Tells the observers, once. */
  end(status: number): void {
    if (this.endedAt > 0) return;
    this.endedAt = performance.now();
    this.status = status;
    for (const observe of this.#observers) observe(this);
  }
}

/** An id that a caller may give its request: nothing that could break a line or a header, and not too much of it. */
const givenId = /^[A-Za-z0-9._:/+=-]{1,100}$/;

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The id of a request and the trace that it is part of, as its caller gave them or made here. */
export function identityOf(req: IncomingMessage): RequestIdentity {
  const given = headerOf(req, 'x-request-id');
  return {
    id: given !== undefined && givenId.test(given) ? given : randomUUID(),
    traceparent: headerOf(req, 'traceparent'),
    method: req.method ?? 'GET',
  };
}

const records = new WeakMap<ServerResponse, RequestRecord>();

/** The record of the request that a response answers. */
export const recordOf = (res: ServerResponse): RequestRecord | undefined => records.get(res);

/** Ties a record to its response: the id goes into a header, and the record ends with the response. */
export function recordResponse(res: ServerResponse, record: RequestRecord): void {
  records.set(res, record);
  res.setHeader('X-Request-Id', record.id);
  // 499: the caller has gone before it had its answer.
  res.once('close', () => record.end(res.writableFinished ? res.statusCode : 499));
}

/** The ports of one request: its statements are told to its record, and sent for the record's partition. */
export const observedPorts = <P extends { readonly db: Database }>(ports: P, record: RequestRecord): P => ({
  ...ports,
  db: ports.db.observed(record.onStatement, () => record.partition),
});
