import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentExecutionMode, AgentPolicy } from '../../../src/agents/policies/agent-policy.ts';
import {
  type ActionAccounts,
  type Admission,
  chargeOf,
  checkAccounts,
  checkAtApproval,
  checkBeforeRecords,
  checkTransactionLimit,
  decideMode,
  requireImmediateExecution,
} from '../../../src/agents/policies/policy-checks.ts';
import { type AgentUsage, reserve, spend } from '../../../src/agents/policies/usage.ts';
import { maxAmount, maxBalance, money } from '../../../src/kernel/money/amount.ts';
import { PolicyViolation } from '../../../src/platforms/access/policy-violation.ts';
import {
  admit,
  aPolicy,
  aRule,
  aUsage,
  checking,
  convert,
  noConversion,
  now,
  other,
  savings,
} from '../../support/agents.ts';

const usd = (amount: bigint) => money(amount, 'USD');
const fromChecking: ActionAccounts = { debited: checking };

/** `RUN`, `APPROVE`, or the violated rule. */
const outcomeOf = (result: Admission | PolicyViolation) =>
  result instanceof PolicyViolation ? result.rule : result.decision.mode;

const admitUsd = (
  policy: AgentPolicy,
  amount: bigint,
  { usage = aUsage(), accounts = fromChecking, at = now } = {},
) => admit(policy, usage, { amount: usd(amount), accounts }, { now: at, convert: noConversion });

