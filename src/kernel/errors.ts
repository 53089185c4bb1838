/**
 * Domain errors: expected outcomes that a client can act on. An operation returns them and never throws them; a thrown
 * error is a bug. Clients see the base classes as GraphQL error types. A feature's errors extend one of them, so that
 * neither API needs a central switch.
 *
 * Source: docs/behaviour/conventions.md#error-body and docs/behaviour/errors.md#error-codes (codes and statuses); schema.graphql, "errors".
 */
import type { ErrorCode } from './error-codes.ts';

type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'rate-limited'
  | 'upstream';

/** HTTP status of each kind. An error for which the interface fixes another status overrides `httpStatus`. */
const statusOfKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'rate-limited': 429,
  upstream: 424,
};

/** The `details` of a REST error body. Never contains secrets. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: ErrorCode;
  /** Names the failed check where there is one, for example `Invalid OTP code`. */
  readonly reason: string | undefined = undefined;

  /** The status of this error over REST. */
  get httpStatus(): number {
    return statusOfKind[this.kind];
  }

  get details(): ErrorDetails {
    return {};
  }
}

/** One wrong field: its dotted path in the input, and the error. Never contains the value. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** The maximum number of wrong fields in one error. */
export const maxFieldErrors = 100;

/** The maximum number of wrong fields that the message names. */
const maxFieldsInMessage = 3;

/** Names the wrong fields, so that a client that shows only the message shows where to look. */
function messageOf(fields: readonly FieldError[]): string {
  const [first, second] = fields;
  if (!first) return 'The input is not valid.';
  if (!second) return `${first.path}: ${first.message}`;
  const names = fields.slice(0, maxFieldsInMessage).map(({ path }) => path);
  return `These fields are not valid: ${names.join(', ')}${fields.length > names.length ? ' and others' : ''}.`;
}

/** The input is wrong; `fields` names every wrong field, up to the first `maxFieldErrors`. */
export class InvalidInput extends DomainError {
  override readonly name: string = 'InvalidInput';
  readonly kind = 'invalid';
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  override readonly reason: string | undefined;

  constructor(
    fields: readonly FieldError[],
    {
      code = 'INVALID_INPUT',
      message = messageOf(fields),
      reason,
    }: { code?: ErrorCode; message?: string; reason?: string } = {},
  ) {
    super(message);
    this.fields = fields.slice(0, maxFieldErrors);
    this.code = code;
    this.reason = reason;
  }

  /** One wrong field, by its path in the operation's input. */
  static at(path: string, message: string, code: ErrorCode = 'INVALID_INPUT'): InvalidInput {
    return new InvalidInput([{ path, message }], { code });
  }

  /** The same error for an input that the client sent inside another field. */
  under(name: string): InvalidInput {
    return new InvalidInput(
      this.fields.map(({ path, message }) => ({ path: path ? `${name}.${path}` : name, message })),
      {
        code: this.code,
        // The message contains the paths and is built again, except one that the caller gave.
        ...(this.fields.length !== 1 && this.message !== messageOf(this.fields) && { message: this.message }),
        ...(this.reason !== undefined && { reason: this.reason }),
      },
    );
  }

  override get details(): ErrorDetails {
    return {
      ...(this.fields[0] && { field: this.fields[0].path }),
      ...(this.fields.length > 0 && {
        errors: this.fields.map(({ path, message }) => ({ field: path, reason: message })),
      }),
      ...(this.reason !== undefined && { reason: this.reason }),
    };
  }
}

/** A credential, code, token, signature or request id did not pass its check. */
export class Unauthorized extends DomainError {
  override readonly name: string = 'Unauthorized';
  readonly kind = 'unauthorized';
  readonly code: ErrorCode = 'UNAUTHORIZED';
  override readonly reason: string | undefined;

  constructor(reason?: string, message = 'The credentials are missing or not valid.') {
    super(message);
    this.reason = reason;
  }

  override get details(): ErrorDetails {
    return this.reason === undefined ? {} : { reason: this.reason };
  }
}

type ApiTokenPermission = 'VIEW' | 'TRANSACT' | 'MANAGE';

/** The caller is known but may not do this. */
export class Forbidden extends DomainError {
  override readonly name: string = 'Forbidden';
  readonly kind = 'forbidden';
  readonly code: ErrorCode;
  override readonly reason: string | undefined;
  /** The missing API token permissions, if that is the reason. */
  readonly requiredPermissions: readonly ApiTokenPermission[];

  constructor(
    message: string,
    {
      code = 'FORBIDDEN',
      reason,
      requiredPermissions = [],
    }: {
      code?: ErrorCode;
      reason?: string | undefined;
      requiredPermissions?: readonly ApiTokenPermission[];
    } = {},
  ) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.requiredPermissions = requiredPermissions;
  }

  /** The first missing permission, for clients of earlier versions. */
  get requiredPermission(): ApiTokenPermission | undefined {
    return this.requiredPermissions[0];
  }

  override get details(): ErrorDetails {
    return {
      ...(this.reason !== undefined && { reason: this.reason }),
      ...(this.requiredPermission && {
        requiredPermission: this.requiredPermission,
        requiredPermissions: this.requiredPermissions,
      }),
    };
  }
}

/** The record does not exist or belongs to another tenant. The error is the same for both. */
export class NotFound extends DomainError {
  override readonly name: string = 'NotFound';
  readonly kind = 'not-found';
  readonly code: ErrorCode;
  readonly missingId: string | undefined;

  constructor(code: ErrorCode, message: string, missingId?: string) {
    super(message);
    this.code = code;
    this.missingId = missingId;
  }

  override get details(): ErrorDetails {
    return this.missingId === undefined ? {} : { id: this.missingId };
  }
}

/** The state of the record, or another record, prevents the operation. */
export class Conflict extends DomainError {
  override readonly name: string = 'Conflict';
  readonly kind = 'conflict';
  readonly code: ErrorCode;
  override readonly reason: string | undefined;
  readonly #httpStatus: number;

  constructor(
    message: string,
    {
      code = 'CONFLICT',
      reason,
      httpStatus = 409,
    }: { code?: ErrorCode; reason?: string; httpStatus?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.#httpStatus = httpStatus;
  }

  override get httpStatus(): number {
    return this.#httpStatus;
  }

  override get details(): ErrorDetails {
    return this.reason === undefined ? {} : { reason: this.reason };
  }
}

/** Too many tries; wait `retryAfterSeconds`. */
export class RateLimited extends DomainError {
  override readonly name: string = 'RateLimited';
  readonly kind = 'rate-limited';
  readonly code: ErrorCode = 'RATE_LIMITED';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many requests. Wait the given number of seconds and try again.');
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

/** An external service did not respond, or its response was not usable. */
export class Upstream extends DomainError {
  override readonly name: string = 'Upstream';
  readonly kind = 'upstream';
  readonly code: ErrorCode;
  override readonly reason: string | undefined;

  constructor(code: ErrorCode, message: string, reason?: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

/** What must always hold does not: there is a bug. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';

  constructor(whatShouldHold: string) {
    super(`Invariant broken: ${whatShouldHold}`);
  }
}

/** Asserts a condition. If it is false there is a bug, and the request ends with an internal error. */
export function invariant(condition: unknown, whatShouldHold: string): asserts condition {
  if (!condition) throw new InvariantBroken(whatShouldHold);
}

/** Marks code that the compiler proves to be unreachable. */
export function unreachable(value: never): never {
  throw new InvariantBroken(`no other case exists (${String(value)})`);
}
