/** The domain error of an operation that the policy of the agent does not permit. */
import { limitEntries } from '../../src/agents/policies/limits.ts';
import { policyRules, rejectingRules } from '../../src/agents/policies/policy-rules.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { PolicyViolation } from '../../src/platforms/access/policy-violation.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { ServiceError } from '../core/errors.ts';
import { CurrencyRef } from '../core/money.ts';
import { AgentPermissionEnum } from '../platforms/enums.ts';

const limitRules = limitEntries.map(([, { rule, measure }]) => ({ ...rule, measure }));

export const PolicyRuleEnum = describedEnum(
  'PolicyRule',
  'Policy rule that an operation of an agent violates.',
  policyRules.map(({ name }) => name),
  {
    APPROVAL_REQUIRED: 'immediatelyExecute is not allowed, because the policy requires an approval.',
    PAUSED: 'The agent is paused.',
    PERMISSION: 'The policy does not grant the permission: see missingPermission.',
    ACCOUNT_NOT_ALLOWED: 'The policy does not allow the account.',
    ACCOUNT_PER_TRANSACTION_LIMIT: 'The amount is above the maximum of one transaction of this account.',
    ...Object.fromEntries(
      [...limitRules, ...rejectingRules].map(({ name, description }) => [name, description]),
    ),
  },
);

const countRules = limitRules.filter(({ measure }) => measure === 'COUNT').map(({ name }) => name);
const unit = `In the smallest unit of limitCurrency, or a number of transactions for ${countRules.join(', ')}.`;

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
      description: `The limit. ${unit}`,
      resolve: (error) => error.limit ?? null,
    }),
    requested: t.field({
      type: 'Amount',
      nullable: true,
      description: `The requested amount. ${unit}`,
      resolve: (error) => error.requested ?? null,
    }),
    used: t.field({
      type: 'Amount',
      nullable: true,
      description: `The amount already used. ${unit}`,
      resolve: (error) => error.used ?? null,
    }),
    reserved: t.field({
      type: 'Amount',
      nullable: true,
      description: `The amount reserved for actions that wait for approval. ${unit}`,
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
