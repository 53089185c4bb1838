/**
 * GraphQL over WebSocket (graphql-ws). Authentication is in `connection_init`; documents go through the same
 * preparation as over HTTP, so that a wrong one is an error of its own and the socket stays.
 *
 * Source: contract, "Sockets close with".
 */

import type { IncomingMessage } from 'node:http';
import { type ExecutionArgs, type FormattedExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import { CloseCode } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocket, WebSocketServer } from 'ws';
import type { Principal } from '../../src/access/principal.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import type { Context } from '../context.ts';
import { schema } from '../index.ts';
import { execute, mayAsk, prepare, subscribe, type ToldResult } from './execution.ts';
import type { LiveCallers } from './live-callers.ts';
import { presentError, streamedError } from './present.ts';

export interface SocketOptions {
  readonly authenticate: (authorization: string) => Promise<Principal | DomainError>;
  readonly contextOf: (principal: Principal, request: IncomingMessage) => Context;
  readonly callers: LiveCallers;
  readonly openSchema: boolean;
  readonly report: (defect: unknown) => void;
}

interface Extra extends Record<PropertyKey, unknown> {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  principal?: Principal;
  forget?: () => void;
}

const maxPayloadBytes = 256 * 1024;
const keepAliveMs = 12_000;
const subscriptionsPerSocket = 100;
/** A reader that took nothing for this long, although something waits, is closed: it can resume by cursor. */
const stalledMs = 15_000;

const slowReader = 1013;
const goingAway = 1012;

export interface Sockets {
  readonly server: WebSocketServer;
  /** Closes every socket with 1012 and waits until they are gone, for a moment at most. */
  close(): Promise<void>;
}

/** Watches one socket's outgoing buffer: memory is bounded because at most one message of each subscription waits. */
function watchReader(socket: WebSocket): NodeJS.Timeout {
  let last = 0;
  let since = Date.now();
  return setInterval(() => {
    const waiting = socket.bufferedAmount;
    if (waiting === 0 || waiting < last) since = Date.now();
    last = waiting;
    if (waiting > 0 && Date.now() - since >= stalledMs) {
      socket.close(slowReader, 'Too slow: resume by cursor');
      setTimeout(() => socket.terminate(), 1_000).unref();
    }
  }, 1_000).unref();
}

export function createSockets(options: SocketOptions): Sockets {
  const { authenticate, contextOf, callers, openSchema, report } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxPayloadBytes,
    handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  });

  useServer<{ authorization?: unknown }, Extra>(
    {
      connectionInitWaitTimeout: 10_000,
      onConnect: async ({ connectionParams, extra }) => {
        const authorization = connectionParams?.authorization ?? extra.request.headers.authorization;
        const principal =
          typeof authorization === 'string'
            ? await authenticate(authorization).catch((error: unknown) => {
                report(error);
                return undefined;
              })
            : undefined;
        if (!principal || principal instanceof DomainError) {
          extra.socket.close(CloseCode.Unauthorized, 'Unauthorized');
          return;
        }
        extra.principal = principal;
        const watch = watchReader(extra.socket);
        const forget = callers.add(principal, () =>
          extra.socket.close(CloseCode.Unauthorized, 'Credential ended'),
        );
        extra.forget = () => {
          clearInterval(watch);
          forget();
        };
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
      onNext: (_context, _id, _payload, _args, result) => {
        const { cursor: _cursor, errors, ...rest } = result as ToldResult;
        return {
          ...rest,
          ...(errors && { errors: errors.map((error) => streamedError(presentError(error, report))) }),
        } as FormattedExecutionResult;
      },
      onError: (_context, _id, _payload, errors) =>
        errors.map((error) => streamedError(presentError(error, report))),
    },
    server,
    keepAliveMs,
  );

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
