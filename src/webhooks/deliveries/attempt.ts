/** One attempt of a leased delivery. The endpoint is called outside a transaction; one transaction records the result. */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact, wakeAfterCommit } from '../../infrastructure/database/transact.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, idOf, newUuid } from '../../kernel/ids.ts';
import { startApprovalWindow } from '../../payments/approvals/approval-window.ts';
import { readApproval, type WebhookResponse } from '../../payments/approvals/payment-approval.ts';
import { approvalEventType } from '../../payments/events.ts';
import { findPlatform } from '../../platforms/store.ts';
import { platforms } from '../../platforms/tables.ts';
import { applyApprovalResponses, lockPaymentOfDelivery } from '../approval-responses.ts';
import type { DeliveryFault, Ports } from '../ports.ts';
import { webhookSigningKey } from '../signing/signing-keys.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '../tables.ts';
import { afterAttempt, loggedBody } from './delivery.ts';
import { type LeasedDelivery, postponeLeased } from './lease-store.ts';
import { scheduleNext } from './queue-store.ts';
import { describeResponse, droppedRequest, type SendResult, sendWebhook } from './send.ts';

export type AttemptPorts = Pick<
  Ports,
  'db' | 'clock' | 'dataKey' | 'fetch' | 'rail' | 'transactionHooks' | 'deliveryFaults'
>;

/** Calls the endpoint and records the result. A fault on request can postpone the call, drop it or repeat it. */
export async function attemptDelivery(ports: AttemptPorts, leased: LeasedDelivery): Promise<Id<'Delivery'>> {
  const { db, clock, dataKey, fetch, deliveryFaults } = ports;
  const { platformId, type: eventType, isFirstAttempt: isPostponable } = leased;
  const fault = leased.mayHaveFaults
    ? await deliveryFaults(db, { platformId, eventType, isPostponable })
    : undefined;
  if (fault?.effect === 'postpone') {
    await transact(db, (tx) => postpone(tx, leased, clock.now(leased), fault));
    return idOf('Delivery', leased.id);
  }
  const key = await webhookSigningKey(db.orm, dataKey, leased.platformId, clock.now(leased));
  const at = clock.now(leased);
  if (leased.type === approvalEventType) {
    await transact(db, async (tx) => {
      const payment = await lockPaymentOfDelivery(tx, leased);
      if (payment) await startApprovalWindow(tx, payment, at);
    });
  }
  const send = (): Promise<SendResult> => sendWebhook(fetch, key, leased, fault?.label);
  const first = fault?.effect === 'drop' ? droppedRequest(fault.label) : await send();
  // Sent before the first response is recorded, because that releases the next delivery of the resource.
  const second = fault?.effect === 'repeat' ? await send() : undefined;
  await transact(db, (tx) => recordAttempt(tx, ports, leased, { at, ...first }));
  // The first response has decided, and the lease has ended: only the attempt is recorded.
  if (second) await transact(db, (tx) => recordAttempt(tx, ports, leased, { at, ...second }));
  return idOf('Delivery', leased.id);
}

/** Makes the delivery due later. Out of order, it also releases the next delivery of its resource. */
async function postpone(
  tx: Executor,
  leased: LeasedDelivery,
  now: Date,
  { delayMs, holdsOthers }: Extract<DeliveryFault, { readonly effect: 'postpone' }>,
): Promise<void> {
  const postponed = await postponeLeased(tx, leased, new Date(now.getTime() + delayMs), holdsOthers);
  if (postponed && !holdsOthers && (await scheduleNext(tx, postponed, now))) wakeAfterCommit(tx);
}

interface AttemptMade {
  readonly at: Date;
  readonly response: WebhookResponse;
  readonly durationMs: number;
}

/** The attempts with this one, and when the first of them became due. Those before the endpoint was resumed do not count. */
function attemptsOf(
  { attemptsMade, startedAt, createdAt }: typeof webhookDeliveries.$inferSelect,
  resumedAt: Date | null,
): { readonly attemptsMade: number; readonly startedAt: Date } {
  const start = startedAt ?? createdAt;
  return resumedAt && start < resumedAt
    ? { attemptsMade: 1, startedAt: resumedAt }
    : { attemptsMade: attemptsMade + 1, startedAt: start };
}

async function recordAttempt(
  tx: Executor,
  ports: AttemptPorts,
  leased: LeasedDelivery,
  { at, response, durationMs }: AttemptMade,
): Promise<void> {
  const isApproval = leased.type === approvalEventType;
  // Lock order: the payment first, then its deliveries.
  const payment = isApproval ? await lockPaymentOfDelivery(tx, leased) : undefined;
  const [found] = await tx
    .select({
      row: webhookDeliveries,
      clockOffsetMs: platforms.clockOffsetMs,
      resumedAt: webhookEndpoints.resumedAt,
    })
    .from(webhookDeliveries)
    .innerJoin(platforms, eq(platforms.id, webhookDeliveries.platformId))
    .leftJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookDeliveries.id, leased.id))
    .for('update', { of: webhookDeliveries });
  // Retention deletes an old delivery that ended during the call, for example because its endpoint was removed.
  if (!found) return;
  const { row } = found;
  const { responseBody, ...described } = describeResponse(response);
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
  // The lease expired and another process has it, or the endpoint was removed. Only the attempt is recorded.
  if (row.leaseId !== leased.leaseId || row.status !== 'PENDING') return;

  // The platform's clock may have moved during the call.
  const now = ports.clock.now(found);
  const { attemptsMade, startedAt } = attemptsOf(row, found.resumedAt);
  const state = afterAttempt(leased.type, response, { attemptsMade, startedAt, now, random: Math.random() });
  await tx
    .update(webhookDeliveries)
    .set({
      status: state.status,
      nextAttemptAt: state.nextAttemptAt ?? null,
      attemptsMade,
      startedAt,
      leasedUntil: null,
      leaseId: null,
      ...(isApproval && { approvalReply: { ...readApproval(response) }, respondedAt: now }),
    })
    .where(and(eq(webhookDeliveries.id, row.id), eq(webhookDeliveries.leaseId, leased.leaseId)));
  if (state.status !== 'PENDING' && (await scheduleNext(tx, row, now))) wakeAfterCommit(tx);
  if (payment) {
    const platform = await findPlatform(tx, leased.platformId);
    invariant(platform, 'the platform of a delivery exists');
    await applyApprovalResponses(tx, ports, platform, payment, row.eventId, now);
  }
}
