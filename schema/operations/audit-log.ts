/** The audit log. Source: docs/behaviour/audit.md. */
import {
  type AuditEntry,
  type AuditedChange,
  maxChangedFields,
} from '../../src/infrastructure/audit-log/audit-entry.ts';
import { auditedText } from '../../src/infrastructure/audit-log/audit-entry-view.ts';
import {
  countAuditEntries,
  findAuditEntries,
  isWideAuditFilter,
  listAuditEntries,
} from '../../src/infrastructure/audit-log/audit-log-store.ts';
import { AuditLogFilterInput } from '../../src/infrastructure/audit-log/filters.ts';
import { sequenceAuditEntries } from '../../src/infrastructure/audit-log/sequence.ts';
import { readList } from '../../src/infrastructure/database/wide-reads.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { optional } from '../../src/kernel/parse.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from '../core/connections.ts';
import { batched, byId, principalOf } from '../core/context.ts';
import { createdWithin } from '../core/date-range.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { ActorKindEnum, ActorRef } from '../platforms/actors.ts';

const valueDescription =
  'A text unchanged, another value as JSON; `****` for a value that is not shown, with the last four characters of an identifier.';

const AuditedChangeRef = builder.objectRef<AuditedChange>('AuditedChange').implement({
  description: 'A field that was changed.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the field.' }),
    before: t.string({
      nullable: true,
      description: `Value before the change; null if there was none. ${valueDescription}`,
      resolve: ({ before }) => auditedText(before),
    }),
    after: t.string({
      nullable: true,
      description: `Value after the change; null if there is none. ${valueDescription}`,
      resolve: ({ after }) => auditedText(after),
    }),
  }),
});

export const AuditEntryRef = builder.objectRef<AuditEntry>('AuditEntry').implement({
  description: 'The change of one record by one operation. Entries never change, and are chained by hash.',
  interfaces: [NodeRef],
  fields: (t) => ({
    position: t.float({
      description: 'Position in the log of the platform, from 1 without gaps. An integer.',
      resolve: ({ position }) => position,
    }),
    actor: t.field({ type: ActorRef, description: 'Who changed the record.', resolve: ({ actor }) => actor }),
    operation: t.exposeString('operation', {
      description: 'Mutation, also of a REST request, or command, for example `updateAgentPolicy`.',
    }),
    recordType: t.exposeString('recordType', { description: 'Type of the record, for example `Agent`.' }),
    recordId: t.exposeString('recordId', {
      description: 'Id of the record, or the code of an invitation.',
    }),
    changes: t.field({
      type: [AuditedChangeRef],
      bound: maxChangedFields,
      description: 'Changed fields. Empty if a secret of the record was only shown.',
      resolve: ({ changes }) => [...changes],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the change. Real time, also on sandbox platforms.',
      resolve: ({ createdAt }) => createdAt,
    }),
    address: t.string({
      nullable: true,
      description: 'Source address of the request; null if there was no request.',
      resolve: ({ address }) => address ?? null,
    }),
    requestId: t.string({
      nullable: true,
      description: 'Id of the request (header X-Request-Id); null if there was no request.',
      resolve: ({ requestId }) => requestId ?? null,
    }),
    hash: t.exposeString('hash', {
      description: 'SHA-256 of the entry, 64 hex digits. The export has the text that it covers.',
    }),
    previousHash: t.exposeString('previousHash', {
      description: 'Hash of the entry before; zeros for the first entry.',
    }),
  }),
});

registerNode(
  'AuditEntry',
  'AuditEntry',
  batched<Id<'AuditEntry'>, AuditEntry>('auditEntryById', async (context, ids) =>
    byId(await findAuditEntries(context.ports.db.orm, principalOf(context).platform.id, ids)),
  ),
);

const AuditLogFilter = builder.inputType('AuditLogFilter', {
  description: 'Filter of the audit log. Entries match all given fields.',
  fields: (t) => ({
    actorKind: t.field({ type: ActorKindEnum, description: 'Kind of the actor.' }),
    actorId: t.string({ description: 'Id of the actor, exactly.' }),
    operation: t.string({ description: 'Mutation or command, exactly.' }),
    recordType: t.string({ description: 'Type of the record, for example `Agent`.' }),
    recordId: t.string({ description: 'Id of the record, exactly.' }),
    requestId: t.string({ description: 'Id of the request, exactly.' }),
    ...createdWithin(t),
  }),
});

builder.queryField('auditLog', (t) =>
  t.field({
    type: connectionOf('AuditEntry', AuditEntryRef),
    authScopes: { permission: 'VIEW_PLATFORM' },
    description:
      'Changes of records by operations, newest first: who changed what, when and from where. It has every change that was committed before the request.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: AuditLogFilter, description: 'Filter for the list.' }),
    },
    ...accepting(
      { ...pageShape, filter: optional(AuditLogFilterInput) },
      async ({ filter = {}, ...page }, context) => {
        const { ports } = context;
        const { id } = principalOf(context).platform;
        await sequenceAuditEntries(ports);
        return connect(
          'auditLog',
          filter,
          page,
          (request) =>
            readList(ports, isWideAuditFilter(filter), (db) => listAuditEntries(db, id, filter, request)),
          (db) => countAuditEntries(db, id, filter),
        );
      },
    ),
  }),
);
