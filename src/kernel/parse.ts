/**
 * Building blocks of input schemas: text that PostgreSQL can store, optional fields, dates, country codes. Messages say
 * what is expected and never contain the input.
 *
 * One check of a text field tests the length, the characters and the pattern, and stops at the first failure. So a wrong
 * field has one error, and a pattern never runs on text above the limit. The issue leaves `continue` unset: zod then skips
 * later checks of the field and still runs the rules of `field-rules.ts` over the other fields.
 * Lists and maps: see `lists.ts`.
 */
import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { type FieldError, InvalidInput, maxFieldErrors } from './errors.ts';

/** Whether PostgreSQL can store the text: it rejects NUL and lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** Adds an issue and skips later checks of the field. */
function failWith<T>(payload: z.core.ParsePayload<T>, message: string): void {
  payload.issues.push({ code: 'custom', message, input: payload.value });
}

interface TextForm {
  readonly min: number;
  readonly max: number;
  readonly pattern?: RegExp;
  /** The message when the pattern does not match. */
  readonly error?: string;
}

function problemOf(value: string, { min, max, pattern, error }: TextForm): string | undefined {
  if (value.length > max) return `must have at most ${max} characters`;
  if (value.length < min) return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  if (!isStorable(value)) return 'must be valid Unicode without NUL';
  return pattern && !pattern.test(value) ? (error ?? 'is not valid') : undefined;
}

function textOf(form: TextForm) {
  const { min, max, pattern } = form;
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .check((payload) => {
      const problem = problemOf(payload.value, form);
      if (problem !== undefined) failWith(payload, problem);
    })
    .meta({
      ...(min > 0 && { minLength: min }),
      maxLength: max,
      ...(pattern && { pattern: pattern.source }),
    });
}

/** Text of `min` to `max` UTF-16 units. */
export const text = (max: number, min = 1) => textOf({ min, max });

/** Text that matches a pattern. The message is `must be ${described}`. */
export const textMatching = (pattern: RegExp, described: string, max = 255) =>
  textOf({ min: 1, max, pattern, error: `must be ${described}` });

/** An integer from `min` to `max`. */
export const integer = (min: number, max: number, error: string) =>
  z
    .number({ error: ({ input }) => (input === undefined ? 'is required' : error) })
    .check((payload) => {
      const { value } = payload;
      if (!Number.isInteger(value) || value < min || value > max) failWith(payload, error);
    })
    .meta({ type: 'integer', minimum: min, maximum: max });

/** An optional field. `null` in the input becomes `undefined`. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value): z.output<T> | undefined => value ?? undefined);

/** `true` or `false`. */
export const boolean = z.boolean({ error: 'must be true or false' });

/** An optional boolean. Absent or `null` means `false`. */
export const falseByDefault = optional(boolean).transform((value) => value ?? false);

/** An enum value. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const countryCode = textMatching(/^[A-Z]{2}$/, 'an ISO 3166-1 alpha-2 country code');

/** One `@`, and a dot within the domain. The part before the dot excludes dots, which makes the pattern linear. */
export const email = textMatching(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, 'an email address', 254).meta({
  format: 'email',
});

/** E.164. */
export const phoneNumber = textMatching(/^\+[1-9]\d{1,14}$/, 'a phone number in E.164 form');

function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

const dateOf = (problem: (date: Date) => string | undefined) =>
  z
    .string({ error: 'must be a date of the form YYYY-MM-DD' })
    .check((payload) => {
      const { value } = payload;
      const found = isCalendarDate(value)
        ? problem(new Date(`${value}T00:00:00Z`))
        : 'must be a date of the form YYYY-MM-DD';
      if (found !== undefined) failWith(payload, found);
    })
    .meta({ format: 'date' });

/** A real calendar date, `YYYY-MM-DD`. */
export const calendarDate = dateOf(() => undefined);

export const pastDate = dateOf((date) => (date < new Date() ? undefined : 'must be in the past'));

const instantPattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** PostgreSQL accepts the years 1 to 9999, in any offset. */
const isStorableInstant = (date: Date): boolean => {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
};

/** An ISO 8601 instant with an offset, truncated to milliseconds. */
export const instant = z
  .unknown()
  .transform((value, context): Date => {
    if (value instanceof Date && isStorableInstant(value)) return value;
    // JavaScript parses 30 February as 2 March.
    if (typeof value === 'string' && instantPattern.test(value) && isCalendarDate(value.slice(0, 10))) {
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

/** An issue with a specific error code, for example INVALID_AMOUNT. */
export const codedIssue = (code: ErrorCode, message: string) =>
  ({ code: 'custom', message, params: { errorCode: code } }) as const;

/** Replaces zod's own messages, because they may contain the received value. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return issue.message.endsWith('received undefined') ? 'is required' : `must be of type ${issue.expected}`;
  }
  return issue.message.startsWith('Invalid') || issue.message.startsWith('Unrecognized')
    ? 'is not valid'
    : issue.message;
}

/** The wrong fields of one zod issue. */
function* fieldsOf(issue: z.core.$ZodIssue): Generator<FieldError> {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      yield { path: path ? `${path}.${key}` : key, message: 'is not a known field' };
    }
  } else if (issue.code === 'invalid_key') {
    // The key itself is wrong and may be any text, so the error names the object.
    yield {
      path: issue.path.slice(0, -1).map(String).join('.'),
      message: 'has a name that is not valid',
    };
  } else yield { path, message: messageOf(issue) };
}

/**
 * Converts a failed parse: each wrong field once, by its dotted path, in the order of the schema, at most `maxFieldErrors`.
 * The error code is that of the first wrong field.
 */
export function invalidInput(error: z.ZodError): InvalidInput {
  const fields = new Map<string, FieldError>();
  let code: ErrorCode | undefined;
  for (const issue of error.issues) {
    if (issue === error.issues[0] && issue.code === 'custom') {
      code = issue.params?.['errorCode'] as ErrorCode | undefined;
    }
    for (const field of fieldsOf(issue)) {
      if (fields.size < maxFieldErrors && !fields.has(field.path)) fields.set(field.path, field);
    }
  }
  return new InvalidInput([...fields.values()], code ? { code } : {});
}

/** Parses a value with an operation's schema. The error names every wrong field. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> | InvalidInput {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : invalidInput(parsed.error);
}
