/**
 * One attempt at a delivery, in three parts: it is leased in one commit, the endpoint is called outside of any, and
 * what came of it is recorded in another. Who dies in between lets the lease run out, and it is called again.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../database/client.ts';
import { webhookAttempts, webhookDeliveries } from '../database/tables/index.ts';
import { transact, wakeAfterCommit } from '../database/transact.ts';
import { approvalEventType, type EventType } from '../events/kinds.ts';
import { invariant } from '../kernel/errors.ts';
import { type Id, idOf, newUuid, uuidOf } from '../kernel/ids.ts';
import { beginApprovalWindow } from '../payment-approvals/approval-window.ts';
import { findPlatform } from '../platforms/store.ts';
import type { Ports } from '../ports.ts';
import { applyApprovalReplies, lockApprovalOf } from './approval-replies.ts';
import { afterAttempt, loggedBody, type WebhookAnswer } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { readApproval } from './payment-approval.ts';
import { releaseNext } from './queue.ts';
import { describeAnswer, sendWebhook } from './send.ts';
import { signingKey } from './signing-keys.ts';

/** A delivery that this process alone may attempt, until its lease ends. */
export interface LeasedDelivery {
  readonly id: string;
  readonly leaseId: string;
  readonly platformId: Id<'PlatformConfig'>;
  readonly endpointId: Id<'WebhookEndpoint'>;
  readonly url: string;
  readonly type: EventType;
  readonly body: string;
}

/**
 * How many calls of one endpoint are under way at once, over all processes: a slow one takes no more than this. As many
 * again are for payments that wait for its decision: they have seconds, and do not stand behind a backlog.
 */
const callsPerEndpoint = 4;
const asking = sql.raw(`= '${approvalEventType}'`);
const telling = sql.raw(`<> '${approvalEventType}'`);

/**
 * Leases deliveries that are due on their platforms' clocks, at most so many: first at the endpoints that have the fewest
 * calls under way. However many endpoints hang on a backlog of their own, one that answers has its turn when the next
 * call ends.
 *
 * @param leaseMs longer than any call takes; real time.
 * @param asks what is asked for a decision, or else everything else.
 * @param endpointId of one endpoint only.
 */
export async function leaseDue(
  db: Ports['db'],
  realNow: Date,
  {
    most,
    leaseMs,
    asks,
    endpointId,
  }: { most: number; leaseMs: number; asks: boolean; endpointId?: Id<'WebhookEndpoint'> },
): Promise<LeasedDelivery[]> {
  const now = realNow.toISOString();
  const ofKind = asks ? asking : telling;
  const until = new Date(realNow.getTime() + leaseMs).toISOString();
  const isDue = (endpoint: SQL, offsetMs: SQL): SQL => sql`
    d.endpoint_id = ${endpoint} and d.status = 'PENDING' and d.next_attempt_at is not null and d.type ${ofKind}
    and d.next_attempt_at <= ${now}::timestamptz + ${offsetMs} * interval '1 millisecond'
    and (d.leased_until is null or d.leased_until <= ${now}::timestamptz)`;
  const rows = await rawRows<{
    id: string;
    lease_id: string;
    platform_id: string;
    endpoint_id: string;
    url: string;
    type: EventType;
    body: string;
  }>(
    db.orm,
    sql`with room as materialized (
          select e.id, e.url, p.clock_offset_ms, under_way.calls from webhook_endpoints e
          join platforms p on p.id = e.platform_id
          cross join lateral (
            select count(*) as calls from webhook_deliveries l
            where l.endpoint_id = e.id and l.leased_until > ${now}::timestamptz and l.type ${ofKind}
          ) under_way
          where not e.is_paused ${endpointId ? sql`and e.id = ${uuidOf(endpointId)}` : sql``}
            and under_way.calls < ${callsPerEndpoint}
            and exists (select from webhook_deliveries d where ${isDue(sql`e.id`, sql`p.clock_offset_ms`)})
          order by under_way.calls, random()
          limit ${most}
        ), due as (
          select d.id, room.url from room cross join lateral (
            select id from webhook_deliveries d where ${isDue(sql`room.id`, sql`room.clock_offset_ms`)}
            order by d.next_attempt_at, d.position
            limit ${callsPerEndpoint} - room.calls
            for update of d skip locked
          ) d
          order by room.calls + row_number() over (partition by room.id)
          limit ${most}
        )
        update webhook_deliveries d set leased_until = ${until}::timestamptz, lease_id = gen_random_uuid()
        from due where d.id = due.id
        returning d.id, d.lease_id, d.platform_id, d.endpoint_id, due.url, d.type, d.body`,
  );
  return rows.map((row) => ({
    id: row.id,
    leaseId: row.lease_id,
    platformId: idOf('PlatformConfig', row.platform_id),
    endpointId: idOf('WebhookEndpoint', row.endpoint_id),
    url: row.url,
    type: row.type,
    body: row.body,
  }));
}

