import { describe, expect, test } from 'vitest';
import { limitStates } from '../../../src/agents/policies/limit-states.ts';
import { aPolicy, aRule, aUsage, checking, now, savings } from '../../support/agents.ts';

describe('the limits of a policy', () => {
  test('that are not set are absent', () => {
    expect(limitStates(aPolicy(), aUsage(), {}, now)).toEqual([
      {
        name: 'PER_TRANSACTION_LIMIT',
        currency: 'USD',
        limit: 1_000n,
        used: 0n,
        reserved: 0n,
        remaining: 1_000n,
      },
    ]);
  });

  test('count what is spent and what waiting actions reserved', () => {
    const policy = aPolicy({
      spendingLimits: { dailyLimit: 5_000n, dailyTransactionLimit: 3, monthlyLimit: 900n },
    });
    const usage = aUsage({
      dailySpend: 1_200n,
      monthlySpend: 1_200n,
      dailyTransactionCount: 1,
      reserved: { transactionCount: 1, amount: 300n },
    });
    expect(limitStates(policy, usage, {}, now).slice(1)).toEqual([
      {
        name: 'DAILY_TRANSACTION_LIMIT',
        currency: undefined,
        limit: 3n,
        used: 1n,
        reserved: 1n,
        remaining: 1n,
      },
      {
        name: 'DAILY_LIMIT',
        currency: 'USD',
        limit: 5_000n,
        used: 1_200n,
        reserved: 300n,
        remaining: 3_500n,
      },
      // A limit that was lowered below the usage has nothing left, not less than nothing.
      { name: 'MONTHLY_LIMIT', currency: 'USD', limit: 900n, used: 1_200n, reserved: 300n, remaining: 0n },
    ]);
  });

  test('start again with the period', () => {
    const policy = aPolicy({ spendingLimits: { dailyLimit: 5_000n } });
    const usage = aUsage({ dailySpend: 1_200n });
    const used = (at: string) => limitStates(policy, usage, {}, new Date(at))[1]?.used;
    expect(used('2025-07-21T23:59:59.999Z')).toBe(1_200n);
    expect(used('2025-07-22T00:00:00.000Z')).toBe(0n);
  });

  test.each([
    ['the debited account', { debited: checking }, 'ACCOUNT_PER_TRANSACTION_LIMIT', 200n],
    [
      'a stricter credited account',
      { debited: savings, credited: checking },
      'ACCOUNT_PER_TRANSACTION_LIMIT',
      200n,
    ],
    ['no account with a rule', { debited: savings }, 'PER_TRANSACTION_LIMIT', 1_000n],
  ] as const)('of one transaction are those of %s', (_, accounts, name, limit) => {
    const accountRestrictions = {
      allowedAccountIds: undefined,
      accountRules: [aRule(checking, { perTransactionLimit: 200n })],
    };
    expect(limitStates(aPolicy({ accountRestrictions }), aUsage(), accounts, now)[0]).toMatchObject({
      name,
      limit,
    });
  });
});
