/**
 * What callers send for a policy, whole or in part, and how a part changes the stored whole.
 *
 * Decision: an unknown field is refused on creation too. A misspelt limit that is ignored is an agent without one.
 *
 * Decision: in a part, `null` for what cannot be removed is refused rather than taken as absent.
 *
 * Source: gaps 2.13, 9.5; contract, `AgentPolicyInput`, `UpdateAgentPolicyInput`.
 */
import { z } from 'zod';
import { InvalidInput } from '../../kernel/errors.ts';
import { distinct, whenList } from '../../kernel/field-rules.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { boundedList, choices } from '../../kernel/lists.ts';
import { limitAmount, maxAmount, money } from '../../kernel/money/amount.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { integer, oneOf, optional } from '../../kernel/parse.ts';
import { agentPermissions } from '../../platforms/access/agent-permissions.ts';
import {
  type AccountRestrictions,
  type AgentPolicy,
  type ApprovalThresholds,
  agentExecutionModes,
  type SpendingLimits,
} from './agent-policy.ts';
import { amountIn, type Convert } from './conversion.ts';
import { forEachLimit, type LimitChanges, type LimitName, type LimitValues, limitEntries } from './limits.ts';

const largestCount = 2_147_483_647; // GraphQL's Int.

/** An object of exactly these fields. */
const fields = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape, { error: 'must be an object' });

const currencyCode = z
  .string({ error: 'must be the code of a currency' })
  .refine((code) => findCurrency(code) !== undefined, { error: 'must be the code of a known currency' });

const transactionCount = integer(0, largestCount, `must be an integer from 0 to ${largestCount}`);

const executionMode = oneOf(agentExecutionModes);
const internalAccountId = idSchema('InternalAccount');

/** Accounts that a policy restricts an agent to, and accounts that it has rules for. */
export const maxPolicyAccounts = 200;

const permissions = choices(agentPermissions, { error: 'must be a list of permissions' }).transform(
  (list) => [...new Set(list)],
);

const accountRule = fields({
  accountId: internalAccountId,
  executionMode: optional(executionMode),
  perTransactionLimit: optional(limitAmount),
});

const accountRestrictions: z.ZodType<AccountRestrictions, unknown> = fields({
  allowedAccountIds: optional(
    boundedList(internalAccountId, maxPolicyAccounts, { error: 'must be a list of account ids' }).transform(
      (list) => [...new Set(list)],
    ),
  ),
  accountRules: optional(
    boundedList(accountRule, maxPolicyAccounts, { error: 'must be a list of account rules' }).superRefine(
      distinct(({ accountId }) => accountId, 'accountId', 'must not have two rules'),
      whenList,
    ),
  ).transform((rules) => rules ?? []),
});

/** Without an amount and without a currency there is no threshold: that is `null`, as in a part that removes it. */
const approvalThresholds: z.ZodType<ApprovalThresholds | null, unknown> = fields({
  currency: optional(currencyCode),
  amount: optional(limitAmount),
}).transform(({ currency, amount }, context) => {
  if (currency !== undefined) return { currency, amount };
  if (amount === undefined) return null;
  context.addIssue({ code: 'custom', path: ['currency'], message: 'is required with an amount' });
  return z.NEVER;
});

const limitSchemas = forEachLimit((_, { measure }) =>
  measure === 'AMOUNT' ? limitAmount : transactionCount,
);

const wholeLimits = forEachLimit((name, { isRequired }) =>
  isRequired ? limitSchemas[name] : optional(limitSchemas[name]),
) as unknown as { readonly [Name in LimitName]: z.ZodType<LimitValues[Name]> };

const limitChanges = forEachLimit((name, { isRequired }) =>
  isRequired ? limitSchemas[name].optional() : limitSchemas[name].nullish(),
) as unknown as { readonly [Name in LimitName]: z.ZodOptional<z.ZodType<LimitChanges[Name]>> };

/** A whole policy. */
export const AgentPolicyInput = fields({
  permissions,
  defaultExecutionMode: executionMode,
  spendingLimits: fields({ currency: currencyCode, ...wholeLimits }),
  accountRestrictions: optional(accountRestrictions),
  approvalThresholds: optional(approvalThresholds),
}).transform(
  (policy): AgentPolicy => ({ ...policy, approvalThresholds: policy.approvalThresholds ?? undefined }),
);

