/** The policy of an agent: its output and input types. */

import { maxAccountsOfOwner } from '../../src/accounts/internal/internal-account.ts';
import { maxRequiredApprovals } from '../../src/agents/approval-rules/approval-rules.ts';
import {
  type AccountRestrictions,
  type AccountRule,
  type AgentPolicy,
  type ApprovalThresholds,
  agentExecutionModes,
} from '../../src/agents/policies/agent-policy.ts';
import { limitEntries } from '../../src/agents/policies/limits.ts';
import { maxPolicyAccounts } from '../../src/agents/policies/policy-input.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { agentPermissions } from '../../src/platforms/access/agent-permissions.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { AgentPermissionEnum } from '../platforms/enums.ts';
import { PolicyRulesArgs, PolicyRulesRef } from './policy-rules.ts';
import {
  inLimits,
  SpendingLimitsArgs,
  SpendingLimitsRef,
  UpdateSpendingLimitsArgs,
} from './spending-limits.ts';

const AgentExecutionModeEnum = describedEnum(
  'AgentExecutionMode',
  'Whether actions of an agent are executed automatically.',
  agentExecutionModes,
  {
    AUTO: 'Actions are executed automatically unless the amount is above an approval threshold.',
    APPROVAL_REQUIRED: 'A person must approve each action.',
  },
);

const AccountRuleRef = builder.objectRef<AccountRule>('AccountRule').implement({
  description: 'Policy rule for one account. It overrides the defaults.',
  fields: (t) => ({
    accountId: t.exposeID('accountId', { description: 'InternalAccount:<uuid>' }),
    executionMode: t.field({
      type: AgentExecutionModeEnum,
      nullable: true,
      description: 'Execution mode for the account; null for the default mode.',
      resolve: (rule) => rule.executionMode ?? null,
    }),
    perTransactionLimit: t.field({
      type: 'Amount',
      nullable: true,
      description: `Maximum amount of one transaction of the account; null for the default. ${inLimits}.`,
      resolve: (rule) => rule.perTransactionLimit ?? null,
    }),
  }),
});

const AccountRestrictionsRef = builder.objectRef<AccountRestrictions>('AccountRestrictions').implement({
  description: 'Internal accounts that an agent may use, and the rules for them.',
  fields: (t) => ({
    allowedAccountIds: t.idList({
      bound: maxAccountsOfOwner,
      nullable: true,
      description: 'Accounts that the agent may use. Null: all accounts of the customer. Empty: none.',
      resolve: ({ allowedAccountIds }) => (allowedAccountIds ? [...allowedAccountIds] : null),
    }),
    accountRules: t.field({
      type: [AccountRuleRef],
      bound: maxAccountsOfOwner,
      description: 'Rules for single accounts, at most one per account.',
      resolve: (restrictions) => [...restrictions.accountRules],
    }),
  }),
});

const ApprovalThresholdsRef = builder.objectRef<ApprovalThresholds>('ApprovalThresholds').implement({
  description: 'Amount above which a person must approve, whatever the execution mode.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'Currency of the amount.' }),
    amount: t.field({
      type: 'Amount',
      nullable: true,
      description:
        'Threshold in the smallest unit of the currency; null for no threshold. An action of exactly this amount needs no approval.',
      resolve: (thresholds) => thresholds.amount ?? null,
    }),
  }),
});

export const AgentPolicyRef = builder.objectRef<AgentPolicy>('AgentPolicy').implement({
  description:
    'What an agent may do: permissions, accounts, spending limits, and the conditions under which a person must approve.',
  fields: (t) => ({
    permissions: t.field({
      type: [AgentPermissionEnum],
      bound: agentPermissions.length,
      description: 'Permissions of the agent. With none, the agent can read only itself and its actions.',
      resolve: (policy) => [...policy.permissions],
    }),
    defaultExecutionMode: t.field({
      type: AgentExecutionModeEnum,
      description: 'Execution mode for accounts without an account rule.',
      resolve: (policy) => policy.defaultExecutionMode,
    }),
    spendingLimits: t.field({
      type: SpendingLimitsRef,
      description: 'Spending limits.',
      resolve: (policy) => policy.spendingLimits,
    }),
    accountRestrictions: t.field({
      type: AccountRestrictionsRef,
      nullable: true,
      description: 'Account rules. Null: all accounts of the customer, with the defaults.',
      resolve: (policy) => policy.accountRestrictions ?? null,
    }),
    approvalThresholds: t.field({
      type: ApprovalThresholdsRef,
      nullable: true,
      description: 'Approval threshold; null for no threshold.',
      resolve: (policy) => policy.approvalThresholds ?? null,
    }),
    requiredApprovals: t.int({
      nullable: true,
      description:
        'Minimum number of approvals of an action; null for no minimum. The approval rules of the platform can require more.',
      resolve: (policy) => policy.requiredApprovals ?? null,
    }),
    rules: t.field({
      type: PolicyRulesRef,
      nullable: true,
      description: 'Rules beside the limits; null if none applies.',
      resolve: (policy) => policy.rules ?? null,
    }),
  }),
});

