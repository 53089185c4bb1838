/**
 * The texts of notifications, as mail and as a message for Slack and what is compatible with it.
 *
 * Decision: a text has amounts, the name of the agent, the reason and a link. The payee, the description and the accounts are
 * behind the link: mailboxes and channels have more readers than approvers. The subject of a mail has only generated text.
 *
 * Source: docs/behaviour/agents.md#notifications; https://api.slack.com/reference/surfaces/formatting (escaping).
 */
import { formatMoney, type Money } from '../../kernel/money/amount.ts';
import { oneLine } from '../../kernel/one-line.ts';

/** A waiting action, as a text describes it. */
export interface NoticeAction {
  readonly id: string;
  readonly sending: Money;
  readonly agentName: string;
  readonly reason: string | undefined;
  readonly requiredApprovals: number;
  readonly approvalsGiven: number;
  readonly expiresAt: Date;
}

export interface Notice {
  /** The actions that are named, at least one. */
  readonly actions: readonly NoticeAction[];
  /** The number of all actions. */
  readonly actionCount: number;
  /** Whether there are more than `actionCount`. */
  readonly hasMore: boolean;
  readonly publicUrl: string;
}

const linkTo = (publicUrl: string, path: string): string =>
  `${publicUrl.replace(/\/$/, '')}/approvals${path}`;

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const countText = ({ actionCount, hasMore }: Notice): string =>
  `${hasMore ? 'more than ' : ''}${actionCount} payments`;

const isSingle = ({ actionCount, hasMore }: Notice): boolean => actionCount === 1 && !hasMore;

export function mailOf(notice: Notice): { readonly subject: string; readonly text: string } {
  const { actions, publicUrl } = notice;
  const [first] = actions;
  if (first && isSingle(notice)) {
    return {
      subject: `Approval needed: ${formatMoney(first.sending)}`,
      text: [
        'A payment of an agent waits for a decision.',
        '',
        `Amount: ${formatMoney(first.sending)}`,
        `Agent: ${oneLine(first.agentName)}`,
        ...(first.reason === undefined ? [] : [`Why: ${first.reason}`]),
        `Approvals: ${first.approvalsGiven} of ${first.requiredApprovals}`,
        `Decide before: ${minuteOf(first.expiresAt)}`,
        '',
        linkTo(publicUrl, `/${first.id}`),
        '',
      ].join('\n'),
    };
  }
  return {
    subject: `Approval needed: ${countText(notice)}`,
    text: [
      `${countText(notice)} of agents wait for a decision.`,
      '',
      ...actions.map(
        ({ id, sending, agentName }) =>
          `- ${formatMoney(sending)}, ${oneLine(agentName)}: ${linkTo(publicUrl, `/${id}`)}`,
      ),
      '',
      `All: ${linkTo(publicUrl, '')}`,
      '',
    ].join('\n'),
  };
}

/** The three characters that start markup, links and mentions. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Text of a client as code, in which receivers apply no markup, no mentions with @, and no links. */
const asCode = (text: string): string => `\`${escaped(oneLine(text).replaceAll('`', "'")) || ' '}\``;

const slackLink = (url: string, text: string): string => `<${escaped(url).replaceAll('|', '%7C')}|${text}>`;

/** The body for an incoming webhook. */
export function slackMessageOf(notice: Notice): { readonly text: string; readonly unfurl_links: false } {
  const { actions, publicUrl } = notice;
  const [first] = actions;
  const lines =
    first && isSingle(notice)
      ? [
          `*Approval needed:* ${formatMoney(first.sending)} by agent ${asCode(first.agentName)}`,
          ...(first.reason === undefined ? [] : [escaped(first.reason)]),
          `Approvals: ${first.approvalsGiven} of ${first.requiredApprovals}. Decide before ${minuteOf(first.expiresAt)}.`,
          slackLink(linkTo(publicUrl, `/${first.id}`), 'Open the payment'),
        ]
      : [
          `*Approval needed:* ${countText(notice)}`,
          ...actions.map(
            ({ id, sending, agentName }) =>
              `• ${slackLink(linkTo(publicUrl, `/${id}`), formatMoney(sending))} by agent ${asCode(agentName)}`,
          ),
          slackLink(linkTo(publicUrl, ''), 'Open all'),
        ];
  return { text: lines.join('\n'), unfurl_links: false };
}
