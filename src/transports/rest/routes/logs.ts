/** The audit log and the request log. Source: docs/behaviour/audit.md, docs/behaviour/requests.md. */
import { z } from 'zod';
import { auditEntryView } from '../../../infrastructure/audit-log/audit-entry-view.ts';
import {
  countAuditEntries,
  isWideAuditFilter,
  listAuditEntries,
} from '../../../infrastructure/audit-log/audit-log-store.ts';
import { exportAuditLog } from '../../../infrastructure/audit-log/export-audit-log.ts';
import { AuditLogFilterInput } from '../../../infrastructure/audit-log/filters.ts';
import { sequenceAuditEntries } from '../../../infrastructure/audit-log/sequence.ts';
import { apiRequestView } from '../../../infrastructure/request-log/api-request.ts';
import { ApiRequestFilterInput } from '../../../infrastructure/request-log/filters.ts';
import {
  countApiRequests,
  isWideRequestFilter,
  listApiRequests,
} from '../../../infrastructure/request-log/request-store.ts';
import { integer, optional } from '../../../kernel/parse.ts';
import { pageOf } from '../bodies/common.ts';
import { ApiRequest, AuditEntry } from '../bodies/logs.ts';
import { flag, integerIn, pageView, paging, readPage } from '../query.ts';
import { TextStream } from '../response.ts';
import { routesFor } from '../route.ts';

const route = routesFor('platform', 'Logs');

const maxPosition = 2 ** 48 - 1;

export const logRoutes = [
  route({
    method: 'GET',
    path: '/requests',
    name: 'listRequests',
    graphql: 'requests',
    summary: 'API requests of the last 30 days, newest first.',
    permission: 'VIEW_PLATFORM',
    query: z.object({ ...ApiRequestFilterInput.shape, failed: optional(flag), ...paging }),
    status: 200,
    response: pageOf(ApiRequest),
    run: ({ ports, principal: { platform } }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'requests',
        { limit, cursor, ...filter },
        (db, page) => listApiRequests(db, platform.id, filter, page),
        (db) => countApiRequests(db, platform.id, filter),
        { isWide: isWideRequestFilter(filter) },
      ),
    view: (result) => pageView(result, result.page.items.map(apiRequestView)),
  }),
  route({
    method: 'GET',
    path: '/audit-log',
    name: 'listAuditEntries',
    graphql: 'auditLog',
    summary: 'Changes of records by operations, newest first.',
    permission: 'VIEW_PLATFORM',
    query: z.object({ ...AuditLogFilterInput.shape, ...paging }),
    status: 200,
    response: pageOf(AuditEntry),
    run: async ({ ports, principal: { platform } }, { query: { limit, cursor, ...filter } }) => {
      await sequenceAuditEntries(ports);
      return readPage(
        ports,
        'auditLog',
        { limit, cursor, ...filter },
        (db, page) => listAuditEntries(db, platform.id, filter, page),
        (db) => countAuditEntries(db, platform.id, filter),
        { isWide: isWideAuditFilter(filter) },
      );
    },
    view: (result) => pageView(result, result.page.items.map(auditEntryView)),
  }),
  route({
    method: 'GET',
    path: '/audit-log/export',
    name: 'exportAuditLog',
    summary:
      'The audit log, oldest first, as one JSON object on each line. The SHA-256 of a line without its member `hash` is this hash.',
    permission: 'VIEW_PLATFORM',
    query: z.object({
      after: optional(
        integerIn(integer(0, maxPosition, `must be an integer from 0 to ${maxPosition}`), {
          minimum: 0,
          maximum: maxPosition,
          default: 0,
        }),
      ).meta({
        description: 'Position after which the export starts: of the last line that is exported already.',
      }),
    }),
    status: 200,
    stream: 'application/x-ndjson',
    run: ({ ports, principal: { platform } }, { query: { after = 0 } }) =>
      new TextStream(exportAuditLog(ports, platform.id, after)),
  }),
];
