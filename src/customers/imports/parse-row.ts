/**
 * The customer of a row, checked by the rules of `createCustomer`. A row of NDJSON has the fields of that operation; a row of CSV
 * has columns.
 *
 * Source: docs/behaviour/customers.md#bulk-import.
 */
import type { z } from 'zod';
import { InvalidInput } from '../../kernel/errors.ts';
import { invalidInput, isStorable } from '../../kernel/parse.ts';
import { CreateCustomerInput } from '../create-customer.ts';
import { type Column, inputOfRow, missingIn, valuesOfRow, withColumnNames } from './columns.ts';
import { fieldsOfRow, textOfRow } from './rows-of-file.ts';

export type CustomerInput = z.output<typeof CreateCustomerInput>;

export interface ParsedRow {
  readonly correlationId: string;
  readonly input: CustomerInput | InvalidInput;
}

const maxIdLength = 255;

/** The id of the row in errors. Another value than a usable `platformCustomerId` is not repeated. */
const correlationIdOf = (id: unknown, row: number): string =>
  typeof id === 'string' && id.length > 0 && id.length <= maxIdLength && isStorable(id) ? id : `row_${row}`;

function parseCsvRow(columns: readonly Column[], bytes: Uint8Array, row: number): ParsedRow {
  const values = valuesOfRow(columns, fieldsOfRow(bytes));
  if (values instanceof InvalidInput) return { correlationId: `row_${row}`, input: values };
  const correlationId = correlationIdOf(values.platformCustomerId, row);
  const missing = missingIn(values);
  const parsed = CreateCustomerInput.safeParse(inputOfRow(values));
  const wrong = parsed.success ? undefined : invalidInput(parsed.error);
  if (parsed.success && missing.length === 0) return { correlationId, input: parsed.data };
  const fields = [...missing, ...(wrong?.fields ?? [])];
  return { correlationId, input: withColumnNames(fields, { code: wrong?.code ?? 'INVALID_INPUT' }) };
}

function parseJsonRow(bytes: Uint8Array, row: number): ParsedRow {
  let value: unknown;
  try {
    value = JSON.parse(textOfRow(bytes));
  } catch {
    return { correlationId: `row_${row}`, input: InvalidInput.at('row', 'must be JSON') };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { correlationId: `row_${row}`, input: InvalidInput.at('row', 'must be a JSON object') };
  }
  const parsed = CreateCustomerInput.safeParse(value);
  return {
    correlationId: correlationIdOf((value as Record<string, unknown>)['platformCustomerId'], row),
    input: parsed.success ? parsed.data : invalidInput(parsed.error),
  };
}

/**
 * @param columns of a CSV file; `undefined` for NDJSON.
 * @param row its number, from 1.
 */
export const parseRow = (
  columns: readonly Column[] | undefined,
  bytes: Uint8Array,
  row: number,
): ParsedRow => (columns ? parseCsvRow(columns, bytes, row) : parseJsonRow(bytes, row));
