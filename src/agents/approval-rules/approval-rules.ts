/**
 * The approval rules of a platform: how many approvers must approve an action, which amounts need more of them, who may not
 * approve, and who is notified.
 *
 * Decision: the amount of an action is its sending amount, in the currency of the account that pays. It is compared with the
 * thresholds of that currency and never converted, so that a rate cannot change how many approvals an action needs.
 *
 * Decision: of the numbers that apply (the base, each threshold that is exceeded, the policy of the agent) the highest
 * counts. No part of the rules can make another one weaker.
 *
 * Source: docs/behaviour/agents.md#approval-rules.
 */
import { z } from 'zod';
import { distinct, distinctBy, whenList } from '../../kernel/field-rules.ts';
import { boundedList } from '../../kernel/lists.ts';
import { limitAmount, type Money } from '../../kernel/money/amount.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { boolean, integer, optional, text, textMatching } from '../../kernel/parse.ts';
import { isLoopbackUrl, parseUrl } from '../../kernel/url.ts';

export const maxRequiredApprovals = 10;
export const maxApprovalThresholds = 50;
export const maxNotifiedEmails = 20;
/** A day. */
export const maxLateApprovalSeconds = 86_400;

/** Above `amount`, in the smallest unit of `currency`, this many approvals are required. */
export interface ApprovalThreshold extends Money {
  readonly requiredApprovals: number;
}

export interface ApprovalNotifications {
  readonly emails: readonly string[];
  /** Whether the people who may approve get an email too. */
  readonly notifyApprovers: boolean;
  /** An incoming webhook that accepts Slack's messages. Its path is a secret. */
  readonly slack: { readonly host: string; readonly sealedUrl: string } | undefined;
}

export interface ApprovalRules {
  readonly requiredApprovals: number;
  readonly thresholds: readonly ApprovalThreshold[];
  readonly preventSelfApproval: boolean;
  readonly requireComment: boolean;
  /** An approver who signs in must prove it again to approve a larger amount. */
  readonly stepUpAbove: readonly Money[];
  /** How long an action waits after its quote has expired, for an approval with a tolerance. 0: it fails with its quote. */
  readonly lateApprovalSeconds: number;
  readonly notifications: ApprovalNotifications;
}

export const defaultApprovalRules: ApprovalRules = {
  requiredApprovals: 1,
  thresholds: [],
  preventSelfApproval: false,
  requireComment: false,
  stepUpAbove: [],
  lateApprovalSeconds: 0,
  notifications: { emails: [], notifyApprovers: false, slack: undefined },
};

export const approvalCount = integer(
  1,
  maxRequiredApprovals,
  `must be an integer from 1 to ${maxRequiredApprovals}`,
);

const currencyCode = text(10).refine((code) => findCurrency(code) !== undefined, {
  error: 'is not a supported currency',
});

const thresholds = boundedList(
  z.object({ currency: currencyCode, amount: limitAmount, requiredApprovals: approvalCount }),
  maxApprovalThresholds,
).superRefine(distinctBy(['currency', 'amount']), whenList);

const stepUpAbove = boundedList(
  z.object({ currency: currencyCode, amount: limitAmount }),
  maxApprovalThresholds,
).superRefine(distinctBy(['currency']), whenList);

const lateApprovalSeconds = integer(
  0,
  maxLateApprovalSeconds,
  `must be an integer from 0 to ${maxLateApprovalSeconds}`,
);

/** ASCII without separators of address lists, so that one entry is one recipient. */
const notifiedEmail = textMatching(
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/,
  'an email address',
  254,
).meta({ format: 'email' });

const emails = boundedList(notifiedEmail, maxNotifiedEmails).superRefine(
  distinct((address) => address.toLowerCase()),
  whenList,
);

/** https; http on loopback is for tests, and only sandbox platforms accept it. */
function isWebhookUrl(text: string): boolean {
  const url = parseUrl(text);
  if (!url) return false;
  const { protocol, username, password, hash } = url;
  const isLocalTest = protocol === 'http:' && isLoopbackUrl(url);
  return (protocol === 'https:' || isLocalTest) && username === '' && password === '' && hash === '';
}

