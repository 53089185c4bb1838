/**
 * GraphQL over WebSocket (graphql-ws). `connection_init` authenticates the socket. An invalid document is an error of its
 * operation, and the socket stays open.
 *
 * Source: schema.graphql, "Sockets close with".
 */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FormattedExecutionResult } from 'graphql';
import { makeServer } from 'graphql-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Limits } from '../limits.ts';
import { createAddressQuota } from './connection-quota.ts';
import { type AdmissionOptions, type ConnectionParams, createAdmission } from './socket-admission.ts';
import { endOperation, type SocketConnection, subscriptionCount } from './socket-connection.ts';
import { createSocketOperations, type OperationOptions } from './socket-operations.ts';
import { closeSockets } from './socket-shutdown.ts';
import { createSocketServer, serveSocket, streamResults } from './socket-transport.ts';
import { isAsyncIterable, type SubscriptionResult } from './subscription-executor.ts';

interface SocketOptions extends AdmissionOptions, OperationOptions {
  readonly addressOf: (request: IncomingMessage) => string;
  readonly limits: Pick<Limits, 'subscriptions' | 'sockets' | 'openingSockets'>;
}

interface Sockets {
  readonly server: WebSocketServer;
  /** Accepts an upgrade; false when its address has too many unauthenticated sockets. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): boolean;
  /** The number of open subscriptions on all sockets. */
  readonly subscriptions: number;
  /**
   * Closes every socket with 1012; resolves when all are closed.
   *
   * @param timeoutMs how long running queries and mutations may take; subscriptions do not delay the closing.
   */
  close(timeoutMs: number): Promise<void>;
}

export function createSockets(options: SocketOptions): Sockets {
  const { addressOf, execution, limits, report } = options;
  const server = createSocketServer();
  const unauthenticated = createAddressQuota(limits.openingSockets);
  const admit = createAdmission(options);
  const operations = createSocketOperations(options);
  const connections = new Set<SocketConnection>();

  /** The operations of each socket by id, as graphql-ws stores them: null until there is a result, then its stream. */
  const runningOperations = new WeakMap<WebSocket, Readonly<Record<string, unknown>>>();
  const hasRunningOperation = (socket: WebSocket) =>
    Object.values(runningOperations.get(socket) ?? {}).includes(null);

  const protocol = makeServer<ConnectionParams, SocketConnection>({
    connectionInitWaitTimeout: 10_000,
    onConnect: async ({ connectionParams, extra, subscriptions }) => {
      runningOperations.set(extra.socket, subscriptions);
      const isAdmitted = await admit(extra, connectionParams);
      if (isAdmitted) connections.add(extra);
      return isAdmitted;
    },
    onClose: ({ extra }) => {
      extra.release?.();
      connections.delete(extra);
      for (const record of extra.records?.values() ?? []) record.end(499);
    },
    onSubscribe: ({ extra, subscriptions }, id, payload) =>
      operations.start(extra, id, payload, subscriptions),
    execute: (args) => execution.execute(args),
    subscribe: (args) => execution.subscribe(args) as never,
    onOperation: ({ extra }, id, _payload, _args, result) =>
      isAsyncIterable(result)
        ? (streamResults(extra, id, result as AsyncIterableIterator<SubscriptionResult>) as never)
        : undefined,
    onNext: ({ extra }, _id, payload, _args, { errors, ...rest }) =>
      ({
        ...rest,
        ...(errors && { errors: operations.format(extra, payload, errors) }),
      }) as FormattedExecutionResult,
    onError: ({ extra }, _id, payload, errors) => {
      const formatted = operations.format(extra, payload, errors);
      endOperation(extra, payload);
      return formatted;
    },
    onComplete: ({ extra }, _id, payload) => endOperation(extra, payload),
  });

  return {
    server,
    upgrade(request, connection, head) {
      const releaseAddressSlot = unauthenticated.take(addressOf(request));
      if (typeof releaseAddressSlot === 'number') return false;
      connection.once('close', releaseAddressSlot);
      server.handleUpgrade(request, connection, head, (socket) =>
        serveSocket(protocol, { socket, request, releaseAddressSlot, isAuthenticated: false }, report),
      );
      return true;
    },
    get subscriptions() {
      return [...connections].reduce((sum, connection) => sum + subscriptionCount(connection), 0);
    },
    close: (timeoutMs) => closeSockets(server, hasRunningOperation, timeoutMs),
  };
}
