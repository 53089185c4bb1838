/**
 * Cost of a field: the maximum number of values that it adds to a response. A value has up to 64 bytes. The fields below
 * a list count once for each item that the list can have (`bounds.ts`).
 *
 * Decision: a page counts with its maximum length, the argument `first`, because a client must be able to compute the
 * cost from the document alone. A long text counts with its maximum size.
 *
 * Decision: a total count costs 200 for each connection, because it reads a row for each record of the list although
 * the response contains none of them.
 */
import { type GraphQLField, getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { maxMapKey, maxMapKeys, maxMapValue } from '../../src/kernel/lists.ts';
import { defaultPageSize, maxPageSize } from '../../src/kernel/page.ts';
import { type ArgumentBound, boundOf, lengthWithin } from './bounds.ts';

/** The arguments that set the length of a list. No other argument changes the cost of a document. */
export const sizingArguments: ReadonlySet<string> = new Set(['first', 'last', 'ids']);

export const countCost = 200;

const bytesOfValue = 64;

/** Cost of a text of at most `maxBytes` bytes. */
export const textCost = (maxBytes: number): number => Math.ceil(maxBytes / bytesOfValue);

/** Cost of a `StringMap`. */
export const mapCost = textCost(maxMapKeys * (maxMapKey + maxMapValue));

const page: ArgumentBound = { argument: 'first', default: defaultPageSize, max: maxPageSize };

type CostedField = Pick<GraphQLField<unknown, unknown>, 'args' | 'type' | 'extensions'>;

/** How many times the fields below this field count. */
function lengthOf(field: CostedField, args: Readonly<Record<string, unknown>>): number {
  const bound = boundOf(field);
  // The connection field, which has the arguments, has already counted the records of the page.
  if (bound === 'page') return 1;
  if (bound !== undefined) return lengthWithin(bound, args);
  return field.args.some(({ name }) => name === page.argument) ? lengthWithin(page, args) : 1;
}

export function fieldComplexity(
  args: Readonly<Record<string, unknown>>,
  _context: unknown,
  field: CostedField,
) {
  const multiplier = lengthOf(field, args);
  const isPlainList = isListType(getNullableType(field.type)) && isLeafType(getNamedType(field.type));
  return { field: isPlainList ? Math.max(multiplier, 1) : 1, multiplier };
}
