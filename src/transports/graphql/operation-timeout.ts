/**
 * How long an operation may take.
 *
 * Decision: a query is answered with an error when its time is over, and loads nothing more. A mutation never is while it
 * runs, because whoever was told that it took too long could not know whether it was done. What bounds a mutation is
 * the time of each of its statements: the server stops one that takes longer, waiting for locks included, which undoes
 * its transaction, so that the error is true. A query's last statement ends in the same way. The embedded database has
 * no such bound; there one statement runs at a time.
 */
import type { ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql';
import type { Context } from '../../../schema/core/context.ts';
import { isStatementTimeout } from '../../infrastructure/database/transact.ts';
import { errorAt } from './locations.ts';

type Kind = `${OperationTypeNode}`;

/** What whoever made a change should know: whether the field of the change itself was stopped, or one below it. */
function whatBecame(kind: Kind, at: GraphQLError | undefined): string {
  if (kind !== 'mutation') return '';
  return (at?.path?.length ?? 0) > 1
    ? ' What was done stands; only this part of the answer could not be read.'
    : ' Ask again with the same idempotency key.';
}

function outOfTime(seconds: number, kind: Kind, at?: GraphQLError): GraphQLError {
  return errorAt(
    `The operation took longer than the limit of ${seconds} seconds, and was stopped.${whatBecame(kind, at)}`,
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

/** What the server stopped, told as that. */
export function withStopped(result: ExecutionResult, seconds: number, kind: Kind): ExecutionResult {
  if (!result.errors?.some(({ originalError }) => isStatementTimeout(originalError))) return result;
  return {
    ...result,
    errors: result.errors.map((error) =>
      isStatementTimeout(error.originalError) ? outOfTime(seconds, kind, error) : error,
    ),
  };
}

/** Waits for an operation's answer as long as the operation may take. */
export async function withinTime(
  work: Promise<ExecutionResult>,
  { seconds, kind, context }: { seconds: number; kind: Kind; context: Context },
): Promise<ExecutionResult> {
  if (kind === 'mutation') return withStopped(await work, seconds, kind);
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<ExecutionResult>((resolve) => {
    timer = setTimeout(() => {
      context.isOver = true;
      resolve({ errors: [outOfTime(seconds, kind)] });
    }, seconds * 1000);
  });
  try {
    return withStopped(await Promise.race([work, over]), seconds, kind);
  } finally {
    clearTimeout(timer);
  }
}
