/** What the handlers of one request's server share. */
import type { RequestRecord } from '../../infrastructure/observability/request-record.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import type { RequestError } from '../http/http-errors.ts';
import { adviceFor } from './advice.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { McpServer, Sdk } from './sdk.ts';

export interface ServerContext {
  readonly ports: Ports;
  readonly principal: AgentPrincipal;
  readonly sessionId: string;
  readonly record: RequestRecord;
  readonly changes: ChangeFeed;
  /** Takes one of the agent's waiting calls, and returns a function that gives it back; or the maximum. */
  readonly takeWait: (principal: AgentPrincipal) => (() => void) | number;
  /** The error for what an operation threw. */
  readonly thrown: (error: unknown) => RequestError;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
}

export interface Handling extends ServerContext {
  readonly sdk: Sdk;
  readonly server: McpServer;
  /** On the clock of the platform. */
  readonly now: Date;
  /** Throws an error of the protocol, whose message says what to do. */
  readonly reject: (error: RequestError) => never;
  /** Throws the error for something that does not exist or is not allowed. */
  readonly rejectWith: (message: string) => never;
  /** Runs a handler. What it throws unexpectedly is logged and masked. */
  readonly guarded: <T>(work: () => Promise<T>) => Promise<T>;
}

export function handlingOf(sdk: Sdk, server: McpServer, context: ServerContext): Handling {
  const { McpError, ErrorCode } = sdk.types;
  const { record } = context;
  const now = context.ports.clock.now(context.principal.platform);
  const throwError = (error: RequestError, code: number): never => {
    record.setErrorCode(error.code);
    const { text, data } = adviceFor(error, now);
    throw new McpError(code, text, data);
  };
  return {
    ...context,
    sdk,
    server,
    now,
    reject: (error) => throwError(error, ErrorCode.InvalidParams),
    rejectWith(message) {
      record.setErrorCode('NOT_FOUND');
      throw new McpError(ErrorCode.InvalidParams, message);
    },
    async guarded(work) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof McpError) throw error;
        return throwError(context.thrown(error), ErrorCode.InternalError);
      }
    },
  };
}
