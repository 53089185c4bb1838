/**
 * How much a field costs: how many values it can add to an answer. A field is one value; what is below a list counts as
 * often as the list is long.
 *
 * Decision: a page counts as long as `first` allows, because what it will hold is not known before it is read, and a
 * caller must be able to tell the cost from the document alone. Lists that take no size count as 5: a payment has 3 to 5
 * steps, a customer about as many accounts.
 */
import { type GraphQLField, getNullableType, isListType } from 'graphql';
import { defaultPageSize, maxPageSize } from '../src/kernel/page.ts';

/** The arguments that say how long a list is. No other changes what a document costs. */
export const sizingArguments: ReadonlySet<string> = new Set(['first', 'ids']);

const unsizedList = 5;

/** More than a page may have is refused by the list itself, which says so better than a cost. */
const within = (size: number): number => Math.min(Math.max(size, 0), maxPageSize);

function lengthOf(
  field: Pick<GraphQLField<unknown, unknown>, 'args' | 'type'>,
  { first, ids }: Readonly<Record<string, unknown>>,
): number {
  if (field.args.some(({ name }) => name === 'first')) {
    return within(typeof first === 'number' ? first : defaultPageSize);
  }
  if (Array.isArray(ids)) return within(ids.length);
  return isListType(getNullableType(field.type)) ? unsizedList : 1;
}

export const fieldComplexity = (
  args: Readonly<Record<string, unknown>>,
  _context: unknown,
  field: Pick<GraphQLField<unknown, unknown>, 'args' | 'type'>,
) => ({ field: 1, multiplier: lengthOf(field, args) });
