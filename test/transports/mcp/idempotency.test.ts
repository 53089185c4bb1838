import { describe, expect, test } from 'vitest';
import { idempotencyKeyOf } from '../../../src/transports/mcp/idempotency.ts';

const payment = { source: 'a', destination: 'b', amount: 100n, description: undefined };
const key = (changes: object = {}, given?: string, tool = 'transfer_out') =>
  idempotencyKeyOf(tool, { ...payment, ...changes }, given);

describe('the idempotency key of a call', () => {
  test('is the same for the same arguments in any order', () => {
    const reordered = { amount: 100n, destination: 'b', source: 'a' };
    expect(idempotencyKeyOf('transfer_out', reordered, undefined)).toBe(key());
  });

  test.each([
    ['another amount', key({ amount: 101n })],
    ['another payee', key({ destination: 'c' })],
    ['another description', key({ description: 'Invoice 8' })],
    ['another tool', key({}, undefined, 'transfer_in')],
    ['a key', key({}, 'Invoice 8')],
  ])('differs with %s', (_, other) => {
    expect(other).not.toBe(key());
  });

  test('that is given does not depend on the arguments, so that another payment with it is an error', () => {
    expect(key({ amount: 101n }, 'Invoice 8')).toBe(key({}, 'Invoice 8'));
    expect(key({}, 'Invoice 9')).not.toBe(key({}, 'Invoice 8'));
  });

  test('fits, however long the given one is', () => {
    expect(key({}, 'x'.repeat(255)).length).toBeLessThan(255);
  });
});
