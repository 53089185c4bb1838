/** The policy of an agent, as it is read and as it is given. */

import { maxAccountsOfOwner } from '../../src/accounts/internal/internal-account.ts';
import {
  type AccountRestrictions,
  type AccountRule,
  type AgentPolicy,
  type ApprovalThresholds,
  agentExecutionModes,
  type SpendingLimits,
} from '../../src/agents/policies/agent-policy.ts';
import { maxPolicyAccounts } from '../../src/agents/policies/policy-input.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { agentPermissions } from '../../src/platforms/access/agent-permissions.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { AgentPermissionEnum } from '../platforms/enums.ts';

export const AgentExecutionModeEnum = describedEnum(
  'AgentExecutionMode',
  'Whether an action runs by itself.',
  agentExecutionModes,
  {
    AUTO: 'Runs at once, unless a threshold is passed.',
    APPROVAL_REQUIRED: 'Waits until a person approves it.',
  },
);

const inLimits = "In the smallest unit of the limits' currency";

const SpendingLimitsRef = builder.objectRef<SpendingLimits>('SpendingLimits').implement({
  description: 'How much an agent may spend. Limits are inclusive; days and months are those of UTC.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'Code of the currency that all of these are in.' }),
    perTransactionLimit: t.field({
      type: 'Amount',
      description: `${inLimits}; the most that one transaction may take.`,
      resolve: (limits) => limits.perTransactionLimit,
    }),
    dailyLimit: t.field({
      type: 'Amount',
      nullable: true,
      description: `${inLimits}; null for none.`,
      resolve: (limits) => limits.dailyLimit ?? null,
    }),
    dailyTransactionLimit: t.int({
      nullable: true,
      description: 'How many transactions a day; null for no limit.',
      resolve: (limits) => limits.dailyTransactionLimit ?? null,
    }),
    monthlyLimit: t.field({
      type: 'Amount',
      nullable: true,
      description: `${inLimits}; null for none.`,
      resolve: (limits) => limits.monthlyLimit ?? null,
    }),
  }),
});

const AccountRuleRef = builder.objectRef<AccountRule>('AccountRule').implement({
  description: 'Overrides the defaults for one account.',
  fields: (t) => ({
    accountId: t.exposeID('accountId', { description: 'InternalAccount:<uuid>' }),
    executionMode: t.field({
      type: AgentExecutionModeEnum,
      nullable: true,
      description: 'Null: the default.',
      resolve: (rule) => rule.executionMode ?? null,
    }),
    perTransactionLimit: t.field({
      type: 'Amount',
      nullable: true,
      description: `${inLimits}; null: the default.`,
      resolve: (rule) => rule.perTransactionLimit ?? null,
    }),
  }),
});

const AccountRestrictionsRef = builder.objectRef<AccountRestrictions>('AccountRestrictions').implement({
  description: 'Which internal accounts an agent may use, and how.',
  fields: (t) => ({
    allowedAccountIds: t.idList({
      bound: maxAccountsOfOwner,
      nullable: true,
      description: 'Null: every account of the customer. Empty: none.',
      resolve: ({ allowedAccountIds }) => (allowedAccountIds ? [...allowedAccountIds] : null),
    }),
    accountRules: t.field({
      type: [AccountRuleRef],
      bound: maxAccountsOfOwner,
      description: 'One rule for an account at most.',
      resolve: (restrictions) => [...restrictions.accountRules],
    }),
  }),
});

const ApprovalThresholdsRef = builder.objectRef<ApprovalThresholds>('ApprovalThresholds').implement({
  description: 'Above which amount a person must approve, whatever the mode.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'Code of the currency of the amount.' }),
    amount: t.field({
      type: 'Amount',
      nullable: true,
      description: 'In the smallest unit. This amount still runs by itself; null for no threshold.',
      resolve: (thresholds) => thresholds.amount ?? null,
    }),
  }),
});

export const AgentPolicyRef = builder.objectRef<AgentPolicy>('AgentPolicy').implement({
  description: 'What an agent may do, with which accounts, how much of it, and when a person must approve.',
  fields: (t) => ({
    permissions: t.field({
      type: [AgentPermissionEnum],
      bound: agentPermissions.length,
      description: 'Without any, an agent reads itself and its actions only.',
      resolve: (policy) => [...policy.permissions],
    }),
    defaultExecutionMode: t.field({
      type: AgentExecutionModeEnum,
      description: 'For accounts without a rule of their own.',
      resolve: (policy) => policy.defaultExecutionMode,
    }),
    spendingLimits: t.field({
      type: SpendingLimitsRef,
      description: 'How much it may spend.',
      resolve: (policy) => policy.spendingLimits,
    }),
    accountRestrictions: t.field({
      type: AccountRestrictionsRef,
      nullable: true,
      description: 'Null: every account of the customer, by the defaults.',
      resolve: (policy) => policy.accountRestrictions ?? null,
    }),
    approvalThresholds: t.field({
      type: ApprovalThresholdsRef,
      nullable: true,
      description: 'Null for no threshold.',
      resolve: (policy) => policy.approvalThresholds ?? null,
    }),
  }),
});

