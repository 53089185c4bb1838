/** Tables of webhooks: endpoints, signing keys, deliveries and attempts. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from '../infrastructure/database/columns.ts';
import { deliveryStatuses } from './deliveries/delivery.ts';

export const webhookKeys = pgTable(
  'webhook_keys',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    /** PEM, SubjectPublicKeyInfo. */
    publicKey: text('public_key').notNull(),
    /** PKCS#8, sealed under the data key. */
    sealedPrivateKey: bytes('sealed_private_key').notNull(),
    signsFrom: instant('signs_from').notNull(),
    /** From this instant the key neither signs nor is published. */
    retiredAt: instant('retired_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('webhook_keys_of_platform').on(table.platformId, table.signsFrom),
    uniqueIndex('one_webhook_key_without_end').on(table.platformId).where(sql`${table.retiredAt} is null`),
  ],
);

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    url: text('url').notNull(),
    /** Null means every kind of the published interface. */
    eventTypes: text('event_types').array(),
    extensions: boolean('extensions').notNull().default(false),
    isPaused: boolean('is_paused').notNull(),
    /** When it was last resumed: pending deliveries that began before start again with their next attempt. */
    resumedAt: instant('resumed_at'),
    /** The index in the platform's list of endpoints. */
    listIndex: integer('place').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('one_webhook_endpoint_per_url').on(table.platformId, table.url)],
);

/**
 * One event for one endpoint. Of the pending events of one resource only the first has `next_attempt_at`. The others wait
 * for it, so that the endpoint receives them in order, unless a fault on request changes the order. The process that calls the endpoint holds the lease. The lease is in
 * real time and expires if that process dies.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    /** Not a foreign key: the delivery log outlives an endpoint that was removed from the settings. */
    endpointId: uuid('endpoint_id').notNull(),
    eventId: uuid('event_id').notNull(),
    type: text('type').notNull(),
    resourceId: text('resource_id'),
    sequence: integer('sequence'),
    /** The position of the event in the log; 0 for an event that is not in the log. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** The text that is signed and sent, identical in every attempt. */
    body: text('body').notNull(),
    status: text('status', { enum: deliveryStatuses }).notNull(),
    /** Attempts since the delivery started or was restarted. */
    attemptsMade: integer('attempts_made').notNull().default(0),
    startedAt: instant('begun_at'),
    nextAttemptAt: instant('next_attempt_at'),
    leasedUntil: instant('leased_until'),
    leaseId: uuid('lease_id'),
    /** A fault on request took it out of the order: later deliveries of its resource do not wait for it. */
    isOutOfOrder: boolean('is_out_of_order').notNull().default(false),
    /** The platform's response to a payment that waits for approval. */
    approvalReply: jsonb('approval_reply').$type<Record<string, unknown>>(),
    respondedAt: instant('answered_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('one_delivery_per_event_and_endpoint').on(table.endpointId, table.eventId),
    index('webhook_deliveries_of_platform').on(table.platformId, table.id),
    index('webhook_deliveries_of_event').on(table.eventId),
    index('webhook_deliveries_of_resource').on(table.platformId, table.resourceId),
    index('webhook_deliveries_due')
      .on(table.endpointId, table.nextAttemptAt, table.position)
      .where(sql`${table.status} = 'PENDING' and ${table.nextAttemptAt} is not null`),
    // Approval requests are sent before other events. They are few.
    index('webhook_deliveries_asking')
      .on(table.endpointId, table.nextAttemptAt)
      .where(
        sql`${table.status} = 'PENDING' and ${table.nextAttemptAt} is not null and ${table.type} = 'INCOMING_PAYMENT.PENDING'`,
      ),
    index('webhook_deliveries_waiting')
      .on(table.endpointId, table.resourceId, table.position)
      .where(sql`${table.status} = 'PENDING'`),
    index('webhook_deliveries_leased')
      .on(table.endpointId, table.leasedUntil)
      .where(sql`${table.leasedUntil} is not null`),
  ],
);

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id),
    at: instant('at').notNull(),
    responseStatus: integer('response_status'),
    /** Cut to 16 KiB. */
    responseBody: text('response_body'),
    durationMs: integer('duration_ms').notNull(),
    error: text('error'),
  },
  (table) => [index('webhook_attempts_of_delivery').on(table.deliveryId, table.id)],
);

/** One row: the position in the event log up to which deliveries exist. */
export const webhookCursor = pgTable('webhook_cursor', {
  id: text('id').primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
});

/**
 * A redelivery to one endpoint, one page per job: the events after `position`, up to `until`. A request that arrives
 * meanwhile widens this range, so any number of requests cause at most one more pass through the log.
 */
export const webhookRedeliveries = pgTable('webhook_redeliveries', {
  endpointId: uuid('endpoint_id')
    .primaryKey()
    .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
  platformId: uuid('platform_id').notNull(),
  position: bigint('position', { mode: 'number' }).notNull(),
  until: bigint('until', { mode: 'number' }).notNull(),
  /** A range that was requested after the pass was beyond it; both null when there is none. */
  againAfter: bigint('again_after', { mode: 'number' }),
  againUntil: bigint('again_until', { mode: 'number' }),
});
