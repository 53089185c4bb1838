/**
 * Sends one leased message. Outside of any transaction, because receivers are slow.
 *
 * Decision: settings and actions are read again. A message is not sent to an address that was removed meanwhile, and not
 * about actions that are decided.
 *
 * Source: docs/behaviour/agents.md#notifications.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { paymentsOf, withApprovals } from '../actions/action-approvals.ts';
import { decidableUntil } from '../actions/action-payment.ts';
import { findActions } from '../actions/action-store.ts';
import { openSlackUrl } from '../approval-rules/slack-url.ts';
import { findApprovalRules } from '../approval-rules/store.ts';
import { reasonText } from '../policies/approval-reason.ts';
import type { Ports } from '../ports.ts';
import { findAgents } from '../store.ts';
import type { ApprovalMessage } from './message.ts';
import { mailOf, type Notice, type NoticeAction, slackMessageOf } from './notice.ts';
import { maxCountedActions } from './plan-notifications.ts';
import { emailRecipients } from './recipients.ts';

export type SendPorts = Pick<
  Ports,
  'db' | 'dataKey' | 'fetch' | 'publicUrl' | 'approverDirectory' | 'mailer'
>;

/** `retry`: the receiver can accept it later. `dropped`: it is of no use, or no receiver accepts it. */
type SendOutcome =
  | { readonly outcome: 'sent' | 'dropped' }
  | { readonly outcome: 'retry'; readonly afterMs?: number };

const slackTimeoutMs = 5_000;
const maxResponseBytes = 64 * 1024;
const maxRetryAfterSeconds = 3_600;

async function noticeOf(
  db: Executor,
  publicUrl: string,
  { platformId, actionIds, actionCount }: ApprovalMessage,
): Promise<Notice | undefined> {
  const scope = { platformId };
  const found = await findActions(db, scope, actionIds);
  const waiting = await withApprovals(
    db,
    scope,
    found.filter(({ status }) => status === 'PENDING_APPROVAL'),
  );
  if (waiting.length === 0) return undefined;
  const payments = await paymentsOf(db, scope, waiting);
  const agentIds = [...new Set(waiting.map(({ agentId }) => agentId))];
  const agents = await findAgents(db, scope, agentIds, { deleted: true });
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  const actions = waiting.flatMap((action): NoticeAction[] => {
    const payment = payments.get(action.id);
    if (!payment) return [];
    return [
      {
        id: action.id,
        sending: payment.sending,
        agentName: names.get(action.agentId) ?? '',
        reason: action.approvalReason && reasonText(action.approvalReason),
        requiredApprovals: action.requiredApprovals ?? 1,
        approvalsGiven: action.approvalsGiven ?? 0,
        expiresAt: decidableUntil(action, payment),
      },
    ];
  });
  // Those that are named are read again. The others are counted as they were.
  const decided = actionIds.length - waiting.length;
  const hasMore = actionCount > maxCountedActions;
  return {
    actions,
    actionCount: hasMore ? maxCountedActions : actionCount - decided,
    hasMore,
    publicUrl,
  };
}

async function sendToSlack(
  { fetch }: Pick<Ports, 'fetch'>,
  url: string,
  notice: Notice,
): Promise<SendOutcome> {
  const response = await fetch({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(slackMessageOf(notice)),
    timeoutMs: slackTimeoutMs,
    maxBytes: maxResponseBytes,
  });
  if (!response.ok) {
    const isUseless = response.failure === 'invalid-url' || response.failure === 'address-not-allowed';
    return { outcome: isUseless ? 'dropped' : 'retry' };
  }
  const { status, headers } = response;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 429) {
    const seconds = Number(headers['retry-after']);
    const isGiven = Number.isFinite(seconds) && seconds > 0;
    return { outcome: 'retry', ...(isGiven && { afterMs: Math.min(seconds, maxRetryAfterSeconds) * 1_000 }) };
  }
  // The webhook was revoked, or does not accept the message: another attempt has the same result.
  const isFinal = status >= 300 && status < 500 && status !== 408;
  return { outcome: isFinal ? 'dropped' : 'retry' };
}

export async function sendMessage(ports: SendPorts, message: ApprovalMessage): Promise<SendOutcome> {
  const { db, dataKey, publicUrl, mailer } = ports;
  const { platformId, channel, recipient } = message;
  const { notifications } = await findApprovalRules(db.orm, platformId);
  const notice = await noticeOf(db.orm, publicUrl, message);
  if (!notice) return { outcome: 'dropped' };
  if (channel === 'SLACK') {
    const { slack } = notifications;
    return slack
      ? sendToSlack(ports, openSlackUrl(dataKey, platformId, slack), notice)
      : { outcome: 'dropped' };
  }
  const recipients = await emailRecipients(db.orm, ports, platformId, notifications);
  if (!mailer || recipient === undefined || !recipients.includes(recipient)) return { outcome: 'dropped' };
  const isAccepted = await mailer.sendText({ to: recipient, ...mailOf(notice) });
  return { outcome: isAccepted ? 'sent' : 'retry' };
}