/** A part of a policy: absent leaves as it is, `null` removes. */
export const AgentPolicyPatch = fields({
  permissions: permissions.optional(),
  defaultExecutionMode: executionMode.optional(),
  spendingLimits: fields({ currency: currencyCode.optional(), ...limitChanges }).optional(),
  accountRestrictions: accountRestrictions.nullish(),
  approvalThresholds: approvalThresholds.nullish(),
});
export type AgentPolicyPatch = z.output<typeof AgentPolicyPatch>;

/** Absent keeps what is stored, `null` leaves nothing. */
const patched = <T>(stored: T | undefined, given: T | null | undefined): T | undefined =>
  given === undefined ? stored : (given ?? undefined);

/**
 * The stored policy with a part of it changed. A new currency recasts every stored limit that the part does not set,
 * those of account rules among them, at the mid rate and rounded half up; what the part sets is in the new currency
 * already. Thresholds have a currency of their own.
 *
 * The counters of the agent and the charges of its waiting actions are recast with `convertUsage`, in the same
 * transaction.
 *
 * @returns the policy, or a refusal that names the new currency where a recast limit is above the largest amount.
 */
export function applyPolicyPatch(
  policy: AgentPolicy,
  patch: AgentPolicyPatch,
  convert: Convert,
): AgentPolicy | InvalidInput {
  const { spendingLimits: limits = {} } = patch;
  const stored = redenominate(policy, limits.currency ?? policy.spendingLimits.currency, convert);
  const spendingLimits = {
    currency: stored.spendingLimits.currency,
    ...forEachLimit((name) => patched<bigint | number>(stored.spendingLimits[name], limits[name])),
  } as SpendingLimits;
  const changed: AgentPolicy = {
    permissions: patch.permissions ?? stored.permissions,
    defaultExecutionMode: patch.defaultExecutionMode ?? stored.defaultExecutionMode,
    spendingLimits,
    accountRestrictions: patched(stored.accountRestrictions, patch.accountRestrictions),
    approvalThresholds: patched(stored.approvalThresholds, patch.approvalThresholds),
  };
  return limitsOf(changed).some((limit) => limit > maxAmount)
    ? InvalidInput.at(
        'spendingLimits.currency',
        'has units too small for a limit that is kept: give that limit too',
        'INVALID_AMOUNT',
      )
    : changed;
}

/** Every amount that is in the currency of the spending limits. */
function limitsOf({ spendingLimits, accountRestrictions }: AgentPolicy): readonly bigint[] {
  return [
    ...limitEntries.map(([name, { measure }]) => (measure === 'AMOUNT' ? spendingLimits[name] : undefined)),
    ...(accountRestrictions?.accountRules ?? []).map(({ perTransactionLimit }) => perTransactionLimit),
  ].filter((limit) => typeof limit === 'bigint');
}

function redenominate(policy: AgentPolicy, currency: string, convert: Convert): AgentPolicy {
  const { spendingLimits, accountRestrictions } = policy;
  const recast = (limit: bigint) =>
    amountIn(currency, money(limit, spendingLimits.currency), 'HALF_UP', convert);
  const recastIfSet = (limit: bigint | undefined) => (limit === undefined ? undefined : recast(limit));
  return {
    ...policy,
    spendingLimits: {
      currency,
      ...forEachLimit((name) => {
        const limit = spendingLimits[name];
        return typeof limit === 'bigint' ? recast(limit) : limit;
      }),
    } as SpendingLimits,
    accountRestrictions: accountRestrictions && {
      ...accountRestrictions,
      accountRules: accountRestrictions.accountRules.map((rule) => ({
        ...rule,
        perTransactionLimit: recastIfSet(rule.perTransactionLimit),
      })),
    },
  };
}

/** Refuses the ids, by their place in the policy, that are not among the internal accounts of the agent's customer. */
export function rejectForeignAccounts(
  restrictions: AccountRestrictions | undefined,
  owned: ReadonlySet<Id<'InternalAccount'>>,
): InvalidInput | undefined {
  const named = [
    ...(restrictions?.allowedAccountIds ?? []).map((id, index) => ({
      id,
      path: `allowedAccountIds.${index}`,
    })),
    ...(restrictions?.accountRules ?? []).map(({ accountId }, index) => ({
      id: accountId,
      path: `accountRules.${index}.accountId`,
    })),
  ];
  const foreign = named
    .filter(({ id }) => !owned.has(id))
    .map(({ path }) => ({
      path: `accountRestrictions.${path}`,
      message: "must be an internal account of the agent's customer",
    }));
  return foreign.length > 0 ? new InvalidInput(foreign) : undefined;
}
