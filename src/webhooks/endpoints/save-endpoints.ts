/**
 * Replaces the list of a platform's endpoints, and changes the pending deliveries of those that were removed or resumed.
 *
 * Decision: jobs change them, except the first thousand, because an endpoint that was paused for weeks can have a million. A delivery
 * that such a job has not reached starts again with its next attempt: `resumed_at`.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import type { Id } from '../../kernel/ids.ts';
import type { EndpointChange } from './endpoint.ts';
import { replaceEndpoints } from './endpoint-store.ts';
import { failPending, makePendingDue, type PendingPosition } from './pending-store.ts';

export const changePendingJobKind = 'change-pending-deliveries';

/** What is left to do for an endpoint. */
type PendingChange = { readonly endpointId: Id<'WebhookEndpoint'> } & (
  | { readonly change: 'FAIL'; readonly after: PendingPosition | undefined }
  | { readonly change: 'RESTART'; readonly resumedAt: string }
);

/** Changes a page. Returns what is left; `undefined` when nothing is. */
async function changePage(tx: Executor, pending: PendingChange): Promise<PendingChange | undefined> {
  if (pending.change === 'RESTART') {
    const hasMore = await makePendingDue(tx, pending.endpointId, new Date(pending.resumedAt));
    return hasMore ? pending : undefined;
  }
  const after = await failPending(tx, pending.endpointId, pending.after);
  return after && { ...pending, after };
}

async function changePending(
  tx: Executor,
  platformId: Id<'Platform'>,
  pending: PendingChange,
  now: Date,
): Promise<void> {
  const left = await changePage(tx, pending);
  if (left) await enqueue(tx, { kind: changePendingJobKind, platformId, payload: { ...left }, dueAt: now });
}

export async function saveEndpoints(
  tx: Executor,
  platformId: Id<'Platform'>,
  change: EndpointChange,
  now: Date,
): Promise<void> {
  await replaceEndpoints(tx, change, now);
  const changes: PendingChange[] = [
    ...change.removed.map(({ id }) => ({ endpointId: id, change: 'FAIL', after: undefined }) as const),
    ...change.resumed.map(
      ({ id }) => ({ endpointId: id, change: 'RESTART', resumedAt: now.toISOString() }) as const,
    ),
  ];
  changes.sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
  for (const pending of changes) await changePending(tx, platformId, pending, now);
}

export const changePendingHandler: JobHandler = (tx, { platformId, payload }, now) =>
  changePending(tx, platformId, payload as unknown as PendingChange, now);
