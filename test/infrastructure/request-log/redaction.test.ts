/** Bodies in the request log show structure, ids, times and values of fixed sets, and nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiWords } from '../../../src/api-words.ts';
import * as redaction from '../../../src/infrastructure/request-log/redaction.ts';

const { maxBodyLength } = redaction;
const redactedBody = (body: unknown) => redaction.redactedBody(body, apiWords);
const redactedText = (text: string) => redaction.redactedText(text, apiWords);

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
    [
      'shown: a value of an enum, whatever the field',
      { type: 'SPEI', x: 'PENDING' },
      { type: 'SPEI', x: 'PENDING' },
    ],
    [
      'shown: the type of an event',
      { type: 'INCOMING_PAYMENT.PENDING' },
      { type: 'INCOMING_PAYMENT.PENDING' },
    ],
    ['hidden: a text that is no value of the API', { status: 'Ada Lovelace' }, { status: '****' }],
    ['hidden: digits as text', { type: '4111', amount: '12' }, { type: '****', amount: '****' }],
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
  expect(text?.length).toBeLessThanOrEqual(maxBodyLength);
  expect(redactedBody({ file: { content: new Uint8Array(10 * 1024 * 1024) } })).toBe(
    '{"file":{"content":"****"}}',
  );
  expect(performance.now() - startedAt).toBeLessThan(100);
  expect(redactedText('x'.repeat(30_000))).toBeUndefined();
  expect(redactedText('{"amount":1,"name":"Ada"')).toBeUndefined();
});
