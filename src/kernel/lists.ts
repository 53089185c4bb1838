/**
 * Lists and maps of inputs. Each has a maximum size, which is checked before anything in it: what is above the maximum
 * costs no more than counting it.
 */
import { z } from 'zod';
import { oneOf, text } from './parse.ts';

/** Of a list of choices from a closed set. Above the size of any set, so that a repeated choice does no harm. */
export const maxChoices = 50;

export interface ListOptions {
  /** What the list must be, where "must be a list" says too little. */
  readonly error?: string;
  /** The message of an empty list, where the list must have an item. */
  readonly nonEmpty?: string;
}

/** A list of at most `max` items. The items of a longer list are not looked at. */
export function boundedList<T extends z.ZodType>(
  item: T,
  max: number,
  { error = 'must be a list', nonEmpty }: ListOptions = {},
) {
  const list = z
    .array(item, { error: ({ input }) => (input === undefined ? 'is required' : error) })
    .max(max);
  return z.preprocess(
    (value, context) => {
      if (!Array.isArray(value) || value.length <= max) return value;
      context.addIssue({ code: 'custom', message: `must have at most ${max} items` });
      return z.NEVER;
    },
    nonEmpty === undefined ? list : list.min(1, { error: nonEmpty }),
  );
}

/** A list of choices from a closed set. */
export const choices = <const T extends readonly [string, ...string[]]>(values: T, options?: ListOptions) =>
  boundedList(oneOf(values), maxChoices, options);

/** Keys of a `stringMap`. */
export const maxMapKeys = 50;
/** Characters of a key and of a value. */
export const maxMapKey = 64;
export const maxMapValue = 1024;

function hasMoreKeys(value: object, max: number): boolean {
  let count = 0;
  for (const _key in value) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}

/** An object of at most `maxMapKeys` keys of up to 64 characters, whose values are strings of up to 1024. */
export const stringMap = z
  .preprocess(
    (value, context) => {
      if (typeof value !== 'object' || value === null || !hasMoreKeys(value, maxMapKeys)) return value;
      context.addIssue({ code: 'custom', message: `must have at most ${maxMapKeys} keys` });
      return z.NEVER;
    },
    z.record(text(maxMapKey), text(maxMapValue), { error: 'must be an object whose values are strings' }),
  )
  .meta({ maxProperties: maxMapKeys });
