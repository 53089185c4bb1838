/** The agent action's JSON body. Source: docs/behaviour/agents.md#approvals (failureReason). */

import { toWire } from '../../kernel/money/amount.ts';
import { instantView, type JsonBody } from '../../kernel/view.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { transactionView } from '../../payments/transactions/transaction-view.ts';
import type { AgentAction } from './agent-action.ts';

/** @param related the body of the quote that the action executes, and the transaction that it started. */
export function agentActionView(
  action: AgentAction,
  related: { readonly quote?: JsonBody | undefined; readonly transaction?: Transaction | undefined },
): JsonBody {
  const { subject } = action;
  return {
    id: action.id,
    agentId: action.agentId,
    customerId: action.customerId,
    platformCustomerId: action.platformCustomerId,
    status: action.status,
    type: subject.type,
    quote: subject.type === 'EXECUTE_QUOTE' ? (related.quote ?? { id: subject.quoteId }) : undefined,
    transferDetails:
      subject.type === 'EXECUTE_QUOTE'
        ? undefined
        : { ...subject.transferDetails, amount: toWire(subject.transferDetails.amount) },
    transaction: related.transaction && transactionView(related.transaction),
    rejectionReason: action.status === 'REJECTED' ? action.rejectionReason : undefined,
    failureReason: action.status === 'FAILED' ? action.failureReason : undefined,
    createdAt: instantView(action.createdAt),
    updatedAt: instantView(action.updatedAt),
  };
}
