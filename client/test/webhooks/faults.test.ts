/** Webhook faults of a sandbox, received with the kit: each event is handled once, and in the order of its object. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFault, SandboxFaultInput } from '../../../src/sandbox/faults/create-fault.ts';
import { listSandboxFaults } from '../../../src/sandbox/faults/list-faults.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { granted } from '../../../test/support/payments.ts';
import { until, type WebhookService, webhookService } from '../../../test/support/webhook-service.ts';
import type { EventContext, NotifiedEvent } from '../../src/webhooks/index.ts';
import { type App, frameworks } from './frameworks.ts';

let service: WebhookService;
let drop: () => Promise<void>;
let app: App;
/** Deliveries that the receiver got, handled or not. */
let signatures: number;
let handled: { readonly event: NotifiedEvent; readonly context: EventContext }[];
let keys: readonly string[] = [];

beforeEach(async () => {
  const database = await testDatabase();
  drop = database.drop;
  service = await webhookService(database.db);
  signatures = 0;
  handled = [];
  app = (await frameworks['node:http']?.({
    keys: () => {
      signatures += 1;
      return keys;
    },
    onEvent: (event, context) => {
      if (event.type !== 'TEST') handled.push({ event, context });
    },
    orderTimeoutMs: 60_000,
  })) as App;
  ({ webhookPublicKeys: keys } = await service.configure({ webhookEndpoints: [{ url: app.url }] }));
});
afterEach(async () => {
  await service.close();
  await app.close();
  await drop();
  expect(service.failures).toEqual([]);
});

const ports = () => ({
  ...service.ports,
  operationNames: async () => ({ requests: new Set<string>(), subscriptions: new Set<string>() }),
});
const ada = 'Customer:0198c5a4-0000-7000-8000-00000000000a';
const grace = 'Customer:0198c5a4-0000-7000-8000-00000000000b';

test.each([
  ['DUPLICATE', {}],
  ['REORDER', { delayMs: 30_000 }],
  ['DELAY', { delayMs: 30_000 }],
  ['DROP', {}],
])('%s', async (kind, options) => {
  const input = SandboxFaultInput.parse({ kind, target: 'WEBHOOKS', count: 3, ...options });
  granted(await createFault(ports(), await service.principal(), input));

  await service.publishEvents([ada, grace, ada, ada, grace, grace]);
  await service.deliver();
  // The service delivers again by its clock, and the platform's clock moves faster than real time.
  await until(async () => {
    if (handled.length >= 6) return true;
    await service.skip(5_000);
    return false;
  });
  await until(async () => {
    const [fault] = granted(await listSandboxFaults(ports(), await service.principal()));
    return fault?.remaining === 0;
  });

  const sequencesOf = (customer: string) =>
    handled
      .filter(({ event }) => 'id' in event.data && event.data.id === customer)
      .map(({ event }) => 'sequence' in event && event.sequence);
  expect(sequencesOf(ada)).toEqual([1, 2, 3]);
  expect(sequencesOf(grace)).toEqual([1, 2, 3]);
  expect(new Set(handled.map(({ event }) => event.id)).size).toBe(6);
  expect(handled.some(({ context }) => context.isStale)).toBe(false);
  // The events and the test of the endpoint, and what the fault added.
  if (kind === 'DUPLICATE') await until(() => signatures === 10);
  if (kind === 'REORDER') expect(signatures).toBeGreaterThan(7);
});
