/**
 * GraphQL over WebSocket (graphql-ws). Authentication is in `connection_init`; documents go through the same
 * preparation as over HTTP, so that a wrong one is an error of its own and the socket stays.
 *
 * Decision: who asked is looked up again for each operation, as over HTTP. A socket lives for days, in which its platform's
 * clock is moved and its agent resumed; and an ended credential asks nothing more, also before the log has told of it.
 *
 * Source: contract, "Sockets close with".
 */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delayed } from 'node:timers/promises';
import {
  type ExecutionArgs,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
} from 'graphql';
import { CloseCode, makeServer, type SubscribePayload } from 'graphql-ws';
import { WebSocket, type WebSocketServer } from 'ws';
import type { Context } from '../../../schema/core/context.ts';
import { schema } from '../../../schema/index.ts';
import { unavailability } from '../../infrastructure/database/unavailable.ts';
import type { RequestRecord } from '../../infrastructure/observability/request-record.ts';
import { DomainError, RateLimited, Unauthorized } from '../../kernel/errors.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import { callerOf } from '../../platforms/access/principal.ts';
import type { Limits } from '../limits.ts';
import { createAddressQuota, createConnectionQuota } from './connection-quota.ts';
import type { Execution } from './execution.ts';
import { formatDomainError, formatError, streamedError } from './format-error.ts';
import { tooManySubscriptions } from './limits.ts';
import type { LiveCallers } from './live-callers.ts';
import { createSocketServer, delivering, type SocketExtra, serveSocket } from './socket-transport.ts';
import { isAsyncIterable, type SubscriptionResult } from './subscription-executor.ts';

export interface SocketOptions {
  readonly authenticate: (
    authorization: string,
    request: IncomingMessage,
  ) => Promise<Principal | DomainError>;
  /** The caller as it is when it asks for an operation, which counts as one request of the API. */
  readonly readmit: (principal: Principal, record: RequestRecord) => Promise<Principal | DomainError>;
  /** Where the event log is now. */
  readonly position: () => number;
  /** @param arrivedAt where the log was when the operation was asked for. */
  readonly contextOf: (
    principal: Principal,
    request: IncomingMessage,
    record: RequestRecord,
    arrivedAt: number,
  ) => Context;
  /** Begins the record of an operation. */
  readonly begin: (request: IncomingMessage) => RequestRecord;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly callers: LiveCallers;
  readonly execution: Execution;
  readonly limits: Pick<Limits, 'subscriptions' | 'sockets' | 'openingSockets'>;
  readonly report: (defect: unknown) => void;
}

interface Extra extends SocketExtra {
  /** Gives back its place among those of its address that are not known yet. */
  readonly opened: () => void;
  principal?: Principal;
  forget?: () => void;
  /** Of the operations that go on, by the payload that asked for each: an id may be used again before they end. */
  records?: Map<object, RequestRecord>;
}

const tryLater = 1013;
const goingAway = 1012;
/** Who does not answer the closing of a socket within this is cut off. */
const goneMs = 1_000;
const lookMs = 10;

export interface Sockets {
  readonly server: WebSocketServer;
  /** Takes a request for a socket over; false where its address has as many as it may that are not known yet. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): boolean;
  /** How many are open, over all sockets. */
  readonly subscriptions: number;
  /**
   * Closes every socket with 1012 and waits until they are gone.
   *
   * @param patienceMs how long a socket may still answer what it was asked; subscriptions do not hold it.
   */
  close(patienceMs: number): Promise<void>;
}

