/**
 * The refusals as callers see them. Each base class of the service is one GraphQL type; a feature's refusal is an
 * instance of one of them, and a union lists the classes that its operation can give.
 */

import { type ErrorCode as Code, errorCodes } from '../../src/kernel/error-codes.ts';
import {
  Conflict,
  type DomainError,
  Forbidden,
  InvalidInput,
  maxFieldErrors,
  NotFound,
  RateLimited,
  Unauthorized,
  Upstream,
} from '../../src/kernel/errors.ts';
import { permissions } from '../../src/platforms/platform.ts';
import { builder } from './builder.ts';

const words: Partial<Record<Code, string>> = {
  INVALID_INPUT: 'A field is missing or malformed.',
  INVALID_AMOUNT: 'An amount is not an integer in the allowed range.',
  UNAUTHORIZED: 'A credential, code, token, signature or request id did not pass its check.',
  FORBIDDEN: 'The caller may not do this.',
  INSUFFICIENT_BALANCE: 'The available balance is less than what is needed.',
  CONFLICT: 'The state of a record, or an idempotency key, stands in the way.',
};

/** `QUOTE_EXPIRED` as `Quote expired.`, where nothing more is to be said. */
const spelled = (code: Code): string => {
  const lower = code.toLowerCase().replaceAll('_', ' ').replaceAll('uma', 'UMA').replaceAll('otp', 'OTP');
  return `${lower.charAt(0).toUpperCase()}${lower.slice(1)}.`;
};

export const ErrorCode = builder.enumType('ErrorCode', {
  description: 'What went wrong, stable over versions. The same codes as over REST.',
  values: Object.fromEntries(
    errorCodes.map((code) => [code, { description: words[code] ?? spelled(code) }]),
  ) as {
    [C in Code]: { description: string };
  },
});

export const PermissionEnum = builder.enumType('Permission', {
  description: 'What an API token may do. They do not imply one another.',
  values: {
    VIEW: { description: 'Read everything.' },
    TRANSACT: { description: 'Send payments and decide about them.' },
    MANAGE: { description: 'Change customers, accounts, configuration, tokens and agents.' },
  } satisfies Record<(typeof permissions)[number], object>,
});

export const ServiceError = builder.interfaceRef<DomainError>('ServiceError').implement({
  description: 'What every refusal has, so that `... on ServiceError` catches all of them.',
  fields: (t) => ({
    errorCode: t.field({
      type: ErrorCode,
      description: 'The stable code.',
      resolve: (error) => error.code,
    }),
    message: t.exposeString('message', { description: 'For people; may change.' }),
    httpStatus: t.exposeInt('httpStatus', { description: 'HTTP status of the same refusal over REST.' }),
    reason: t.string({
      nullable: true,
      description: 'Names the failed check where there is one, for example: Invalid OTP code.',
      resolve: (error) => error.reason ?? null,
    }),
  }),
});

const FieldErrorRef = builder.objectRef<InvalidInput['fields'][number]>('FieldError').implement({
  description: 'Which field is wrong and why; one entry for every wrong field, not only the first.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Dotted path, beginning with the name of the argument.' }),
    message: t.exposeString('message', { description: 'What is wanted. Never repeats the value.' }),
  }),
});

builder.objectType(InvalidInput, {
  name: 'InvalidInputError',
  description: 'Returned when the input is wrong; names every wrong field.',
  interfaces: [ServiceError],
  fields: (t) => ({
    fields: t.field({
      type: [FieldErrorRef],
      bound: maxFieldErrors,
      description: 'Every wrong field.',
      resolve: (error) => [...error.fields],
    }),
  }),
});

builder.objectType(Unauthorized, {
  name: 'UnauthorizedError',
  description: 'Returned when a code, token, signature or request id did not pass its check.',
  interfaces: [ServiceError],
});

builder.objectType(Forbidden, {
  name: 'ForbiddenError',
  description: 'Returned when the caller is known but may not do this.',
  interfaces: [ServiceError],
  fields: (t) => ({
    requiredPermission: t.field({
      type: PermissionEnum,
      nullable: true,
      description: 'The permission that is missing, where that is why; the first of requiredPermissions.',
      resolve: (error) => error.requiredPermission ?? null,
    }),
    requiredPermissions: t.field({
      type: [PermissionEnum],
      bound: permissions.length,
      description: 'Every permission of the API token that is missing; empty where that is not why.',
      resolve: (error) => [...error.requiredPermissions],
    }),
  }),
});

builder.objectType(NotFound, {
  name: 'NotFoundError',
  description: 'Returned when a record does not exist, or belongs to somebody else.',
  interfaces: [ServiceError],
  fields: (t) => ({
    missingId: t.id({
      nullable: true,
      description: 'The id that was not found.',
      resolve: (error) => error.missingId ?? null,
    }),
  }),
});

builder.objectType(Conflict, {
  name: 'ConflictError',
  description:
    'Returned when the state of a record, or another record, stands in the way. Also the credential rules (EMAIL_OTP_, PASSKEY_, OAUTH_CREDENTIAL_ALREADY_EXISTS, LAST_CREDENTIAL), with their httpStatus 400.',
  interfaces: [ServiceError],
});

builder.objectType(RateLimited, {
  name: 'RateLimitedError',
  description: 'Returned when there were too many tries.',
  interfaces: [ServiceError],
  fields: (t) => ({
    retryAfterSeconds: t.exposeInt('retryAfterSeconds', { description: 'Wait this many seconds.' }),
  }),
});

builder.objectType(Upstream, {
  name: 'UpstreamError',
  description: 'Returned when somebody whom the service depends on did not answer, or answered badly.',
  interfaces: [ServiceError],
});
