/** The rules of faults on request. */
import { describe, expect, test } from 'vitest';
import { operationNames } from '../../../src/operation-names.ts';
import {
  effectOf,
  type FaultRequest,
  faultKinds,
  labelOf,
  unaffectedOperations,
} from '../../../src/sandbox/faults/fault.ts';

const names = {
  requests: new Set(['currencies', 'getConfig', 'transactionUpdated', 'sandboxFault']),
  subscriptions: new Set(['transactionUpdated']),
};

const tokenId = 'Token:0198c5a4-0000-7000-8000-000000000000' as FaultRequest['tokenId'];

describe('the effect of a fault', () => {
  test.each([
    [{ kind: 'SLOW' }, { target: 'REQUESTS', delayMs: 2_000, retryAfterSeconds: 0 }],
    [
      { kind: 'SLOW', delayMs: 30_000 },
      { target: 'REQUESTS', delayMs: 30_000, retryAfterSeconds: 0 },
    ],
    [{ kind: 'RATE_LIMITED' }, { target: 'REQUESTS', delayMs: 0, retryAfterSeconds: 1 }],
    [
      { kind: 'RATE_LIMITED', retryAfterSeconds: 60 },
      { target: 'REQUESTS', delayMs: 0, retryAfterSeconds: 60 },
    ],
    [
      { kind: 'LOSE_RESPONSE', operation: 'getConfig' },
      { target: 'REQUESTS', delayMs: 0, retryAfterSeconds: 0 },
    ],
    [
      { kind: 'DROP', target: 'WEBHOOKS' },
      { target: 'WEBHOOKS', delayMs: 0, retryAfterSeconds: 0 },
    ],
    [
      { kind: 'DELAY', target: 'WEBHOOKS' },
      { target: 'WEBHOOKS', delayMs: 5_000, retryAfterSeconds: 0 },
    ],
    [
      { kind: 'REORDER', target: 'WEBHOOKS', delayMs: 86_400_000 },
      { target: 'WEBHOOKS', delayMs: 86_400_000, retryAfterSeconds: 0 },
    ],
    [
      { kind: 'DELAY', target: 'SUBSCRIPTIONS' },
      { target: 'SUBSCRIPTIONS', delayMs: 2_000, retryAfterSeconds: 0 },
    ],
    [
      { kind: 'DUPLICATE', target: 'SUBSCRIPTIONS', operation: 'transactionUpdated', tokenId },
      { target: 'SUBSCRIPTIONS', delayMs: 0, retryAfterSeconds: 0 },
    ],
  ] as const)('of %j is %j', (request, effect) => {
    expect(effectOf(request, names)).toEqual(effect);
  });

  test('every operation that faults never affect exists, and cannot be named', () => {
    for (const operation of unaffectedOperations) {
      expect(operationNames.requests).toContain(operation);
      expect(effectOf({ kind: 'SLOW', operation }, operationNames)).toEqual([
        { path: 'operation', message: 'is never affected by faults' },
      ]);
    }
  });

  test('every kind has a target', () => {
    for (const kind of faultKinds) {
      const targets = (['REQUESTS', 'WEBHOOKS', 'SUBSCRIPTIONS'] as const).filter(
        (target) => 'target' in effectOf({ kind, target }, names),
      );
      expect(targets.length, kind).toBeGreaterThan(0);
    }
  });
});

describe('a field that does not go with the kind and target is an error', () => {
  test.each([
    [{ kind: 'DROP' }, ['target']],
    [{ kind: 'SLOW', target: 'WEBHOOKS' }, ['target']],
    [{ kind: 'DUPLICATE', target: 'REQUESTS' }, ['target']],
    [{ kind: 'SLOW', operation: 'noSuchOperation' }, ['operation']],
    [{ kind: 'SLOW', operation: 'sandboxFault' }, ['operation']],
    [{ kind: 'SLOW', delayMs: 30_001 }, ['delayMs']],
    [{ kind: 'UNAVAILABLE', delayMs: 1 }, ['delayMs']],
    [{ kind: 'UNAVAILABLE', retryAfterSeconds: 1 }, ['retryAfterSeconds']],
    [{ kind: 'REORDER', target: 'SUBSCRIPTIONS', delayMs: 1 }, ['delayMs']],
    [{ kind: 'DELAY', target: 'WEBHOOKS', delayMs: 86_400_001 }, ['delayMs']],
    [{ kind: 'DROP', target: 'SUBSCRIPTIONS', operation: 'currencies' }, ['operation']],
    [{ kind: 'SLOW', eventType: 'CUSTOMER.KYC_APPROVED' }, ['eventType']],
    [
      {
        kind: 'DROP',
        target: 'WEBHOOKS',
        operation: 'currencies',
        tokenId,
        retryAfterSeconds: 1,
        delayMs: 1,
      },
      ['operation', 'tokenId', 'delayMs', 'retryAfterSeconds'],
    ],
  ] as const)('%j', (request, paths) => {
    const problems = effectOf(request, names);

    expect('target' in problems ? [] : problems.map(({ path }) => path)).toEqual(paths);
  });
});

test('a hidden fault has no label', () => {
  const id = 'SandboxFault:0198c5a4-0000-7000-8000-000000000000' as never;

  expect(labelOf({ id, kind: 'SLOW', isHidden: false })).toBe(`SLOW; id=${id}`);
  expect(labelOf({ id, kind: 'SLOW', isHidden: true })).toBeUndefined();
});
