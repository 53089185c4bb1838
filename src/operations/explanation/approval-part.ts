/** The decision of the platform on an incoming payment. */
import type { AuditEntry } from '../../infrastructure/audit-log/audit-entry.ts';
import { isoInstant } from '../../kernel/instant.ts';
import { approvalsOfTransactions } from '../../payments/approvals/store.ts';
import type { TimelineStep } from '../../payments/transactions/timeline.ts';
import { needsApproval } from '../../payments/transactions/transaction.ts';
import type { ExplanationStep } from './explanation.ts';
import { actorText, noSteps, type Part } from './reading.ts';

type Approvals = Awaited<ReturnType<typeof approvalsOfTransactions>>;
type Approval = Approvals extends ReadonlyMap<unknown, infer V> ? V : never;

const decisions = ['approveTransaction', 'rejectTransaction'];

function decisionStep(
  decidedAt: Date,
  timeline: readonly TimelineStep[],
  changes: readonly AuditEntry[],
): ExplanationStep {
  const after = timeline.find(({ previousStatus }) => previousStatus === 'PENDING');
  const isApproved = after?.status === 'PROCESSING';
  const change = changes.find(({ operation }) => decisions.includes(operation));
  const verb = isApproved ? 'approved' : 'did not approve';
  return {
    kind: 'APPROVAL_DECIDED',
    at: decidedAt,
    text: change
      ? `${actorText(change.actor)} ${verb} the payment.`
      : `The platform ${verb} the payment: webhook endpoints decided, or the time was over.`,
    outcome: isApproved ? 'SUCCEEDED' : 'FAILED',
    actor: change?.actor,
    references: change ? [change.id] : [],
  };
}

function stepsOf(
  { windowEndsAt, requestedFields, decidedAt }: Approval,
  timeline: readonly TimelineStep[],
  changes: readonly AuditEntry[],
): ExplanationStep[] {
  const requested = timeline.find(({ status }) => status === 'PENDING');
  if (!requested) return [];
  const fields = requestedFields.map(({ name }) => name).join(', ');
  return [
    {
      kind: 'APPROVAL_REQUESTED',
      at: requested.occurredAt,
      text: `The platform had to approve the payment until ${isoInstant(windowEndsAt)}.${fields ? ` The institution of the sender requested ${fields}.` : ''}`,
      outcome: decidedAt ? 'NEUTRAL' : 'WAITING',
    },
    ...(decidedAt ? [decisionStep(decidedAt, timeline, changes)] : []),
  ];
}

export const explainApprovals: Part = async ({ db, scope, timelineOf, changesOf }, transactions) => {
  const ids = transactions.filter(needsApproval).map(({ id }) => id);
  if (ids.length === 0) return noSteps;
  const approvals = await approvalsOfTransactions(db, scope.platformId, ids);
  return (transaction) => {
    const approval = approvals.get(transaction.id);
    return approval ? stepsOf(approval, timelineOf(transaction), changesOf(transaction.id)) : [];
  };
};
