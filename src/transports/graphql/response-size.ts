/**
 * How large a response may be. One that is larger ends with an error before its text is built, over every transport.
 *
 * Decision: a mutation too. What it did stands, which the error says: the client asks for less of it by a query.
 */
import { type ExecutionResult, GraphQLError, type OperationTypeNode } from 'graphql';
import { exceedsJsonSize } from '../../kernel/json-size.ts';

const tooLarge = (maxBytes: number, kind: `${OperationTypeNode}`): GraphQLError =>
  new GraphQLError(
    `The response has more than ${maxBytes} bytes. Ask for fewer records or fields${kind === 'mutation' ? '; what was done stands' : ''}.`,
    {
      extensions: {
        code: 'RESPONSE_LIMIT_EXCEEDED',
        httpStatus: 400,
        limit: maxBytes,
        http: { status: 400, spec: true },
      },
    },
  );

/** Errors are written later, with their codes: each by what is known of it now. */
const written = ({ errors }: ExecutionResult) => errors?.map(({ message, path }) => ({ message, path }));

/** The result, or the error that it is too large. */
export function withinSize(
  result: ExecutionResult,
  maxBytes: number,
  kind: `${OperationTypeNode}`,
): ExecutionResult {
  const body = result.errors ? { data: result.data, errors: written(result) } : result.data;
  return exceedsJsonSize(body, maxBytes) ? { errors: [tooLarge(maxBytes, kind)] } : result;
}
