/** `customers import`: customers from a file. */
import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentString } from '@payments-platform/client';
import { ImportCustomersDocument } from '@payments-platform/client/operations';
import { usageError } from '../errors.ts';
import type { Session } from '../session.ts';

interface Imported {
  readonly id: string;
  readonly status: string;
  readonly dryRun: boolean;
  readonly progress: {
    readonly total: number;
    readonly processed: number;
    readonly successful: number;
    readonly failed: number;
  };
  readonly errors: readonly {
    readonly row: number;
    readonly correlationId: string;
    readonly message: string;
    readonly fields: readonly { readonly path: string; readonly message: string }[];
  }[];
}

const ImportDocument = `query ImportWithErrors($id: ID!) { customerImport(id: $id) {
  id status dryRun progress { total processed successful failed }
  errors(first: 100) { row correlationId message fields { path message } } } }` as DocumentString<
  { readonly customerImport: Imported | null },
  { readonly id: string }
>;

const pollMs = 1_000;

/** The largest file that GraphQL takes. REST takes more. */
const maxBytes = 10 * 1024 * 1024;

async function fileAt(path: string): Promise<Blob> {
  // It throws at once for a missing file, and rejects for others.
  const file = await Promise.resolve()
    .then(() => openAsBlob(path))
    .catch(() => undefined);
  if (!file) throw usageError(`${path} cannot be read.`);
  if (file.size > maxBytes)
    throw usageError(`${path} is larger than ${maxBytes} bytes. Send it to POST /customers/bulk/csv.`);
  return file;
}

/** Imports a file and waits for the end, unless the command is interrupted. */
export async function importCustomers(
  session: Session,
  path: string,
  given: { readonly dryRun: boolean; readonly idempotencyKey: string | undefined },
): Promise<void> {
  const { io, printer, request } = session;
  const format = /\.(ndjson|jsonl)$/i.test(path) ? 'NDJSON' : 'CSV';
  const variables = { file: await fileAt(path), format, dryRun: given.dryRun } as const;
  const { id } = await request(ImportCustomersDocument, variables, given);
  let imported = await request(ImportDocument, { id });
  while (imported.status === 'PENDING' || imported.status === 'PROCESSING') {
    printer.note(`${imported.progress.processed} of ${imported.progress.total} rows`);
    await delay(pollMs, undefined, { signal: io.signal }).catch(() => undefined);
    if (io.signal.aborted) return;
    imported = await request(ImportDocument, { id });
  }
  const { progress, errors } = imported;
  printer.record(imported, [
    ['Id', imported.id],
    ['Status', imported.status],
    ['Dry run', imported.dryRun ? 'yes' : 'no'],
    ['Rows', progress.total],
    ['Successful', progress.successful],
    ['Failed', progress.failed],
    ...errors.map(({ row, correlationId, message, fields }): readonly [string, string] => [
      `Row ${row}`,
      `${correlationId}: ${fields.map((field) => `${field.path} ${field.message}`).join('; ') || message}`,
    ]),
  ]);
}
