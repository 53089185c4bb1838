/** The domain error of an agent whose policy does not permit what it asks. */
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { PolicyViolation, policyRules } from '../../src/platforms/access/policy-violation.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { ServiceError } from '../core/errors.ts';
import { CurrencyRef } from '../core/money.ts';
import { AgentPermissionEnum } from './enums.ts';

const PolicyRuleEnum = describedEnum(
  'PolicyRule',
  'Policy rule that an operation of an agent violates.',
  policyRules,
  {
    APPROVAL_REQUIRED: 'immediatelyExecute is not allowed, because the policy requires an approval.',
    PAUSED: 'The agent is paused.',
    PERMISSION: 'The policy does not grant the permission: see missingPermission.',
    PER_TRANSACTION_LIMIT: 'The amount is above the maximum of one transaction.',
    DAILY_LIMIT: 'The amount is above the rest of the daily limit.',
    DAILY_TRANSACTION_LIMIT: 'The maximum number of transactions per day is reached.',
    MONTHLY_LIMIT: 'The amount is above the rest of the monthly limit.',
    ACCOUNT_NOT_ALLOWED: 'The policy does not allow the account.',
    ACCOUNT_PER_TRANSACTION_LIMIT: 'The amount is above the maximum of one transaction of this account.',
  },
);

const figure =
  'In the smallest unit of limitCurrency, or a number of transactions for DAILY_TRANSACTION_LIMIT.';

builder.objectType(PolicyViolation, {
  name: 'PolicyViolationError',
  description:
    'Returned when the policy of the agent does not allow the operation. Contains the rule and the amounts.',
  interfaces: [ServiceError],
  fields: (t) => ({
    rule: t.field({
      type: PolicyRuleEnum,
      description: 'The violated rule.',
      resolve: (error) => error.rule,
    }),
    missingPermission: t.field({
      type: AgentPermissionEnum,
      nullable: true,
      description: 'The missing permission. Only for PERMISSION.',
      resolve: (error) => error.missingPermission ?? null,
    }),
    limit: t.field({
      type: 'Amount',
      nullable: true,
      description: `The limit. ${figure}`,
      resolve: (error) => error.limit ?? null,
    }),
    requested: t.field({
      type: 'Amount',
      nullable: true,
      description: `The requested amount. ${figure}`,
      resolve: (error) => error.requested ?? null,
    }),
    used: t.field({
      type: 'Amount',
      nullable: true,
      description: `The amount already used. ${figure}`,
      resolve: (error) => error.used ?? null,
    }),
    reserved: t.field({
      type: 'Amount',
      nullable: true,
      description: `The amount reserved for actions that wait for approval. ${figure}`,
      resolve: (error) => error.reserved ?? null,
    }),
    limitCurrency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency of the amounts; null if the rule has none or counts transactions.',
      resolve: (error) => (error.limitCurrency === undefined ? null : currencyOf(error.limitCurrency)),
    }),
  }),
});