export function createSockets(options: SocketOptions): Sockets {
  const { authenticate, readmit, position, contextOf, begin, addressOf, callers, execution, limits, report } =
    options;
  const server = createSocketServer();

  const opening = createAddressQuota(limits.openingSockets);
  const places = createConnectionQuota(limits.sockets);
  const connected = new Set<Extra>();

  /** Errors as they leave; the first is what the operation's record says of it. */
  const told = (
    errors: readonly GraphQLError[],
    record: RequestRecord | undefined,
  ): GraphQLFormattedError[] => {
    const presented = errors.map((error) => streamedError(formatError(error, report)));
    const { code, httpStatus } = presented[0]?.extensions ?? {};
    record?.rejected(code);
    if (record && typeof httpStatus === 'number') record.status = httpStatus;
    return presented;
  };

  /** What each socket was asked, by id: null while it is being answered, then the stream if it is one. */
  const asked = new WeakMap<WebSocket, Readonly<Record<string, unknown>>>();
  const isAnswering = (socket: WebSocket) => Object.values(asked.get(socket) ?? {}).includes(null);

  /** What is to be executed, or why it is not. */
  async function argsOf(
    { principal: known, socket, request }: Extra,
    { query, operationName, variables }: SubscribePayload,
    record: RequestRecord,
  ): Promise<ExecutionArgs | GraphQLError[]> {
    if (!known) return [noOperation()];
    const arrivedAt = position();
    const principal = await readmit(known, record);
    if (principal instanceof Unauthorized) socket.close(CloseCode.Unauthorized, 'Credential ended');
    if (principal instanceof DomainError) return [formatDomainError(principal)];
    const { document, errors } = execution.prepare(query);
    if (errors.length > 0) return [...errors];
    const operation = getOperationAST(document, operationName || null);
    if (!operation) return [noOperation()];
    const args: ExecutionArgs = {
      schema,
      document,
      operationName: operationName || null,
      variableValues: variables ?? {},
      contextValue: contextOf(principal, request, record, arrivedAt),
    };
    execution.describe(args);
    const refused = execution.refusalOf(args);
    return refused ? [refused] : args;
  }

  const protocol = makeServer<{ authorization?: unknown; Authorization?: unknown }, Extra>({
    connectionInitWaitTimeout: 10_000,
    onConnect: async ({ connectionParams, extra, subscriptions }) => {
      const { socket, request } = extra;
      asked.set(socket, subscriptions);
      const authorization =
        connectionParams?.authorization ?? connectionParams?.Authorization ?? request.headers.authorization;
      const principal =
        typeof authorization === 'string'
          ? await authenticate(authorization, request).catch((error: unknown) => {
              if (unavailability(error)) return 'away' as const;
              report(error);
              return undefined;
            })
          : undefined;
      if (principal === 'away') {
        socket.close(tryLater, 'The service cannot reach its database');
        return false;
      }
      if (principal instanceof RateLimited) {
        socket.close(tryLater, 'Too many failed authentications');
        return false;
      }
      if (!principal || principal instanceof DomainError) {
        socket.close(CloseCode.Unauthorized, 'Unauthorized');
        return false;
      }
      // It may have been closed while the credential was looked up.
      if (socket.readyState !== WebSocket.OPEN) return false;
      const giveBack = places.take(principal);
      if (typeof giveBack === 'number') {
        socket.close(tryLater, `The limit is ${giveBack} sockets`);
        return false;
      }
      extra.opened();
      extra.isKnown = true;
      extra.principal = principal;
      extra.records = new Map();
      connected.add(extra);
      const forget = callers.add(principal, () => socket.close(CloseCode.Unauthorized, 'Credential ended'));
      extra.forget = () => {
        giveBack();
        forget();
      };
      return true;
    },
    onClose: ({ extra }) => {
      extra.forget?.();
      connected.delete(extra);
      for (const record of extra.records?.values() ?? []) record.end(499);
    },
    onComplete: ({ extra }, _id, payload) => ended(extra, payload),
    onSubscribe: async ({ extra, subscriptions }, id, payload) => {
      const record = begin(extra.request);
      extra.records?.set(payload, record);
      if (extra.principal) record.calledBy(callerOf(extra.principal));
      const isFull = Object.keys(subscriptions).length > limits.subscriptions;
      // Awaited in any case: messages that came together are all taken before it goes on.
      const begun = await (isFull
        ? [tooManySubscriptions('socket', limits.subscriptions)]
        : argsOf(extra, payload, record).catch((error: unknown) => [formatError(error, report)]));
      // Completed meanwhile: its client is told nothing, and the protocol's library tells nobody else that it is over.
      if (Array.isArray(begun) && !(id in subscriptions)) {
        told(begun, record);
        ended(extra, payload);
      }
      return begun;
    },
    execute: (args) => execution.execute(args),
    subscribe: (args) => execution.subscribe(args) as never,
    onOperation: ({ extra }, id, _payload, _args, result) =>
      isAsyncIterable(result)
        ? (delivering(extra.socket, id, result as AsyncIterableIterator<SubscriptionResult>) as never)
        : undefined,
    onNext: ({ extra }, _id, payload, _args, { errors, ...rest }) =>
      ({
        ...rest,
        ...(errors && { errors: told(errors, extra.records?.get(payload)) }),
      }) as FormattedExecutionResult,
    onError: ({ extra }, _id, payload, errors) => {
      const presented = told(errors, extra.records?.get(payload));
      ended(extra, payload);
      return presented;
    },
  });

  return {
    server,
    upgrade(request, connection, head) {
      const opened = opening.take(addressOf(request));
      if (typeof opened === 'number') return false;
      connection.once('close', opened);
      server.handleUpgrade(request, connection, head, (socket) =>
        serveSocket(protocol, { socket, request, opened, isKnown: false }, report),
      );
      return true;
    },
    get subscriptions() {
      return [...connected].reduce((sum, { records }) => sum + subscriptionsIn(records), 0);
    },
    async close(patienceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const deadline = performance.now() + patienceMs;
      const goAway = async (socket: WebSocket) => {
        while (isAnswering(socket) && performance.now() < deadline) await delayed(lookMs);
        socket.close(goingAway, 'Shutting down');
        await delayed(goneMs, undefined, { ref: false });
        socket.terminate();
      };
      for (const socket of server.clients) void goAway(socket);
      await closed;
    },
  };
}

const subscriptionsIn = (records: Extra['records']): number =>
  [...(records?.values() ?? [])].filter(({ operation }) => operation.startsWith('subscription')).length;

/** An operation on a socket has no status of its own: it has that of its first error, or else 200. */
function ended({ records }: Extra, payload: object): void {
  const record = records?.get(payload);
  record?.end(record.status || 200);
  records?.delete(payload);
}

const noOperation = (): GraphQLError =>
  new GraphQLError('The document has no operation of that name.', {
    extensions: { code: 'INVALID_INPUT', httpStatus: 400 },
  });
