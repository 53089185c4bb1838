/** The table of API requests. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { requestTransports } from './api-request.ts';

/** The API requests of the last 30 days. Rows are written in batches after the responses (`writer.ts`). */
export const apiRequests = pgTable(
  'api_requests',
  {
    /** Its time is the real time of the start. */
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    /** The header X-Request-Id. A client may send the same one several times. */
    requestId: text('request_id').notNull(),
    durationMs: integer('duration_ms').notNull(),
    transport: text('transport', { enum: requestTransports }).notNull(),
    method: text('method').notNull(),
    /** The method and path pattern, or the kind and first root field of a GraphQL operation. */
    operation: text('operation').notNull(),
    operationName: text('operation_name'),
    status: integer('status').notNull(),
    errorCode: text('error_code'),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    address: text('address'),
    /** JSON without client input, cut to a maximum size: see `redaction.ts`. */
    requestBody: text('request_body'),
    responseBody: text('response_body'),
  },
  (table) => [
    index('api_requests_of_platform').on(table.platformId, table.id),
    index('api_requests_failed').on(table.platformId, table.id).where(sql`${table.errorCode} is not null`),
    index('api_requests_by_request_id').on(table.platformId, table.requestId, table.id),
  ],
);
