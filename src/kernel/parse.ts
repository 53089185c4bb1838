/**
 * The vocabulary of input schemas: text that PostgreSQL can hold, optional fields, dates, country codes.
 * A message names what is wanted and never repeats what was sent.
 */
import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { type FieldError, InvalidInput } from './errors.ts';

/** A NUL or a lone surrogate cannot be stored as text: refused at the door. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** Text of `min` to `max` UTF-16 units. */
export function text(max: number, min = 1) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .min(min, { error: min === 1 ? 'must not be empty' : `must have at least ${min} characters` })
    .max(max, { error: `must have at most ${max} characters` })
    .refine(isStorable, { error: 'must be valid Unicode without NUL' });
}

/** Text of the given shape; `described` says the shape in words. */
export const shaped = (pattern: RegExp, described: string, max = 255) =>
  text(max).regex(pattern, { error: `must be ${described}` });

/** A field that may be absent. `null` on the wire is absent inside. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value): z.output<T> | undefined => value ?? undefined);

/** One of a closed set. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const countryCode = shaped(/^[A-Z]{2}$/, 'an ISO 3166-1 alpha-2 country code');

export const email = text(254)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'must be an email address' })
  .meta({ format: 'email' });

/** E.164. */
export const phoneNumber = shaped(/^\+[1-9]\d{1,14}$/, 'a phone number in E.164 form');

/** A real calendar date, `YYYY-MM-DD`. */
export const calendarDate = z
  .string({ error: 'must be a date of the form YYYY-MM-DD' })
  .refine(
    (value) => {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
      const date = new Date(`${value}T00:00:00Z`);
      return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
    },
    { error: 'must be a date of the form YYYY-MM-DD' },
  )
  .meta({ format: 'date' });

export const pastDate = calendarDate.refine((value) => new Date(`${value}T00:00:00Z`) < new Date(), {
  error: 'must be in the past',
});

const instantPattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** What PostgreSQL takes as well: years 1 to 9999, whichever offset they are written with. */
const isStorableInstant = (date: Date): boolean => {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
};

/** An ISO 8601 instant with an offset, taken to the millisecond. */
export const instant = z
  .unknown()
  .transform((value, context): Date => {
    if (value instanceof Date && isStorableInstant(value)) return value;
    if (typeof value === 'string' && instantPattern.test(value)) {
      const date = new Date(value);
      if (isStorableInstant(date)) return date;
    }
    context.addIssue({
      code: 'custom',
      message: 'must be an ISO 8601 instant, for example 2025-10-13T12:00:00Z',
    });
    return z.NEVER;
  })
  .meta({ type: 'string', format: 'date-time' });

export const address = z.object({
  line1: text(255),
  line2: optional(text(255)),
  city: optional(text(255)),
  state: optional(text(255)),
  postalCode: text(32),
  country: countryCode,
});
export type Address = z.output<typeof address>;

/** An object whose values are all strings. */
export const stringMap = z.record(text(64), text(1024), {
  error: 'must be an object whose values are strings',
});

/** Adds an issue that carries an error code of its own, for example INVALID_AMOUNT. */
export const codedIssue = (code: ErrorCode, message: string) =>
  ({ code: 'custom', message, params: { errorCode: code } }) as const;

/** A message of zod's own says what it received, which may be a value: only our words go out. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return issue.message.endsWith('received undefined') ? 'is required' : `must be of type ${issue.expected}`;
  }
  return issue.message.startsWith('Invalid') || issue.message.startsWith('Unrecognized')
    ? 'is not valid'
    : issue.message;
}

/** Every wrong field of a failed parse, by its dotted path; the first coded issue gives the code. */
export function invalidInput(error: z.ZodError): InvalidInput {
  const fields: FieldError[] = [];
  let code: ErrorCode | undefined;
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        fields.push({ path: [path, key].filter(Boolean).join('.'), message: 'is not a known field' });
      }
      continue;
    }
    if (issue.code === 'invalid_key') {
      // The key itself is wrong, and may be anything: its object is named instead.
      fields.push({
        path: issue.path.slice(0, -1).map(String).join('.'),
        message: 'has a name that is not valid',
      });
      continue;
    }
    fields.push({ path, message: messageOf(issue) });
    if (issue.code === 'custom') {
      const coded = issue.params?.['errorCode'] as ErrorCode | undefined;
      code ??= coded;
    }
  }
  return new InvalidInput(fields, code ? { code } : {});
}

/** Parses `unknown` with an operation's schema: its output, or a refusal that names every wrong field. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> | InvalidInput {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : invalidInput(parsed.error);
}
