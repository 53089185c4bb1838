import { describe, expect, test } from 'vitest';
import {
  type ApprovalRules,
  changeApprovalRules,
  defaultApprovalRules,
  needsStepUp,
  parseApprovalRules,
  requiredApprovalsFor,
  UpdateApprovalRulesInput,
} from '../../../src/agents/approval-rules/approval-rules.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { money } from '../../../src/kernel/money/amount.ts';
import { parseInput } from '../../../src/kernel/parse.ts';

const rules = (changes: Partial<ApprovalRules> = {}): ApprovalRules => ({
  ...defaultApprovalRules,
  ...changes,
});
const above = (amount: bigint, requiredApprovals: number, currency = 'USD') => ({
  currency,
  amount,
  requiredApprovals,
});

describe('the approvals that an action requires', () => {
  const thresholds = [above(1_000n, 2), above(50_000n, 4), above(10n, 3, 'JPY')];
  test.each([
    ['one without rules', rules(), money(10n ** 15n, 'USD'), undefined, 1],
    ['the base number', rules({ requiredApprovals: 3 }), money(1n, 'USD'), undefined, 3],
    ['not more at the amount of a threshold', rules({ thresholds }), money(1_000n, 'USD'), undefined, 1],
    ['those of a threshold above its amount', rules({ thresholds }), money(1_001n, 'USD'), undefined, 2],
    ['those of the highest exceeded threshold', rules({ thresholds }), money(50_001n, 'USD'), undefined, 4],
    ['those of its own currency', rules({ thresholds }), money(11n, 'JPY'), undefined, 3],
    [
      'the base where no threshold has its currency',
      rules({ thresholds }),
      money(50_001n, 'EUR'),
      undefined,
      1,
    ],
    [
      'the base where a threshold has a lower number',
      rules({ requiredApprovals: 5, thresholds }),
      money(1_001n, 'USD'),
      undefined,
      5,
    ],
    ['more, if the policy of the agent requires more', rules(), money(1n, 'USD'), 2, 2],
    [
      'not fewer, if the policy of the agent requires fewer',
      rules({ requiredApprovals: 3 }),
      money(1n, 'USD'),
      2,
      3,
    ],
  ])('are %s', (_, given, sending, ofAgent, required) => {
    expect(requiredApprovalsFor(given, sending, ofAgent)).toBe(required);
  });
});

test('a step-up is needed above the amount of the same currency', () => {
  const given = rules({ stepUpAbove: [money(100n, 'USD')] });
  expect(needsStepUp(given, money(100n, 'USD'))).toBe(false);
  expect(needsStepUp(given, money(101n, 'USD'))).toBe(true);
  expect(needsStepUp(given, money(101n, 'EUR'))).toBe(false);
});

describe('a change of the rules', () => {
  const parse = (input: object) => {
    const parsed = parseInput(UpdateApprovalRulesInput, input);
    if (parsed instanceof InvalidInput) throw parsed;
    return parsed;
  };
  const before = rules({
    requiredApprovals: 2,
    thresholds: [above(1n, 3)],
    notifications: { emails: ['a@example.com'], notifyApprovers: true, slack: { host: 'h', sealedUrl: 's' } },
  });

  test('leaves what it does not name', () => {
    expect(changeApprovalRules(before, parse({}), undefined)).toEqual(before);
    const changed = changeApprovalRules(
      before,
      parse({ thresholds: [], notifications: { notifyApprovers: false } }),
      undefined,
    );
    expect(changed).toEqual({
      ...before,
      thresholds: [],
      notifications: { ...before.notifications, notifyApprovers: false },
    });
    expect(changeApprovalRules(before, parse({}), null).notifications.slack).toBeUndefined();
  });

  test('is stored and read again', () => {
    const json = JSON.parse(
      JSON.stringify(before, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    );
    expect(parseApprovalRules(json)).toEqual(before);
    expect(parseApprovalRules(undefined)).toEqual(defaultApprovalRules);
  });

  test('names every wrong field', () => {
    const many = Array.from({ length: 51 }, (_, index) => above(BigInt(index), 2));
    const wrong = (input: object) => {
      const parsed = parseInput(UpdateApprovalRulesInput, input);
      return parsed instanceof InvalidInput ? parsed.fields.map(({ path }) => path) : [];
    };
    expect(
      wrong({
        requiredApprovals: 0,
        thresholds: [above(1n, 11), above(2n, 2, 'XXX'), above(-1n, 2), above(5n, 2), above(5n, 3)],
        preventSelfApproval: 'yes',
        stepUpAbove: [money(1n, 'USD'), money(2n, 'USD')],
        notifications: {
          emails: [
            'a@example.com',
            'A@example.com',
            'two@example.com, three@example.com',
            'x\r\nBcc: y@z.org',
          ],
        },
      }),
    ).toEqual([
      'requiredApprovals',
      'thresholds.0.requiredApprovals',
      'thresholds.1.currency',
      'thresholds.2.amount',
      'thresholds.4.amount',
      'preventSelfApproval',
      'stepUpAbove.1.currency',
      'notifications.emails.2',
      'notifications.emails.3',
      'notifications.emails.1',
    ]);
    expect(wrong({ thresholds: many })).toEqual(['thresholds']);
    expect(wrong({ requiredApprovals: 11 })).toEqual(['requiredApprovals']);
    expect(wrong({ requiredApprovals: 10 })).toEqual([]);
  });
});
