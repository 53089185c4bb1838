import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoInstant } from '../../src/kernel/instant.ts';

test('instants in any order are formatted as by toISOString', () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true }), { minLength: 1, maxLength: 5 }), (instants) => {
      expect(instants.map(isoInstant)).toEqual(instants.map((at) => at.toISOString()));
    }),
    { numRuns: 2_000 },
  );
});

test.each(['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'])(
  '%s',
  (text) => {
    expect(isoInstant(new Date(text))).toBe(text);
  },
);
