/**
 * How much a field costs: how many values it can add to a response, a value being up to 64 bytes. What is below a list
 * counts as often as the list may be long (`bounds.ts`).
 *
 * Decision: a page counts as long as `first` allows, because what it will hold is not known before it is read, and a
 * client must be able to tell the cost from the document alone. A text that may be long counts by its maximum size.
 *
 * Decision: a count costs as much as 200 values wherever it is asked for, once for each connection: it reads a row for
 * each record of the list, of which none is in the response.
 */
import { type GraphQLField, getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { maxMapKey, maxMapKeys, maxMapValue } from '../../src/kernel/lists.ts';
import { defaultPageSize, maxPageSize } from '../../src/kernel/page.ts';
import { type ArgumentBound, boundOf, lengthWithin } from './bounds.ts';

/** The arguments that say how long a list is. No other changes what a document costs. */
export const sizingArguments: ReadonlySet<string> = new Set(['first', 'last', 'ids']);

export const countCost = 200;

const bytesOfValue = 64;

/** What a text of at most so many bytes costs. */
export const textCost = (maxBytes: number): number => Math.ceil(maxBytes / bytesOfValue);

/** What a `StringMap` costs. */
export const mapCost = textCost(maxMapKeys * (maxMapKey + maxMapValue));

const page: ArgumentBound = { argument: 'first', default: defaultPageSize, max: maxPageSize };

type CostedField = Pick<GraphQLField<unknown, unknown>, 'args' | 'type' | 'extensions'>;

/** How often what is below the field counts. */
function lengthOf(field: CostedField, args: Readonly<Record<string, unknown>>): number {
  const bound = boundOf(field);
  // The records of a page were counted by the connection's own field, which has its arguments.
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
