/** SQL of the enabled currencies of platforms. */
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { readRows, rowReader } from '../../infrastructure/database/row-decoding/rows.ts';
import { bulkInserter, statement } from '../../infrastructure/database/statements.ts';
import { send } from '../../infrastructure/database/transact.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { EnabledCurrency } from '../platform.ts';
import { platformCurrencies } from '../tables.ts';
import { transactionTypes } from '../transaction-type.ts';

/** Defaults: no counterparty fields, both directions. */
type CurrencyToEnable = Pick<EnabledCurrency, 'currency' | 'minAmount' | 'maxAmount'> & {
  readonly [K in 'requiredCounterpartyFields' | 'enabledTransactionTypes']?: EnabledCurrency[K] | undefined;
};

const insertRows = bulkInserter(platformCurrencies);

export async function insertCurrencies(
  tx: Executor,
  platformId: Id<'Platform'>,
  enabled: readonly CurrencyToEnable[],
): Promise<void> {
  if (enabled.length === 0) return;
  const rows = enabled.map(({ requiredCounterpartyFields, enabledTransactionTypes, ...row }) => ({
    ...row,
    platformId: uuidOf(platformId),
    requiredCounterpartyFields: requiredCounterpartyFields ?? [],
    enabledTransactionTypes: enabledTransactionTypes ?? transactionTypes,
  }));
  await send(tx, insertRows(rows));
}

const { platformId: _, ...ofCurrency } = getTableColumns(platformCurrencies);

export async function enabledCurrencies(
  db: Executor,
  platformId: Id<'Platform'>,
): Promise<EnabledCurrency[]> {
  return db
    .select(ofCurrency)
    .from(platformCurrencies)
    .where(eq(platformCurrencies.platformId, uuidOf(platformId)))
    .orderBy(platformCurrencies.currency);
}

const currencyReader = rowReader(platformCurrencies, [
  'currency',
  'minAmount',
  'maxAmount',
  'requiredCounterpartyFields',
  'enabledTransactionTypes',
]);

export async function findEnabledCurrency(
  db: Executor,
  platformId: Id<'Platform'>,
  currency: string,
): Promise<EnabledCurrency | undefined> {
  const [found] = await findEnabledCurrencies(db, platformId, [currency]);
  return found;
}

const selectEnabled = statement<'platform' | 'codes'>(sql`
  select ${currencyReader.columns()} from ${platformCurrencies}
  where ${platformCurrencies.platformId} = ${sql.placeholder('platform')}::uuid
    and ${platformCurrencies.currency} = any(${sql.placeholder('codes')}::text[])`);

/** The settings of those of the currencies that the platform has enabled. */
export async function findEnabledCurrencies(
  db: Executor,
  platformId: Id<'Platform'>,
  codes: readonly string[],
): Promise<EnabledCurrency[]> {
  if (codes.length === 0) return [];
  return readRows(db, currencyReader, selectEnabled({ platform: uuidOf(platformId), codes: [...codes] }));
}

/** Enables exactly these currencies. Accounts of a currency that is no longer enabled remain. */
export async function replaceCurrencies(
  tx: Executor,
  platformId: Id<'Platform'>,
  enabled: readonly CurrencyToEnable[],
): Promise<void> {
  await tx.delete(platformCurrencies).where(eq(platformCurrencies.platformId, uuidOf(platformId)));
  await insertCurrencies(tx, platformId, enabled);
}
