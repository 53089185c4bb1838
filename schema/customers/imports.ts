/** Imports of customers from files. Source: docs/behaviour/customers.md#bulk-import. */
import { z } from 'zod';
import {
  type CustomerImport,
  importFormats,
  importStatuses,
  maxStoredErrors,
  type RowError,
} from '../../src/customers/imports/customer-import.ts';
import {
  countImports,
  errorsOfImports,
  findImports,
  listImports,
} from '../../src/customers/imports/import-store.ts';
import { startImport } from '../../src/customers/imports/start-import.ts';
import { IdempotencyKey } from '../../src/infrastructure/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, maxFieldErrors } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { oneOf, optional } from '../../src/kernel/parse.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { lengthArgument, lengthDescription } from '../core/bounds.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from '../core/connections.ts';
import { batched, byId, type Context, platformOf, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { FieldErrorRef } from '../core/errors.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { UploadedFile } from '../core/uploaded-file.ts';

const importById = batched<Id<'Job'>, CustomerImport>('customerImportById', async (context, ids) =>
  byId(await findImports(context.ports.db.orm, principalOf(context).platform.id, ids)),
);

const errorsBound = { argument: 'first', default: 20, max: maxStoredErrors } as const;

/** Loads the errors of all imports of a level in one statement. */
const errorsOf = (context: Context, id: Id<'Job'>, first: number) =>
  batched<Id<'Job'>, readonly RowError[]>(`errorsOfCustomerImport ${first}`, (_context, ids) =>
    errorsOfImports(context.ports.db.orm, ids, first),
  )(context, id);

const CustomerImportStatusEnum = describedEnum(
  'CustomerImportStatus',
  'Status of an import of customers.',
  importStatuses,
  {
    PENDING: 'No row is processed yet.',
    PROCESSING: 'Some rows are processed.',
    COMPLETED: 'All rows are processed, and at least one was imported.',
    FAILED: 'The import ended, and no row was imported.',
  },
);

const CustomerImportFormatEnum = describedEnum(
  'CustomerImportFormat',
  'Format of a file with customers.',
  importFormats,
  {
    CSV: 'Comma-separated values with a header.',
    NDJSON: 'On each line a JSON object with the fields of CreateCustomerInput.',
  },
);

const ProgressRef = builder.objectRef<CustomerImport['progress']>('CustomerImportProgress').implement({
  description: 'Numbers of rows of an import.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Rows of the file.' }),
    processed: t.exposeInt('processed', { description: 'Rows that were processed.' }),
    successful: t.exposeInt('successful', {
      description: 'Rows that were imported; in a dry run, rows without errors.',
    }),
    failed: t.exposeInt('failed', { description: 'Rows with errors.' }),
  }),
});

interface StoredField {
  readonly field: string;
  readonly reason: string;
}

const RowErrorRef = builder.objectRef<RowError>('CustomerImportError').implement({
  description: 'A row with errors.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Number of the row, from 1, without the header.' }),
    correlationId: t.exposeString('correlationId', {
      description: '`platformCustomerId` of the row, or `row_<n>`.',
    }),
    code: t.exposeString('code', { description: 'Error code, as of createCustomer.' }),
    message: t.exposeString('message', { description: 'Explanation for a human reader.' }),
    fields: t.field({
      type: [FieldErrorRef],
      bound: maxFieldErrors,
      description: 'Invalid fields. In a CSV file their paths are columns.',
      resolve: ({ details }) =>
        ((details['errors'] ?? []) as readonly StoredField[]).map(({ field, reason }) => ({
          path: field,
          message: reason,
        })),
    }),
  }),
});

