/** A policy as it is edited: amounts as texts, so that nothing is lost while they are typed. */
import type {
  AgentExecutionMode,
  AgentPermission,
  AgentPolicyInput,
} from '@payments-platform/client/operations';
import { type Currency, editableAmount, parseAmount } from '../../components/decimal-input.ts';
import type { AgentPolicyPartsFragment } from './agents.documents.ts';

export interface AccountDraft {
  readonly accountId: string;
  /** Empty: the default mode of the policy. */
  readonly mode: AgentExecutionMode | '';
  readonly limit: string;
}

export interface PolicyDraft {
  readonly permissions: readonly AgentPermission[];
  readonly mode: AgentExecutionMode;
  readonly currency: string;
  readonly perTransaction: string;
  readonly daily: string;
  readonly monthly: string;
  readonly dailyCount: string;
  readonly threshold: string;
  readonly requireDescription: boolean;
  readonly onlyApproved: boolean;
  readonly perMinute: string;
  readonly cooldown: string;
  /** In percent. */
  readonly share: string;
  /** Undefined: every account of the customer. */
  readonly allowedAccountIds: readonly string[] | undefined;
  readonly accounts: readonly AccountDraft[];
}

export type PolicyErrors = Readonly<Record<string, string>>;

export const emptyPolicy: PolicyDraft = {
  permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
  mode: 'APPROVAL_REQUIRED',
  currency: 'USD',
  perTransaction: '',
  daily: '',
  monthly: '',
  dailyCount: '',
  threshold: '',
  requireDescription: false,
  onlyApproved: false,
  perMinute: '',
  cooldown: '',
  share: '',
  allowedAccountIds: undefined,
  accounts: [],
};

/** `0.25` as `25`, without a binary fraction. */
function percentOf(share: string | null | undefined): string {
  if (!share) return '';
  const [whole = '0', fraction = ''] = share.split('.');
  const digits = fraction.padEnd(2, '0');
  const percent = String(Number(whole + digits.slice(0, 2)));
  const rest = digits.slice(2).replace(/0+$/, '');
  return rest === '' ? percent : `${percent}.${rest}`;
}

/** `25` as `0.25`; undefined for another text. */
function shareOf(percent: string): string | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(percent.trim()) ?? [];
  if (whole === '' || Number(`${whole}.${fraction || 0}`) > 100 || Number(whole + fraction) === 0)
    return undefined;
  const digits = whole.padStart(3, '0');
  return `${Number(digits.slice(0, -2))}.${digits.slice(-2)}${fraction}`;
}

/** @param currencyOf the currency of a code, with its decimals. */
export function draftOf(
  policy: AgentPolicyPartsFragment,
  currencyOf: (code: string) => Currency,
): PolicyDraft {
  const { spendingLimits: limits, approvalThresholds: threshold, accountRestrictions: restrictions } = policy;
  const { decimals } = currencyOf(limits.currency);
  const text = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? '' : editableAmount(amount, decimals);
  return {
    permissions: policy.permissions,
    mode: policy.defaultExecutionMode,
    currency: limits.currency,
    perTransaction: text(limits.perTransactionLimit),
    daily: text(limits.dailyLimit),
    monthly: text(limits.monthlyLimit),
    dailyCount: limits.dailyTransactionLimit === null ? '' : String(limits.dailyTransactionLimit),
    threshold:
      threshold?.amount === null || threshold?.amount === undefined
        ? ''
        : editableAmount(threshold.amount, currencyOf(threshold.currency).decimals),
    requireDescription: policy.rules?.requireDescription ?? false,
    onlyApproved: policy.rules?.onlyApprovedCounterparties ?? false,
    perMinute: String(policy.rules?.maxActionsPerMinute ?? ''),
    cooldown: String(policy.rules?.cooldownMinutes ?? ''),
    share: percentOf(policy.rules?.maxBalanceShare),
    allowedAccountIds: restrictions?.allowedAccountIds ?? undefined,
    accounts: (restrictions?.accountRules ?? []).map((rule) => ({
      accountId: rule.accountId,
      mode: rule.executionMode ?? '',
      limit: text(rule.perTransactionLimit),
    })),
  };
}

/**
 * The input of the API, or the messages of fields by their path in that input. Limits that are empty are removed.
 *
 * @param thresholdCurrency the currency of the threshold, which may differ from that of the limits.
 */
export function policyInput(
  draft: PolicyDraft,
  currency: Currency,
  thresholdCurrency: Currency,
): { readonly input: AgentPolicyInput } | { readonly errors: PolicyErrors } {
  const errors: Record<string, string> = {};
  const amount = (path: string, text: string, of: Currency): number | null => {
    if (text.trim() === '') return null;
    const parsed = parseAmount(text, of);
    if (typeof parsed === 'number') return parsed;
    errors[path] = parsed;
    return null;
  };
  const perTransactionLimit = amount('spendingLimits.perTransactionLimit', draft.perTransaction, currency);
  if (draft.perTransaction.trim() === '')
    errors['spendingLimits.perTransactionLimit'] = 'Every policy limits each payment.';
  const count = draft.dailyCount.trim();
  if (count !== '' && !/^\d{1,9}$/.test(count))
    errors['spendingLimits.dailyTransactionLimit'] = 'Enter a whole number.';
  const wholeNumber = (path: string, text: string): number | null => {
    if (text.trim() === '') return null;
    if (!/^\d{1,5}$/.test(text.trim()) || Number(text) === 0) errors[path] = 'Enter a whole number above 0.';
    return Number(text);
  };
  const maxActionsPerMinute = wholeNumber('rules.maxActionsPerMinute', draft.perMinute);
  const cooldownMinutes = wholeNumber('rules.cooldownMinutes', draft.cooldown);
  const maxBalanceShare = draft.share.trim() === '' ? null : shareOf(draft.share);
  if (maxBalanceShare === undefined) errors['rules.maxBalanceShare'] = 'Enter a percentage up to 100.';
  const threshold = amount('approvalThresholds.amount', draft.threshold, thresholdCurrency);
  const accountRules = draft.accounts.map(({ accountId, mode, limit }, index) => ({
    accountId,
    ...(mode !== '' && { executionMode: mode }),
    perTransactionLimit: amount(
      `accountRestrictions.accountRules.${index}.perTransactionLimit`,
      limit,
      currency,
    ),
  }));
  const dailyLimit = amount('spendingLimits.dailyLimit', draft.daily, currency);
  const monthlyLimit = amount('spendingLimits.monthlyLimit', draft.monthly, currency);
  if (Object.keys(errors).length > 0 || perTransactionLimit === null) return { errors };
  const isRestricted = accountRules.length > 0 || draft.allowedAccountIds !== undefined;
  return {
    input: {
      permissions: draft.permissions,
      defaultExecutionMode: draft.mode,
      spendingLimits: {
        currency: draft.currency,
        perTransactionLimit,
        dailyLimit,
        monthlyLimit,
        dailyTransactionLimit: count === '' ? null : Number(count),
      },
      // The other rules stay as they are.
      rules: {
        requireDescription: draft.requireDescription,
        onlyApprovedCounterparties: draft.onlyApproved,
        maxActionsPerMinute,
        cooldownMinutes,
        maxBalanceShare: maxBalanceShare ?? null,
      },
      approvalThresholds: threshold === null ? null : { amount: threshold, currency: thresholdCurrency.code },
      accountRestrictions: isRestricted
        ? {
            accountRules,
            ...(draft.allowedAccountIds !== undefined && { allowedAccountIds: draft.allowedAccountIds }),
          }
        : null,
    },
  };
}
