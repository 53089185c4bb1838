/** SQL of messages to approvers, of their windows, and of the actions that a digest is about. */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { agentActions, approvalMessages, approvalNotificationWindows } from '../tables.ts';
import type { ApprovalMessage, MessageChannel } from './message.ts';

export interface NotificationWindow {
  /** In real time. */
  readonly startedAt: Date;
  readonly planned: number;
}

/** The window of the platform, locked. A platform without one gets one that is over. */
export async function lockWindow(tx: Executor, platformId: Id<'Platform'>): Promise<NotificationWindow> {
  const ofPlatform = eq(approvalNotificationWindows.platformId, uuidOf(platformId));
  await tx
    .insert(approvalNotificationWindows)
    .values({ platformId: uuidOf(platformId), startedAt: new Date(0), planned: 0 })
    .onConflictDoNothing();
  const [row] = await tx.select().from(approvalNotificationWindows).where(ofPlatform).for('update');
  return { startedAt: row?.startedAt ?? new Date(0), planned: row?.planned ?? 0 };
}

export async function saveWindow(
  tx: Executor,
  platformId: Id<'Platform'>,
  window: NotificationWindow,
): Promise<void> {
  await tx
    .update(approvalNotificationWindows)
    .set(window)
    .where(eq(approvalNotificationWindows.platformId, uuidOf(platformId)));
}

/** The waiting actions of the platform that were submitted since then, newest first. */
export async function waitingActionIds(
  tx: Executor,
  platformId: Id<'Platform'>,
  since: Date,
  limit: number,
): Promise<Id<'AgentAction'>[]> {
  const rows = await tx
    .select({ id: agentActions.id })
    .from(agentActions)
    .where(
      and(
        eq(agentActions.platformId, uuidOf(platformId)),
        eq(agentActions.status, 'PENDING_APPROVAL'),
        gte(agentActions.createdAt, since),
      ),
    )
    .orderBy(desc(agentActions.id))
    .limit(limit);
  return rows.map(({ id }) => idOf('AgentAction', id));
}

type NewMessage = Omit<ApprovalMessage, 'uuid' | 'attempts'>;

/** @param realNow when the first attempt is due. */
export async function insertMessages(
  tx: Executor,
  messages: readonly NewMessage[],
  realNow: Date,
): Promise<void> {
  if (messages.length === 0) return;
  await tx.insert(approvalMessages).values(
    messages.map(({ platformId, channel, recipient, actionIds, actionCount }) => ({
      id: newUuid(),
      platformId: uuidOf(platformId),
      channel,
      recipient: recipient ?? null,
      actionIds: actionIds.map(uuidOf),
      actionCount,
      nextAttemptAt: realNow,
      createdAt: realNow,
    })),
  );
}

interface MessageRow {
  id: string;
  platform_id: string;
  channel: MessageChannel;
  recipient: string | null;
  action_ids: string[];
  action_count: number;
  attempts: number;
}

const maxCallsPerPlatform = 2;

/**
 * Leases messages that are due. A platform has a few calls at once over all processes, so that one with slow receivers leaves
 * room for others.
 *
 * @param leaseMs longer than an attempt can take.
 */
export async function leaseMessages(
  db: Executor,
  realNow: Date,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<ApprovalMessage[]> {
  const now = sql`${realNow.toISOString()}::timestamptz`;
  const until = new Date(realNow.getTime() + leaseMs).toISOString();
  const rows = await rawRows<MessageRow>(
    db,
    sql`update approval_messages m set leased_until = ${until}::timestamptz, attempts = m.attempts + 1
        from (
          select due.id from (
            select platform_id, count(*) filter (where leased_until > ${now}) as calls,
              min(next_attempt_at) filter (where next_attempt_at <= ${now}) as since
            from approval_messages group by platform_id
          ) p cross join lateral (
            select d.id from approval_messages d
            where d.platform_id = p.platform_id and d.next_attempt_at <= ${now}
              and (d.leased_until is null or d.leased_until <= ${now})
            order by d.next_attempt_at, d.id
            limit greatest(0, ${maxCallsPerPlatform} - p.calls)
            for update of d skip locked
          ) due
          order by p.calls, p.since limit ${limit}
        ) leased
        where m.id = leased.id
        returning m.id, m.platform_id, m.channel, m.recipient, m.action_ids, m.action_count, m.attempts`,
  );
  return rows.map((row) => ({
    uuid: row.id,
    platformId: idOf('Platform', row.platform_id),
    channel: row.channel,
    recipient: row.recipient ?? undefined,
    actionIds: row.action_ids.map((id) => idOf('AgentAction', id)),
    actionCount: row.action_count,
    attempts: row.attempts,
  }));
}

export async function deleteMessage(db: Executor, { uuid }: Pick<ApprovalMessage, 'uuid'>): Promise<void> {
  await db.delete(approvalMessages).where(eq(approvalMessages.id, uuid));
}

/** Ends the lease. The next attempt is at `at`, in real time. */
export async function postponeMessage(
  db: Executor,
  { uuid }: Pick<ApprovalMessage, 'uuid'>,
  at: Date,
): Promise<void> {
  await db
    .update(approvalMessages)
    .set({ nextAttemptAt: at, leasedUntil: null })
    .where(eq(approvalMessages.id, uuid));
}
