/**
 * GraphQL over WebSocket (graphql-ws). Authentication is in `connection_init`; documents go through the same
 * preparation as over HTTP, so that a wrong one is an error of its own and the socket stays.
 *
 * Source: contract, "Sockets close with".
 */

import type { IncomingMessage } from 'node:http';
import { type ExecutionArgs, type FormattedExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import { CloseCode, makeServer } from 'graphql-ws';
import { WebSocket, WebSocketServer } from 'ws';
import type { Principal } from '../../src/access/principal.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import type { Context } from '../context.ts';
import { schema } from '../index.ts';
import { execute, mayAsk, prepare, subscribe } from './execution.ts';
import type { LiveCallers } from './live-callers.ts';
import { presentError, streamedError } from './present.ts';
import { carry, delivering, type SocketExtra } from './socket-carrier.ts';
import { isAsyncIterable, type ToldResult, textOf } from './told.ts';

export interface SocketOptions {
  readonly authenticate: (authorization: string) => Promise<Principal | DomainError>;
  readonly contextOf: (principal: Principal, request: IncomingMessage) => Context;
  readonly callers: LiveCallers;
  readonly openSchema: boolean;
  readonly report: (defect: unknown) => void;
}

interface Extra extends SocketExtra {
  principal?: Principal;
  forget?: () => void;
}

const maxPayloadBytes = 256 * 1024;
const subscriptionsPerSocket = 100;
const socketsPerPlatform = 1_000;

const tryLater = 1013;
const goingAway = 1012;

export interface Sockets {
  readonly server: WebSocketServer;
  /** Closes every socket with 1012 and waits until they are gone, for a moment at most. */
  close(): Promise<void>;
}

export function createSockets(options: SocketOptions): Sockets {
  const { authenticate, contextOf, callers, openSchema, report } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxPayloadBytes,
    handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  });

  const byPlatform = new Map<string, number>();
  const open = ({ platform: { id } }: Principal, change: 1 | -1): number => {
    const count = (byPlatform.get(id) ?? 0) + change;
    if (count > 0) byPlatform.set(id, count);
    else byPlatform.delete(id);
    return count;
  };

  const protocol = makeServer<{ authorization?: unknown }, Extra>({
    connectionInitWaitTimeout: 10_000,
    onConnect: async ({ connectionParams, extra }) => {
      const { socket, request } = extra;
      const authorization = connectionParams?.authorization ?? request.headers.authorization;
      const principal =
        typeof authorization === 'string'
          ? await authenticate(authorization).catch((error: unknown) => {
              report(error);
              return undefined;
            })
          : undefined;
      if (!principal || principal instanceof DomainError) {
        socket.close(CloseCode.Unauthorized, 'Unauthorized');
        return false;
      }
      // It may have been closed while the credential was looked up.
      if (socket.readyState !== WebSocket.OPEN) return false;
      extra.principal = principal;
      const count = open(principal, 1);
      const forget = callers.add(principal, () => socket.close(CloseCode.Unauthorized, 'Credential ended'));
      extra.forget = () => {
        open(principal, -1);
        forget();
      };
      if (count > socketsPerPlatform) {
        socket.close(tryLater, `A platform has at most ${socketsPerPlatform} sockets`);
        return false;
      }
      return true;
    },
    onClose: ({ extra }) => extra.forget?.(),
    onSubscribe: ({ extra, subscriptions }, _id, { query, operationName, variables }) => {
      try {
        if (Object.keys(subscriptions).length > subscriptionsPerSocket) {
          return [tooManySubscriptions()];
        }
        const { document, errors } = prepare(query);
        if (errors.length > 0) return [...errors];
        const operation = getOperationAST(document, operationName);
        if (!operation || !extra.principal) return [noOperation()];
        const contextValue = contextOf(extra.principal, extra.request);
        const refused = mayAsk(document, operationName, contextValue, openSchema);
        if (refused) return [refused];
        const args: ExecutionArgs = {
          schema,
          document,
          operationName: operationName ?? null,
          variableValues: variables ?? {},
          contextValue,
        };
        return args;
      } catch (error) {
        return [presentError(error, report)];
      }
    },
    execute: (args) => execute(args),
    subscribe: (args) => subscribe(args) as never,
    onOperation: ({ extra }, id, _payload, _args, result) =>
      isAsyncIterable(result)
        ? (delivering(extra.socket, id, result as AsyncIterableIterator<ToldResult>, (told) =>
            textOf(told, report),
          ) as never)
        : undefined,
    onNext: (_context, _id, _payload, _args, { errors, ...rest }) =>
      ({
        ...rest,
        ...(errors && { errors: errors.map((error) => streamedError(presentError(error, report))) }),
      }) as FormattedExecutionResult,
    onError: (_context, _id, _payload, errors) =>
      errors.map((error) => streamedError(presentError(error, report))),
  });
  server.on('connection', (socket, request) => carry(protocol, socket, request, report));

  return {
    server,
    async close() {
      const gone = new Promise<void>((resolve) => {
        server.close(() => resolve());
        setTimeout(resolve, 2_000).unref();
      });
      for (const socket of server.clients) socket.close(goingAway, 'Shutting down');
      setTimeout(() => {
        for (const socket of server.clients) if (socket.readyState !== WebSocket.CLOSED) socket.terminate();
      }, 1_000).unref();
      await gone;
    },
  };
}

const tooManySubscriptions = (): GraphQLError =>
  new GraphQLError(`A socket takes at most ${subscriptionsPerSocket} subscriptions.`, {
    extensions: { code: 'SUBSCRIPTIONS_LIMIT_EXCEEDED', httpStatus: 400, limit: subscriptionsPerSocket },
  });

const noOperation = (): GraphQLError =>
  new GraphQLError('The document has no operation of that name.', {
    extensions: { code: 'INVALID_INPUT', httpStatus: 400 },
  });
