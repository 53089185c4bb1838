/** SQL of the submissions that a backtest replays. */
import { and, asc, eq, gte, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { transactions } from '../../payments/tables.ts';
import { requestFromJson } from '../evaluations/submission.ts';
import { agentActions, agentEvaluations } from '../tables.ts';
import type { PastSubmission } from './past-submission.ts';

export interface PastPeriod {
  /** Included. */
  readonly from: Date;
  /** Included. */
  readonly until: Date;
  /** Without the submissions that were rejected. */
  readonly onlyActions?: boolean;
}

const columns = {
  id: agentEvaluations.id,
  actionId: agentEvaluations.actionId,
  type: agentEvaluations.type,
  verdict: agentEvaluations.verdict,
  rule: agentEvaluations.rule,
  counterparty: agentEvaluations.counterparty,
  request: agentEvaluations.request,
  createdAt: agentEvaluations.createdAt,
  status: agentActions.status,
  decidedAt: agentActions.decidedAt,
  decidedBy: agentActions.decidedBy,
  updatedAt: agentActions.updatedAt,
  failureReason: agentActions.failureReason,
  spentAt: agentActions.spentAt,
  refundStatus: transactions.refundStatus,
  refundedAt: transactions.refundSettledAt,
};

/** The submissions of a period, oldest first: those after `after`, at most `limit`. */
export async function readPastSubmissions(
  db: Executor,
  agentId: Id<'Agent'>,
  { from, until, onlyActions = false }: PastPeriod,
  page: { readonly after?: PastSubmission | undefined; readonly limit: number },
): Promise<PastSubmission[]> {
  const { after } = page;
  const rows = await db
    .select(columns)
    .from(agentEvaluations)
    .leftJoin(agentActions, eq(agentActions.id, agentEvaluations.actionId))
    .leftJoin(transactions, eq(transactions.id, agentActions.transactionId))
    .where(
      and(
        eq(agentEvaluations.agentId, uuidOf(agentId)),
        gte(agentEvaluations.createdAt, after?.submittedAt ?? from),
        lte(agentEvaluations.createdAt, until),
        onlyActions ? isNotNull(agentEvaluations.actionId) : undefined,
        after
          ? sql`(${agentEvaluations.createdAt}, ${agentEvaluations.id}) > (${after.submittedAt.toISOString()}::timestamptz, ${uuidOf(after.id)}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(agentEvaluations.createdAt), asc(agentEvaluations.id))
    .limit(page.limit);
  return rows.map(
    (row): PastSubmission => ({
      id: idOf('AgentEvaluation', row.id),
      type: row.type,
      submittedAt: row.createdAt,
      request: requestFromJson(row.request, row.counterparty),
      verdict: row.verdict,
      rule: row.rule ?? undefined,
      action:
        row.actionId && row.status && row.updatedAt
          ? {
              id: idOf('AgentAction', row.actionId),
              status: row.status,
              isDecided: row.decidedBy !== null,
              decidedAt: row.decidedAt ?? undefined,
              updatedAt: row.updatedAt,
              failureReason: row.failureReason ?? undefined,
              spentAt: row.spentAt ?? undefined,
              refundedAt: row.refundStatus === 'COMPLETED' ? (row.refundedAt ?? undefined) : undefined,
            }
          : undefined,
    }),
  );
}

/** The counterparties with which a person approved a payment of the agent before an instant: at most `limit`. */
export async function approvedCounterpartiesBefore(
  db: Executor,
  agentId: Id<'Agent'>,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ counterparty: agentEvaluations.counterparty })
    .from(agentEvaluations)
    .innerJoin(agentActions, eq(agentActions.id, agentEvaluations.actionId))
    .where(
      and(
        eq(agentEvaluations.agentId, uuidOf(agentId)),
        isNotNull(agentActions.decidedBy),
        inArray(agentActions.status, ['APPROVED', 'FAILED']),
        lt(agentActions.decidedAt, before),
      ),
    )
    .limit(limit);
  return rows.map(({ counterparty }) => counterparty);
}
