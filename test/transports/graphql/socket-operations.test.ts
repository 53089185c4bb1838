/** The preparation of operations that arrive together on a socket. */
import type { IncomingMessage } from 'node:http';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Context } from '../../../schema/core/context.ts';
import type { RequestRecord } from '../../../src/infrastructure/observability/request-record.ts';
import type { Principal } from '../../../src/platforms/access/principal.ts';
import type { Execution } from '../../../src/transports/graphql/execution.ts';
import { createSocketOperations } from '../../../src/transports/graphql/socket-operations.ts';

const record = { setCaller: () => undefined } as unknown as RequestRecord;
const principal = {
  kind: 'platform',
  platform: { id: 'Platform:one' },
  token: { id: 'Token:one' },
} as unknown as Principal;

/** Counts the turns of the event loop until it is stopped. */
function turnCounter() {
  let count = 0;
  let isStopped = false;
  const next = () => {
    count += 1;
    if (!isStopped) setImmediate(next);
  };
  setImmediate(next);
  return {
    get count() {
      return count;
    },
    stop: () => {
      isStopped = true;
    },
  };
}

test('documents that arrive together are validated in turns of the event loop of their own', async () => {
  const turns = turnCounter();
  const preparedIn: number[] = [];
  const execution = {
    prepare: () => {
      preparedIn.push(turns.count);
      return { document: parse('subscription { a }'), errors: [] };
    },
    describe: () => undefined,
    rejectionOf: () => undefined,
  } as unknown as Execution;
  const { start } = createSocketOperations({
    readmit: async () => principal,
    position: () => 0,
    contextOf: () => ({}) as Context,
    startRecord: () => record,
    execution,
    limits: { subscriptions: 100 },
    report: () => undefined,
  });
  const connection = {
    principal,
    socket: {} as WebSocket,
    request: {} as IncomingMessage,
    releaseAddressSlot: () => undefined,
    isAuthenticated: true,
  };

  const count = 20;
  await Promise.all(
    Array.from({ length: count }, (_, nth) =>
      start(connection, String(nth), { query: 'subscription { a }' }, { [nth]: null }),
    ),
  );
  turns.stop();

  expect(new Set(preparedIn).size).toBe(count);
});
