/**
 * One attempt at a leased delivery: the endpoint is called outside of any transaction, and what came of it is recorded
 * in one. Leases are in `lease.ts`.
 */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact, wakeAfterCommit } from '../../infrastructure/database/transact.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, idOf, newUuid } from '../../kernel/ids.ts';
import { startApprovalWindow } from '../../payments/approvals/approval-window.ts';
import { readApproval, type WebhookResponse } from '../../payments/approvals/payment-approval.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { Ports } from '../../payments/ports.ts';
import { findPlatform } from '../../platforms/store.ts';
import { platforms } from '../../platforms/tables.ts';
import { applyApprovalReplies, lockApprovalOf } from '../approval-replies.ts';
import { signingKey } from '../signing/signing-keys.ts';
import { webhookAttempts, webhookDeliveries } from '../tables.ts';
import { afterAttempt, loggedBody } from './delivery.ts';
import type { LeasedDelivery } from './lease.ts';
import { releaseNext } from './queue.ts';
import { describeResponse, sendWebhook } from './send.ts';

export type AttemptPorts = Pick<Ports, 'db' | 'clock' | 'masterKey' | 'fetch' | 'rail' | 'transactionHooks'>;

/** Calls the endpoint and records what came of it. */
export async function attemptDelivery(ports: AttemptPorts, leased: LeasedDelivery): Promise<Id<'Delivery'>> {
  const { db, clock, masterKey, fetch } = ports;
  const key = await signingKey(db.orm, masterKey, leased.platformId, clock.now(leased));
  const at = clock.now(leased);
  if (leased.type === approvalEventType) {
    await transact(db, async (tx) => {
      const payment = await lockApprovalOf(tx, leased);
      if (payment) await startApprovalWindow(tx, payment, at);
    });
  }
  const { answer, durationMs } = await sendWebhook(fetch, key, leased);
  await transact(db, (tx) => recordAttempt(tx, ports, leased, { at, answer, durationMs }));
  return idOf('Delivery', leased.id);
}

interface AttemptMade {
  readonly at: Date;
  readonly answer: WebhookResponse;
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
  const [found] = await tx
    .select({ row: webhookDeliveries, clockOffsetMs: platforms.clockOffsetMs })
    .from(webhookDeliveries)
    .innerJoin(platforms, eq(platforms.id, webhookDeliveries.platformId))
    .where(eq(webhookDeliveries.id, leased.id))
    .for('update', { of: webhookDeliveries });
  invariant(found, 'deliveries stay');
  const { row } = found;
  const { responseBody, ...described } = describeResponse(answer);
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

  // The platform's clock may have been moved while the endpoint was called.
  const now = ports.clock.now(found);
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
  if (payment) {
    const platform = await findPlatform(tx, leased.platformId);
    invariant(platform, 'the platform of a delivery exists');
    await applyApprovalReplies(tx, ports, platform, payment, row.eventId, now);
  }
}
