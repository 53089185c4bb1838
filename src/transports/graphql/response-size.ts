/**
 * The size limit on responses. A larger response becomes an error before it is serialized, on every transport.
 *
 * Decision: this applies to mutations too. Their effect is not undone, and the error says so; the client reads the result
 * with a smaller query.
 */
import { type ExecutionResult, GraphQLError, type OperationTypeNode } from 'graphql';
import { exceedsJsonSize } from '../../kernel/json-size.ts';

const tooLarge = (maxBytes: number, kind: `${OperationTypeNode}`): GraphQLError =>
  new GraphQLError(
    `The response has more than ${maxBytes} bytes. Request fewer records or fields.${kind === 'mutation' ? ' The operation took effect.' : ''}`,
    {
      extensions: {
        code: 'RESPONSE_LIMIT_EXCEEDED',
        httpStatus: 400,
        limit: maxBytes,
        http: { status: 400, spec: true },
      },
    },
  );

/** The errors without their extensions, which are formatted later. */
const serializableErrors = ({ errors }: ExecutionResult) =>
  errors?.map(({ message, path }) => ({ message, path }));

/** The result, or an error when it is too large. */
export function limitSize(
  result: ExecutionResult,
  maxBytes: number,
  kind: `${OperationTypeNode}`,
): ExecutionResult {
  const body = result.errors ? { data: result.data, errors: serializableErrors(result) } : result.data;
  return exceedsJsonSize(body, maxBytes) ? { errors: [tooLarge(maxBytes, kind)] } : result;
}
