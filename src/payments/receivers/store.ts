/** SQL of receiver look-ups. */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { exactText, parseRatio } from '../../kernel/money/rate.ts';
import type { UmaAddress } from '../../kernel/uma-address.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { receiverLookups } from '../tables.ts';
import type { Receiver, ReceiverLookup, SupportedCurrency } from './receiver-lookup.ts';

type Row = typeof receiverLookups.$inferSelect;

const currencyToJson = ({ currency, estimatedExchangeRate, range }: SupportedCurrency) => ({
  currency,
  estimatedExchangeRate: exactText(estimatedExchangeRate),
  min: String(range.min),
  max: String(range.max),
});

function currencyFromJson(stored: Record<string, string>): SupportedCurrency {
  const { currency, estimatedExchangeRate, min, max } = stored;
  const rate = parseRatio(estimatedExchangeRate ?? '');
  invariant(currency && rate && min && max, 'a stored look-up is readable');
  return { currency, estimatedExchangeRate: rate, range: { min: BigInt(min), max: BigInt(max) } };
}

const receiverOf = (row: Row): Receiver =>
  row.externalAccountId
    ? { type: 'ACCOUNT', accountId: idOf('ExternalAccount', row.externalAccountId) }
    : { type: 'UMA_ADDRESS', umaAddress: row.umaAddress as UmaAddress };

export async function insertLookup(tx: Executor, lookup: ReceiverLookup): Promise<void> {
  const { receiver } = lookup;
  await tx.insert(receiverLookups).values({
    id: uuidOf(lookup.id),
    platformId: uuidOf(lookup.platformId),
    externalAccountId: receiver.type === 'ACCOUNT' ? uuidOf(receiver.accountId) : null,
    umaAddress: receiver.type === 'UMA_ADDRESS' ? receiver.umaAddress : null,
    supportedCurrencies: lookup.supportedCurrencies.map(currencyToJson),
    requiredPayerData: lookup.requiredPayerData.map((field) => ({ ...field })),
    receiverFields: lookup.receiverFields,
    createdAt: lookup.createdAt,
    expiresAt: lookup.expiresAt,
  });
}

/** A look-up contains no customer data, so it is visible to the whole platform. */
export async function findLookup(
  db: Executor,
  scope: Scope,
  id: Id<'Lookup'>,
): Promise<ReceiverLookup | undefined> {
  const [row] = await db
    .select()
    .from(receiverLookups)
    .where(and(eq(receiverLookups.platformId, uuidOf(scope.platformId)), eq(receiverLookups.id, uuidOf(id))));
  return (
    row && {
      id: idOf('Lookup', row.id),
      platformId: idOf('Platform', row.platformId),
      receiver: receiverOf(row),
      supportedCurrencies: row.supportedCurrencies.map(currencyFromJson),
      requiredPayerData: row.requiredPayerData,
      receiverFields: row.receiverFields,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
    }
  );
}
