/** The stored result of a receiver look-up. Source: docs/behaviour/payments.md#receiver-look-ups. */
import type { Id } from '../../kernel/ids.ts';
import type { AmountRange } from '../../kernel/money/amount-range.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import type { PartyFields, RequestedField } from '../../platforms/party-fields.ts';
import type { AccountParty, UmaParty, WithoutCurrency } from '../payment-party.ts';

export interface SupportedCurrency {
  readonly currency: string;
  /** Units of the sender's currency per unit of this one, in major units. Only a quote fixes a rate. */
  readonly estimatedExchangeRate: Ratio;
  /** The accepted amounts, in the smallest unit of this currency. */
  readonly range: AmountRange;
}

/** A party that can be looked up. Its currencies are the result of the look-up. */
export type Receiver = WithoutCurrency<AccountParty<Id<'ExternalAccount'>> | UmaParty>;

export interface ReceiverLookup {
  readonly id: Id<'Lookup'>;
  readonly platformId: Id<'Platform'>;
  readonly receiver: Receiver;
  readonly supportedCurrencies: readonly SupportedCurrency[];
  readonly requiredPayerData: readonly RequestedField[];
  /** The receiver's data that its UMA provider shares; empty for an account. */
  readonly receiverFields: PartyFields;
  readonly createdAt: Date;
  /** The first instant at which a quote can no longer use the look-up. */
  readonly expiresAt: Date;
}

/** Whether the look-up is of the quote's beneficiary. */
export const isLookupOf = (
  { receiver }: ReceiverLookup,
  destination: WithoutCurrency<AccountParty | UmaParty>,
): boolean =>
  receiver.type === 'UMA_ADDRESS'
    ? destination.type === 'UMA_ADDRESS' && destination.umaAddress === receiver.umaAddress
    : destination.type === 'ACCOUNT' && destination.accountId === receiver.accountId;

/** The lifetime of a look-up. */
export const lookupLifetimeSeconds = 900;
