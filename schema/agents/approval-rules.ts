/** The approval rules of a platform: the type, and the mutation that changes them. */
import {
  type ApprovalNotifications,
  type ApprovalRules,
  type ApprovalThreshold,
  maxApprovalThresholds,
  maxLateApprovalSeconds,
  maxNotifiedEmails,
  maxRequiredApprovals,
  UpdateApprovalRulesInput,
} from '../../src/agents/approval-rules/approval-rules.ts';
import { updateApprovalRules } from '../../src/agents/approval-rules/update-approval-rules.ts';
import { Forbidden, InvalidInput } from '../../src/kernel/errors.ts';
import type { Money } from '../../src/kernel/money/amount.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';

const smallestUnit = 'In the smallest unit of `currency`. An action of exactly this amount is not above it.';
const countOf = `1 to ${maxRequiredApprovals}`;

const ApprovalRuleThresholdRef = builder.objectRef<ApprovalThreshold>('ApprovalRuleThreshold').implement({
  description: 'Number of approvals that actions above an amount require.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'Currency of the account that pays.' }),
    amount: t.field({ type: 'Amount', description: smallestUnit, resolve: ({ amount }) => amount }),
    requiredApprovals: t.exposeInt('requiredApprovals', { description: `Required approvals, ${countOf}.` }),
  }),
});

const StepUpThresholdRef = builder.objectRef<Money>('StepUpThreshold').implement({
  description: 'Amount above which a person who approves must prove again who they are.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'Currency of the account that pays.' }),
    amount: t.field({ type: 'Amount', description: smallestUnit, resolve: ({ amount }) => amount }),
  }),
});

const ApprovalNotificationsRef = builder.objectRef<ApprovalNotifications>('ApprovalNotifications').implement({
  description: 'Who is notified of actions that wait for a decision.',
  fields: (t) => ({
    emails: t.stringList({
      bound: maxNotifiedEmails,
      description: 'Email addresses.',
      resolve: ({ emails }) => [...emails],
    }),
    notifyApprovers: t.exposeBoolean('notifyApprovers', {
      description: 'Whether the people who may approve get an email too.',
    }),
    slackWebhookHost: t.string({
      nullable: true,
      description:
        'Host of the Slack-compatible incoming webhook; null without one. Its URL is a secret and never returned.',
      resolve: ({ slack }) => slack?.host ?? null,
    }),
  }),
});

export const ApprovalRulesRef = builder.objectRef<ApprovalRules>('ApprovalRules').implement({
  description:
    'Rules for the approval of agent actions. Of the numbers that apply to an action, the highest counts.',
  fields: (t) => ({
    requiredApprovals: t.exposeInt('requiredApprovals', {
      description: `Approvals that every action requires that waits for a decision, ${countOf}.`,
    }),
    thresholds: t.field({
      type: [ApprovalRuleThresholdRef],
      bound: maxApprovalThresholds,
      description: 'Amounts above which more approvals are required.',
      resolve: ({ thresholds }) => [...thresholds],
    }),
    preventSelfApproval: t.exposeBoolean('preventSelfApproval', {
      description:
        'Whether those who created the agent, changed its policy last, or issued its device code cannot approve its actions.',
    }),
    requireComment: t.exposeBoolean('requireComment', {
      description: 'Whether approvals and rejections need a comment.',
    }),
    stepUpAbove: t.field({
      type: [StepUpThresholdRef],
      bound: maxApprovalThresholds,
      description: 'Amounts above which a person who approves must prove again who they are.',
      resolve: ({ stepUpAbove }) => [...stepUpAbove],
    }),
    lateApprovalSeconds: t.exposeInt('lateApprovalSeconds', {
      description:
        'How long an action waits after its quote has expired, for approvals with a tolerance. 0: it fails when its quote expires.',
    }),
    notifications: t.field({
      type: ApprovalNotificationsRef,
      description: 'Who is notified of waiting actions.',
      resolve: ({ notifications }) => notifications,
    }),
  }),
});

const ApprovalRuleThresholdArgs = builder.inputType('ApprovalRuleThresholdInput', {
  description: 'Number of approvals that actions above an amount require.',
  fields: (t) => ({
    currency: t.string({ required: true, description: 'Currency of the account that pays.' }),
    amount: t.field({ type: 'Amount', required: true, description: smallestUnit }),
    requiredApprovals: t.int({ required: true, description: `Required approvals, ${countOf}.` }),
  }),
});

const StepUpThresholdArgs = builder.inputType('StepUpThresholdInput', {
  description: 'Amount above which a person who approves must prove again who they are.',
  fields: (t) => ({
    currency: t.string({
      required: true,
      description: 'Currency of the account that pays, once in the list.',
    }),
    amount: t.field({ type: 'Amount', required: true, description: smallestUnit }),
  }),
});

const ApprovalNotificationsArgs = builder.inputType('ApprovalNotificationsInput', {
  description: 'Who is notified of waiting actions. Omitted fields stay unchanged.',
  fields: (t) => ({
    emails: t.stringList({
      description: `Email addresses, at most ${maxNotifiedEmails}. Replaces the list.`,
    }),
    notifyApprovers: t.boolean({ description: 'Whether the people who may approve get an email too.' }),
    slackWebhookUrl: t.string({
      description:
        'URL of a Slack-compatible incoming webhook: https. null removes it. The sandbox also accepts http on localhost.',
    }),
  }),
});

const UpdateApprovalRulesArgs = builder.inputType('UpdateApprovalRulesInput', {
  description: 'Input of updateApprovalRules. Omitted fields stay unchanged. Lists are replaced completely.',
  fields: (t) => ({
    requiredApprovals: t.int({ description: `Approvals that every action requires, ${countOf}.` }),
    thresholds: t.field({
      type: [ApprovalRuleThresholdArgs],
      description: `Amounts above which more approvals are required, at most ${maxApprovalThresholds}. Replaces the list.`,
    }),
    preventSelfApproval: t.boolean({
      description: 'Whether those who set up an agent cannot approve its actions.',
    }),
    requireComment: t.boolean({ description: 'Whether approvals and rejections need a comment.' }),
    stepUpAbove: t.field({
      type: [StepUpThresholdArgs],
      description: `Amounts above which a person who approves must prove again who they are, one per currency, at most ${maxApprovalThresholds}. Replaces the list.`,
    }),
    lateApprovalSeconds: t.int({
      description: `How long an action waits after its quote has expired, for approvals with a tolerance: 0 to ${maxLateApprovalSeconds} seconds. Applies to actions from then on.`,
    }),
    notifications: t.field({ type: ApprovalNotificationsArgs, description: 'Who is notified.' }),
  }),
});

builder.mutationField('updateApprovalRules', (t) =>
  t.errorUnionField({
    description:
      'Changes the approval rules of the platform. They apply to every decision from then on, also about actions that wait already. Also requires VIEW if notifications change.',
    authScopes: { permission: 'CHANGE_APPROVAL_RULES' },
    args: {
      input: t.arg({ type: UpdateApprovalRulesArgs, required: true, description: 'Rules to change.' }),
    },
    types: [ApprovalRulesRef, InvalidInput, Forbidden],
    union: {
      name: 'UpdateApprovalRulesResult',
      description: 'Result of updateApprovalRules.',
      resolveType: () => ApprovalRulesRef,
    },
    ...accepting({ input: UpdateApprovalRulesInput }, ({ input }, context) =>
      updateApprovalRules(context.ports, platformOf(context), input),
    ),
  }),
);
