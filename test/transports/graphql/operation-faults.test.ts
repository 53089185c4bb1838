/** Faults on request around an operation that is not executed here. */
import { type ExecutionArgs, parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { withOperationFaults } from '../../../src/transports/graphql/operation-faults.ts';
import type { Service } from '../../../src/transports/service.ts';
import { ManualClock } from '../../support/service.ts';

test('the updates of a stream count faults with the database view of its caller', async () => {
  const clock = new ManualClock();
  const db = { orm: {} };
  const principal = { kind: 'platform', platform: { id: newId('Platform') }, token: { id: newId('Token') } };
  const contextValue = { principal, ports: { db, clock } };
  const execution = { subscribe: async () => ({ errors: [] }), execute: vi.fn() };
  const close = vi.fn();
  const updateFaults = vi.fn(() => ({ take: () => undefined, close }));
  const faults = { requestFaults: vi.fn(), updateFaults } as unknown as Service;
  const operations = withOperationFaults(execution as never, faults, vi.fn(), () => undefined);
  const document = parse('subscription { transactionUpdated { cursor } }');

  await operations.subscribe({ document, contextValue } as unknown as ExecutionArgs);

  expect(updateFaults).toHaveBeenCalledExactlyOnceWith(db, principal, ['transactionUpdated']);
  expect(close).toHaveBeenCalledOnce();
});