const AccountRuleArgs = builder.inputType('AccountRuleInput', {
  description: 'Overrides the defaults for one account.',
  fields: (t) => ({
    accountId: t.id({ required: true, description: "An internal account of the agent's customer." }),
    executionMode: t.field({ type: AgentExecutionModeEnum, description: 'Absent: the default.' }),
    perTransactionLimit: t.field({ type: 'Amount', description: `${inLimits}; absent: the default.` }),
  }),
});

const AccountRestrictionsArgs = builder.inputType('AccountRestrictionsInput', {
  description: 'Which internal accounts an agent may use, and how. Replaces what was there as a whole.',
  fields: (t) => ({
    allowedAccountIds: t.idList({
      description: `Absent: every account of the customer. Empty: none. At most ${maxPolicyAccounts}.`,
    }),
    accountRules: t.field({
      type: [AccountRuleArgs],
      description: `One rule for an account at most; at most ${maxPolicyAccounts} rules.`,
    }),
  }),
});

const ApprovalThresholdsArgs = builder.inputType('ApprovalThresholdsInput', {
  description: 'Above which amount a person must approve. Replaces what was there as a whole.',
  fields: (t) => ({
    currency: t.string({ required: true, description: 'Code of the currency of the amount.' }),
    amount: t.field({ type: 'Amount', description: 'In the smallest unit; absent for no threshold.' }),
  }),
});

const SpendingLimitsArgs = builder.inputType('SpendingLimitsInput', {
  description: 'How much an agent may spend. Limits are inclusive; days and months are those of UTC.',
  fields: (t) => ({
    currency: t.string({ required: true, description: 'Code of the currency that all of these are in.' }),
    perTransactionLimit: t.field({
      type: 'Amount',
      required: true,
      description: `${inLimits}; the most that one transaction may take.`,
    }),
    dailyLimit: t.field({ type: 'Amount', description: `${inLimits}; absent for none.` }),
    dailyTransactionLimit: t.int({ description: 'How many transactions a day; absent for no limit.' }),
    monthlyLimit: t.field({ type: 'Amount', description: `${inLimits}; absent for none.` }),
  }),
});

const UpdateSpendingLimitsArgs = builder.inputType('UpdateSpendingLimitsInput', {
  description:
    'Only what is given changes. A new currency recasts the limits that are kept, at the mid rate.',
  fields: (t) => ({
    currency: t.string({ description: 'Code of the currency that all of these are in.' }),
    perTransactionLimit: t.field({ type: 'Amount', description: `${inLimits}.` }),
    dailyLimit: t.field({ type: 'Amount', description: `${inLimits}; null removes it.` }),
    dailyTransactionLimit: t.int({ description: 'How many transactions a day; null removes it.' }),
    monthlyLimit: t.field({ type: 'Amount', description: `${inLimits}; null removes it.` }),
  }),
});

export const AgentPolicyArgs = builder.inputType('AgentPolicyInput', {
  description: 'A whole policy.',
  fields: (t) => ({
    permissions: t.field({
      type: [AgentPermissionEnum],
      required: true,
      description: `May be empty. At most ${maxChoices}.`,
    }),
    defaultExecutionMode: t.field({
      type: AgentExecutionModeEnum,
      required: true,
      description: 'For accounts without a rule of their own.',
    }),
    spendingLimits: t.field({
      type: SpendingLimitsArgs,
      required: true,
      description: 'How much it may spend.',
    }),
    accountRestrictions: t.field({ type: AccountRestrictionsArgs, description: 'Absent: every account.' }),
    approvalThresholds: t.field({ type: ApprovalThresholdsArgs, description: 'Absent for no threshold.' }),
  }),
});

export const UpdateAgentPolicyArgs = builder.inputType('UpdateAgentPolicyInput', {
  description:
    'Only what is given changes; null removes dailyLimit, dailyTransactionLimit, monthlyLimit, accountRestrictions, approvalThresholds.',
  fields: (t) => ({
    permissions: t.field({
      type: [AgentPermissionEnum],
      description: `Replaces the list. At most ${maxChoices}.`,
    }),
    defaultExecutionMode: t.field({
      type: AgentExecutionModeEnum,
      description: 'For accounts without a rule of their own.',
    }),
    spendingLimits: t.field({ type: UpdateSpendingLimitsArgs, description: 'The limits that change.' }),
    accountRestrictions: t.field({ type: AccountRestrictionsArgs, description: 'Replaces the whole.' }),
    approvalThresholds: t.field({ type: ApprovalThresholdsArgs, description: 'Replaces the whole.' }),
  }),
});