const AccountRuleArgs = builder.inputType('AccountRuleInput', {
  description: 'Policy rule for one account. It overrides the defaults.',
  fields: (t) => ({
    accountId: t.id({ required: true, description: "InternalAccount:<uuid> of the agent's customer." }),
    executionMode: t.field({
      type: AgentExecutionModeEnum,
      description: 'Execution mode for the account. Default: the default mode of the policy.',
    }),
    perTransactionLimit: t.field({
      type: 'Amount',
      description: `Maximum amount of one transaction of the account. Default: the limit of the policy. ${inLimits}.`,
    }),
  }),
});

const AccountRestrictionsArgs = builder.inputType('AccountRestrictionsInput', {
  description:
    'Internal accounts that an agent may use, and the rules for them. Replaces the existing value completely.',
  fields: (t) => ({
    allowedAccountIds: t.idList({
      description: `Accounts that the agent may use, at most ${maxPolicyAccounts}. Omitted: all accounts of the customer. Empty: none.`,
    }),
    accountRules: t.field({
      type: [AccountRuleArgs],
      description: `Rules for single accounts, at most one per account and at most ${maxPolicyAccounts} in total.`,
    }),
  }),
});

const ApprovalThresholdsArgs = builder.inputType('ApprovalThresholdsInput', {
  description: 'Amount above which a person must approve. Replaces the existing value completely.',
  fields: (t) => ({
    currency: t.string({ required: true, description: 'Currency of the amount.' }),
    amount: t.field({
      type: 'Amount',
      description: 'Threshold in the smallest unit of the currency; omit it for no threshold.',
    }),
  }),
});

const minApprovals = `Minimum number of approvals of an action, 1 to ${maxRequiredApprovals}. It cannot be below what the approval rules of the platform require: the higher number applies.`;

export const AgentPolicyArgs = builder.inputType('AgentPolicyInput', {
  description: 'A complete agent policy.',
  fields: (t) => ({
    permissions: t.field({
      type: [AgentPermissionEnum],
      required: true,
      description: `Permissions of the agent, at most ${maxChoices}. May be empty.`,
    }),
    defaultExecutionMode: t.field({
      type: AgentExecutionModeEnum,
      required: true,
      description: 'Execution mode for accounts without an account rule.',
    }),
    spendingLimits: t.field({
      type: SpendingLimitsArgs,
      required: true,
      description: 'Spending limits.',
    }),
    accountRestrictions: t.field({
      type: AccountRestrictionsArgs,
      description: 'Account rules. Omitted: all accounts of the customer.',
    }),
    approvalThresholds: t.field({
      type: ApprovalThresholdsArgs,
      description: 'Approval threshold; omit it for no threshold.',
    }),
    requiredApprovals: t.int({ description: minApprovals }),
    rules: t.field({ type: PolicyRulesArgs, description: 'Rules beside the limits; omit it for none.' }),
  }),
});

const removableLimits = limitEntries.filter(([, { isRequired }]) => !isRequired).map(([name]) => name);

export const UpdateAgentPolicyArgs = builder.inputType('UpdateAgentPolicyInput', {
  description: `Policy fields to change. Omitted fields stay unchanged. null removes ${removableLimits.join(', ')}, accountRestrictions, approvalThresholds, requiredApprovals and rules.`,
  fields: (t) => ({
    permissions: t.field({
      type: [AgentPermissionEnum],
      description: `Permissions of the agent, at most ${maxChoices}. Replaces the list.`,
    }),
    defaultExecutionMode: t.field({
      type: AgentExecutionModeEnum,
      description: 'Execution mode for accounts without an account rule.',
    }),
    spendingLimits: t.field({ type: UpdateSpendingLimitsArgs, description: 'Spending limits to change.' }),
    accountRestrictions: t.field({
      type: AccountRestrictionsArgs,
      description: 'Account rules. Replaces the existing value completely.',
    }),
    approvalThresholds: t.field({
      type: ApprovalThresholdsArgs,
      description: 'Approval threshold. Replaces the existing value completely.',
    }),
    requiredApprovals: t.int({ description: minApprovals }),
    rules: t.field({ type: PolicyRulesArgs, description: 'Rules to change; null removes all of them.' }),
  }),
});
