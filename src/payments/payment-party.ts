/**
 * The parties of a payment. `source` is the originator, who sends the money; `destination` is the beneficiary, who
 * receives it.
 *
 * Source: docs/behaviour/payments.md#transactions, docs/behaviour/payments.md#quotes.
 */
import type { Id } from '../kernel/ids.ts';
import type { UmaAddress } from '../kernel/uma-address.ts';

export const partyTypes = ['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING'] as const;

export type AccountId = Id<'InternalAccount'> | Id<'ExternalAccount'>;

/** An internal or external account. */
export interface AccountParty<Account extends AccountId = AccountId> {
  readonly type: 'ACCOUNT';
  readonly accountId: Account;
  readonly currency: string;
  /** The UMA address that the payer used. */
  readonly umaAddress?: UmaAddress | undefined;
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

/** The UMA address by which the party takes part in the payment. */
export const umaAddressOf = (party: PaymentParty): UmaAddress | undefined =>
  party.type === 'REALTIME_FUNDING' ? undefined : party.umaAddress;

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
