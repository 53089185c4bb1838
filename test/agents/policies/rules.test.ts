import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/agents/policies/evaluate.ts';
import {
  AgentPolicyInput,
  AgentPolicyPatch,
  applyPolicyPatch,
} from '../../../src/agents/policies/policy-input.ts';
import type { Circumstances, PaymentTerms, PolicyRules } from '../../../src/agents/policies/rules.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { money } from '../../../src/kernel/money/amount.ts';
import { aPolicy, aTerms, aUsage, checking, noConversion, now } from '../../support/agents.ts';

const payee = aTerms().counterparty;
const stranger = idOf('ExternalAccount', '99999999-0000-7000-8000-000000000000');
const ago = (ms: number) => new Date(now.getTime() - ms);

const judged = (
  rules: PolicyRules,
  {
    terms = {},
    amount = 100n,
    ...circumstances
  }: Circumstances & { terms?: Partial<PaymentTerms>; amount?: bigint } = {},
) =>
  evaluate(
    aPolicy({ rules }),
    aUsage(),
    { amount: money(amount, 'USD'), accounts: { debited: checking }, terms: aTerms(terms) },
    { now, convert: noConversion, circumstances },
  );

describe('a rule of a policy', () => {
  test.each<[string, PolicyRules, Parameters<typeof judged>[1], string | undefined]>([
    ['permits a listed counterparty', { allowedCounterparties: [stranger, payee] }, {}, undefined],
    ['rejects another counterparty', { allowedCounterparties: [stranger] }, {}, 'COUNTERPARTY'],
    ['rejects every counterparty by an empty list', { allowedCounterparties: [] }, {}, 'COUNTERPARTY'],
    [
      'permits a listed corridor',
      { allowedCorridors: [{ sending: 'USD', receiving: 'USD' }] },
      {},
      undefined,
    ],
    [
      'rejects the opposite corridor',
      { allowedCorridors: [{ sending: 'EUR', receiving: 'USD' }] },
      { terms: { receivingCurrency: 'EUR' } },
      'CURRENCY_CORRIDOR',
    ],
    [
      'permits a described payment',
      { requireDescription: true },
      { terms: { hasDescription: true } },
      undefined,
    ],
    ['rejects a payment without a description', { requireDescription: true }, {}, 'DESCRIPTION'],
    ['permits the last action of a minute', { maxActionsPerMinute: 3 }, { actionsInMinute: 2 }, undefined],
    ['rejects one more', { maxActionsPerMinute: 3 }, { actionsInMinute: 3 }, 'ACTIONS_PER_MINUTE'],
    ['permits when the pause ends', { cooldownMinutes: 5 }, { lastRejectionAt: ago(300_000) }, undefined],
    ['rejects a millisecond before', { cooldownMinutes: 5 }, { lastRejectionAt: ago(299_999) }, 'COOLDOWN'],
    ['permits without a rejection', { cooldownMinutes: 5 }, {}, undefined],
    ['permits the share of a balance', { maxBalanceShare: '0.25' }, { availableBalance: 403n }, undefined],
    [
      'rejects one above it, rounded down',
      { maxBalanceShare: '0.25' },
      { availableBalance: 403n, amount: 101n },
      'BALANCE_SHARE',
    ],
    ['has no share of an unknown balance', { maxBalanceShare: '0.25' }, {}, undefined],
    [
      'rejects from a balance below zero',
      { maxBalanceShare: '1' },
      { availableBalance: -1n },
      'BALANCE_SHARE',
    ],
    [
      'permits an approved counterparty',
      { onlyApprovedCounterparties: true },
      { isApprovedCounterparty: true },
      undefined,
    ],
    ['lets a new counterparty wait', { onlyApprovedCounterparties: true }, {}, 'NEW_COUNTERPARTY'],
  ])('%s', (_, rules, request, rule) => {
    expect(judged(rules, request).rule).toBe(rule);
  });

  test('has its numbers in the evaluation', () => {
    const { results } = judged(
      { maxActionsPerMinute: 3, maxBalanceShare: '0.5' },
      { actionsInMinute: 3, availableBalance: 900n },
    );
    expect(results).toMatchObject([
      { rule: 'PER_TRANSACTION_LIMIT', verdict: 'PASSED', limit: 1_000n, requested: 100n, currency: 'USD' },
      { rule: 'ACTIONS_PER_MINUTE', verdict: 'VIOLATED', limit: 3n, used: 3n, requested: 1n },
      { rule: 'BALANCE_SHARE', verdict: 'PASSED', limit: 450n, requested: 100n, currency: 'USD' },
    ]);
  });

  test('is not checked by default', () => {
    expect(judged({}).results.map(({ rule }) => rule)).toEqual(['PER_TRANSACTION_LIMIT']);
  });
});

describe('rules in an input', () => {
  const whole = {
    permissions: [],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 1 },
  };
  const parsed = (rules: unknown) => AgentPolicyInput.safeParse({ ...whole, rules });

  test.each<[string, unknown]>([
    ['an unknown rule', { maxActionsPerHour: 5 }],
    [
      'an unknown field of a corridor',
      { allowedCorridors: [{ sending: 'USD', receiving: 'EUR', maximum: 1 }] },
    ],
    ['a corridor twice', { allowedCorridors: [1, 2].map(() => ({ sending: 'USD', receiving: 'EUR' })) }],
    ['a counterparty that is no id and no address', { allowedCounterparties: ['Ada'] }],
    ['more than 200 counterparties', { allowedCounterparties: Array.from({ length: 201 }, () => payee) }],
    ['a share of zero', { maxBalanceShare: '0' }],
    ['a share above one', { maxBalanceShare: '1.000001' }],
    ['a share as a number', { maxBalanceShare: 0.5 }],
    ['a share with seven decimals', { maxBalanceShare: '0.1234567' }],
    ['no action per minute', { maxActionsPerMinute: 0 }],
    ['a pause above a week', { cooldownMinutes: 10_081 }],
  ])('%s is rejected', (_, rules) => {
    expect(parsed(rules).success).toBe(false);
  });

  test('that do not apply are not stored', () => {
    expect(parsed({ requireDescription: false, maxBalanceShare: null }).data).not.toHaveProperty('rules');
  });

  test('change one by one, and null removes', () => {
    const stored = aPolicy({ rules: { requireDescription: true, cooldownMinutes: 5 } });
    const changed = (rules: unknown) =>
      applyPolicyPatch(stored, AgentPolicyPatch.parse({ rules }), noConversion);
    expect(changed({ cooldownMinutes: null, maxActionsPerMinute: 2 })).toHaveProperty('rules', {
      requireDescription: true,
      maxActionsPerMinute: 2,
    });
    expect(changed({ requireDescription: false, cooldownMinutes: null })).not.toHaveProperty('rules');
    expect(changed(null)).not.toHaveProperty('rules');
    expect(changed(undefined)).toHaveProperty('rules', stored.rules);
  });
});
