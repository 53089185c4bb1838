/** A policy as it is edited: amounts as texts, so that nothing is lost while they are typed. */
import type {
  AgentExecutionMode,
  AgentPermission,
  AgentPolicyInput,
} from '@payments-platform/client/operations';
import { type Currency, decimalText, parseAmount } from '../../components/money.tsx';
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
  allowedAccountIds: undefined,
  accounts: [],
};

/** @param currencyOf the currency of a code, with its decimals. */
export function draftOf(
  policy: AgentPolicyPartsFragment,
  currencyOf: (code: string) => Currency,
): PolicyDraft {
  const { spendingLimits: limits, approvalThresholds: threshold, accountRestrictions: restrictions } = policy;
  const { decimals } = currencyOf(limits.currency);
  const text = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? '' : decimalText(amount, decimals);
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
        : decimalText(threshold.amount, currencyOf(threshold.currency).decimals),
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
