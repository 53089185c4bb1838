import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periodOf, windows } from '../../../src/agents/policies/limits.ts';
import { checkAtApproval } from '../../../src/agents/policies/policy-checks.ts';
import {
  type AgentUsage,
  convertSpentCharge,
  convertUsage,
  freshUsage,
  release,
  reserve,
  reverseSpend,
  spend,
  spendReserved,
  usageAt,
} from '../../../src/agents/policies/usage.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { type Money, maxBalance, money } from '../../../src/kernel/money/amount.ts';
import { PolicyViolation } from '../../../src/platforms/access/policy-violation.ts';
import { admit, aPolicy, aUsage, convert, noConversion, now } from '../../support/agents.ts';

const usd = (amount: bigint) => money(amount, 'USD');
const nothingReserved = { transactionCount: 0, amount: 0n };

describe('counters reset next', () => {
  test.each([
    ['on the day after', '2025-07-21T10:00:00.000Z', '2025-07-22', '2025-08'],
    ['at the first instant of a day, a day later', '2025-07-21T00:00:00.000Z', '2025-07-22', '2025-08'],
    ['at the last instant of a day, an instant later', '2025-07-21T23:59:59.999Z', '2025-07-22', '2025-08'],
    ['after the last day of a month', '2025-07-31T23:59:59.999Z', '2025-08-01', '2025-08'],
    ['after a month of 30 days', '2025-09-30T12:00:00.000Z', '2025-10-01', '2025-10'],
    ['after February of 28 days', '2025-02-28T12:00:00.000Z', '2025-03-01', '2025-03'],
    ['on the leap day', '2024-02-28T12:00:00.000Z', '2024-02-29', '2024-03'],
    ['after the leap day', '2024-02-29T12:00:00.000Z', '2024-03-01', '2024-03'],
    ['from a 31st into a shorter month', '2025-01-31T12:00:00.000Z', '2025-02-01', '2025-02'],
    ['at the end of a year', '2025-12-31T23:59:59.999Z', '2026-01-01', '2026-01'],
  ])('%s', (_, at, day, month) => {
    expect(periodOf(windows.day, new Date(at), 1)).toBe(day);
    expect(periodOf(windows.month, new Date(at), 1)).toBe(month);
    expect(freshUsage('USD', new Date(at))).toMatchObject({ dailyResetDate: day, monthlyResetMonth: month });
  });
});

describe('counters at an instant', () => {
  const usage = reserve(spend(aUsage(), usd(70n), now), usd(5n), now);

  test.each<[string, string, Partial<AgentUsage>]>([
    [
      'on the same day',
      '2025-07-21T23:59:59.999Z',
      { dailyTransactionCount: 1, dailySpend: 70n, monthlySpend: 70n },
    ],
    [
      'on the next day',
      '2025-07-22T00:00:00.000Z',
      { dailyTransactionCount: 0, dailySpend: 0n, monthlySpend: 70n, dailyResetDate: '2025-07-23' },
    ],
    ['on the last day of the month', '2025-07-31T23:59:59.999Z', { dailySpend: 0n, monthlySpend: 70n }],
    [
      'in the next month',
      '2025-08-01T00:00:00.000Z',
      { dailySpend: 0n, monthlySpend: 0n, dailyResetDate: '2025-08-02', monthlyResetMonth: '2025-09' },
    ],
    ['in the same month of another year', '2026-07-21T10:00:00.000Z', { dailySpend: 0n, monthlySpend: 0n }],
  ])('%s', (_, at, counters) => {
    const read = usageAt(usage, new Date(at));
    expect(read).toMatchObject(counters);
    expect(read.reserved).toEqual({ transactionCount: 1, amount: 5n });
  });
});

describe('a pending action reserves its charge', () => {
  const waiting = reserve(aUsage(), usd(40n), now);

  test('separately from the spend', () => {
    expect(waiting).toMatchObject({
      dailyTransactionCount: 0,
      dailySpend: 0n,
      monthlySpend: 0n,
      reserved: { transactionCount: 1, amount: 40n },
    });
  });

  test('until it is released', () => {
    expect(release(waiting, usd(40n), now)).toEqual(aUsage());
  });

  test('and its reservation becomes spend of the day and month of its approval', () => {
    const approvedAt = new Date('2025-08-01T00:00:00Z');
    expect(spendReserved(waiting, usd(40n), approvedAt)).toMatchObject({
      currency: 'USD',
      dailyTransactionCount: 1,
      dailySpend: 40n,
      monthlySpend: 40n,
      dailyResetDate: '2025-08-02',
      monthlyResetMonth: '2025-09',
      reserved: nothingReserved,
    });
  });

  test('and releasing more than the reserved amount throws', () => {
    expect(() => release(waiting, usd(41n), now)).toThrow('Invariant');
    expect(() => release(aUsage(), usd(0n), now)).toThrow('Invariant');
  });

  test('only in the currency of the counters', () => {
    expect(() => reserve(aUsage(), money(1n, 'EUR'), now)).toThrow('Invariant');
    expect(() => spend(aUsage(), money(1n, 'EUR'), now)).toThrow('Invariant');
  });
});