describe('the checks before any record is read', () => {
  const policy = aPolicy({ permissions: ['CREATE_QUOTES'] });

  test.each([
    ['reject a write of a paused agent', true, 'WRITE', ['CREATE_QUOTES'], 'PAUSED'],
    ['report the pause before a missing permission', true, 'WRITE', ['EXECUTE_QUOTES'], 'PAUSED'],
    ['permit a read of a paused agent that has the permission', true, 'READ', ['CREATE_QUOTES'], undefined],
    [
      'reject a read of a paused agent without the permission',
      true,
      'READ',
      ['VIEW_TRANSACTIONS'],
      'PERMISSION',
    ],
    ['permit an operation whose permission the agent has', false, 'WRITE', ['CREATE_QUOTES'], undefined],
    [
      'reject an operation if one of two permissions is missing',
      false,
      'WRITE',
      ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
      'PERMISSION',
    ],
    ['permit an operation that requires no permission', false, 'WRITE', [], undefined],
  ] as const)('%s', (_, isPaused, access, permissions, rule) => {
    expect(checkBeforeRecords({ isPaused, policy }, { access, permissions })?.rule).toBe(rule);
  });

  test('name the first missing permission', () => {
    const rejected = checkBeforeRecords(
      { isPaused: false, policy },
      { access: 'WRITE', permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES', 'CREATE_TRANSFERS'] },
    );
    expect(rejected).toMatchObject({
      code: 'FORBIDDEN',
      httpStatus: 403,
      reason: 'PERMISSION_MISSING',
      missingPermission: 'EXECUTE_QUOTES',
      details: { reason: 'PERMISSION_MISSING', missingPermission: 'EXECUTE_QUOTES' },
    });
  });

  test('reject every operation that requires a permission for an agent without permissions', () => {
    const agent = { isPaused: false, policy: aPolicy({ permissions: [] }) };
    expect(checkBeforeRecords(agent, { access: 'READ', permissions: ['VIEW_TRANSACTIONS'] })?.rule).toBe(
      'PERMISSION',
    );
  });
});

describe('an account is allowed', () => {
  const only = (...allowedAccountIds: (typeof checking)[]) =>
    aPolicy({ accountRestrictions: { allowedAccountIds, accountRules: [] } });
  const all = aPolicy({ accountRestrictions: { allowedAccountIds: undefined, accountRules: [] } });

  test.each<[string, AgentPolicy, ActionAccounts, boolean]>([
    ['without restrictions', aPolicy(), { debited: checking, credited: savings }, true],
    ['by a list that is absent', all, fromChecking, true],
    ['by its name on the list', only(savings, checking), fromChecking, true],
    ['not when another is named', only(savings), fromChecking, false],
    ['not when the list is empty', only(), fromChecking, false],
    ['not when it is credited and absent from the list', only(checking), { credited: savings }, false],
    [
      'not when only the debited account is named',
      only(checking),
      { debited: checking, credited: savings },
      false,
    ],
    [
      'not when only the credited account is named',
      only(savings),
      { debited: checking, credited: savings },
      false,
    ],
    ['when both are named', only(checking, savings), { debited: checking, credited: savings }, true],
    ['when no internal account is debited or credited', only(), {}, true],
  ])('%s', (_, policy, accounts, isAllowed) => {
    expect(checkAccounts(policy, accounts)?.reason).toBe(isAllowed ? undefined : 'ACCOUNT_NOT_ALLOWED');
  });
});

describe('limits are inclusive', () => {
  const spent = (changes: Partial<AgentUsage>) => aUsage(changes);
  const withReserved = (transactionCount: number, amount: bigint) =>
    aUsage({ reserved: { transactionCount, amount } });
  const daily = aPolicy({ spendingLimits: { dailyLimit: 500n } });
  const monthly = aPolicy({ spendingLimits: { monthlyLimit: 500n } });
  const counted = aPolicy({ spendingLimits: { dailyTransactionLimit: 10 } });

  test.each<[string, AgentPolicy, AgentUsage, bigint, string]>([
    ['one below the transaction limit', aPolicy(), aUsage(), 999n, 'EXECUTE'],
    ['the transaction limit', aPolicy(), aUsage(), 1_000n, 'EXECUTE'],
    ['one above the transaction limit', aPolicy(), aUsage(), 1_001n, 'PER_TRANSACTION_LIMIT'],
    [
      'an amount above a limit of zero',
      aPolicy({ spendingLimits: { perTransactionLimit: 0n } }),
      aUsage(),
      1n,
      'PER_TRANSACTION_LIMIT',
    ],
    ['one below the daily limit', daily, spent({ dailySpend: 300n }), 199n, 'EXECUTE'],
    ['the daily limit', daily, spent({ dailySpend: 300n }), 200n, 'EXECUTE'],
    ['one above the daily limit', daily, spent({ dailySpend: 300n }), 201n, 'DAILY_LIMIT'],
    ['the daily limit, with reservations', daily, withReserved(1, 300n), 200n, 'EXECUTE'],
    ['one above the daily limit, with reservations', daily, withReserved(1, 300n), 201n, 'DAILY_LIMIT'],
    ['one below the monthly limit', monthly, spent({ monthlySpend: 300n }), 199n, 'EXECUTE'],
    ['the monthly limit', monthly, spent({ monthlySpend: 300n }), 200n, 'EXECUTE'],
    ['one above the monthly limit', monthly, spent({ monthlySpend: 300n }), 201n, 'MONTHLY_LIMIT'],
    ['the monthly limit, with reservations', monthly, withReserved(1, 300n), 200n, 'EXECUTE'],
    ['one above the monthly limit, with reservations', monthly, withReserved(1, 300n), 201n, 'MONTHLY_LIMIT'],
    ['the ninth transaction of ten', counted, spent({ dailyTransactionCount: 8 }), 1n, 'EXECUTE'],
    ['the tenth transaction of ten', counted, spent({ dailyTransactionCount: 9 }), 1n, 'EXECUTE'],
    [
      'the eleventh transaction of ten',
      counted,
      spent({ dailyTransactionCount: 10 }),
      1n,
      'DAILY_TRANSACTION_LIMIT',
    ],
    ['the tenth of ten, nine reserved', counted, withReserved(9, 9n), 1n, 'EXECUTE'],
    ['the eleventh of ten, ten reserved', counted, withReserved(10, 10n), 1n, 'DAILY_TRANSACTION_LIMIT'],
    [
      'a transaction above a limit of zero transactions a day',
      aPolicy({ spendingLimits: { dailyTransactionLimit: 0 } }),
      aUsage(),
      1n,
      'DAILY_TRANSACTION_LIMIT',
    ],
    [
      'any amount without limits',
      aPolicy(),
      spent({ dailySpend: 10n ** 15n, monthlySpend: 10n ** 15n }),
      1_000n,
      'EXECUTE',
    ],
    ['a sum above the maximum balance', aPolicy(), spent({ monthlySpend: maxBalance }), 1n, 'MONTHLY_LIMIT'],
    [
      'an amount after the limit was lowered below the spend',
      daily,
      spent({ dailySpend: 501n }),
      1n,
      'DAILY_LIMIT',
    ],
  ])('%s', (_, policy, usage, amount, outcome) => {
    expect(outcomeOf(admitUsd(policy, amount, { usage }))).toBe(outcome);
  });

  test.each([
    ['the last millisecond of the day', '2025-07-21T23:59:59.999Z', 'DAILY_LIMIT'],
    ['the first millisecond of the next day', '2025-07-22T00:00:00.000Z', 'EXECUTE'],
  ])('%s', (_, at, outcome) => {
    const usage = spend(aUsage(), usd(500n), now);
    expect(outcomeOf(admitUsd(daily, 1n, { usage, at: new Date(at) }))).toBe(outcome);
  });

  test.each([
    ['the last millisecond of the month', '2025-07-31T23:59:59.999Z', 'MONTHLY_LIMIT'],
    ['the first millisecond of the next month', '2025-08-01T00:00:00.000Z', 'EXECUTE'],
  ])('%s', (_, at, outcome) => {
    const usage = spend(aUsage(), usd(500n), now);
    expect(outcomeOf(admitUsd(monthly, 1n, { usage, at: new Date(at) }))).toBe(outcome);
  });

  test('a reservation counts on the next day as well', () => {
    const usage = reserve(aUsage(), usd(500n), now);
    const at = new Date('2025-07-22T00:00:00Z');
    expect(outcomeOf(admitUsd(daily, 1n, { usage, at }))).toBe('DAILY_LIMIT');
  });
});

describe('a policy violation contains its amounts', () => {
  const usage = aUsage({
    dailyTransactionCount: 3,
    dailySpend: 300n,
    monthlySpend: 400n,
    reserved: { transactionCount: 2, amount: 50n },
  });

  test('of one transaction', () => {
    const rejected = admitUsd(aPolicy(), 1_001n);
    expect(rejected).toMatchObject({
      limit: 1_000n,
      requested: 1_001n,
      limitCurrency: 'USD',
      used: undefined,
    });
    expect(rejected).toHaveProperty('details', {
      reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
      limit: 1_000,
      attempted: 1_001,
      currency: 'USD',
    });
  });

  test.each([
    ['a day', { dailyLimit: 500n }, 'DAILY_LIMIT_EXCEEDED', 500, 300],
    ['a month', { monthlyLimit: 600n }, 'MONTHLY_LIMIT_EXCEEDED', 600, 400],
  ] as const)('of %s, with spent and reserved amounts apart', (_, spendingLimits, reason, limit, used) => {
    expect(admitUsd(aPolicy({ spendingLimits }), 900n, { usage })).toHaveProperty('details', {
      reason,
      limit,
      attempted: 900,
      used,
      reserved: 50,
      currency: 'USD',
    });
  });

  test('of the number of transactions a day, as counts without a currency', () => {
    const policy = aPolicy({ spendingLimits: { dailyTransactionLimit: 5 } });
    expect(admitUsd(policy, 900n, { usage })).toHaveProperty('details', {
      reason: 'DAILY_TRANSACTION_LIMIT_EXCEEDED',
      limit: 5,
      attempted: 1,
      used: 3,
      reserved: 2,
    });
  });

  test('capped at the maximum, where the amount is larger in the currency of the limit', () => {
    const policy = aPolicy({ spendingLimits: { currency: 'VND', perTransactionLimit: maxAmount } });
    const usage = aUsage({ currency: 'VND' });
    const request = { amount: usd(maxAmount), accounts: {} };
    expect(admit(policy, usage, request, { now, convert })).toMatchObject({
      rule: 'PER_TRANSACTION_LIMIT',
      requested: maxBalance,
      details: { attempted: Number.MAX_SAFE_INTEGER },
    });
  });
});

describe('an amount in another currency', () => {
  const inEuro = aPolicy({ spendingLimits: { currency: 'EUR', perTransactionLimit: 100n } });

  test.each([
    // 108 / 1.085 = 99.5, 109 / 1.085 = 100.5: the second is above 100 although it would round to it.
    ['is charged rounded up', 108n, 100n, 'EXECUTE'],
    ['is above a limit by any fraction', 109n, 101n, 'PER_TRANSACTION_LIMIT'],
  ])('%s', (_, amount, charge, outcome) => {
    const request = { amount: usd(amount), accounts: {} };
    expect(chargeOf(inEuro, request.amount, convert)).toEqual({ amount: charge, currency: 'EUR' });
    expect(outcomeOf(admit(inEuro, aUsage({ currency: 'EUR' }), request, { now, convert }))).toBe(outcome);
  });

  test.each([
    ['a fraction above a threshold needs approval', 109n, 'REQUIRE_APPROVAL'],
    ['a fraction below runs', 108n, 'EXECUTE'],
  ])('%s', (_, amount, mode) => {
    const policy = aPolicy({ approvalThresholds: { currency: 'EUR', amount: 100n } });
    expect(decideMode(policy, { amount: usd(amount), accounts: {} }, convert).mode).toBe(mode);
  });
});

describe("an account's limit for one transaction", () => {
  const both = { debited: checking, credited: savings };
  const withRules = (...accountRules: ReturnType<typeof aRule>[]) =>
    aPolicy({ accountRestrictions: { allowedAccountIds: undefined, accountRules } });
  const lower = { perTransactionLimit: 500n };
  const higher = { perTransactionLimit: 5_000n };

  test.each<[string, AgentPolicy, ActionAccounts, bigint, string]>([
    [
      'replaces a higher default',
      withRules(aRule(checking, lower)),
      fromChecking,
      500n,
      'ACCOUNT_PER_TRANSACTION_LIMIT',
    ],
    [
      'replaces a lower default',
      withRules(aRule(checking, higher)),
      fromChecking,
      5_000n,
      'ACCOUNT_PER_TRANSACTION_LIMIT',
    ],
    [
      'is the default if the rule has no limit',
      withRules(aRule(checking)),
      fromChecking,
      1_000n,
      'PER_TRANSACTION_LIMIT',
    ],
    [
      'does not apply to another account',
      withRules(aRule(savings, lower)),
      fromChecking,
      1_000n,
      'PER_TRANSACTION_LIMIT',
    ],
    [
      'applies also to the credited account',
      withRules(aRule(savings, lower)),
      both,
      500n,
      'ACCOUNT_PER_TRANSACTION_LIMIT',
    ],
    [
      'of the credited account does not raise the limit of the debited account',
      withRules(aRule(savings, higher)),
      both,
      1_000n,
      'PER_TRANSACTION_LIMIT',
    ],
    [
      'of the debited account is not lifted by the credited account',
      withRules(aRule(checking, lower), aRule(savings, higher)),
      both,
      500n,
      'ACCOUNT_PER_TRANSACTION_LIMIT',
    ],
    [
      'of the credited account applies alone if no account is debited',
      withRules(aRule(savings, higher)),
      { credited: savings },
      5_000n,
      'ACCOUNT_PER_TRANSACTION_LIMIT',
    ],
    [
      'is the default if no internal account is debited or credited',
      withRules(aRule(checking, lower)),
      {},
      1_000n,
      'PER_TRANSACTION_LIMIT',
    ],
  ])('%s', (_, policy, accounts, limit, rule) => {
    expect(checkTransactionLimit(policy, accounts, usd(limit - 1n))).toBeUndefined();
    expect(checkTransactionLimit(policy, accounts, usd(limit))).toBeUndefined();
    expect(checkTransactionLimit(policy, accounts, usd(limit + 1n))).toMatchObject({
      rule,
      limit,
      reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
    });
  });
});

describe('approval is required', () => {
  const both = { debited: checking, credited: savings };
  const policyWith = (
    defaultExecutionMode: AgentExecutionMode,
    modes: { checking?: AgentExecutionMode; savings?: AgentExecutionMode } = {},
    threshold?: bigint,
  ) =>
    aPolicy({
      defaultExecutionMode,
      accountRestrictions: {
        allowedAccountIds: undefined,
        accountRules: [
          aRule(checking, modes.checking && { executionMode: modes.checking }),
          aRule(savings, modes.savings && { executionMode: modes.savings }),
        ],
      },
      approvalThresholds: { currency: 'USD', amount: threshold },
    });
  const [auto, approval] = ['AUTO', 'APPROVAL_REQUIRED'] as const;

  test.each<[string, AgentPolicy, ActionAccounts, string]>([
    ['not by default, if the default is AUTO', policyWith(auto), fromChecking, 'EXECUTE'],
    ['by default', policyWith(approval), fromChecking, 'DEFAULT_EXECUTION_MODE'],
    [
      'by default, also if no internal account is debited or credited',
      policyWith(approval),
      {},
      'DEFAULT_EXECUTION_MODE',
    ],
    [
      'by a rule that overrides the default',
      policyWith(auto, { checking: approval }),
      fromChecking,
      'ACCOUNT_RULE',
    ],
    [
      'not if a rule overrides the default',
      policyWith(approval, { checking: auto }),
      fromChecking,
      'EXECUTE',
    ],
    ['by the rule of the credited account', policyWith(auto, { savings: approval }), both, 'ACCOUNT_RULE'],
    [
      'by default for the debited account, although the credited account is AUTO',
      policyWith(approval, { savings: auto }),
      both,
      'DEFAULT_EXECUTION_MODE',
    ],
    [
      'not by default for a credited account without a rule, if the debited account is AUTO',
      policyWith(approval, { checking: auto }),
      both,
      'EXECUTE',
    ],
    [
      'not if the only internal account is AUTO',
      policyWith(approval, { savings: auto }),
      { credited: savings },
      'EXECUTE',
    ],
    [
      'not by a rule of an account that is neither debited nor credited',
      policyWith(auto, { savings: approval }),
      { debited: other },
      'EXECUTE',
    ],
    [
      'by the rule, which is reported before the default',
      policyWith(approval, { checking: approval }),
      fromChecking,
      'ACCOUNT_RULE',
    ],
    [
      'by a threshold, which is reported before the rule',
      policyWith(approval, { checking: approval }, 99n),
      fromChecking,
      'APPROVAL_THRESHOLD',
    ],
    [
      'by a threshold, although the rule is AUTO',
      policyWith(auto, { checking: auto }, 99n),
      fromChecking,
      'APPROVAL_THRESHOLD',
    ],
    [
      'by the rule, if the amount is at the threshold',
      policyWith(auto, { checking: approval }, 100n),
      fromChecking,
      'ACCOUNT_RULE',
    ],
  ])('%s', (_, policy, accounts, outcome) => {
    const decision = decideMode(policy, { amount: usd(100n), accounts }, noConversion);
    expect(decision.mode === 'EXECUTE' ? 'EXECUTE' : decision.approvalReason.rule).toBe(outcome);
  });

  test.each([
    ['not for an amount one below the threshold', 99n, 'EXECUTE'],
    ['not for an amount at the threshold', 100n, 'EXECUTE'],
    ['for an amount one above the threshold', 101n, 'REQUIRE_APPROVAL'],
  ])('%s', (_, amount, mode) => {
    const policy = policyWith(auto, {}, 100n);
    expect(decideMode(policy, { amount: usd(amount), accounts: {} }, noConversion).mode).toBe(mode);
  });

  test('for every amount, if the threshold is zero', () => {
    const request = { amount: usd(1n), accounts: {} };
    expect(decideMode(policyWith(auto, {}, 0n), request, noConversion).mode).toBe('REQUIRE_APPROVAL');
  });

  test('for an amount above the threshold after conversion to its currency', () => {
    const policy = aPolicy({ approvalThresholds: { currency: 'EUR', amount: 50n } });
    expect(decideMode(policy, { amount: usd(100n), accounts: {} }, convert)).toEqual({
      mode: 'REQUIRE_APPROVAL',
      approvalReason: { rule: 'APPROVAL_THRESHOLD', threshold: 50n, requested: 93n, currency: 'EUR' },
    });
  });

  test('with the requested amount as its reason, if no threshold was exceeded', () => {
    expect(
      decideMode(policyWith(approval), { amount: money(7n, 'MXN'), accounts: {} }, noConversion),
    ).toEqual({
      mode: 'REQUIRE_APPROVAL',
      approvalReason: {
        rule: 'DEFAULT_EXECUTION_MODE',
        threshold: undefined,
        requested: 7n,
        currency: 'MXN',
      },
    });
  });

  test('a limit rejects an action before approval is considered', () => {
    expect(outcomeOf(admitUsd(policyWith(approval), 1_001n))).toBe('PER_TRANSACTION_LIMIT');
  });
});

describe('a quote that executes immediately', () => {
  test('is executed if no approval is required', () => {
    expect(requireImmediateExecution({ mode: 'EXECUTE' })).toBeUndefined();
  });

  test('is rejected if approval is required', () => {
    const policy = aPolicy({ approvalThresholds: { currency: 'USD', amount: 50n } });
    const decision = decideMode(policy, { amount: usd(51n), accounts: {} }, noConversion);
    expect(requireImmediateExecution(decision)).toMatchObject({
      rule: 'APPROVAL_REQUIRED',
      code: 'FORBIDDEN',
      details: { reason: 'APPROVAL_REQUIRED_USE_EXECUTE', limit: 50, attempted: 51, currency: 'USD' },
    });
  });
});

describe('at approval', () => {
  const policy = aPolicy({
    spendingLimits: { dailyLimit: 500n, dailyTransactionLimit: 2, monthlyLimit: 500n },
  });
  const charge = usd(300n);
  const action = { charge, accounts: fromChecking };
  const waiting = reserve(aUsage(), charge, now);

  test("the action's own reservation does not count against it", () => {
    const full = spend(waiting, usd(200n), now);
    expect(checkAtApproval(policy, full, action, now)).toBeUndefined();
  });

  test('the reservations of other actions count against the limits', () => {
    const lowered = aPolicy({ spendingLimits: { dailyLimit: 499n } });
    const usage = reserve(waiting, usd(200n), now);
    expect(checkAtApproval(lowered, usage, action, now)).toMatchObject({
      rule: 'DAILY_LIMIT',
      requested: 300n,
      used: 0n,
      reserved: 200n,
    });
  });

  test.each([
    ['the limit for one transaction', { perTransactionLimit: 299n }, 'PER_TRANSACTION_LIMIT'],
    ['the limit for the number of transactions', { dailyTransactionLimit: 0 }, 'DAILY_TRANSACTION_LIMIT'],
    ['the limit for a day', { dailyLimit: 299n }, 'DAILY_LIMIT'],
    ['the limit for a month', { monthlyLimit: 299n }, 'MONTHLY_LIMIT'],
  ])('%s applies with its current value', (_, spendingLimits, rule) => {
    expect(checkAtApproval(aPolicy({ spendingLimits }), waiting, action, now)?.rule).toBe(rule);
  });
});

describe('the first violated rule is reported', () => {
  const few = fc.bigInt({ min: 0n, max: 6n });
  const limits = fc.record({
    currency: fc.constant('USD'),
    perTransactionLimit: few,
    dailyLimit: fc.option(few, { nil: undefined }),
    dailyTransactionLimit: fc.option(fc.nat(4), { nil: undefined }),
    monthlyLimit: fc.option(few, { nil: undefined }),
  });
  const usages = fc.record({ spent: few, earlier: few, count: fc.nat(3), reserved: few, waiting: fc.nat(2) });

  test('in the order of the checks, and an action that violates no rule is not rejected', () => {
    fc.assert(
      fc.property(limits, usages, fc.bigInt({ min: 1n, max: 7n }), (spendingLimits, model, amount) => {
        const usage = aUsage({
          dailyTransactionCount: model.count,
          dailySpend: model.spent,
          monthlySpend: model.spent + model.earlier,
          reserved: { transactionCount: model.waiting, amount: model.reserved },
        });
        const { perTransactionLimit, dailyTransactionLimit, dailyLimit, monthlyLimit } = spendingLimits;
        const today = model.spent + model.reserved + amount;
        const inOrder: readonly (readonly [string, boolean])[] = [
          ['PER_TRANSACTION_LIMIT', amount > perTransactionLimit],
          ['DAILY_TRANSACTION_LIMIT', model.count + model.waiting >= (dailyTransactionLimit ?? 99)],
          ['DAILY_LIMIT', today > (dailyLimit ?? 99n)],
          ['MONTHLY_LIMIT', today + model.earlier > (monthlyLimit ?? 99n)],
        ];
        const expected = inOrder.find(([, fails]) => fails)?.[0] ?? 'EXECUTE';
        expect(outcomeOf(admitUsd(aPolicy({ spendingLimits }), amount, { usage }))).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
