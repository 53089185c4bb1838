/**
 * Plans the messages about actions that wait. The first few actions of a minute get a message each. The others get one digest
 * at the end of that minute, whatever their number: a thousand actions do not send a thousand mails.
 *
 * The job writes the messages. `notifier.ts` sends them, outside of any transaction.
 *
 * Decision: the minute is real time, because mailboxes are real. A sandbox platform moves its clock as it likes, and would
 * otherwise send any number of mails to any address.
 *
 * Source: docs/behaviour/agents.md#notifications.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { type BatchHandler, enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import type { Id } from '../../kernel/ids.ts';
import { findActions } from '../actions/action-store.ts';
import { findApprovalRules } from '../approval-rules/store.ts';
import type { Ports } from '../ports.ts';
import { maxNamedActions } from './message.ts';
import {
  insertMessages,
  lockWindow,
  type NotificationWindow,
  saveWindow,
  waitingActionIds,
} from './message-store.ts';
import { emailRecipients } from './recipients.ts';

export const digestJobKind = 'notify-approvers-digest';

const windowMs = 60_000;
/** Messages of a window that are about one action each. */
const maxSinglesPerWindow = 5;
/** A digest counts at most this many actions. */
export const maxCountedActions = 1_000;
const maxJobs = 500;

type PlanPorts = Pick<Ports, 'clock' | 'approverDirectory' | 'mailer'>;

/** Writes a message for each recipient. */
async function planMessages(
  tx: Executor,
  ports: PlanPorts,
  platformId: Id<'Platform'>,
  about: readonly (readonly Id<'AgentAction'>[])[],
): Promise<void> {
  const { notifications } = await findApprovalRules(tx, platformId);
  const emails = await emailRecipients(tx, ports, platformId, notifications);
  const targets = [
    ...emails.map((recipient) => ({ channel: 'EMAIL' as const, recipient })),
    ...(notifications.slack ? [{ channel: 'SLACK' as const, recipient: undefined }] : []),
  ];
  const messages = about.flatMap((ids) =>
    targets.map((target) => ({
      platformId,
      ...target,
      actionIds: ids.slice(0, maxNamedActions),
      actionCount: ids.length,
    })),
  );
  await insertMessages(tx, messages, ports.clock.real());
}

/** How long the window lasts from now on, in milliseconds; 0 if it is over. A later one than now is of a clock that was moved. */
function remainingMs({ startedAt }: NotificationWindow, realNow: Date): number {
  const elapsedMs = realNow.getTime() - startedAt.getTime();
  return elapsedMs < 0 ? 0 : Math.max(0, windowMs - elapsedMs);
}

/** Actions that started to wait. */
export const notifyApproversHandler = (ports: PlanPorts): BatchHandler => ({
  maxJobs,
  async performAll(tx, jobs, now) {
    const [job] = jobs;
    if (!job) return;
    const { platformId } = job;
    const stored = await lockWindow(tx, platformId);
    const realNow = ports.clock.real();
    const window = remainingMs(stored, realNow) === 0 ? { startedAt: realNow, planned: 0 } : stored;
    const ids = jobs.map(({ payload }) => payload['actionId'] as Id<'AgentAction'>);
    const waiting = (await findActions(tx, { platformId }, ids)).filter(
      ({ status }) => status === 'PENDING_APPROVAL',
    );
    const free = Math.max(0, maxSinglesPerWindow - window.planned);
    const singles = waiting.slice(0, free).map(({ id }) => [id]);
    await planMessages(tx, ports, platformId, singles);

    const hasDigest = window.planned > maxSinglesPerWindow;
    const needsDigest = waiting.length > free;
    if (needsDigest && !hasDigest) {
      const restMs = remainingMs(window, realNow);
      const since = new Date(now.getTime() + restMs - windowMs).toISOString();
      await enqueue(tx, {
        kind: digestJobKind,
        platformId,
        payload: { since },
        dueAt: new Date(now.getTime() + restMs),
      });
    }
    // One more than the maximum says that a digest is due.
    const planned = needsDigest || hasDigest ? maxSinglesPerWindow + 1 : window.planned + singles.length;
    await saveWindow(tx, platformId, { ...window, planned });
  },
});

/** The end of a window with more actions than messages. */
export const digestHandler =
  (ports: PlanPorts): JobHandler =>
  async (tx, { platformId, payload }, now) => {
    const since = new Date(payload['since'] as string);
    const realNow = ports.clock.real();
    const restMs = remainingMs(await lockWindow(tx, platformId), realNow);
    if (restMs > 0) {
      // The clock of the platform was moved.
      const dueAt = new Date(now.getTime() + restMs);
      return enqueue(tx, { kind: digestJobKind, platformId, payload, dueAt });
    }
    // The digest is the first message of the next window.
    await saveWindow(tx, platformId, { startedAt: realNow, planned: 1 });
    const ids = await waitingActionIds(tx, platformId, since, maxCountedActions + 1);
    if (ids.length > 0) await planMessages(tx, ports, platformId, [ids]);
  };