describe('a failed execution reverses', () => {
  const usage = spend(spend(aUsage(), usd(70n), now), usd(30n), now);

  test.each([
    [
      'its spend and its count, if nothing was debited',
      'NEVER_DEBITED',
      '2025-07-21T23:59:59.999Z',
      1,
      30n,
      30n,
    ],
    ['its spend alone, if it was debited', 'WAS_DEBITED', '2025-07-21T23:59:59.999Z', 2, 30n, 30n],
    ['only the spend of the month on a later day', 'WAS_DEBITED', '2025-07-22T00:00:00.000Z', 0, 0n, 30n],
    ['not the count of a later day', 'NEVER_DEBITED', '2025-07-22T00:00:00.000Z', 0, 0n, 30n],
    ['nothing in a later month', 'NEVER_DEBITED', '2025-08-01T00:00:00.000Z', 0, 0n, 0n],
  ] as const)('%s', (_, counted, at, count, ofDay, ofMonth) => {
    expect(reverseSpend(usage, usd(70n), { spentAt: now, counted, now: new Date(at) })).toMatchObject({
      dailyTransactionCount: count,
      dailySpend: ofDay,
      monthlySpend: ofMonth,
    });
  });

  test('not the spend of a later day', () => {
    const nextDay = new Date('2025-07-22T08:00:00Z');
    const later = spend(usage, usd(9n), nextDay);
    expect(
      reverseSpend(later, usd(70n), { spentAt: now, counted: 'NEVER_DEBITED', now: nextDay }),
    ).toMatchObject({
      dailyTransactionCount: 1,
      dailySpend: 9n,
      monthlySpend: 39n,
    });
  });

  test('at most what was counted', () => {
    const recast = aUsage({ dailyTransactionCount: 1, dailySpend: 69n, monthlySpend: 69n });
    expect(reverseSpend(recast, usd(70n), { spentAt: now, counted: 'WAS_DEBITED', now })).toMatchObject({
      dailySpend: 0n,
      monthlySpend: 0n,
    });
  });
});

describe('a new currency of the limits', () => {
  test('converts the counters and the reservations, rounded up, and resets nothing', () => {
    const pending = [usd(100n), usd(55n)];
    const usage = pending.reduce(
      (sum, charge) => reserve(sum, charge, now),
      spend(aUsage(), usd(1_000n), now),
    );
    // 1 USD is 1/1.085 EUR: 1000 is 921.6, 100 is 92.1, 55 is 50.6.
    expect(convertUsage(usage, pending, 'EUR', convert)).toMatchObject({
      usage: {
        currency: 'EUR',
        dailyTransactionCount: 1,
        dailyResetDate: usage.dailyResetDate,
        monthlyResetMonth: usage.monthlyResetMonth,
        dailySpend: 922n,
        monthlySpend: 922n,
        reserved: { transactionCount: 2, amount: 144n },
      },
      pending: [money(93n, 'EUR'), money(51n, 'EUR')],
    });
  });

  test('is rejected where the converted spend is above the maximum of the wire', () => {
    const usage = aUsage({ dailySpend: 0n, monthlySpend: maxBalance / 2n });
    const rejected = convertUsage(usage, [], 'VND', convert);
    expect(rejected).toBeInstanceOf(InvalidInput);
    expect(rejected).toMatchObject({ code: 'INVALID_AMOUNT', fields: [{ path: 'spendingLimits.currency' }] });
  });

  const someCharges = fc.array(fc.bigInt({ min: 1n, max: 500n }), { minLength: 1, maxLength: 6 });
  const someCurrencies = fc.array(fc.constantFrom('EUR', 'MXN', 'VND', 'USD'), {
    minLength: 1,
    maxLength: 5,
  });

  /** The exact value of an amount in thousandths of a US cent, by the rates of `convert`. */
  const exactValueOf = ({ amount, currency }: Money): bigint =>
    amount * ({ USD: 1_000n, EUR: 1_085n, MXN: 57n, VND: 40n }[currency] ?? 0n);

  test('never lowers the usage, however often the currency changes', () => {
    fc.assert(
      fc.property(someCharges, someCharges, someCurrencies, fc.nat(), (paid, submitted, changes, pick) => {
        let spent = paid.map(usd);
        let pending: readonly Money[] = submitted.map(usd);
        let usage = spent.reduce((sum, charge) => spend(sum, charge, now), aUsage());
        usage = pending.reduce((sum, charge) => reserve(sum, charge, now), usage);
        for (const currency of changes) {
          if (currency === usage.currency) continue;
          const recast = convertUsage(usage, pending, currency, convert);
          if (recast instanceof InvalidInput) throw recast;
          ({ usage, pending } = recast);
          spent = spent.map((charge) => convertSpentCharge(currency, charge, convert));
        }

        // One payment fails and is reversed; one pending action is approved.
        const failedAt = pick % paid.length;
        const [failed, approved] = [spent[failedAt], pending[0]];
        if (!failed || !approved) throw new Error('there is one of each');
        usage = reverseSpend(usage, failed, { spentAt: now, counted: 'WAS_DEBITED', now });
        usage = spendReserved(usage, approved, now);

        const left = [...paid.filter((_, index) => index !== failedAt), ...submitted];
        const exact = left.reduce((sum, amount) => sum + exactValueOf(usd(amount)), 0n);
        const { currency, dailySpend, reserved } = usage;
        expect(exactValueOf(money(dailySpend + reserved.amount, currency))).toBeGreaterThanOrEqual(exact);
      }),
      { numRuns: 500 },
    );
  });

  test('rounds a charge up to one unit of the new currency', () => {
    const pending = Array.from({ length: 10 }, () => money(1n, 'VND'));
    const usage = pending.reduce((sum, charge) => reserve(sum, charge, now), aUsage({ currency: 'VND' }));
    // A dong is a twenty-fifth of a cent: rounded down or to the nearest unit, ten of them would be zero.
    expect(convertUsage(usage, pending, 'USD', convert)).toMatchObject({
      usage: { reserved: { transactionCount: 10, amount: 10n } },
    });
  });
});

