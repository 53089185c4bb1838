/** Converts agent actions between the row, the record, and the JSON that the event log stores. */

import { invariant } from '../../kernel/errors.ts';
import { idOf, uuidOf } from '../../kernel/ids.ts';
import { money } from '../../kernel/money/amount.ts';
import type { agentActions } from '../tables.ts';
import type { Tolerance } from '../votes/tolerance.ts';
import type { Vote } from '../votes/vote.ts';
import type { AgentAction, AgentActionSubject } from './agent-action.ts';
import { repricingFromJson, repricingToJson } from './repricing.ts';

/** The row without the column that only SQL reads. */
type Row = Omit<typeof agentActions.$inferSelect, 'payee'>;

function subjectFrom(row: Row): AgentActionSubject {
  if (row.type === 'EXECUTE_QUOTE') {
    invariant(row.quoteId, 'an action that executes a quote has its id');
    return {
      type: row.type,
      quoteId: idOf('Quote', row.quoteId),
      walletSignature: row.walletSignature ?? undefined,
    };
  }
  const { amount, currency, internalAccountId, externalAccountId } = row;
  invariant(
    amount !== null && currency !== null && internalAccountId && externalAccountId,
    'a transfer action has all its details',
  );
  const internal = idOf('InternalAccount', internalAccountId);
  const external = idOf('ExternalAccount', externalAccountId);
  const out = row.type === 'TRANSFER_OUT';
  return {
    type: row.type,
    transferDetails: {
      amount,
      currency,
      sourceAccountId: out ? internal : external,
      destinationAccountId: out ? external : internal,
    },
    description: row.description ?? undefined,
    sandboxOutcome: row.sandboxOutcome ?? undefined,
  };
}

export const actionFromRow = (row: Row): AgentAction => ({
  id: idOf('AgentAction', row.id),
  platformId: idOf('Platform', row.platformId),
  agentId: idOf('Agent', row.agentId),
  customerId: idOf('Customer', row.customerId),
  platformCustomerId: row.platformCustomerId,
  status: row.status,
  subject: subjectFrom(row),
  transactionId: row.transactionId ? idOf('Transaction', row.transactionId) : undefined,
  approvalReason:
    row.approvalRule && row.approvalRequested !== null && row.approvalCurrency
      ? {
          rule: row.approvalRule,
          threshold: row.approvalThreshold ?? undefined,
          requested: row.approvalRequested,
          currency: row.approvalCurrency,
        }
      : undefined,
  charge: money(row.chargeAmount, row.chargeCurrency),
  spentAt: row.spentAt ?? undefined,
  rejectionReason: row.rejectionReason ?? undefined,
  failureReason: row.failureReason ?? undefined,
  decidedAt: row.decidedAt ?? undefined,
  decidedBy: row.decidedBy ?? undefined,
  decisionComment: row.decisionComment ?? undefined,
  requiredApprovals: row.requiredApprovals ?? undefined,
  approvalsGiven: row.approvalsGiven ?? undefined,
  decidableUntil: row.decidableUntil ?? undefined,
  // The snapshot of an earlier version has none.
  repricings: (row.repricings ?? []).map(repricingFromJson),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

function subjectColumns(subject: AgentActionSubject) {
  if (subject.type === 'EXECUTE_QUOTE') {
    return {
      quoteId: uuidOf(subject.quoteId),
      walletSignature: subject.walletSignature ?? null,
      amount: null,
      currency: null,
      internalAccountId: null,
      externalAccountId: null,
      description: null,
      sandboxOutcome: null,
    };
  }
  const { amount, currency, sourceAccountId, destinationAccountId } = subject.transferDetails;
  const out = subject.type === 'TRANSFER_OUT';
  return {
    quoteId: null,
    walletSignature: null,
    amount,
    currency,
    internalAccountId: uuidOf(out ? sourceAccountId : destinationAccountId),
    externalAccountId: uuidOf(out ? destinationAccountId : sourceAccountId),
    description: subject.description ?? null,
    sandboxOutcome: subject.sandboxOutcome ?? null,
  };
}

export const actionToRow = (action: AgentAction): Row => ({
  id: uuidOf(action.id),
  platformId: uuidOf(action.platformId),
  agentId: uuidOf(action.agentId),
  customerId: uuidOf(action.customerId),
  platformCustomerId: action.platformCustomerId,
  status: action.status,
  type: action.subject.type,
  ...subjectColumns(action.subject),
  transactionId: action.transactionId ? uuidOf(action.transactionId) : null,
  approvalRule: action.approvalReason?.rule ?? null,
  approvalThreshold: action.approvalReason?.threshold ?? null,
  approvalRequested: action.approvalReason?.requested ?? null,
  approvalCurrency: action.approvalReason?.currency ?? null,
  chargeAmount: action.charge.amount,
  chargeCurrency: action.charge.currency,
  spentAt: action.spentAt ?? null,
  rejectionReason: action.rejectionReason ?? null,
  failureReason: action.failureReason ?? null,
  decidedAt: action.decidedAt ?? null,
  decidedBy: action.decidedBy ?? null,
  decisionComment: action.decisionComment ?? null,
  requiredApprovals: action.requiredApprovals ?? null,
  approvalsGiven: action.approvalsGiven ?? null,
  decidableUntil: action.decidableUntil ?? null,
  repricings: action.repricings.length > 0 ? action.repricings.map(repricingToJson) : null,
  createdAt: action.createdAt,
  updatedAt: action.updatedAt,
});

const voteToSnapshot = ({ actor, decision, comment, tolerance, createdAt }: Vote): Vote => ({
  actor,
  decision,
  comment,
  tolerance,
  createdAt,
});

/** The record as JSON: the state that subscribers and webhooks receive for this event. */
export function actionToSnapshot(action: AgentAction): Record<string, unknown> {
  // Only the approval uses the wallet's signature, so it is not published.
  const votes = action.votes?.map(voteToSnapshot);
  const supersededVotes = action.supersededVotes?.map(voteToSnapshot);
  const row = { ...actionToRow(action), walletSignature: null, votes, supersededVotes };
  return JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
}

const instants = ['spentAt', 'decidedAt', 'decidableUntil', 'createdAt', 'updatedAt'] as const;
const amounts = ['amount', 'approvalThreshold', 'approvalRequested', 'chargeAmount'] as const;

/** Amounts are text in JSON. */
function toleranceFromSnapshot(tolerance: Tolerance): Tolerance {
  return tolerance.kind === 'SLIPPAGE'
    ? { ...tolerance, millionths: BigInt(tolerance.millionths) }
    : { ...tolerance, limit: BigInt(tolerance.limit) };
}

const votesFromSnapshot = (votes: readonly Vote[]): Vote[] =>
  votes.map(({ tolerance, createdAt, ...vote }) => ({
    ...vote,
    tolerance: tolerance && toleranceFromSnapshot(tolerance),
    createdAt: new Date(createdAt),
  }));

export function actionFromSnapshot({
  votes,
  supersededVotes,
  ...snapshot
}: Readonly<Record<string, unknown>>): AgentAction {
  const row: Record<string, unknown> = { ...snapshot };
  for (const name of instants) if (row[name] != null) row[name] = new Date(row[name] as string);
  for (const name of amounts) if (row[name] !== null) row[name] = BigInt(row[name] as string);
  const action = actionFromRow(row as unknown as Row);
  // An event of an earlier version has none.
  return {
    ...action,
    ...(Array.isArray(votes) && {
      votes: votesFromSnapshot(votes),
      supersededVotes: Array.isArray(supersededVotes) ? votesFromSnapshot(supersededVotes) : [],
    }),
  };
}
