/**
 * The parties of a payment. `source` is the originator, who sends the money; `destination` is the beneficiary, who
 * receives it.
 *
 * Source: docs/behaviour/payments.md#transactions, docs/behaviour/payments.md#quotes.
 */
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import type { UmaAddress } from '../kernel/uma-address.ts';

export const partyTypes = ['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING'] as const;

export type AccountId = Id<'InternalAccount'> | Id<'ExternalAccount'>;

/** An internal or external account. */
export interface AccountParty<Account extends AccountId = AccountId> {
  readonly type: 'ACCOUNT';
  readonly accountId: Account;
  readonly currency: string;
}

/** A customer of a UMA provider. */
export interface UmaParty {
  readonly type: 'UMA_ADDRESS';
  readonly umaAddress: UmaAddress;
  readonly currency: string;
}

/** A deposit made for this one payment. */
export interface DepositParty {
  readonly type: 'REALTIME_FUNDING';
  readonly currency: string;
  /** Absent when the platform itself deposits. */
  readonly customerId: Id<'Customer'> | undefined;
}

export type PaymentParty = AccountParty | UmaParty | DepositParty;

/** A party whose currency is not known yet. */
export type WithoutCurrency<Party extends PaymentParty> = Party extends PaymentParty
  ? Omit<Party, 'currency'>
  : never;

export const isInternalAccountId = (id: AccountId): id is Id<'InternalAccount'> =>
  id.startsWith('InternalAccount:');

/** The party's internal account; `undefined` for every other party. */
export const internalAccountOf = (party: PaymentParty): Id<'InternalAccount'> | undefined =>
  party.type === 'ACCOUNT' && isInternalAccountId(party.accountId) ? party.accountId : undefined;

/** The party's external account; `undefined` for every other party. */
export const externalAccountOf = (party: PaymentParty): Id<'ExternalAccount'> | undefined =>
  party.type === 'ACCOUNT' && !isInternalAccountId(party.accountId) ? party.accountId : undefined;

/** How tables store a party, besides its type and currency. */
export interface PartyColumns {
  readonly internal: string | null;
  readonly external: string | null;
  readonly umaAddress: string | null;
}

export function partyToColumns(party: PaymentParty): PartyColumns {
  const internal = internalAccountOf(party);
  const external = externalAccountOf(party);
  return {
    internal: internal ? uuidOf(internal) : null,
    external: external ? uuidOf(external) : null,
    umaAddress: party.type === 'UMA_ADDRESS' ? party.umaAddress : null,
  };
}

export const accountFromColumns = (
  { internal, external }: Pick<PartyColumns, 'internal' | 'external'>,
  currency: string,
): AccountParty => ({
  type: 'ACCOUNT',
  accountId: internal ? idOf('InternalAccount', internal) : idOf('ExternalAccount', external ?? ''),
  currency,
});

/** Addresses are parsed before they are stored. */
export const umaFromColumn = (umaAddress: string | null, currency: string): UmaParty => ({
  type: 'UMA_ADDRESS',
  umaAddress: umaAddress as UmaAddress,
  currency,
});

export const depositFromColumn = (customer: string | null, currency: string): DepositParty => ({
  type: 'REALTIME_FUNDING',
  currency,
  customerId: customer ? idOf('Customer', customer) : undefined,
});
