/** Webhooks: where events are sent, what signs them, what is on its way and what came of each attempt. */
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
    /** PKCS#8, sealed under the master key. */
    sealedPrivateKey: bytes('sealed_private_key').notNull(),
    signsFrom: instant('signs_from').notNull(),
    /** From then on it neither signs nor is published. */
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
    /** Null: every kind. */
    eventTypes: text('event_types').array(),
    isPaused: boolean('is_paused').notNull(),
    /** Its place in the list that the platform gave. */
    place: integer('place').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('one_webhook_endpoint_per_url').on(table.platformId, table.url)],
);

/**
 * One event for one endpoint. Of the events of one object, only the first that is not done has a time for its next
 * attempt; the others wait for it, so that they come in order. The lease is of whoever is calling right now, in real
 * time: a process that dies lets it run out.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    /** Not a foreign key: the log of deliveries outlives an endpoint that was taken from the settings. */
    endpointId: uuid('endpoint_id').notNull(),
    eventId: uuid('event_id').notNull(),
    type: text('type').notNull(),
    resourceId: text('resource_id'),
    sequence: integer('sequence'),
    /** Of the event in the log; 0 for one that is not in it. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** The bytes that are signed and sent, the same at every attempt. */
    body: text('body').notNull(),
    status: text('status', { enum: deliveryStatuses }).notNull(),
    /** Since it began, or was asked for again. */
    attemptsMade: integer('attempts_made').notNull().default(0),
    begunAt: instant('begun_at'),
    nextAttemptAt: instant('next_attempt_at'),
    leasedUntil: instant('leased_until'),
    leaseId: uuid('lease_id'),
    /** What the platform answered to a payment that waits for its decision. */
    approvalReply: jsonb('approval_reply').$type<Record<string, unknown>>(),
    answeredAt: instant('answered_at'),
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
    // Decisions are asked for before anything else, and are few.
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

/** One row: up to where in the event log deliveries were made. */
export const webhookCursor = pgTable('webhook_cursor', {
  id: text('id').primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
});

/**
 * Events that are being sent again to one endpoint, a page at a time: those after `position`, up to `until`. What is asked
 * for again meanwhile widens this, so that any number of requests make at most one more walk.
 */
export const webhookRedeliveries = pgTable('webhook_redeliveries', {
  endpointId: uuid('endpoint_id')
    .primaryKey()
    .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
  platformId: uuid('platform_id').notNull(),
  position: bigint('position', { mode: 'number' }).notNull(),
  until: bigint('until', { mode: 'number' }).notNull(),
  /** Asked for again after the walk had passed it; both null where nothing was. */
  againAfter: bigint('again_after', { mode: 'number' }),
  againUntil: bigint('again_until', { mode: 'number' }),
});
