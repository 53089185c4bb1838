/**
 * Lists and maps in inputs. Each has a maximum size. The size is checked before the content, so a larger input costs no
 * more than counting.
 */
import { z } from 'zod';
import { oneOf, text } from './parse.ts';

/** For lists of enum values. Larger than any enum, so that a repeated value is no error. */
export const maxChoices = 50;

interface ListOptions {
  /** Replaces the message "must be a list". */
  readonly error?: string;
  /** The message for an empty list. When absent, the list may be empty. */
  readonly nonEmpty?: string;
}

/** A list of at most `max` items. The items of a longer list are not checked. */
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

/** A list of enum values. */
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
