/** What the policy of an agent says about a payment that was previewed. */
import type { AgentAction } from '../../src/agents/actions/agent-action.ts';
import { reasonText } from '../../src/agents/policies/approval-reason.ts';
import type { PolicyPreview } from '../../src/agents/previews/policy-preview.ts';
import { AgentPaymentPreview } from '../../src/agents/previews/preview-agent-payment.ts';
import { builder } from '../core/builder.ts';
import { PaymentPreviewRef } from '../payments/payment-previews.ts';
import { AgentActionStatusEnum, ApprovalReasonRef } from './agent-actions.ts';
import { EvaluationRef } from './policy-evaluation.ts';

interface PreviewedPolicy extends PolicyPreview {
  readonly actionStatus: AgentAction['status'] | undefined;
}

const PolicyPreviewRef = builder.objectRef<PreviewedPolicy>('PolicyPreview').implement({
  description: 'What the policy of an agent says about a payment.',
  fields: (t) => ({
    actionStatus: t.field({
      type: AgentActionStatusEnum,
      nullable: true,
      description: 'Status of the action after the call; null for a quote that is only created.',
      resolve: ({ actionStatus }) => actionStatus ?? null,
    }),
    approvalReason: t.field({
      type: ApprovalReasonRef,
      nullable: true,
      description: 'Why a person must approve the payment; null if it needs no approval.',
      resolve: ({ approvalReason }) => approvalReason ?? null,
    }),
    reason: t.string({
      nullable: true,
      description: 'approvalReason as a sentence with the amounts.',
      resolve: ({ approvalReason }) => (approvalReason ? reasonText(approvalReason) : null),
    }),
    evaluation: t.field({
      type: EvaluationRef,
      description:
        'The verdict and every rule with its numbers before the payment, as the action would record it. For a quote that is only created: of its execution now, which the policy can still reject.',
      resolve: ({ evaluation }) => evaluation,
    }),
  }),
});

builder.objectField(PaymentPreviewRef, 'policy', (t) =>
  t.field({
    type: PolicyPreviewRef,
    nullable: true,
    description: 'What the policy of the calling agent says; null for other callers.',
    resolve: (preview) =>
      preview instanceof AgentPaymentPreview
        ? { ...preview.policy, actionStatus: preview.actionStatus }
        : null,
  }),
);
