/**
 * GraphQL types of the domain errors. Each base class is one GraphQL type. An error of a feature is an instance of a
 * base class, and a result union lists the base classes of the errors that its operation can return.
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
import type { SignatureProblem, SignatureRejected } from '../../src/kernel/signature-problem.ts';
import { permissions } from '../../src/platforms/platform.ts';
import { builder } from './builder.ts';

const descriptions: Partial<Record<Code, string>> = {
  INVALID_INPUT: 'A field is missing or invalid.',
  INVALID_AMOUNT: 'An amount is not an integer or is outside the allowed range.',
  UNAUTHORIZED: 'A credential, code, token, signature or request id is not valid.',
  FORBIDDEN: 'The caller does not have the required permission.',
  INSUFFICIENT_BALANCE: 'The available balance is less than the required amount.',
  CONFLICT: 'The request conflicts with the state of a record or with an idempotency key.',
};

/** The name of a code as a sentence: `QUOTE_EXPIRED` is `Quote expired.` */
const sentenceOf = (code: Code): string => {
  const lower = code.toLowerCase().replaceAll('_', ' ').replaceAll('uma', 'UMA').replaceAll('otp', 'OTP');
  return `${lower.charAt(0).toUpperCase()}${lower.slice(1)}.`;
};

const ErrorCode = builder.enumType('ErrorCode', {
  description: 'Stable code of an error. REST uses the same codes.',
  values: Object.fromEntries(
    errorCodes.map((code) => [code, { description: descriptions[code] ?? sentenceOf(code) }]),
  ) as {
    [C in Code]: { description: string };
  },
});

export const PermissionEnum = builder.enumType('Permission', {
  description: 'Permissions of an API token. No permission includes another.',
  values: {
    VIEW: { description: 'Read all records.' },
    TRANSACT: { description: 'Send payments and decide about payments.' },
    MANAGE: { description: 'Change customers, accounts, settings, API tokens and agents.' },
  } satisfies Record<(typeof permissions)[number], object>,
});

const SignatureProblemEnum = builder.enumType('SignatureProblem', {
  description: 'What is wrong with the wallet signature or the request id of a signed retry.',
  values: {
    SIGNATURE_MISSING: { description: 'The retry has a request id and no signature.' },
    SIGNATURE_MALFORMED: {
      description:
        'The signature is not a stamp: its encoding, its members, its scheme, its key or its DER form is wrong.',
    },
    SIGNATURE_UNKNOWN_KEY: {
      description: 'The key of the stamp is not the key of an active session that may sign this operation.',
    },
    SIGNATURE_BODY_MISMATCH: {
      description:
        'What was signed is not this request: the signature is not over payloadToSign, or the arguments differ from those of the first call.',
    },
    REQUEST_ID_MISSING: { description: 'The request id is empty or absent.' },
    REQUEST_ID_UNKNOWN: {
      description:
        'There is no such request id of this platform, or five signatures for it have failed. Start again without it.',
    },
    REQUEST_ID_EXPIRED: { description: 'The challenge has expired. Start again without the request id.' },
    REQUEST_ID_USED: { description: 'The request id was used. Start again without it.' },
  } satisfies Record<SignatureProblem, object>,
});

export const ServiceError = builder.interfaceRef<DomainError>('ServiceError').implement({
  description: 'Interface of all errors. `... on ServiceError` matches any error in a result union.',
  fields: (t) => ({
    errorCode: t.field({
      type: ErrorCode,
      description: 'Stable error code.',
      resolve: (error) => error.code,
    }),
    message: t.exposeString('message', {
      description: 'Explanation for a human reader. The text may change.',
    }),
    httpStatus: t.exposeInt('httpStatus', { description: 'HTTP status of the same error over REST.' }),
    reason: t.string({
      nullable: true,
      description:
        'The check that failed, if the error has more than one cause, for example: Invalid OTP code.',
      resolve: (error) => error.reason ?? null,
    }),
  }),
});

export const FieldErrorRef = builder.objectRef<InvalidInput['fields'][number]>('FieldError').implement({
  description: 'One invalid field and the reason. An error contains one entry for each invalid field.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Dotted path of the field, starting with the name of the argument.',
    }),
    message: t.exposeString('message', {
      description: 'The requirement that the value does not meet. The value is never repeated.',
    }),
  }),
});

builder.objectType(InvalidInput, {
  name: 'InvalidInputError',
  description: 'Returned when the input is invalid. Lists all invalid fields.',
  interfaces: [ServiceError],
  fields: (t) => ({
    fields: t.field({
      type: [FieldErrorRef],
      bound: maxFieldErrors,
      description: 'All invalid fields.',
      resolve: (error) => [...error.fields],
    }),
  }),
});

builder.objectType(Unauthorized, {
  name: 'UnauthorizedError',
  description: 'Returned when a code, token, signature or request id is not valid.',
  interfaces: [ServiceError],
  fields: (t) => ({
    signatureProblem: t.field({
      type: SignatureProblemEnum,
      nullable: true,
      description:
        'What is wrong with the wallet signature or the request id of a signed retry. Null if the error has another cause.',
      // plugin-errors passes a proxy that is an instance of the listed base class only.
      resolve: (error) => (error as Partial<SignatureRejected>).signatureProblem ?? null,
    }),
  }),
});

builder.objectType(Forbidden, {
  name: 'ForbiddenError',
  description: 'Returned when the authenticated caller is not allowed to perform the operation.',
  interfaces: [ServiceError],
  fields: (t) => ({
    requiredPermission: t.field({
      type: PermissionEnum,
      nullable: true,
      description: 'The missing permission, or the first of several. Null if the error has another cause.',
      resolve: (error) => error.requiredPermission ?? null,
    }),
    requiredPermissions: t.field({
      type: [PermissionEnum],
      bound: permissions.length,
      description: 'All permissions that the API token is missing. Empty if the error has another cause.',
      resolve: (error) => [...error.requiredPermissions],
    }),
  }),
});

builder.objectType(NotFound, {
  name: 'NotFoundError',
  description: 'Returned when a record does not exist or the caller cannot see it.',
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
    'Returned when the request conflicts with the state of a record. The codes EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS, PASSKEY_CREDENTIAL_ALREADY_EXISTS, OAUTH_CREDENTIAL_ALREADY_EXISTS and LAST_CREDENTIAL have httpStatus 400.',
  interfaces: [ServiceError],
});

builder.objectType(RateLimited, {
  name: 'RateLimitedError',
  description: 'Returned when the caller made too many attempts.',
  interfaces: [ServiceError],
  fields: (t) => ({
    retryAfterSeconds: t.exposeInt('retryAfterSeconds', {
      description: 'Number of seconds to wait before the next attempt.',
    }),
  }),
});

builder.objectType(Upstream, {
  name: 'UpstreamError',
  description: 'Returned when an external system failed, timed out or sent an invalid response.',
  interfaces: [ServiceError],
});
