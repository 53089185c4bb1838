/**
 * The operations on a socket: their preparation, which is the same as over HTTP, their errors and their request records.
 *
 * Decision: the principal is read again for each operation, as over HTTP. A socket stays open for days, in which the
 * platform's clock is advanced or an agent is resumed. An ended credential is rejected even before the event log reports
 * that it ended.
 */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExecutionArgs, GraphQLError, type GraphQLFormattedError, getOperationAST } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { Context } from '../../../schema/core/context.ts';
import { schema } from '../../../schema/index.ts';
import { FairSemaphore, platformPartition } from '../../infrastructure/database/fair-queue.ts';
import type { RequestRecord } from '../../infrastructure/observability/request-record.ts';
import { DomainError, Unauthorized } from '../../kernel/errors.ts';
import { CredentialExpired } from '../../platforms/access/credential-expired.ts';
import { callerOf, credentialIdOf, type Principal } from '../../platforms/access/principal.ts';
import type { Limits } from '../limits.ts';
import type { Execution } from './execution.ts';
import { formatDomainError, formatError, streamedError } from './format-error.ts';
import { tooManySubscriptions } from './limits.ts';
import { closeEndedCredential } from './socket-admission.ts';
import { endOperation, type SocketConnection } from './socket-connection.ts';

export interface OperationOptions {
  /** Reads the principal again and counts one request against its rate limit. */
  readonly readmit: (principal: Principal, record: RequestRecord) => Promise<Principal | DomainError>;
  /** The current position of the event log. */
  readonly position: () => number;
  /** @param startPosition the position of the event log when the operation started. */
  readonly contextOf: (
    principal: Principal,
    request: IncomingMessage,
    record: RequestRecord,
    startPosition: number,
    socket: SocketConnection['socket'],
  ) => Context;
  /** Starts the record of an operation. */
  readonly startRecord: (request: IncomingMessage) => RequestRecord;
  readonly execution: Execution;
  readonly limits: Pick<Limits, 'subscriptions'>;
  readonly report: (defect: unknown) => void;
}

const noOperation = (): GraphQLError =>
  new GraphQLError('The document has no operation with this name.', {
    extensions: { code: 'INVALID_INPUT', httpStatus: 400 },
  });

interface SocketOperations {
  /**
   * Starts an operation. Returns its execution arguments, or the errors that reject it.
   *
   * @param running the operations of the socket by id, this one included. graphql-ws removes completed ones.
   */
  start(
    connection: SocketConnection,
    id: string,
    payload: SubscribePayload,
    running: Readonly<Record<string, unknown>>,
  ): Promise<ExecutionArgs | readonly GraphQLError[]>;
  /** Formats the errors of an operation for the client and notes the first one in its record. */
  format(
    connection: SocketConnection,
    payload: object,
    errors: readonly GraphQLError[],
  ): GraphQLFormattedError[];
}

export function createSocketOperations(options: OperationOptions): SocketOperations {
  const { readmit, position, contextOf, startRecord, execution, limits, report } = options;

  const turns = new FairSemaphore({ maxRunning: 1 });

  /**
   * Runs the work in a turn of the event loop of its own. Many operations arrive in one message of the network, and their
   * documents would stop all other requests until the last one is validated.
   */
  const inTurn = <T>(principal: Principal, work: () => T): Promise<T> =>
    turns.run(platformPartition(principal.platform.id, credentialIdOf(principal)), async () => {
      await nextTurn();
      return work();
    });

  async function prepare(
    { principal: authenticated, socket, request }: SocketConnection,
    { query, operationName, variables }: SubscribePayload,
    record: RequestRecord,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    if (!authenticated) return [noOperation()];
    const startPosition = position();
    const principal = await readmit(authenticated, record);
    if (principal instanceof Unauthorized) {
      closeEndedCredential(socket, principal instanceof CredentialExpired ? 'expired' : 'revoked');
    }
    if (principal instanceof DomainError) return [formatDomainError(principal)];
    const { document, errors } = await inTurn(principal, () => execution.prepare(query));
    if (errors.length > 0) return errors;
    if (!getOperationAST(document, operationName || null)) return [noOperation()];
    const args: ExecutionArgs = {
      schema,
      document,
      operationName: operationName || null,
      variableValues: variables ?? {},
      contextValue: contextOf(principal, request, record, startPosition, socket),
    };
    execution.describe(args);
    const rejection = execution.rejectionOf(args);
    return rejection ? [rejection] : args;
  }

  const format: SocketOperations['format'] = ({ records }, payload, errors) => {
    const formatted = errors.map((error) => streamedError(formatError(error, report)));
    const record = records?.get(payload);
    const { code, httpStatus } = formatted[0]?.extensions ?? {};
    record?.setErrorCode(code);
    if (record && typeof httpStatus === 'number') record.status = httpStatus;
    return formatted;
  };

  return {
    format,
    async start(connection, id, payload, running) {
      const record = startRecord(connection.request);
      connection.records?.set(payload, record);
      if (connection.principal) record.setCaller(callerOf(connection.principal));
      const isFull = Object.keys(running).length > limits.subscriptions;
      const started = isFull
        ? [tooManySubscriptions('socket', limits.subscriptions)]
        : await prepare(connection, payload, record).catch((error: unknown) => [formatError(error, report)]);
      // The client completed the operation during its preparation. graphql-ws sends no errors then, and calls no handler.
      if (Array.isArray(started) && !(id in running)) {
        format(connection, payload, started);
        endOperation(connection, payload);
      }
      return started;
    },
  };
}
