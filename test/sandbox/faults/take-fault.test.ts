/** What a platform pays for a fault that was used up: nothing. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEvents } from '../../../src/infrastructure/events/event-store.ts';
import { sequenceEvents } from '../../../src/infrastructure/events/log.ts';
import type { EventTail } from '../../../src/infrastructure/events/tail.ts';
import { createFault, SandboxFaultInput } from '../../../src/sandbox/faults/create-fault.ts';
import { createRequestFaults } from '../../../src/sandbox/faults/request-faults.ts';
import { createUpdateFaults } from '../../../src/sandbox/faults/update-faults.ts';
import { type CountedStatements, countedStatements } from '../../support/counted-statements.ts';
import { testDatabase } from '../../support/database.ts';
import { granted } from '../../support/payments.ts';
import { type WebhookService, webhookService } from '../../support/webhook-service.ts';

let drop: () => Promise<void>;
let service: WebhookService;
let counted: CountedStatements;

beforeEach(async () => {
  const database = await testDatabase();
  drop = database.drop;
  service = await webhookService(database.db);
  counted = countedStatements(database.db);
});
afterEach(async () => {
  await service.close();
  await drop();
});

const operationNames = async () => ({
  requests: new Set(['transferOut']),
  subscriptions: new Set(['transactionUpdated']),
});
const aFault = async (input: object) =>
  granted(
    await createFault(
      { ...service.ports, operationNames },
      await service.principal(),
      SandboxFaultInput.parse(input),
    ),
  );
const statementsOf = async (work: () => unknown): Promise<number> => {
  const before = counted.count;
  await work();
  return counted.count - before;
};

test('a request after the last one that a fault applies to executes no statement for faults', async () => {
  await aFault({ kind: 'SLOW', delayMs: 1, count: 2 });
  const requestFaults = createRequestFaults(service.ports);
  const request = async () => {
    const principal = await service.principal();
    return requestFaults(counted.db, principal, ['transferOut']);
  };

  expect(await request()).toMatchObject({ delayMs: 1 });
  expect((await service.principal()).platform.faultsUntil).toBeDefined();
  expect(await request()).toMatchObject({ delayMs: 1 });

  expect((await service.principal()).platform.faultsUntil).toBeUndefined();
  expect(await statementsOf(async () => expect(await request()).toBeUndefined())).toBe(0);
});

test('a fault that is used up does not end another one', async () => {
  await aFault({ kind: 'SLOW', delayMs: 1, durationSeconds: 600, count: 1 });
  const other = await aFault({ kind: 'DROP', target: 'WEBHOOKS', durationSeconds: 60 });
  const requestFaults = createRequestFaults(service.ports);

  expect(await requestFaults(counted.db, await service.principal(), ['transferOut'])).toBeDefined();

  expect((await service.principal()).platform.faultsUntil).toEqual(other.expiresAt);
});

test('faults that are used up at once by many requests apply as often as requested, and end', async () => {
  await Promise.all([
    aFault({ kind: 'SLOW', delayMs: 1, count: 3 }),
    aFault({ kind: 'SLOW', delayMs: 2, count: 2 }),
  ]);
  const requestFaults = createRequestFaults(service.ports);
  const principal = await service.principal();

  const taken = await Promise.all(
    Array.from({ length: 12 }, () => requestFaults(counted.db, principal, ['transferOut'])),
  );

  expect(taken.filter(Boolean)).toHaveLength(5);
  expect((await service.principal()).platform.faultsUntil).toBeUndefined();
});

test('an update after the last one that a fault applies to executes no statement, in every process', async () => {
  await aFault({ kind: 'DUPLICATE', target: 'SUBSCRIPTIONS' });
  const principal = await service.principal();
  type Listener = Parameters<EventTail['listen']>[0];
  /** A stream of a process, and what the process gets from the event log. */
  const aProcess = () => {
    const listeners: Listener[] = [];
    const tail = { listen: (listener: Listener) => listeners.push(listener) } as unknown as EventTail;
    const { clock } = service.ports;
    const stream = createUpdateFaults({ clock, tail })(counted.db, principal, ['transactionUpdated']);
    return { take: () => stream?.take('OUTGOING_PAYMENT.COMPLETED'), listeners };
  };
  const [first, second] = [aProcess(), aProcess()];
  expect(await first.take()).toMatchObject({ effect: 'repeat' });

  while ((await sequenceEvents(service.ports)) > 0);
  const changes = (await readEvents(service.db.orm, 0, 100)).filter(({ topic }) => topic === 'sandbox-fault');
  for (const change of changes.slice(-1)) {
    for (const listener of [...first.listeners, ...second.listeners]) listener(change as never);
  }
  for (const { take } of [first, second]) {
    expect(await statementsOf(async () => expect(await take()).toBeUndefined())).toBe(1);
    expect(await statementsOf(() => expect(take()).toBeUndefined())).toBe(0);
  }
});
