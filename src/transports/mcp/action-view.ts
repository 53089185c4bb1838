/** Agent actions as results of tools, and what to do next. Source: docs/behaviour/mcp.md#results. */
import { z } from 'zod';
import type { AgentAction } from '../../agents/actions/agent-action.ts';
import { money } from '../../kernel/money/amount.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { actionBodies } from '../rest/response-bodies.ts';
import { UntrustedText, untrusted } from './untrusted-text.ts';
import { instant, MoneyView, moneyOf } from './views.ts';

export const ActionView = z.object({
  id: z.string(),
  status: z.string().meta({ description: 'PENDING_APPROVAL, APPROVED, REJECTED or FAILED.' }),
  type: z.string(),
  sending: MoneyView.optional().meta({ description: 'Total debit, fees included.' }),
  receiving: MoneyView.optional(),
  quoteId: z.string().optional(),
  transactionId: z.string().optional(),
  transactionStatus: z.string().optional(),
  description: UntrustedText.optional(),
  payee: z
    .object({
      displayName: UntrustedText.optional(),
      bankName: UntrustedText.optional(),
      last4: UntrustedText.optional(),
    })
    .optional(),
  approvalReason: z.string().optional().meta({ description: 'Why a person must decide.' }),
  requiredApprovals: z.int().optional(),
  approvalsGiven: z.int().optional(),
  decision: z
    .object({
      isApproved: z.boolean(),
      decidedBy: UntrustedText.optional(),
      decidedAt: instant,
      comment: UntrustedText.optional(),
    })
    .optional(),
  rejectionReason: UntrustedText.optional().meta({ description: 'What the person said who rejected it.' }),
  failureReason: z.string().optional(),
  createdAt: instant,
  updatedAt: instant,
  expiresAt: instant.optional().meta({ description: 'From then on it can no longer be approved.' }),
});
type ActionView = z.output<typeof ActionView>;

const moneyBody = z
  .object({ amount: z.number(), currency: z.object({ code: z.string() }) })
  .transform(({ amount, currency }) => moneyOf(money(BigInt(amount), currency.code)));
const text = z.string().optional();

/** The parts of the shared body of an action. */
const Body = z.object({
  id: z.string(),
  status: z.string(),
  type: z.string(),
  sendingAmount: moneyBody.optional(),
  receivingAmount: moneyBody.optional(),
  quote: z.object({ id: z.string() }).optional(),
  transaction: z.object({ id: z.string(), status: z.string() }).optional(),
  description: text,
  payee: z.object({ displayName: text, bankName: text, last4: text }).optional(),
  reason: text,
  requiredApprovals: z.number().optional(),
  approvalsGiven: z.number().optional(),
  decision: z
    .object({ isApproved: z.boolean(), decidedBy: text, decidedAt: z.string(), comment: text })
    .optional(),
  rejectionReason: text,
  failureReason: text,
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: text,
});

function viewOf(body: unknown): ActionView {
  const { payee, decision, ...action } = Body.parse(body);
  return {
    id: action.id,
    status: action.status,
    type: action.type,
    sending: action.sendingAmount,
    receiving: action.receivingAmount,
    quoteId: action.quote?.id,
    transactionId: action.transaction?.id,
    transactionStatus: action.transaction?.status,
    description: untrusted(action.description),
    payee: payee && {
      displayName: untrusted(payee.displayName),
      bankName: untrusted(payee.bankName),
      last4: untrusted(payee.last4),
    },
    approvalReason: action.reason,
    requiredApprovals: action.requiredApprovals,
    approvalsGiven: action.approvalsGiven,
    decision: decision && {
      isApproved: decision.isApproved,
      decidedBy: untrusted(decision.decidedBy),
      decidedAt: decision.decidedAt,
      comment: untrusted(decision.comment),
    },
    rejectionReason: untrusted(action.rejectionReason),
    failureReason: action.failureReason,
    createdAt: action.createdAt,
    updatedAt: action.updatedAt,
    expiresAt: action.status === 'PENDING_APPROVAL' ? action.expiresAt : undefined,
  };
}

/** The actions with what the agent may read about them. */
export async function actionViews(
  ports: Ports,
  principal: AgentPrincipal,
  actions: readonly AgentAction[],
): Promise<ActionView[]> {
  return (await actionBodies({ ports, principal }, actions)).map(viewOf);
}

export const actionUri = (id: string): string => `payments://actions/${id}`;

/** What the model does next. Contains no text that someone wrote. */
export function nextStepOf({ id, status, transactionId, transactionStatus }: ActionView): string {
  switch (status) {
    case 'PENDING_APPROVAL':
      return `A person must decide. Call wait_for_decision with actionId ${id}, or subscribe to ${actionUri(id)}. Do not request this payment again.`;
    case 'APPROVED':
      return `The payment was made: transaction ${transactionId} is ${transactionStatus}. Do not request it again.`;
    case 'REJECTED':
      return 'A person rejected the payment. Tell your user the reason. Do not request it again unless your user says so.';
    default:
      return 'The payment failed and is not counted. Tell your user the reason before you request it again with a new idempotencyKey.';
  }
}
