/** Approval rules as they are edited: amounts as texts, so that nothing is lost while they are typed. */
import type { UpdateApprovalRulesInput } from '@payments-platform/client/operations';
import { type Currency, editableAmount, parseAmount } from '../../components/decimal-input.ts';
import { linesIn } from '../../components/text-lines.tsx';
import type { RulesPartsFragment } from './settings.documents.ts';

export interface ThresholdDraft {
  /** For lists on the page only. */
  readonly key: number;
  readonly currency: string;
  readonly amount: string;
  /** Empty for a threshold of step-up, which has none. */
  readonly approvals: string;
}

export interface RulesDraft {
  readonly requiredApprovals: string;
  readonly requireComment: boolean;
  readonly preventSelfApproval: boolean;
  readonly lateApprovalMinutes: string;
  readonly thresholds: readonly ThresholdDraft[];
  readonly stepUpAbove: readonly ThresholdDraft[];
  readonly emails: string;
  readonly notifyApprovers: boolean;
  /** A new address; empty: it stays as it is. */
  readonly slackUrl: string;
  readonly removesSlack: boolean;
}

type CurrencyOf = (code: string) => Currency;

let lastKey = 0;

/** A threshold of the page, with a key of its own. */
export function thresholdDraft(threshold: {
  readonly currency: string;
  readonly amount?: string;
  readonly approvals?: string;
}): ThresholdDraft {
  lastKey += 1;
  return { amount: '', approvals: '', ...threshold, key: lastKey };
}

export function draftOf(rules: RulesPartsFragment, currencyOf: CurrencyOf): RulesDraft {
  const textOf = (amount: number, code: string) => editableAmount(amount, currencyOf(code).decimals);
  return {
    requiredApprovals: String(rules.requiredApprovals),
    requireComment: rules.requireComment,
    preventSelfApproval: rules.preventSelfApproval,
    lateApprovalMinutes: minutesText(rules.lateApprovalSeconds),
    thresholds: rules.thresholds.map(({ currency, amount, requiredApprovals }) =>
      thresholdDraft({ currency, amount: textOf(amount, currency), approvals: String(requiredApprovals) }),
    ),
    stepUpAbove: rules.stepUpAbove.map(({ currency, amount }) =>
      thresholdDraft({ currency, amount: textOf(amount, currency) }),
    ),
    emails: rules.notifications.emails.join('\n'),
    notifyApprovers: rules.notifications.notifyApprovers,
    slackUrl: '',
    removesSlack: false,
  };
}

/** Whole minutes, or a decimal of them where another client has set seconds. */
export const minutesText = (seconds: number): string => String(Math.round((seconds / 60) * 100) / 100);

const maxMinutes = 24 * 60;

/** The seconds of a text in minutes; undefined for a text that the page cannot send. */
function secondsIn(text: string): number | undefined {
  const seconds = /^\d{1,4}([.]\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 60) : undefined;
  return seconds !== undefined && seconds <= maxMinutes * 60 ? seconds : undefined;
}

/** A number that the API checks; a text that is none is an error of this page. */
const countIn = (text: string): number | undefined =>
  /^\d{1,3}$/.test(text.trim()) ? Number(text) : undefined;

/** The input of the API, or the messages of fields by their path in that input. */
export function rulesInput(
  draft: RulesDraft,
  currencyOf: CurrencyOf,
): { readonly input: UpdateApprovalRulesInput } | { readonly errors: Readonly<Record<string, string>> } {
  const errors: Record<string, string> = {};
  const count = (path: string, text: string): number => {
    const value = countIn(text);
    if (value === undefined) errors[path] = 'Enter a whole number from 1 to 10.';
    return value ?? 0;
  };
  const amount = (path: string, { amount: text, currency }: ThresholdDraft): number => {
    const parsed = parseAmount(text, currencyOf(currency));
    if (typeof parsed === 'number') return parsed;
    errors[path] = parsed;
    return 0;
  };
  const lateApprovalSeconds = secondsIn(draft.lateApprovalMinutes);
  if (lateApprovalSeconds === undefined) {
    errors['lateApprovalSeconds'] = `Enter a number of minutes from 0 to ${maxMinutes}.`;
  }
  const slackUrl = draft.slackUrl.trim();
  const input: UpdateApprovalRulesInput = {
    requiredApprovals: count('requiredApprovals', draft.requiredApprovals),
    requireComment: draft.requireComment,
    preventSelfApproval: draft.preventSelfApproval,
    lateApprovalSeconds: lateApprovalSeconds ?? 0,
    thresholds: draft.thresholds.map((one, index) => ({
      currency: one.currency,
      amount: amount(`thresholds.${index}.amount`, one),
      requiredApprovals: count(`thresholds.${index}.requiredApprovals`, one.approvals),
    })),
    stepUpAbove: draft.stepUpAbove.map((one, index) => ({
      currency: one.currency,
      amount: amount(`stepUpAbove.${index}.amount`, one),
    })),
    notifications: {
      emails: linesIn(draft.emails),
      notifyApprovers: draft.notifyApprovers,
      ...(slackUrl !== '' && { slackWebhookUrl: slackUrl }),
      ...(slackUrl === '' && draft.removesSlack && { slackWebhookUrl: null }),
    },
  };
  return Object.keys(errors).length > 0 ? { errors } : { input };
}
