/** The internal account: a balance that the service holds. Source: docs/behaviour/accounts.md#internal-accounts. */
import type { Id } from '../../kernel/ids.ts';
import { currencies, findCurrency } from '../../kernel/money/currencies.ts';

export type InternalAccountType = 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
type InternalAccountStatus = 'PENDING' | 'ACTIVE' | 'CLOSED' | 'FROZEN';

export const internalAccountTypes = ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'] as const;

export interface InternalAccount {
  readonly id: Id<'InternalAccount'>;
  /** Absent for an account of the platform. */
  readonly customerId: Id<'Customer'> | undefined;
  readonly type: InternalAccountType;
  readonly status: InternalAccountStatus;
  readonly currency: string;
  /** Sum of all postings, in the smallest unit. */
  readonly posted: bigint;
  /** The part of `posted` that is on hold for payments in progress. */
  readonly held: bigint;
  readonly privateEnabled: boolean;
  /** The reference that a deposit must include to be credited here. */
  readonly reference: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What an owner has at most one account of. */
export type AccountKind = Pick<InternalAccount, 'currency' | 'type'>;

/** One account for each currency, and the embedded wallet. A unique index prevents more. */
export const maxAccountsOfOwner = currencies.length + 1;

export const typeForCurrency = (currency: string): 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' =>
  findCurrency(currency)?.kind === 'crypto' ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT';
