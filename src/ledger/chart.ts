/**
 * The chart of accounts: one ledger account for each internal account, and the service accounts of each platform and
 * currency. The id of a service account is derived from its platform, code and currency, so a payment needs no query for it.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PaymentRail } from './payment-rails.ts';
import { paymentRails } from './payment-rails.ts';

export type ServiceAccountCode =
  | `CLEARING_${PaymentRail | 'CRYPTO' | 'UMA'}`
  | 'FX_POSITION'
  | 'FEES'
  | 'FUNDING'
  /** Money owed to the owner of a closed account, until an operator decides. */
  | 'SUSPENSE'
  | BankAccountCode;

/** The service accounts of a bank connection, in its currency. */
type BankAccountCode =
  /** The platform's own account at the bank. Its balance is the negative of what the bank owes to the platform. */
  | 'BANK'
  /** The balance of the bank account before the first statement. */
  | 'BANK_OPENING'
  | 'BANK_FEES'
  /** Deposits that no account matched, until a person decides. */
  | 'UNMATCHED_DEPOSITS'
  /** Entries of the bank that no record explains, until a person decides. */
  | 'BANK_BREAKS';

export const bankAccountCodes: readonly BankAccountCode[] = [
  'BANK',
  'BANK_OPENING',
  'BANK_FEES',
  'UNMATCHED_DEPOSITS',
  'BANK_BREAKS',
];

/** The service accounts that a platform has in each of its currencies. */
export const serviceAccountCodes: readonly ServiceAccountCode[] = [
  ...paymentRails.map((rail) => `CLEARING_${rail}` as const),
  'CLEARING_CRYPTO',
  'CLEARING_UMA',
  'FX_POSITION',
  'FEES',
  'FUNDING',
  'SUSPENSE',
];

const derived = new LRUCache<string, string>({ max: 50_000 });

/** The uuid of a service account: version 8, from SHA-256 of platform, code and currency. */
export function serviceAccountUuid(platformUuid: string, code: ServiceAccountCode, currency: string): string {
  const name = `${platformUuid}/${code}/${currency}`;
  let uuid = derived.get(name);
  if (!uuid) {
    const digest = createHash('sha256').update(name).digest();
    digest[6] = ((digest[6] as number) & 0x0f) | 0x80;
    digest[8] = ((digest[8] as number) & 0x3f) | 0x80;
    const hex = digest.toString('hex');
    uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
    derived.set(name, uuid);
  }
  return uuid;
}