describe('after any sequence of submissions and decisions', () => {
  type Step =
    | { readonly kind: 'submit'; readonly amount: bigint; readonly needsApproval: boolean }
    | { readonly kind: 'refund'; readonly pick: number }
    | { readonly kind: 'decide'; readonly pick: number; readonly isApproved: boolean }
    | { readonly kind: 'wait'; readonly hours: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('submit'),
      amount: fc.bigInt({ min: 1n, max: 60n }),
      needsApproval: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('refund'), pick: fc.nat() }),
    fc.record({ kind: fc.constant('decide'), pick: fc.nat(), isApproved: fc.boolean() }),
    fc.record({ kind: fc.constant('wait'), hours: fc.integer({ min: 1, max: 200 }) }),
  );
  const policy = aPolicy({
    spendingLimits: {
      perTransactionLimit: 50n,
      dailyLimit: 100n,
      dailyTransactionLimit: 4,
      monthlyLimit: 250n,
    },
  });

  test('spend and reservations stay within the limits and equal the sums of a reference list', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let at = now;
        let usage = aUsage();
        const waiting: Money[] = [];
        const spent: { charge: Money; on: Date }[] = [];
        const refunded: { charge: Money; on: Date }[] = [];

        for (const next of steps) {
          if (next.kind === 'wait') {
            at = new Date(at.getTime() + next.hours * 3_600_000);
          } else if (next.kind === 'submit') {
            const request = { amount: usd(next.amount), accounts: {} };
            const result = admit(policy, usage, request, { now: at, convert: noConversion });
            if (result instanceof PolicyViolation) continue;
            if (next.needsApproval) {
              usage = reserve(usage, result.charge, at);
              waiting.push(result.charge);
            } else {
              usage = spend(usage, result.charge, at);
              spent.push({ charge: result.charge, on: at });
            }
          } else if (next.kind === 'refund') {
            const [done] = spent.splice(next.pick % Math.max(1, spent.length), 1);
            if (!done) continue;
            usage = reverseSpend(usage, done.charge, { spentAt: done.on, counted: 'WAS_DEBITED', now: at });
            refunded.push(done);
          } else {
            const [charge] = waiting.splice(next.pick % Math.max(1, waiting.length), 1);
            if (!charge) continue;
            if (!next.isApproved) {
              usage = release(usage, charge, at);
            } else {
              expect(checkAtApproval(policy, usage, { charge, accounts: {} }, at)).toBeUndefined();
              usage = spendReserved(usage, charge, at);
              spent.push({ charge, on: at });
            }
          }

          const read = usageAt(usage, at);
          const sum = (charges: readonly Money[]) =>
            charges.reduce((total, { amount }) => total + amount, 0n);
          const within = (length: number) => (item: { on: Date }) =>
            item.on.toISOString().slice(0, length) === at.toISOString().slice(0, length);
          const chargesWithin = (length: number) => spent.filter(within(length)).map(({ charge }) => charge);
          expect(read).toMatchObject({
            dailyTransactionCount: [...spent, ...refunded].filter(within(10)).length,
            dailySpend: sum(chargesWithin(10)),
            monthlySpend: sum(chargesWithin(7)),
            reserved: {
              transactionCount: waiting.length,
              amount: sum(waiting),
            },
          });
          expect(read.dailySpend + read.reserved.amount).toBeLessThanOrEqual(100n);
          expect(read.monthlySpend + read.reserved.amount).toBeLessThanOrEqual(250n);
          expect(read.dailyTransactionCount + read.reserved.transactionCount).toBeLessThanOrEqual(4);
        }
      }),
      { numRuns: 500 },
    );
  });
});
