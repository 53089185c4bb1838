/** Deliveries of the server to receivers in each framework that listens itself. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { rotateWebhookKey } from '../../../src/webhooks/signing/rotate-key.ts';
import { postgresDatabase } from '../../../test/support/database.ts';
import { until, type WebhookService, webhookService } from '../../../test/support/webhook-service.ts';
import type { NotifiedEvent } from '../../src/webhooks/index.ts';
import { type App, frameworks } from './frameworks.ts';

const probe = await postgresDatabase();
await probe?.close();

const listening = ['node:http', 'Express', 'Fastify'];

describe.skipIf(!probe)('the server delivers to', () => {
  let service: WebhookService;
  let app: App | undefined;
  beforeAll(async () => {
    const db = await postgresDatabase();
    if (!db) throw new Error('there is no PostgreSQL');
    service = await webhookService(db);
    await service.deliver();
  });
  afterEach(() => app?.close());
  afterAll(() => service?.close());

  test.each(listening)(
    'a receiver in %s, once and in order, over errors and a rotation of the key',
    async (name) => {
      const failures = vi.fn();
      const handled: NotifiedEvent[] = [];
      let isFailing = true;
      let keys: readonly string[] = [];
      app = await frameworks[name]?.({
        keys: () => keys,
        onError: failures,
        onEvent: (event) => {
          if (event.type === 'TEST') return;
          if (isFailing) throw new Error('unavailable');
          handled.push(event);
        },
      });
      const url = String(app?.url);
      const configured = await service.configure({
        webhookEndpoints: [{ url, eventTypes: ['CUSTOMER.KYC_APPROVED'] }],
      });
      keys = configured.webhookPublicKeys;

      const resourceId = `Customer:${crypto.randomUUID()}`;
      await service.publishEvents([resourceId]);
      await until(() => failures.mock.calls.length > 0);
      expect(failures.mock.calls[0]).toEqual([new Error('unavailable')]);
      isFailing = false;

      const rotated = await rotateWebhookKey(service.ports, await service.principal(), { immediately: true });
      if (rotated instanceof Error) throw rotated;
      keys = [...keys, ...rotated.webhookPublicKeys];
      await service.publishEvents([resourceId, resourceId]);
      await service.skip(60_000);
      await until(() => handled.length >= 3);
      expect(
        handled.map(({ data, ...event }) => [event.type, 'sequence' in event && event.sequence]),
      ).toEqual([
        ['CUSTOMER.KYC_APPROVED', 1],
        ['CUSTOMER.KYC_APPROVED', 2],
        ['CUSTOMER.KYC_APPROVED', 3],
      ]);
      expect(handled.map(({ data }) => 'id' in data && data.id)).toEqual(Array(3).fill(resourceId));
      expect(service.failures).toEqual([]);
    },
  );
});
