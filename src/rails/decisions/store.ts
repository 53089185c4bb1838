/** SQL of the decisions of people on bank files and deposits. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { groupedBy } from '../../kernel/grouped.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { CallerActor } from '../../platforms/access/principal.ts';
import { bankDecisions } from './tables.ts';

type DecisionSubject = Id<'BankFile'> | Id<'UnmatchedDeposit'>;

export interface BankDecision {
  readonly actorKind: CallerActor['kind'];
  readonly actorId: string;
  readonly actorName: string;
  readonly isApproval: boolean;
  readonly comment: string | undefined;
  readonly createdAt: Date;
}

interface NewDecision {
  readonly platformId: Id<'Platform'>;
  readonly subjectId: DecisionSubject;
  /** A file that goes back to review starts the next round, as does another decision about a deposit. */
  readonly round: number;
  readonly actor: CallerActor;
  readonly isApproval: boolean;
  readonly comment: string | undefined;
  readonly at: Date;
}

/** The decisions of a round, oldest first. */
export async function decisionsOf(
  db: Executor,
  subjectId: DecisionSubject,
  round: number,
): Promise<BankDecision[]> {
  const rows = await db
    .select()
    .from(bankDecisions)
    .where(and(eq(bankDecisions.subjectId, uuidOf(subjectId)), eq(bankDecisions.round, round)))
    .orderBy(asc(bankDecisions.createdAt), asc(bankDecisions.actorId));
  return rows.map((row) => ({ ...row, comment: row.comment ?? undefined }));
}

/** A decision with its round. */
export type RoundDecision = BankDecision & { readonly round: number };

/** The decisions of all rounds, oldest first, by their file or deposit. */
export async function decisionsOfAll<S extends DecisionSubject>(
  db: Executor,
  platformId: Id<'Platform'>,
  subjectIds: readonly S[],
): Promise<ReadonlyMap<S, readonly RoundDecision[]>> {
  if (subjectIds.length === 0) return new Map();
  const subjects = new Map<string, S>(subjectIds.map((id) => [uuidOf(id), id]));
  const rows = await db
    .select()
    .from(bankDecisions)
    .where(
      and(
        eq(bankDecisions.platformId, uuidOf(platformId)),
        inArray(bankDecisions.subjectId, [...subjects.keys()]),
      ),
    )
    .orderBy(asc(bankDecisions.createdAt), asc(bankDecisions.actorId));
  const found = rows.flatMap(({ subjectId, comment, ...row }) => {
    const subject = subjects.get(subjectId);
    return subject ? [{ ...row, subject, comment: comment ?? undefined }] : [];
  });
  return groupedBy<S, RoundDecision & { readonly subject: S }>(found, ({ subject }) => subject);
}

/** Those of the current round. Who cancels a file after releasing it decides in the next round. */
export const ofRound = (decisions: readonly RoundDecision[], current: number): RoundDecision[] =>
  decisions.filter(({ round }) => round >= current);

export async function insertDecision(
  tx: Executor,
  { platformId, subjectId, round, actor, isApproval, comment, at }: NewDecision,
): Promise<void> {
  await tx.insert(bankDecisions).values({
    platformId: uuidOf(platformId),
    subjectId: uuidOf(subjectId),
    round,
    actorId: actor.id,
    actorKind: actor.kind,
    actorName: actor.name,
    isApproval,
    comment: comment ?? null,
    createdAt: at,
  });
}
