/** Webhooks on a real database: a sandbox platform, deliverers, scripted receivers and a manual clock. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { noScreening } from '../../src/customers/screening/no-screening.ts';
import { customerHooks, transactionHooks } from '../../src/hooks.ts';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { appendEvents, type EventTopic } from '../../src/infrastructure/events/log.ts';
import { postgresEventBus } from '../../src/infrastructure/events/postgres-bus.ts';
import { createSafeFetch } from '../../src/infrastructure/http-client/safe-fetch.ts';
import type { JobHandlers } from '../../src/infrastructure/jobs/jobs.ts';
import type { Clock } from '../../src/infrastructure/ports.ts';
import { sealingKey } from '../../src/kernel/crypto/at-rest.ts';
import { createPlatform } from '../../src/operations/platforms/create-platform.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../src/operations/platforms/update-platform-config.ts';
import type { PlatformPrincipal } from '../../src/platforms/access/principal.ts';
import { findPlatform, setClockOffset } from '../../src/platforms/store.ts';
import { createDeliveryFaults } from '../../src/sandbox/faults/delivery-faults.ts';
import { sandboxFundingDirectory } from '../../src/sandbox/funding-directory.ts';
import { sandboxIdentityChecks } from '../../src/sandbox/identity-checks.ts';
import { sandboxNetworkFees } from '../../src/sandbox/network-fees.ts';
import type { Ports } from '../../src/sandbox/ports.ts';
import { sandboxRail } from '../../src/sandbox/rail.ts';
import { type Deliverer, startDeliverer } from '../../src/webhooks/deliveries/deliverer.ts';
import { queueNextPage } from '../../src/webhooks/deliveries/queue.ts';
import { granted } from './payments.ts';

const testDataKey = sealingKey(new Uint8Array(32).fill(7));

/** A request that a receiver received. */
export interface Received {
  readonly raw: Buffer;
  readonly signature: string;
  /** The header X-Sandbox-Fault. */
  readonly fault?: string | undefined;
  readonly event: { id: string; type: string; sequence?: number; timestamp: string; data: { id?: string } };
  readonly at: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The response to the next requests; 200 by default. */
  response: (request: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const receiver = { response: (_: Received, response: ServerResponse) => void response.end('ok') };
  const server = createServer(async (request, response) => {
    const raw = await bodyOf(request).catch(() => undefined);
    if (!raw) return;
    const one: Received = {
      raw,
      signature: String(request.headers['x-service-signature']),
      fault: request.headers['x-sandbox-fault'] as string | undefined,
      event: JSON.parse(raw.toString('utf8')),
      at: performance.now(),
    };
    received.push(one);
    receiver.response(one, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** Verifies a webhook as a receiver does, with the header, the raw body and the published PEM. */
export function verifies(pem: string, { raw, signature }: Pick<Received, 'raw' | 'signature'>): boolean {
  const spki = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const { v, s } = JSON.parse(signature) as { v: string; s: string };
  // The last 65 bytes of a P-256 SubjectPublicKeyInfo are the uncompressed point.
  const point = new Uint8Array(spki.subarray(-65));
  const der = new Uint8Array(Buffer.from(s, 'base64'));
  return (
    v === '1' &&
    p256.verify(der, sha256(new Uint8Array(raw)), point, { format: 'der', prehash: false, lowS: false })
  );
}

/** Waits until the condition holds. Throws after a timeout. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`the condition did not hold in time: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const realClock: Clock = {
  real: () => new Date(),
  now: ({ clockOffsetMs }) => new Date(Date.now() + clockOffsetMs),
};

/** The ports of webhooks; also for a deliverer in a process of its own. */
export const webhookPorts = (db: Database) => ({
  db,
  eventBus: postgresEventBus(db),
  clock: realClock,
  rail: sandboxRail,
  funding: sandboxFundingDirectory,
  networkFees: sandboxNetworkFees,
  identityChecks: sandboxIdentityChecks,
  screening: noScreening,
  dataKey: testDataKey,
  customerHooks: customerHooks({ dataKey: testDataKey }),
  transactionHooks,
  fetch: createSafeFetch({ allowsPrivateTargets: true }),
  publicUrl: 'https://pay.example',
  deliveryFaults: createDeliveryFaults({ clock: realClock }),
  sandboxUmaDomain: 'sandbox.uma.example',
});

export type WebhookService = Awaited<ReturnType<typeof webhookService>>;

export async function webhookService(db: Database) {
  const ports = webhookPorts(db) satisfies Partial<Ports>;
  const made = await createPlatform(ports, { name: 'Test', mode: 'SANDBOX', sandboxUmaDomain: 'uma.test' });
  const { platform, token } = made;
  const failures: unknown[] = [];
  const running: Deliverer[] = [];
  const handlers: JobHandlers = new Map();

  const principal = async (): Promise<PlatformPrincipal> => ({
    kind: 'platform',
    platform: (await findPlatform(db.orm, platform.id)) ?? platform,
    token,
  });

  return {
    db,
    ports,
    platform,
    handlers,
    failures,
    principal,
    configure: async (input: object) =>
      granted(await updatePlatformConfig(ports, await principal(), UpdatePlatformConfigInput.parse(input))),
    /** Publishes an event for each resource, in the given order. */
    publishEvents: (
      resourceIds: readonly string[],
      type = 'CUSTOMER.KYC_APPROVED',
      topic: EventTopic = 'customer',
    ) =>
      transact(db, async (tx) => {
        const occurredAt = ports.clock.now((await findPlatform(tx, platform.id)) ?? platform);
        await appendEvents(
          tx,
          resourceIds.map((resourceId) => ({
            platformId: platform.id,
            topic,
            type,
            resourceId,
            data: { body: { id: resourceId, fullName: 'Ada Löve' } },
            occurredAt,
          })),
        );
      }),
    deliver: async (options?: { leaseMs?: number }) => {
      const deliverer = await startDeliverer(ports, (error) => failures.push(error), options);
      running.push(deliverer);
      return deliverer;
    },
    /** Moves the platform's clock forward. */
    skip: async (ms: number) => {
      const { platform: now } = await principal();
      await transact(db, (tx) => setClockOffset(tx, platform.id, now.clockOffsetMs + ms));
    },
    close: async () => {
      await Promise.all(running.map((deliverer) => deliverer.stop()));
      await db.close();
    },
  };
}

/** Queues deliveries of all events of the log. */
export async function queueNewEvents(
  ports: Parameters<typeof queueNextPage>[0],
  onDefect: (error: unknown) => void,
): Promise<void> {
  while ((await queueNextPage(ports, onDefect)) === 'more');
}
