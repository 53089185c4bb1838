/**
 * The input schemas of a complete policy and of a change of a policy, and the application of a change.
 *
 * Decision: an unknown field is rejected on creation too. To ignore a misspelt limit would create an agent without it.
 *
 * Decision: in a change, `null` for a field that cannot be removed is rejected, not treated as absent.
 *
 * Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/agents.md#edge-cases; schema.graphql, `AgentPolicyInput`, `UpdateAgentPolicyInput`.
 */
import { z } from 'zod';
import { InvalidInput } from '../../kernel/errors.ts';
import { distinctBy, whenList } from '../../kernel/field-rules.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { boundedList, choices } from '../../kernel/lists.ts';
import { limitAmount, maxAmount, money } from '../../kernel/money/amount.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { integer, oneOf, optional } from '../../kernel/parse.ts';
import { agentPermissions } from '../../platforms/access/agent-permissions.ts';
import { approvalCount } from '../approval-rules/approval-rules.ts';
import {
  type AccountRestrictions,
  type AgentPolicy,
  type ApprovalThresholds,
  agentExecutionModes,
  type SpendingLimits,
} from './agent-policy.ts';
import { amountIn, type Convert } from './conversion.ts';
import { forEachLimit, type LimitChanges, type LimitName, type LimitValues, limitEntries } from './limits.ts';
import { type PolicyRules, presentRules, type RuleField, ruleFields, rules } from './rules.ts';

const maxCount = 2_147_483_647; // GraphQL's Int.

/** An object of exactly these fields. */
const fields = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape, { error: 'must be an object' });

const currencyCode = z
  .string({ error: 'must be the code of a currency' })
  .refine((code) => findCurrency(code) !== undefined, { error: 'must be the code of a known currency' });

const transactionCount = integer(0, maxCount, `must be an integer from 0 to ${maxCount}`);

const executionMode = oneOf(agentExecutionModes);
const internalAccountId = idSchema('InternalAccount');

/** Limit of the list of allowed accounts, and of the list of account rules. */
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
      distinctBy(['accountId'], 'must not have two rules'),
      whenList,
    ),
  ).transform((rules) => rules ?? []),
});

/** Without an amount and a currency there is no threshold: `null`, which in a change removes it. */
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

const ruleChanges = Object.fromEntries(
  ruleFields.map((field) => [field, rules[field].schema.nullish()]),
) as unknown as {
  readonly [Field in RuleField]: z.ZodOptional<z.ZodNullable<z.ZodType<NonNullable<PolicyRules[Field]>>>>;
};

/** Rules of a policy: `null` removes one, or in a complete policy states that there is none. */
const policyRules = fields(ruleChanges);
type RuleChanges = z.output<typeof policyRules>;

/** A complete policy. */
export const AgentPolicyInput = fields({
  permissions,
  defaultExecutionMode: executionMode,
  spendingLimits: fields({ currency: currencyCode, ...wholeLimits }),
  accountRestrictions: optional(accountRestrictions),
  approvalThresholds: optional(approvalThresholds),
  requiredApprovals: optional(approvalCount),
  rules: optional(policyRules),
}).transform(
  ({ rules: given, ...policy }): AgentPolicy => ({
    ...policy,
    approvalThresholds: policy.approvalThresholds ?? undefined,
    ...withRules(changedRules(undefined, given)),
  }),
);

/** A change of a policy: an absent field stays, `null` removes it. */
export const AgentPolicyPatch = fields({
  permissions: permissions.optional(),
  defaultExecutionMode: executionMode.optional(),
  spendingLimits: fields({ currency: currencyCode.optional(), ...limitChanges }).optional(),
  accountRestrictions: accountRestrictions.nullish(),
  approvalThresholds: approvalThresholds.nullish(),
  requiredApprovals: approvalCount.nullish(),
  rules: policyRules.nullish(),
});
export type AgentPolicyPatch = z.output<typeof AgentPolicyPatch>;

/** An absent value leaves the stored one unchanged; `null` removes it. */
const patched = <T>(stored: T | undefined, given: T | null | undefined): T | undefined =>
  given === undefined ? stored : (given ?? undefined);

const withRules = (set: PolicyRules | undefined) => (set ? { rules: set } : {});

/** An absent rule stays, `null` or `false` removes it; `null` for all of them removes all. */
function changedRules(
  stored: PolicyRules | undefined,
  given: RuleChanges | null | undefined,
): PolicyRules | undefined {
  if (given === null) return undefined;
  const changes = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  return presentRules({ ...stored, ...Object.fromEntries(changes) } as PolicyRules);
}

/**
 * Applies a change to the stored policy. A new currency converts every stored limit that the change does not set, those of
 * account rules included, at the mid rate and rounded half up. The limits that the change sets are in the new currency
 * already. The approval threshold has a separate currency and is not converted.
 *
 * The caller converts the counters of the agent and the charges of its pending actions with `convertUsage`, in the same
 * transaction.
 *
 * @returns the policy, or an error that names the new currency where a converted limit is above the maximum amount.
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
    requiredApprovals: patched(stored.requiredApprovals, patch.requiredApprovals),
    ...withRules(changedRules(stored.rules, patch.rules)),
  };
  return limitsOf(changed).some((limit) => limit > maxAmount)
    ? InvalidInput.at(
        'spendingLimits.currency',
        'makes an unchanged limit exceed the maximum amount: set that limit too',
        'INVALID_AMOUNT',
      )
    : changed;
}

/** Every limit amount, all in the currency of the spending limits. */
function limitsOf({ spendingLimits, accountRestrictions }: AgentPolicy): readonly bigint[] {
  return [
    ...limitEntries.map(([name, { measure }]) => (measure === 'AMOUNT' ? spendingLimits[name] : undefined)),
    ...(accountRestrictions?.accountRules ?? []).map(({ perTransactionLimit }) => perTransactionLimit),
  ].filter((limit) => typeof limit === 'bigint');
}

function redenominate(policy: AgentPolicy, currency: string, convert: Convert): AgentPolicy {
  const { spendingLimits, accountRestrictions } = policy;
  const converted = (limit: bigint) =>
    amountIn(currency, money(limit, spendingLimits.currency), 'HALF_UP', convert);
  const convertedIfSet = (limit: bigint | undefined) => (limit === undefined ? undefined : converted(limit));
  return {
    ...policy,
    spendingLimits: {
      currency,
      ...forEachLimit((name) => {
        const limit = spendingLimits[name];
        return typeof limit === 'bigint' ? converted(limit) : limit;
      }),
    } as SpendingLimits,
    accountRestrictions: accountRestrictions && {
      ...accountRestrictions,
      accountRules: accountRestrictions.accountRules.map((rule) => ({
        ...rule,
        perTransactionLimit: convertedIfSet(rule.perTransactionLimit),
      })),
    },
  };
}

/** Rejects ids that are not internal accounts of the agent's customer. The error names their paths in the policy. */
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
