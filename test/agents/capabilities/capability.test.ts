import { describe, expect, test } from 'vitest';
import {
  type AgentOperation,
  type CustomerState,
  capabilitiesOf,
} from '../../../src/agents/capabilities/capability.ts';
import { aPolicy, aUsage, now } from '../../support/agents.ts';

const operations: AgentOperation[] = [
  { name: 'transactions', required: 'VIEW_TRANSACTIONS', isWrite: false },
  { name: 'receiverLookup', required: 'LOOK_UP_RECEIVERS', isWrite: false },
  { name: 'agentTransferOut', required: 'AGENT_CREATE_TRANSFERS', isWrite: true },
  { name: 'agentCreateQuote', required: 'AGENT_CREATE_QUOTES', isWrite: true },
  { name: 'agentCreateExternalAccount', required: 'AGENT_MANAGE_EXTERNAL_ACCOUNTS', isWrite: true },
  { name: 'agentMe', required: 'AGENT_VIEW_SELF', isWrite: false },
  { name: 'deleteApiToken', required: 'MANAGE', isWrite: true },
];

const everything = aPolicy({
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'],
  spendingLimits: {
    perTransactionLimit: 1_000n,
    dailyLimit: 2_000n,
    dailyTransactionLimit: 2,
    monthlyLimit: 9_000n,
  },
});

type State = Parameters<typeof capabilitiesOf>[0];

const ofAgent = (changes: Partial<State> = {}, customer: CustomerState = 'READY') =>
  capabilitiesOf({ policy: everything, usage: aUsage(), isPaused: false, ...changes }, operations, {
    now,
    customer,
  });

const reasonsOf = (...given: Parameters<typeof ofAgent>) =>
  Object.fromEntries(ofAgent(...given).map(({ operation, reason }) => [operation, reason ?? 'allowed']));

const allowed = {
  transactions: 'allowed',
  receiverLookup: 'allowed',
  agentTransferOut: 'allowed',
  agentCreateQuote: 'allowed',
  agentCreateExternalAccount: 'allowed',
  agentMe: 'allowed',
};

describe('the operations of an agent', () => {
  test('do not include those that no agent has', () => {
    expect(reasonsOf()).toEqual(allowed);
  });

  test.each<[string, Partial<State>, CustomerState, Partial<typeof allowed>]>([
    [
      'that is paused: it can read',
      { isPaused: true },
      'READY',
      {
        agentTransferOut: 'AGENT_PAUSED',
        agentCreateQuote: 'AGENT_PAUSED',
        agentCreateExternalAccount: 'AGENT_PAUSED',
      },
    ],
    [
      'without permissions: it can read itself',
      { policy: aPolicy({ permissions: [] }) },
      'READY',
      {
        transactions: 'PERMISSION_MISSING',
        receiverLookup: 'PERMISSION_MISSING',
        agentTransferOut: 'PERMISSION_MISSING',
        agentCreateQuote: 'PERMISSION_MISSING',
        agentCreateExternalAccount: 'PERMISSION_MISSING',
      },
    ],
    [
      'whose customer is not approved: it makes no payments',
      {},
      'NOT_READY',
      { agentTransferOut: 'USER_NOT_READY', agentCreateQuote: 'USER_NOT_READY' },
    ],
    [
      'whose customer was deleted: it can read itself',
      { isPaused: true },
      'DELETED',
      {
        transactions: 'USER_NOT_READY',
        receiverLookup: 'USER_NOT_READY',
        agentTransferOut: 'USER_NOT_READY',
        agentCreateQuote: 'USER_NOT_READY',
        agentCreateExternalAccount: 'USER_NOT_READY',
      },
    ],
    ['one unit below the daily limit', { usage: aUsage({ dailySpend: 1_999n }) }, 'READY', {}],
    [
      'at the daily limit: it can agree on a price',
      { usage: aUsage({ dailySpend: 2_000n }) },
      'READY',
      { agentTransferOut: 'DAILY_LIMIT_EXCEEDED' },
    ],
    [
      'whose waiting actions have reserved the last transaction',
      { usage: aUsage({ dailyTransactionCount: 1, reserved: { transactionCount: 1, amount: 5n } }) },
      'READY',
      { agentTransferOut: 'DAILY_TRANSACTION_LIMIT_EXCEEDED' },
    ],
  ])('%s', (_, agent, customer, rejected) => {
    expect(reasonsOf(agent, customer)).toEqual({ ...allowed, ...rejected });
  });
});

describe('limits', () => {
  const limitsOf = (operation: string) =>
    ofAgent({ usage: aUsage({ dailySpend: 300n, reserved: { transactionCount: 1, amount: 50n } }) })
      .find((one) => one.operation === operation)
      ?.limits.map(({ name, limit, used, reserved, remaining, resetsAt }) => [
        name,
        limit,
        used,
        reserved,
        remaining,
        resetsAt?.toISOString(),
      ]);

  test('of a payment are all, each with the start of its next period in UTC', () => {
    expect(limitsOf('agentTransferOut')).toEqual([
      ['PER_TRANSACTION_LIMIT', 1_000n, 0n, 0n, 1_000n, undefined],
      ['DAILY_TRANSACTION_LIMIT', 2n, 0n, 1n, 1n, '2025-07-22T00:00:00.000Z'],
      ['DAILY_LIMIT', 2_000n, 300n, 50n, 1_650n, '2025-07-22T00:00:00.000Z'],
      ['MONTHLY_LIMIT', 9_000n, 0n, 50n, 8_950n, '2025-08-01T00:00:00.000Z'],
    ]);
  });

  test('of a price are the limit of one transaction, and a read has none', () => {
    expect(limitsOf('agentCreateQuote')?.map(([name]) => name)).toEqual(['PER_TRANSACTION_LIMIT']);
    expect(limitsOf('transactions')).toEqual([]);
  });
});

test.each([
  ['AUTO', 'AUTO'],
  ['APPROVAL_REQUIRED', 'NEEDS_APPROVAL'],
] as const)('with the mode %s a payment is %s', (defaultExecutionMode, mode) => {
  const policy = {
    ...everything,
    defaultExecutionMode,
    approvalThresholds: { currency: 'EUR', amount: 700n },
  };
  const made = ofAgent({ policy });
  expect(made.find(({ operation }) => operation === 'agentTransferOut')).toMatchObject({
    mode,
    approvalThreshold: { amount: 700n, currency: 'EUR' },
  });
  expect(made.find(({ operation }) => operation === 'agentMe')).toMatchObject({ mode: undefined });
});
