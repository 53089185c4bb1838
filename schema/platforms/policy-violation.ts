/** The domain error of an agent whose policy does not permit what it asks. */
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { PolicyViolation, policyRules } from '../../src/platforms/access/policy-violation.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { ServiceError } from '../core/errors.ts';
import { CurrencyRef } from '../core/money.ts';
import { AgentPermissionEnum } from './enums.ts';

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