const webhookUrl = text(1024).refine(isWebhookUrl, {
  error: 'must be an https URL without a user name, a password or a fragment',
});

/** Absent fields do not change. A list replaces the list before it. */
export const UpdateApprovalRulesInput = z.object({
  requiredApprovals: optional(approvalCount),
  thresholds: optional(thresholds),
  preventSelfApproval: optional(boolean),
  requireComment: optional(boolean),
  stepUpAbove: optional(stepUpAbove),
  lateApprovalSeconds: optional(lateApprovalSeconds),
  notifications: optional(
    z.object({
      emails: optional(emails),
      notifyApprovers: optional(boolean),
      slackWebhookUrl: webhookUrl.nullish(),
    }),
  ),
});
export type ApprovalRulesChange = z.output<typeof UpdateApprovalRulesInput>;

const stored = z.object({
  requiredApprovals: approvalCount,
  thresholds,
  preventSelfApproval: boolean,
  requireComment: boolean,
  stepUpAbove,
  // Rules of an earlier version have none.
  lateApprovalSeconds: lateApprovalSeconds.default(defaultApprovalRules.lateApprovalSeconds),
  notifications: z.object({
    emails,
    notifyApprovers: boolean,
    slack: optional(z.object({ host: z.string(), sealedUrl: z.string() })),
  }),
});

/** Parses the stored section. It was validated before it was stored, so an invalid one is a bug. */
export const parseApprovalRules = (section: unknown): ApprovalRules =>
  section === undefined ? defaultApprovalRules : stored.parse(section);

/** @param slack the sealed URL; null removes it, `undefined` leaves it. */
export function changeApprovalRules(
  before: ApprovalRules,
  { notifications, ...given }: ApprovalRulesChange,
  slack: ApprovalNotifications['slack'] | null,
): ApprovalRules {
  return {
    requiredApprovals: given.requiredApprovals ?? before.requiredApprovals,
    thresholds: given.thresholds ?? before.thresholds,
    preventSelfApproval: given.preventSelfApproval ?? before.preventSelfApproval,
    requireComment: given.requireComment ?? before.requireComment,
    stepUpAbove: given.stepUpAbove ?? before.stepUpAbove,
    lateApprovalSeconds: given.lateApprovalSeconds ?? before.lateApprovalSeconds,
    notifications: {
      emails: notifications?.emails ?? before.notifications.emails,
      notifyApprovers: notifications?.notifyApprovers ?? before.notifications.notifyApprovers,
      slack: slack === undefined ? before.notifications.slack : (slack ?? undefined),
    },
  };
}

const isAbove = (sending: Money, threshold: Money): boolean =>
  sending.currency === threshold.currency && sending.amount > threshold.amount;

/**
 * @param sending what the account that pays is debited.
 * @param ofAgent the number that the policy of the agent requires.
 */
export const requiredApprovalsFor = (
  rules: Pick<ApprovalRules, 'requiredApprovals' | 'thresholds'>,
  sending: Money,
  ofAgent: number | undefined,
): number =>
  Math.max(
    rules.requiredApprovals,
    ofAgent ?? 1,
    ...rules.thresholds
      .filter((threshold) => isAbove(sending, threshold))
      .map(({ requiredApprovals }) => requiredApprovals),
  );

export const needsStepUp = ({ stepUpAbove: limits }: ApprovalRules, sending: Money): boolean =>
  limits.some((limit) => isAbove(sending, limit));

/** When an action expires that waits after its quote has expired; `undefined` if it expires with its quote. */
export const lateBy = (
  { lateApprovalSeconds }: Pick<ApprovalRules, 'lateApprovalSeconds'>,
  quoteExpiresAt: Date,
): Date | undefined =>
  lateApprovalSeconds > 0 ? new Date(quoteExpiresAt.getTime() + lateApprovalSeconds * 1000) : undefined;
