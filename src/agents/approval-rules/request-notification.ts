/** Asks for the notification of approvers about an action that waits, in the transaction of the submission. */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue } from '../../infrastructure/jobs/jobs.ts';
import type { Id } from '../../kernel/ids.ts';
import type { ApprovalNotifications } from './approval-rules.ts';
import { findApprovalRules } from './store.ts';

export const notifyApproversJobKind = 'notify-approvers';

const hasRecipients = ({ emails, notifyApprovers, slack }: ApprovalNotifications): boolean =>
  emails.length > 0 || notifyApprovers || slack !== undefined;

export async function requestNotification(
  tx: Executor,
  { platformId, id: actionId }: { readonly platformId: Id<'Platform'>; readonly id: Id<'AgentAction'> },
  now: Date,
): Promise<void> {
  const { notifications } = await findApprovalRules(tx, platformId);
  if (!hasRecipients(notifications)) return;
  await enqueue(tx, { kind: notifyApproversJobKind, platformId, payload: { actionId }, dueAt: now });
}
