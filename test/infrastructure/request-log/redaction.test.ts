/** Bodies in the request log show structure, ids, times and values of fixed sets, and nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  maxBodyLength,
  redactedBody,
  redactedText,
} from '../../../src/infrastructure/request-log/redaction.ts';

const id = 'Customer:019542f5-b3e7-7d02-8000-000000000002';

describe('a value is', () => {
  test.each([
    ['shown: an id', { customerId: id }, { customerId: id }],
    ['shown: a time', { expiresAt: '2026-01-02T03:04:05.678Z' }, { expiresAt: '2026-01-02T03:04:05.678Z' }],
    ['shown: an amount and a currency', { amount: 100, currency: 'USD' }, { amount: 100, currency: 'USD' }],
    ['shown: a bigint amount', { amount: 100n }, { amount: 100 }],
    [
      'shown: flags and nulls',
      { immediatelyExecute: true, note: null },
      { immediatelyExecute: true, note: null },
    ],
    ['hidden: another text', { fullName: 'Ada' }, { fullName: '****' }],
    [
      'hidden: an account number, as text or number',
      { iban: 'DE89', accountNumber: 12 },
      { iban: '****', accountNumber: '****' },
    ],
    ['hidden: a long text of a shown field', { status: 'x'.repeat(65) }, { status: '****' }],
    ['hidden: many digits in a shown field', { type: '41111111' }, { type: '****' }],
    ['hidden: a text of a shown field with other characters', { type: 'a@b' }, { type: '****' }],
    ['hidden: a name that is no field name', { 'DE89 3704': 1 }, { '****': '****' }],
    ['hidden in lists too', { roles: ['VIEW'], names: ['Ada'] }, { roles: ['VIEW'], names: ['****'] }],
    ['undefined without a body', undefined, undefined],
  ])('%s', (_, body, expected) => {
    const text = redactedBody(body);
    expect(text === undefined ? undefined : JSON.parse(text)).toEqual(expected);
  });
});

test('any body becomes a text of bounded length, without the texts that it contains', () => {
  const secret = fc.string({ minLength: 6 }).map((text) => `§${text}`);
  // Deeper trees have so many values that making them takes seconds. The wrapped ones are deep instead.
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium', maxDepth: 4 },
      secret,
      fc.dictionary(fc.constantFrom('status', 'name', 'iban', '§key'), tie('value')),
      fc.array(tie('value')),
    ),
  })).value;
  const wrapped = (value: unknown, depth: number) =>
    Array.from({ length: depth }).reduce(
      (inner, _, nth) => (nth % 2 === 0 ? { status: inner } : [inner]),
      value,
    );
  const body = fc.tuple(tree, fc.nat(30)).map(([value, depth]) => wrapped(value, depth));
  fc.assert(
    fc.property(body, (value) => {
      const text = redactedBody(value) ?? '';
      expect(text.length).toBeLessThanOrEqual(maxBodyLength);
      expect(text).not.toContain('§');
    }),
    { numRuns: 200 },
  );
});

test('a huge body is cut without being walked', () => {
  const items = Array.from({ length: 1_000_000 }, () => ({ amount: 1 }));
  const startedAt = performance.now();
  const text = redactedBody({
    items,
    wide: Object.fromEntries(items.slice(0, 1000).map((item, n) => [`f${n % 100}`, item])),
  });
  expect(performance.now() - startedAt).toBeLessThan(100);
  expect(text?.length).toBeLessThanOrEqual(maxBodyLength);
  expect(redactedText('x'.repeat(30_000))).toBeUndefined();
  expect(redactedText('{"amount":1,"name":"Ada"')).toBeUndefined();
});
