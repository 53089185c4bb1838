/**
 * Imports some rows in the transaction that moves the position of their import, so that each row is imported exactly once.
 *
 * Decision: a row without a UMA address fails when a customer that is not deleted, or an earlier row, has its `platformCustomerId`,
 * although `createCustomer` allows it. So a corrected file can be imported again, and creates only what is missing. A row with a UMA
 * address is identified by that.
 *
 * Source: docs/behaviour/customers.md#bulk-import.
 */
import { createHash } from 'node:crypto';
import type { Executor } from '../../infrastructure/database/client.ts';
import { encodeBase64Url } from '../../kernel/crypto/encodings.ts';
import { type DomainError, InvalidInput } from '../../kernel/errors.ts';
import type { Platform } from '../../platforms/platform.ts';
import { lockEnabledCodes, preparedCustomer, storeNewCustomer } from '../create-customer.ts';
import { type Customer, UmaAddressExists } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { type CustomerImport, PlatformCustomerIdExists, type RowError } from './customer-import.ts';
import { addKeys, knownKeys, takenValues } from './import-store.ts';
import type { CustomerInput, ParsedRow } from './parse-row.ts';

type PagePorts = Pick<Ports, 'clock' | 'identityChecks' | 'customerHooks' | 'screening'>;

/** 128 bits suffice for a million rows. */
const keyOf = (kind: 'id' | 'uma', value: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(`${kind}\u0000${value}`).digest().subarray(0, 16));

const keysOf = ({ platformCustomerId, umaAddress }: CustomerInput) => ({
  id: platformCustomerId === undefined ? undefined : keyOf('id', platformCustomerId),
  uma: umaAddress === undefined ? undefined : keyOf('uma', umaAddress.toLowerCase()),
});

const presentIn = <T>(values: readonly (T | undefined)[]): T[] =>
  values.filter((value): value is T & {} => value !== undefined);

/** Finds rows whose id or address an existing customer or an earlier row has. */
async function duplicates(tx: Executor, imported: CustomerImport, rows: readonly ParsedRow[]) {
  const inputs = rows.flatMap(({ input }) => (input instanceof InvalidInput ? [] : [input]));
  const taken = await takenValues(
    tx,
    imported.platformId,
    presentIn(inputs.map(({ platformCustomerId }) => platformCustomerId)),
    presentIn(inputs.map(({ umaAddress }) => umaAddress?.toLowerCase())),
  );
  const keys = inputs.map(keysOf).flatMap(({ id, uma }) => presentIn([id, uma]));
  // The customers of earlier rows exist, except in a dry run.
  const known = new Set(imported.dryRun ? await knownKeys(tx, imported.id, keys) : []);
  const added: Uint8Array[] = [];
  return {
    problemOf(input: CustomerInput): DomainError | undefined {
      const { id, uma } = keysOf(input);
      const { platformCustomerId, umaAddress } = input;
      if (
        uma &&
        (known.has(encodeBase64Url(uma)) || taken.umaAddresses.has(umaAddress?.toLowerCase() ?? ''))
      ) {
        return new UmaAddressExists();
      }
      if (!uma && id && (known.has(encodeBase64Url(id)) || taken.ids.has(platformCustomerId ?? ''))) {
        return new PlatformCustomerIdExists();
      }
      return undefined;
    },
    add(input: CustomerInput): void {
      const { id, uma } = keysOf(input);
      for (const key of presentIn([id, uma])) {
        known.add(encodeBase64Url(key));
        added.push(key);
      }
    },
    store: () => (imported.dryRun ? addKeys(tx, imported.id, added) : Promise.resolve()),
  };
}

/**
 * Checks rows, and creates their customers unless it is a dry run.
 *
 * @returns The rows that failed. The others were imported.
 */
export async function importRows(
  tx: Executor,
  ports: PagePorts,
  platform: Platform,
  imported: CustomerImport,
  rows: readonly ParsedRow[],
): Promise<readonly RowError[]> {
  const enabled = await lockEnabledCodes(tx, platform.id);
  const found = await duplicates(tx, imported, rows);
  const errors: RowError[] = [];

  const prepare = async (input: CustomerInput | InvalidInput): Promise<Customer | DomainError> => {
    if (input instanceof InvalidInput) return input;
    const problem = found.problemOf(input);
    return problem ?? (await preparedCustomer(tx, ports, platform, input, enabled));
  };

  for (const [index, { correlationId, input }] of rows.entries()) {
    const customer = await prepare(input);
    if (customer instanceof Error) {
      const { code, message, details } = customer;
      errors.push({ row: imported.progress.processed + index + 1, correlationId, code, message, details });
      continue;
    }
    found.add(input as CustomerInput);
    if (!imported.dryRun) await storeNewCustomer(tx, ports, platform, customer);
  }
  await found.store();
  return errors;
}
