/**
 * Replaces the list of a platform's endpoints, and changes the pending deliveries of those that were removed or resumed.
 *
 * Decision: jobs change them, except the first thousand, because an endpoint that was paused for weeks can have a million.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import type { Id } from '../../kernel/ids.ts';
import type { EndpointChange } from './endpoint.ts';
import { replaceEndpoints } from './endpoint-store.ts';
import { changePending, type PendingChange, type PendingPosition } from './pending-store.ts';

export const changePendingJobKind = 'change-pending-deliveries';

interface ChangeOfPending {
  readonly endpointId: Id<'WebhookEndpoint'>;
  readonly change: PendingChange;
  readonly at: string;
}

async function changeNext(
  tx: Executor,
  platformId: Id<'Platform'>,
  pending: ChangeOfPending,
  after: PendingPosition | undefined,
  now: Date,
): Promise<void> {
  const { endpointId, change, at } = pending;
  const last = await changePending(tx, endpointId, change, new Date(at), after);
  if (!last) return;
  const payload = { ...pending, after: last };
  await enqueue(tx, { kind: changePendingJobKind, platformId, payload, dueAt: now });
}

export async function saveEndpoints(
  tx: Executor,
  platformId: Id<'Platform'>,
  change: EndpointChange,
  now: Date,
): Promise<void> {
  await replaceEndpoints(tx, change);
  const changes = [
    ...change.removed.map(({ id }) => ({ endpointId: id, change: 'FAIL' }) as const),
    ...change.resumed.map(({ id }) => ({ endpointId: id, change: 'RESTART' }) as const),
  ].sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
  for (const pending of changes) {
    await changeNext(tx, platformId, { ...pending, at: now.toISOString() }, undefined, now);
  }
}

export const changePendingHandler: JobHandler = async (tx, { platformId, payload }, now) => {
  const { after, ...pending } = payload as unknown as ChangeOfPending & { readonly after: PendingPosition };
  await changeNext(tx, platformId, pending, after, now);
};
