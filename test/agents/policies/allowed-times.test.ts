import { describe, expect, test } from 'vitest';
import { allowedTimes, isAllowedAt } from '../../../src/agents/policies/allowed-times.ts';

const office = {
  timeZone: 'Europe/Berlin',
  windows: [
    { days: ['MONDAY', 'FRIDAY'] as const, from: '08:00', to: '18:00' },
    { days: ['SATURDAY'] as const, from: '22:00', to: '24:00' },
  ],
};

describe('a payment is allowed', () => {
  // 21 July 2025 is a Monday. Berlin is two hours ahead of UTC.
  test.each([
    ['at the start of a window', '2025-07-21T06:00:00.000Z', true],
    ['not a millisecond before', '2025-07-21T05:59:59.999Z', false],
    ['in the last minute of a window', '2025-07-21T15:59:59.999Z', true],
    ['not at the end of a window', '2025-07-21T16:00:00.000Z', false],
    ['not on another day', '2025-07-22T10:00:00.000Z', false],
    ['in the last minute before midnight', '2025-07-26T21:59:00.000Z', true],
    ['not at midnight, which is another day', '2025-07-26T22:00:00.000Z', false],
    ['an hour later in UTC when clocks show winter time', '2025-12-01T07:00:00.000Z', true],
    ['not at the hour of summer in winter', '2025-12-01T06:59:59.999Z', false],
  ])('%s', (_, at, isAllowed) => {
    expect(isAllowedAt(office, new Date(at))).toBe(isAllowed);
  });
});

describe('allowed times are rejected', () => {
  const window = { days: ['MONDAY'], from: '08:00', to: '18:00' };
  test.each([
    ['with an unknown time zone', { timeZone: 'Europe/Atlantis', windows: [window] }],
    ['with an offset in place of a time zone', { timeZone: '+02:00', windows: [window] }],
    ['without a window', { timeZone: 'UTC', windows: [] }],
    ['with more than 14 windows', { timeZone: 'UTC', windows: Array.from({ length: 15 }, () => window) }],
    [
      'with a window over midnight',
      { timeZone: 'UTC', windows: [{ ...window, from: '22:00', to: '06:00' }] },
    ],
    ['with an empty window', { timeZone: 'UTC', windows: [{ ...window, to: '08:00' }] }],
    ['with a start at 24:00', { timeZone: 'UTC', windows: [{ ...window, from: '24:00' }] }],
    ['without a day', { timeZone: 'UTC', windows: [{ ...window, days: [] }] }],
    ['with an unknown field', { timeZone: 'UTC', windows: [{ ...window, until: '18:00' }] }],
  ])('%s', (_, input) => {
    expect(allowedTimes.safeParse(input).success).toBe(false);
  });
});
