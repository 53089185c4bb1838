/**
 * The refusals as callers see them. Each base class of the service is one GraphQL type; a feature's refusal is an
 * instance of one of them, and a union lists the classes that its operation can give.
 */

import { PolicyViolation, policyRules } from '../src/agents/errors.ts';
import { type ErrorCode as Code, errorCodes } from '../src/kernel/error-codes.ts';
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
} from '../src/kernel/errors.ts';
import { InsufficientBalance } from '../src/ledger/entry.ts';
import { currencyOf } from '../src/money/currencies.ts';
import { permissions } from '../src/platforms/platform.ts';
import { AgentPermissionEnum } from './agent-policy.ts';
import { builder } from './builder.ts';
import { describedEnum } from './enums.ts';
import { CurrencyRef, MoneyRef } from './money.ts';

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

builder.objectType(InsufficientBalance, {
  name: 'InsufficientBalanceError',
  description: 'Returned when the account cannot pay out of what is available.',
  interfaces: [ServiceError],
  fields: (t) => ({
    available: t.field({
      type: MoneyRef,
      description: 'Posted, less what is held.',
      resolve: (e) => e.available,
    }),
    required: t.field({ type: MoneyRef, description: 'What the payment needs.', resolve: (e) => e.required }),
  }),
});

const PolicyRuleEnum = describedEnum('PolicyRule', "What of an agent's policy refused.", policyRules, {
  APPROVAL_REQUIRED: 'immediatelyExecute by an agent whose policy wants approval.',
  PAUSED: 'The agent is paused.',
  PERMISSION: 'The policy does not give the permission: see missingPermission.',
  PER_TRANSACTION_LIMIT: 'More than one transaction may take.',
  DAILY_LIMIT: 'More than is left of the day.',
  DAILY_TRANSACTION_LIMIT: 'No transaction is left of the day.',
  MONTHLY_LIMIT: 'More than is left of the month.',
  ACCOUNT_NOT_ALLOWED: 'The account is not among those allowed.',
  ACCOUNT_PER_TRANSACTION_LIMIT: 'More than one transaction of this account may take.',
});

const figure = 'In limitCurrency; for DAILY_TRANSACTION_LIMIT a count.';

builder.objectType(PolicyViolation, {
  name: 'PolicyViolationError',
  description: "Returned when the agent's policy refuses; names the rule, with its figures.",
  interfaces: [ServiceError],
  fields: (t) => ({
    rule: t.field({ type: PolicyRuleEnum, description: 'The rule.', resolve: (error) => error.rule }),
    missingPermission: t.field({
      type: AgentPermissionEnum,
      nullable: true,
      description: 'Of PERMISSION only.',
      resolve: (error) => error.missingPermission ?? null,
    }),
    limit: t.field({
      type: 'Amount',
      nullable: true,
      description: `What is allowed. ${figure}`,
      resolve: (error) => error.limit ?? null,
    }),
    requested: t.field({
      type: 'Amount',
      nullable: true,
      description: `What was asked for. ${figure}`,
      resolve: (error) => error.requested ?? null,
    }),
    used: t.field({
      type: 'Amount',
      nullable: true,
      description: `What is spent. ${figure}`,
      resolve: (error) => error.used ?? null,
    }),
    reserved: t.field({
      type: 'Amount',
      nullable: true,
      description: `What waits for approval. ${figure}`,
      resolve: (error) => error.reserved ?? null,
    }),
    limitCurrency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency of the figures; null where they are counts, or there are none.',
      resolve: (error) => (error.limitCurrency === undefined ? null : currencyOf(error.limitCurrency)),
    }),
  }),
});
