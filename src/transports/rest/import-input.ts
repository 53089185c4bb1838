/** The settings and the format of an uploaded import of customers. */
import { z } from 'zod';
import type { ImportFormat } from '../../customers/imports/customer-import.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { optional, parseInput } from '../../kernel/parse.ts';
import type { StreamedUpload } from '../http/streamed-body.ts';
import { flag } from './query.ts';

/** Of the query, or of the fields of a form. */
export const ImportSettings = z.object({
  dryRun: optional(flag).meta({ description: 'Checks every row and creates no customer. Default: false.' }),
});

export const formatOfMediaType: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'CSV',
  'application/x-ndjson': 'NDJSON',
};

/** By the media type of the body, or by the name of the file in a form. */
export const formatOf = ({ mediaType, fileName }: StreamedUpload): ImportFormat =>
  formatOfMediaType[mediaType] ?? (/\.(ndjson|jsonl)$/i.test(fileName ?? '') ? 'NDJSON' : 'CSV');

/** A parameter of the query has precedence over a field. */
export function importSettings(
  query: z.output<typeof ImportSettings>,
  { fields }: StreamedUpload,
): { readonly dryRun: boolean } | InvalidInput {
  const given = parseInput(ImportSettings, Object.fromEntries(fields));
  if (given instanceof InvalidInput) return given;
  return { dryRun: query.dryRun ?? given.dryRun ?? false };
}
