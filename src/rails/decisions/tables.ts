/** The table of the decisions of persons on files and deposits. */
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../infrastructure/database/columns.ts';
import { callerActorKinds } from '../../platforms/access/principal.ts';

/** Who decided on a file or a deposit. Each person decides once. */
export const bankDecisions = pgTable(
  'bank_decisions',
  {
    platformId: uuid('platform_id').notNull(),
    /** A file or an unmatched deposit. */
    subjectId: uuid('subject_id').notNull(),
    /** A file that goes back to review starts the next round, as does another decision about a deposit. */
    round: integer('round').notNull(),
    actorId: text('actor_id').notNull(),
    actorKind: text('actor_kind', { enum: callerActorKinds }).notNull(),
    actorName: text('actor_name').notNull(),
    isApproval: boolean('is_approval').notNull(),
    comment: text('comment'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.round, table.actorId] })],
);
