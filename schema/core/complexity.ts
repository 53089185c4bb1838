/**
 * Cost of a field: the maximum number of values that it adds to a response. A value has up to 64 bytes. The fields below
 * a list count once for each item that the list can have (`bounds.ts`).
 *
 * Decision: a page counts with its maximum length, the argument `first` or `last`, because a client must be able to compute the
 * cost from the document alone. A long text counts with its maximum size.
 *
 * Decision: a total count costs 200 for each connection, because it reads a row for each record of the list although
 * the response contains none of them.
 */
import { type GraphQLField, getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { maxMapKey, maxMapKeys, maxMapValue } from '../../src/kernel/lists.ts';
import { defaultPageSize, maxPageSize } from '../../src/kernel/page.ts';
import { type ArgumentBound, boundOf, lengthWithin } from './bounds.ts';

/** The arguments that set the length of a list or search it. No other argument changes the cost of a document. */
export const sizingArguments: ReadonlySet<string> = new Set(['first', 'last', 'ids', 'filter']);

/** The fields of a filter that search for words or amounts. */
const searchFields = ['query', 'counterparty', 'minAmount', 'maxAmount'] as const;

/** A search reads up to some thousand index entries, although the response has only a page. */
const searchCost = 100;

export const isSearch = (filter: unknown): boolean =>
  typeof filter === 'object' &&
  filter !== null &&
  searchFields.some((name) => ((filter as Record<string, unknown>)[name] ?? null) !== null);

export const countCost = 200;

const bytesOfValue = 64;

/** Cost of a text of at most `maxBytes` bytes. */
export const textCost = (maxBytes: number): number => Math.ceil(maxBytes / bytesOfValue);

/** Cost of a `StringMap`. */
export const mapCost = textCost(maxMapKeys * (maxMapKey + maxMapValue));

const page: ArgumentBound = { argument: 'first', default: defaultPageSize, max: maxPageSize };
const pageFromEnd: ArgumentBound = { ...page, argument: 'last' };

type CostedField = Pick<GraphQLField<unknown, unknown>, 'args' | 'type' | 'extensions'>;

/** How many times the fields below this field count. */
function lengthOf(field: CostedField, args: Readonly<Record<string, unknown>>): number {
  const bound = boundOf(field);
  // The connection field, which has the arguments, has already counted the records of the page.
  if (bound === 'page') return 1;
  if (bound !== undefined) return lengthWithin(bound, args);
  if (!field.args.some(({ name }) => name === page.argument)) return 1;
  return lengthWithin(typeof args['last'] === 'number' ? pageFromEnd : page, args);
}

export function fieldComplexity(
  args: Readonly<Record<string, unknown>>,
  _context: unknown,
  field: CostedField,
) {
  const multiplier = lengthOf(field, args);
  const isPlainList = isListType(getNullableType(field.type)) && isLeafType(getNamedType(field.type));
  const ownCost = isPlainList ? Math.max(multiplier, 1) : 1;
  return { field: ownCost + (isSearch(args['filter']) ? searchCost : 0), multiplier };
}
