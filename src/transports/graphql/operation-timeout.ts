/**
 * The time limit on operations.
 *
 * Decision: a query over the limit returns an error and loads nothing more. A running mutation does not time out, because
 * a caller could not know whether it took effect. Instead each of its statements has the limit: the database server stops
 * a statement that takes longer, lock waits included, and rolls back its transaction, so the error is accurate. The same
 * limit ends the last statement of a query. The embedded database has no such limit; it runs one statement at a time.
 */
import type { ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql';
import type { Context } from '../../../schema/core/context.ts';
import { isStatementTimeout } from '../../infrastructure/database/transact.ts';
import { ReadTooLong } from '../../infrastructure/database/wide-reads.ts';
import { errorAt } from './locations.ts';

type Kind = `${OperationTypeNode}`;

/** What the caller of a mutation can do next. It depends on whether the mutation's own field failed, or one below it. */
function retryAdvice(kind: Kind, at: GraphQLError | undefined): string {
  if (kind !== 'mutation') return '';
  return (at?.path?.length ?? 0) > 1
    ? ' The operation took effect; only this part of the response could not be read.'
    : ' Retry with the same idempotency key.';
}

function timeLimitError(operationSeconds: number, kind: Kind, at?: GraphQLError): GraphQLError {
  const tooLong = at?.originalError;
  const seconds = tooLong instanceof ReadTooLong ? tooLong.seconds : operationSeconds;
  return errorAt(
    tooLong instanceof ReadTooLong
      ? tooLong.message
      : `The operation took longer than the limit of ${seconds} seconds, and was stopped.${retryAdvice(kind, at)}`,
    {
      ...(at?.nodes && { nodes: at.nodes }),
      ...(at?.path && { path: at.path }),
      extensions: {
        code: 'TIME_LIMIT_EXCEEDED',
        httpStatus: 503,
        limit: seconds,
        http: { status: 503, spec: true },
      },
    },
  );
}

/** Replaces the errors of stopped statements by time limit errors. */
export function withTimeLimitErrors(result: ExecutionResult, seconds: number, kind: Kind): ExecutionResult {
  if (!result.errors?.some(({ originalError }) => isStatementTimeout(originalError))) return result;
  return {
    ...result,
    errors: result.errors.map((error) =>
      isStatementTimeout(error.originalError) ? timeLimitError(seconds, kind, error) : error,
    ),
  };
}

/** Waits for the result of an operation, up to its time limit. */
export async function withTimeLimit(
  work: Promise<ExecutionResult>,
  { seconds, kind, context }: { seconds: number; kind: Kind; context: Context },
): Promise<ExecutionResult> {
  if (kind === 'mutation') return withTimeLimitErrors(await work, seconds, kind);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<ExecutionResult>((resolve) => {
    timer = setTimeout(() => {
      context.isOver = true;
      resolve({ errors: [timeLimitError(seconds, kind)] });
    }, seconds * 1000);
  });
  try {
    return withTimeLimitErrors(await Promise.race([work, timeout]), seconds, kind);
  } finally {
    clearTimeout(timer);
  }
}
