import { describe, expect, test } from 'vitest';
import type { AgentPolicy } from '../../../src/agents/policies/agent-policy.ts';
import {
  AgentPolicyInput,
  AgentPolicyPatch,
  applyPolicyPatch,
  rejectForeignAccounts,
} from '../../../src/agents/policies/policy-input.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import { aPolicy, aRule, checking, convert, noConversion, savings } from '../../support/agents.ts';

const minimal = {
  permissions: ['CREATE_TRANSFERS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 },
};
const minimalParsed = aPolicy({ permissions: ['CREATE_TRANSFERS'] });

/** The paths in the error; empty for accepted input. */
const wrongPaths = (result: unknown) =>
  result instanceof InvalidInput ? result.fields.map(({ path }) => path) : [];

/** A copy of a policy, or of a part of one, in which the field at the dotted path has another value. */
function withField(base: object, path: string, value: unknown): object {
  const [head = '', ...rest] = path.split('.');
  const inner = (base as Record<string, unknown>)[head];
  return {
    ...base,
    [head]: rest.length === 0 ? value : withField((inner ?? {}) as object, rest.join('.'), value),
  };
}

describe('a whole policy', () => {
  test('requires permissions, a mode, and a currency with a limit for one transaction', () => {
    expect(parseInput(AgentPolicyInput, minimal)).toEqual(minimalParsed);
    expect(wrongPaths(parseInput(AgentPolicyInput, {}))).toEqual([
      'permissions',
      'defaultExecutionMode',
      'spendingLimits',
    ]);
    expect(wrongPaths(parseInput(AgentPolicyInput, { ...minimal, spendingLimits: {} }))).toEqual([
      'spendingLimits.currency',
      'spendingLimits.perTransactionLimit',
    ]);
  });

  test('may have null for each optional field', () => {
    const input = {
      ...minimal,
      spendingLimits: {
        ...minimal.spendingLimits,
        dailyLimit: null,
        dailyTransactionLimit: null,
        monthlyLimit: null,
      },
      accountRestrictions: null,
      approvalThresholds: null,
    };
    expect(parseInput(AgentPolicyInput, input)).toEqual(minimalParsed);
  });

  test('is parsed with all its fields', () => {
    const input = {
      permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES', 'CREATE_QUOTES'],
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: {
        currency: 'EUR',
        perTransactionLimit: 1,
        dailyLimit: 2,
        dailyTransactionLimit: 3,
        monthlyLimit: 4,
      },
      accountRestrictions: {
        allowedAccountIds: [checking, savings, checking],
        accountRules: [
          { accountId: checking, executionMode: 'AUTO', perTransactionLimit: null },
          { accountId: savings, perTransactionLimit: 0 },
        ],
      },
      approvalThresholds: { currency: 'USD', amount: 5 },
    };
    expect(parseInput(AgentPolicyInput, input)).toEqual({
      permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: {
        currency: 'EUR',
        perTransactionLimit: 1n,
        dailyLimit: 2n,
        dailyTransactionLimit: 3,
        monthlyLimit: 4n,
      },
      accountRestrictions: {
        allowedAccountIds: [checking, savings],
        accountRules: [
          aRule(checking, { executionMode: 'AUTO' }),
          aRule(savings, { perTransactionLimit: 0n }),
        ],
      },
      approvalThresholds: { currency: 'USD', amount: 5n },
    });
  });

  test('may have an empty list of permissions', () => {
    expect(parseInput(AgentPolicyInput, { ...minimal, permissions: [] })).toMatchObject({ permissions: [] });
  });

  test.each([
    ['absent: every account', {}, undefined],
    ['null: every account', { allowedAccountIds: null }, undefined],
    ['empty: no account', { allowedAccountIds: [] }, []],
  ])('allowed accounts %s', (_, accountRestrictions, allowedAccountIds) => {
    expect(parseInput(AgentPolicyInput, { ...minimal, accountRestrictions })).toEqual({
      ...minimalParsed,
      accountRestrictions: { allowedAccountIds, accountRules: [] },
    });
  });

  test.each([
    ['a currency and an amount', { currency: 'USD', amount: 0 }, { currency: 'USD', amount: 0n }],
    ['a currency alone', { currency: 'USD' }, { currency: 'USD', amount: undefined }],
    ['neither', { amount: null }, undefined],
  ])('a threshold of %s', (_, approvalThresholds, expected) => {
    const policy = parseInput(AgentPolicyInput, { ...minimal, approvalThresholds });
    expect(policy).toHaveProperty('approvalThresholds', expected);
  });

  test.each([
    ['an unknown permission', 'permissions', ['CREATE_TRANSFERS', 'FLY'], 'permissions.1'],
    ['permissions that are not a list', 'permissions', 'CREATE_TRANSFERS', 'permissions'],
    ['an unknown mode', 'defaultExecutionMode', 'MANUAL', 'defaultExecutionMode'],
    ['an unknown currency', 'spendingLimits.currency', 'XXX', 'spendingLimits.currency'],
    ['a currency in lower case', 'spendingLimits.currency', 'usd', 'spendingLimits.currency'],
    ['a negative limit', 'spendingLimits.perTransactionLimit', -1, 'spendingLimits.perTransactionLimit'],
    ['a fraction', 'spendingLimits.dailyLimit', 1.5, 'spendingLimits.dailyLimit'],
    ['a limit as text', 'spendingLimits.monthlyLimit', '5', 'spendingLimits.monthlyLimit'],
    ['a limit above the largest', 'spendingLimits.dailyLimit', 9e15 + 1, 'spendingLimits.dailyLimit'],
    ['a negative count', 'spendingLimits.dailyTransactionLimit', -1, 'spendingLimits.dailyTransactionLimit'],
    [
      'half a transaction',
      'spendingLimits.dailyTransactionLimit',
      0.5,
      'spendingLimits.dailyTransactionLimit',
    ],
    [
      'a count above an Int',
      'spendingLimits.dailyTransactionLimit',
      2 ** 31,
      'spendingLimits.dailyTransactionLimit',
    ],
    ['a misspelt limit', 'spendingLimits.dailylimit', 5, 'spendingLimits.dailylimit'],
    ['an unknown field', 'limits', {}, 'limits'],
    ['restrictions that are not an object', 'accountRestrictions', 5, 'accountRestrictions'],
    [
      'an external account',
      'accountRestrictions.allowedAccountIds',
      [checking.replace('Internal', 'External')],
      'accountRestrictions.allowedAccountIds.0',
    ],
    [
      'two rules for one account',
      'accountRestrictions.accountRules',
      [{ accountId: checking }, { accountId: savings }, { accountId: checking }],
      'accountRestrictions.accountRules.2.accountId',
    ],
    [
      'a rule without an account',
      'accountRestrictions.accountRules',
      [{ perTransactionLimit: 1 }],
      'accountRestrictions.accountRules.0.accountId',
    ],
    [
      'an unknown field of a rule',
      'accountRestrictions.accountRules',
      [{ accountId: checking, dailyLimit: 1 }],
      'accountRestrictions.accountRules.0.dailyLimit',
    ],
    ['a threshold without a currency', 'approvalThresholds', { amount: 1 }, 'approvalThresholds.currency'],
    ['an unknown field of a threshold', 'approvalThresholds.limit', 1, 'approvalThresholds.limit'],
  ])('is rejected with %s', (_, path, value, rejectedPath) => {
    expect(wrongPaths(parseInput(AgentPolicyInput, withField(minimal, path, value)))).toEqual([rejectedPath]);
  });

  test('is rejected with every invalid field, and with the code of the first', () => {
    const input = withField(withField(minimal, 'spendingLimits.perTransactionLimit', 0.5), 'permissions', [
      'FLY',
    ]);
    const rejected = parseInput(AgentPolicyInput, input);
    expect(wrongPaths(rejected)).toEqual(['permissions.0', 'spendingLimits.perTransactionLimit']);
    expect(rejected).toMatchObject({ code: 'INVALID_INPUT' });
    const amountAlone = withField(minimal, 'spendingLimits.perTransactionLimit', 0.5);
    expect(parseInput(AgentPolicyInput, amountAlone)).toMatchObject({ code: 'INVALID_AMOUNT' });
  });
});

describe('a patch of a policy', () => {
  const stored = aPolicy({
    spendingLimits: { dailyLimit: 5_000n, dailyTransactionLimit: 10, monthlyLimit: 50_000n },
    accountRestrictions: {
      allowedAccountIds: [checking],
      accountRules: [aRule(checking, { perTransactionLimit: 500n })],
    },
    approvalThresholds: { currency: 'USD', amount: 300n },
  });

  function patch(input: object, policy = stored, rates = noConversion): AgentPolicy | InvalidInput {
    const parsed = parseInput(AgentPolicyPatch, input);
    return parsed instanceof InvalidInput ? parsed : applyPolicyPatch(policy, parsed, rates);
  }
  const limits = (changes: Partial<AgentPolicy['spendingLimits']>) => ({
    ...stored,
    spendingLimits: { ...stored.spendingLimits, ...changes },
  });

  test.each<[string, object, AgentPolicy]>([
    ['without fields changes nothing', {}, stored],
    [
      'with a limit changes only that limit',
      { spendingLimits: { dailyLimit: 7 } },
      limits({ dailyLimit: 7n }),
    ],
    [
      'with a limit of zero sets that limit',
      { spendingLimits: { dailyLimit: 0 } },
      limits({ dailyLimit: 0n }),
    ],
    [
      'with null removes the daily limit',
      { spendingLimits: { dailyLimit: null } },
      limits({ dailyLimit: undefined }),
    ],
    [
      'with null removes the monthly limit',
      { spendingLimits: { monthlyLimit: null } },
      limits({ monthlyLimit: undefined }),
    ],
    [
      'with null removes the limit for the number of transactions',
      { spendingLimits: { dailyTransactionLimit: null } },
      limits({ dailyTransactionLimit: undefined }),
    ],
    [
      'with the current currency converts nothing',
      { spendingLimits: { currency: 'USD', perTransactionLimit: 9 } },
      limits({ perTransactionLimit: 9n }),
    ],
    [
      'with null removes the restrictions',
      { accountRestrictions: null },
      { ...stored, accountRestrictions: undefined },
    ],
    [
      'with null removes the threshold',
      { approvalThresholds: null },
      { ...stored, approvalThresholds: undefined },
    ],
    [
      'with permissions replaces all permissions',
      { permissions: ['VIEW_TRANSACTIONS'] },
      { ...stored, permissions: ['VIEW_TRANSACTIONS'] },
    ],
    [
      'with a mode replaces the mode',
      { defaultExecutionMode: 'APPROVAL_REQUIRED' },
      { ...stored, defaultExecutionMode: 'APPROVAL_REQUIRED' },
    ],
    [
      'with restrictions replaces all restrictions',
      { accountRestrictions: { allowedAccountIds: [savings] } },
      { ...stored, accountRestrictions: { allowedAccountIds: [savings], accountRules: [] } },
    ],
    [
      'with thresholds replaces all thresholds',
      { approvalThresholds: { currency: 'EUR' } },
      { ...stored, approvalThresholds: { currency: 'EUR', amount: undefined } },
    ],
  ])('%s', (_, input, expected) => {
    expect(patch(input)).toEqual(expected);
  });

  test.each([
    ['an unknown field', { permission: [] }, 'permission'],
    ['an unknown limit', { spendingLimits: { unknownLimit: 1 } }, 'spendingLimits.unknownLimit'],
    ['an unknown restriction', { accountRestrictions: { denied: [] } }, 'accountRestrictions.denied'],
    ['an unknown field of a threshold', { approvalThresholds: { limit: 1 } }, 'approvalThresholds.limit'],
    ['null for the permissions', { permissions: null }, 'permissions'],
    ['null for the mode', { defaultExecutionMode: null }, 'defaultExecutionMode'],
    ['null for all limits', { spendingLimits: null }, 'spendingLimits'],
    ['null for the currency', { spendingLimits: { currency: null } }, 'spendingLimits.currency'],
    [
      'null for the limit of one transaction',
      { spendingLimits: { perTransactionLimit: null } },
      'spendingLimits.perTransactionLimit',
    ],
    ['a threshold without a currency', { approvalThresholds: { amount: 1 } }, 'approvalThresholds.currency'],
  ])('with %s is rejected', (_, input, path) => {
    expect(wrongPaths(patch(input))).toEqual([path]);
  });

  describe('with a new currency', () => {
    test('converts every stored limit, rounded half up, and leaves the threshold unchanged', () => {
      // 1 USD is 1/1.085 EUR: 1000 is 921.66, 5000 is 4608.3, 50000 is 46082.9, 500 is 460.8.
      expect(patch({ spendingLimits: { currency: 'EUR' } }, stored, convert)).toEqual({
        ...limits({
          currency: 'EUR',
          perTransactionLimit: 922n,
          dailyLimit: 4_608n,
          monthlyLimit: 46_083n,
        }),
        accountRestrictions: {
          allowedAccountIds: [checking],
          accountRules: [aRule(checking, { perTransactionLimit: 461n })],
        },
      });
    });

    test('does not convert the limits that it contains', () => {
      const input = {
        spendingLimits: { currency: 'EUR', perTransactionLimit: 100, dailyLimit: null },
        accountRestrictions: { accountRules: [{ accountId: savings, perTransactionLimit: 7 }] },
      };
      expect(patch(input, stored, convert)).toEqual({
        ...limits({
          currency: 'EUR',
          perTransactionLimit: 100n,
          dailyLimit: undefined,
          monthlyLimit: 46_083n,
        }),
        accountRestrictions: {
          allowedAccountIds: undefined,
          accountRules: [aRule(savings, { perTransactionLimit: 7n })],
        },
      });
    });

    test('does not set a limit that was absent', () => {
      expect(patch({ spendingLimits: { currency: 'EUR' } }, aPolicy(), convert)).toEqual(
        aPolicy({ spendingLimits: { currency: 'EUR', perTransactionLimit: 922n } }),
      );
    });

    test.each([
      // 1 USD cent is 25 VND.
      ['may convert a limit to the maximum amount', 360_000_000_000_000n, []],
      [
        'is rejected if a limit would be above the maximum amount',
        360_000_000_000_001n,
        ['spendingLimits.currency'],
      ],
    ])('%s', (_, monthlyLimit, rejected) => {
      const policy = aPolicy({ spendingLimits: { monthlyLimit } });
      expect(wrongPaths(patch({ spendingLimits: { currency: 'VND' } }, policy, convert))).toEqual(rejected);
    });

    test('does not convert a limit that it replaces', () => {
      const policy = aPolicy({ spendingLimits: { monthlyLimit: 9_000_000_000_000_000n } });
      const input = { spendingLimits: { currency: 'VND', monthlyLimit: 5 } };
      expect(patch(input, policy, convert)).toMatchObject({ spendingLimits: { monthlyLimit: 5n } });
    });
  });
});

describe('accounts of another customer', () => {
  const restrictions = {
    allowedAccountIds: [checking, savings],
    accountRules: [aRule(savings), aRule(checking)],
  };

  test('are rejected with their paths in the policy', () => {
    expect(wrongPaths(rejectForeignAccounts(restrictions, new Set([checking])))).toEqual([
      'accountRestrictions.allowedAccountIds.1',
      'accountRestrictions.accountRules.0.accountId',
    ]);
  });

  test('are not reported if all accounts are of the customer, or none is named', () => {
    expect(rejectForeignAccounts(restrictions, new Set([checking, savings]))).toBeUndefined();
    expect(rejectForeignAccounts(undefined, new Set())).toBeUndefined();
  });
});