/** A test that its sender has leased by making it. */
export const leaseTest = (
  { id: endpointId, url, platformId }: Pick<WebhookEndpoint, 'id' | 'url' | 'platformId'>,
  made: { readonly id: string; readonly leaseId: string; readonly body: string },
): LeasedDelivery => ({ ...made, endpointId, url, platformId, type: 'TEST' });

export type AttemptPorts = Pick<Ports, 'db' | 'clock' | 'masterKey' | 'fetch' | 'rail'>;

/** Calls the endpoint and records what came of it. */
export async function attemptDelivery(ports: AttemptPorts, leased: LeasedDelivery): Promise<Id<'Delivery'>> {
  const { db, clock, masterKey, fetch } = ports;
  const platform = await findPlatform(db.orm, leased.platformId);
  invariant(platform, 'the platform of a delivery exists');
  const key = await signingKey(db.orm, masterKey, platform.id, clock.now(platform));
  const at = clock.now(platform);
  if (leased.type === approvalEventType) {
    await transact(db, async (tx) => {
      const payment = await lockApprovalOf(tx, leased);
      if (payment) await beginApprovalWindow(tx, payment, at);
    });
  }
  const { answer, durationMs } = await sendWebhook(fetch, key, leased);
  await transact(db, (tx) => recordAttempt(tx, ports, leased, { at, answer, durationMs }));
  return idOf('Delivery', leased.id);
}

interface AttemptMade {
  readonly at: Date;
  readonly answer: WebhookAnswer;
  readonly durationMs: number;
}

async function recordAttempt(
  tx: Executor,
  ports: AttemptPorts,
  leased: LeasedDelivery,
  { at, answer, durationMs }: AttemptMade,
): Promise<void> {
  const asksForDecision = leased.type === approvalEventType;
  // A decision locks the payment first, and its answers after: in this order everywhere.
  const payment = asksForDecision ? await lockApprovalOf(tx, leased) : undefined;
  const [row] = await tx
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, leased.id))
    .for('update');
  invariant(row, 'deliveries stay');
  const { responseBody, ...described } = describeAnswer(answer);
  await tx.insert(webhookAttempts).values({
    id: newUuid(),
    platformId: row.platformId,
    deliveryId: row.id,
    at,
    durationMs,
    responseStatus: described.responseStatus ?? null,
    responseBody: responseBody === undefined ? null : loggedBody(responseBody),
    error: described.error ?? null,
  });
  // The lease ran out and somebody else took it, or the endpoint was removed: the attempt is known, and no more.
  if (row.leaseId !== leased.leaseId || row.status !== 'PENDING') return;

  // The platform's clock may have been moved while the endpoint thought.
  const platform = await findPlatform(tx, leased.platformId);
  invariant(platform, 'the platform of a delivery exists');
  const now = ports.clock.now(platform);
  const attemptsMade = row.attemptsMade + 1;
  const begunAt = row.begunAt ?? row.createdAt;
  const state = afterAttempt(leased.type, answer, { attemptsMade, begunAt, now, random: Math.random() });
  await tx
    .update(webhookDeliveries)
    .set({
      status: state.status,
      nextAttemptAt: state.nextAttemptAt ?? null,
      attemptsMade,
      leasedUntil: null,
      leaseId: null,
      ...(asksForDecision && { approvalReply: { ...readApproval(answer) }, answeredAt: now }),
    })
    .where(and(eq(webhookDeliveries.id, row.id), eq(webhookDeliveries.leaseId, leased.leaseId)));
  if (state.status !== 'PENDING' && (await releaseNext(tx, row, now))) wakeAfterCommit(tx);
  if (payment) await applyApprovalReplies(tx, ports, platform, payment, row.eventId, now);
}