export const CustomerImportRef = builder.objectRef<CustomerImport>('CustomerImport').implement({
  description: 'An import of customers from a file. A job processes the rows in their order.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: CustomerImportStatusEnum,
      description: 'Status of the import.',
      resolve: ({ status }) => status,
    }),
    format: t.field({
      type: CustomerImportFormatEnum,
      description: 'Format of the file.',
      resolve: ({ format }) => format,
    }),
    dryRun: t.exposeBoolean('dryRun', { description: 'Rows are checked, and no customer is created.' }),
    progress: t.field({
      type: ProgressRef,
      description: 'Numbers of rows.',
      resolve: ({ progress }) => progress,
    }),
    errors: t.field({
      type: [RowErrorRef],
      bound: errorsBound,
      description: `First rows with errors. ${maxStoredErrors} are stored, and progress.failed counts all.`,
      args: {
        first: t.arg.int({ description: `Number of rows to return: ${lengthDescription(errorsBound)}` }),
      },
      ...acceptingOn(
        { first: lengthArgument(errorsBound) },
        async ({ id }: CustomerImport, { first }, context) => [
          ...((await errorsOf(context, id, first)) ?? []),
        ],
      ),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the upload.',
      resolve: ({ createdAt }) => createdAt,
    }),
    completedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the last row was processed; null until then.',
      resolve: ({ completedAt }) => completedAt ?? null,
    }),
  }),
});

registerNode('Job', 'CustomerImport', importById);

const CustomerImportFilterInput = z.object({
  status: optional(oneOf(importStatuses)),
  dryRun: optional(z.boolean()),
});

const CustomerImportFilter = builder.inputType('CustomerImportFilter', {
  description: 'Filter of imports. Imports match all given fields.',
  fields: (t) => ({
    status: t.field({ type: CustomerImportStatusEnum, description: 'Status of the import.' }),
    dryRun: t.boolean({ description: 'Only dry runs, or only imports that are none.' }),
  }),
});

builder.queryFields((t) => ({
  customerImport: t.field({
    type: CustomerImportRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Returns one import of customers; null if the platform has none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Job:<uuid>' }) },
    ...accepting({ id: idSchema('Job') }, ({ id }, context) => importById(context, id)),
  }),
  customerImports: t.field({
    type: connectionOf('CustomerImport', CustomerImportRef, { createdIn: 'customerImports' }),
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Imports of customers, newest first.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: CustomerImportFilter, description: 'Filter for the list.' }),
    },
    ...accepting(
      { ...pageShape, filter: optional(CustomerImportFilterInput) },
      ({ filter = {}, ...page }, context) => {
        const { id } = principalOf(context).platform;
        return connect(
          'customerImports',
          filter,
          page,
          (request) => listImports(context.ports.db.orm, id, filter, request),
          (db) => countImports(db, id, filter),
        );
      },
    ),
  }),
}));

const file = z.instanceof(UploadedFile, { error: 'must be a file, uploaded by a multipart request' });

async function* piecesOf({ bytes }: UploadedFile): AsyncGenerator<Uint8Array> {
  const length = 64 * 1024;
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

builder.mutationField('importCustomers', (t) =>
  t.errorUnionField({
    description:
      'Imports customers from a file of at most 10 MiB; REST takes up to 100 MiB. A job creates them. One import of a platform runs at a time.',
    authScopes: { permission: 'MANAGE' },
    args: {
      file: t.arg({ type: 'Upload', required: true, description: 'File with one customer in each row.' }),
      format: t.arg({ type: CustomerImportFormatEnum, description: 'Format of the file. Default: CSV.' }),
      dryRun: t.arg.boolean({ description: 'Checks every row and creates no customer. Default: false.' }),
      idempotencyKey: t.arg.string({
        description: 'Idempotency key: a repeated call returns the same import.',
      }),
    },
    types: [CustomerImportRef, InvalidInput, Forbidden, Conflict],
    union: {
      name: 'ImportCustomersResult',
      description: 'Result of importCustomers.',
      resolveType: () => CustomerImportRef,
    },
    ...accepting(
      {
        file,
        format: optional(oneOf(importFormats)),
        dryRun: optional(z.boolean()),
        idempotencyKey: IdempotencyKey,
      },
      async (args, context) => {
        const { format = 'CSV', dryRun = false } = args;
        const { result } = await startImport(
          context.ports,
          platformOf(context),
          { format, pieces: piecesOf(args.file) },
          () => ({ dryRun }),
          args.idempotencyKey,
        );
        return result;
      },
    ),
  }),
);
