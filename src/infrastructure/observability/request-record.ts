/**
 * The record of one request. It is filled while the request is served and reported once at its end: to the log, the metrics
 * and the traces. It contains the caller, the operation and the outcome, and never the content of requests or responses.
 *
 * Decision: each request has its own view of the database, which attributes statements to it. AsyncLocalStorage would slow
 * down every promise of the process before Node 24.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Id } from '../../kernel/ids.ts';
import type { Actor, Attribution } from '../database/attribution.ts';
import type { Database } from '../database/client.ts';
import type { StatementListener } from '../database/drizzle-session/instrumentation.ts';
import { anonymousPartition, type Partition, platformPartition } from '../database/fair-queue.ts';

export type Transport = 'graphql' | 'rest' | 'socket' | 'mcp' | 'other';

/** One statement of a request. Times are `performance.now()`. */
export interface SqlStatement {
  readonly text: string;
  readonly sentAt: number;
  readonly respondedAt: number;
  readonly failed: boolean;
}

export type RequestObserver = (record: RequestRecord) => void;

export interface Caller {
  /** The kind of credential, for metrics: a small, fixed set. */
  readonly kind: string;
  readonly id: string;
  readonly platformId: Id<'Platform'>;
  /** The caller as the audit log names it. Its name may be a person's, so it is not logged. */
  readonly actor: Actor;
}

interface RequestIdentity {
  readonly id: string;
  readonly traceparent: string | undefined;
  readonly method: string;
}

export class RequestRecord {
  readonly id: string;
  readonly transport: Transport;
  readonly method: string;
  /** The `traceparent` header of the client, if any. */
  readonly traceparent: string | undefined;
  readonly startedAt = performance.now();
  endedAt = 0;
  caller: Caller | undefined;
  /** The partition of its statements. Until the caller is authenticated, that of its address. */
  partition: Partition = anonymousPartition('');
  /** A label with few values: the method and path pattern, or the kind and first root field of a GraphQL operation. */
  operation = 'unknown';
  /** The path, if it is a fixed one without parameters. */
  path: string | undefined;
  /** The source address. */
  address: string | undefined;
  /** The operation to which changes are attributed from now on; `undefined` while the request only reads. */
  writeOperation: string | undefined;
  /** The name that a GraphQL document gives its operation. */
  operationName: string | undefined;
  /** The root fields of a GraphQL operation. */
  fields: readonly string[] | undefined;
  status = 0;
  /** What the client sent and got, for the request log, which stores it without values. Objects are not copied. */
  requestBody: unknown;
  responseBody: unknown;
  /** The response as text, where it is not an object. */
  responseText: string | undefined;
  /** The code of the first error in the response. */
  code: string | undefined;
  sqlCount = 0;
  sqlMs = 0;
  /** Stored only when traces are exported. */
  readonly statements: SqlStatement[] | undefined;
  readonly onStatement: StatementListener;
  readonly #observers: readonly RequestObserver[];

  constructor(
    transport: Transport,
    { id, traceparent, method }: RequestIdentity,
    observers: readonly RequestObserver[],
    storeStatements: boolean,
  ) {
    this.transport = transport;
    this.id = id;
    this.method = method;
    this.traceparent = traceparent;
    this.#observers = observers;
    this.statements = storeStatements ? [] : undefined;
    this.onStatement = (text, sentAt, respondedAt, failed) => {
      this.sqlCount += 1;
      this.sqlMs += respondedAt - sentAt;
      this.statements?.push({ text, sentAt, respondedAt, failed });
    };
  }

  setCaller(caller: Caller): void {
    this.caller = caller;
    this.partition = platformPartition(caller.platformId, caller.id);
  }

  /** The actor to which the audit log attributes changes of this request that start now. */
  attribution(): Attribution | undefined {
    if (this.writeOperation === undefined) return undefined;
    return {
      actor: this.caller?.actor ?? { kind: 'ANONYMOUS', id: undefined, name: undefined },
      operation: this.writeOperation,
      requestId: this.id,
      address: this.address,
    };
  }

  setErrorCode(code: unknown): void {
    if (typeof code === 'string') this.code ??= code;
  }

  /** Ends the record and calls the observers, once. */
  end(status: number): void {
    if (this.endedAt > 0) return;
    this.endedAt = performance.now();
    this.status = status;
    for (const observe of this.#observers) observe(this);
  }
}

/** A request id from the client: short, without characters that could break a log line or a header. */
const requestIdPattern = /^[A-Za-z0-9._:/+=-]{1,100}$/;

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The request id, from the client or new, and the client's trace. */
export function identityOf(req: IncomingMessage): RequestIdentity {
  const given = headerOf(req, 'x-request-id');
  return {
    id: given !== undefined && requestIdPattern.test(given) ? given : randomUUID(),
    traceparent: headerOf(req, 'traceparent'),
    method: req.method ?? 'GET',
  };
}

const records = new WeakMap<ServerResponse, RequestRecord>();

/** The record of a response's request. */
export const recordOf = (res: ServerResponse): RequestRecord | undefined => records.get(res);

/** Connects a record with its response: sets the request id header and ends the record with the response. */
export function recordResponse(res: ServerResponse, record: RequestRecord): void {
  records.set(res, record);
  res.setHeader('X-Request-Id', record.id);
  // 499: the client disconnected before the end of the response.
  res.once('close', () => record.end(res.writableFinished ? res.statusCode : 499));
}

/** The ports for one request: statements are reported to its record and count against its partition. */
export const observedPorts = <P extends { readonly db: Database }>(ports: P, record: RequestRecord): P => ({
  ...ports,
  db: ports.db.observed(
    record.onStatement,
    () => record.partition,
    () => record.attribution(),
  ),
});
