/** The JSON body of a dry run, with what the policy of an agent says. Source: docs/behaviour/payments.md#dry-runs. */
import type { JsonBody } from '../../kernel/view.ts';
import type { PaymentPreview } from '../../payments/previews/payment-preview.ts';
import { previewView } from '../../payments/previews/preview-view.ts';
import { approvalReasonView } from '../actions/agent-action-view.ts';
import { reasonText } from '../policies/approval-reason.ts';
import { evaluationView } from '../policies/evaluation-view.ts';
import { AgentPaymentPreview } from './preview-agent-payment.ts';

function policyView({ policy, actionStatus }: AgentPaymentPreview): JsonBody {
  const { evaluation, approvalReason } = policy;
  return {
    actionStatus,
    approvalReason: approvalReason && approvalReasonView(approvalReason),
    reason: approvalReason && reasonText(approvalReason),
    evaluation: evaluationView(evaluation),
  };
}

export const agentPreviewView = (preview: PaymentPreview): JsonBody => ({
  ...previewView(preview),
  ...(preview instanceof AgentPaymentPreview && { policy: policyView(preview) }),
});
