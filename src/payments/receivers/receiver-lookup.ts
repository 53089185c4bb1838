/** What a receiver can be paid, as it was told at one moment. Source: interface, receiver look-up; gaps 2.18. */
import type { Id } from '../../kernel/ids.ts';
import type { AmountRange } from '../../kernel/money/amount-range.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import type { UmaAddress } from '../../kernel/uma-address.ts';
import type { PartyFields, RequestedField } from '../../platforms/party-fields.ts';

export interface SupportedCurrency {
  readonly currency: string;
  /** Units of the sender's currency per unit of this one, in major units. Only a quote promises a rate. */
  readonly estimatedExchangeRate: Ratio;
  /** What may arrive, in the smallest unit of this currency. */
  readonly range: AmountRange;
}

export type Receiver =
  | { readonly type: 'ACCOUNT'; readonly accountId: Id<'ExternalAccount'> }
  | { readonly type: 'UMA_ADDRESS'; readonly umaAddress: UmaAddress };

export interface ReceiverLookup {
  readonly id: Id<'Lookup'>;
  readonly platformId: Id<'Platform'>;
  readonly receiver: Receiver;
  readonly supportedCurrencies: readonly SupportedCurrency[];
  readonly requiredPayerData: readonly RequestedField[];
  /** What the provider of a UMA address tells of its receiver; nothing of an account. */
  readonly receiverFacts: PartyFields;
  readonly createdAt: Date;
  /** The first instant at which no quote can be made from it. */
  readonly expiresAt: Date;
}

/** Whether the look-up is of whom a quote pays. */
export const isLookupOf = ({ receiver }: ReceiverLookup, destination: QuoteReceiver): boolean =>
  receiver.type === 'UMA_ADDRESS'
    ? destination.type === 'UMA_ADDRESS' && destination.umaAddress === receiver.umaAddress
    : destination.type === 'ACCOUNT' && destination.accountId === receiver.accountId;

type QuoteReceiver =
  | { readonly type: 'ACCOUNT'; readonly accountId: Id<'InternalAccount'> | Id<'ExternalAccount'> }
  | { readonly type: 'UMA_ADDRESS'; readonly umaAddress: UmaAddress };

/** How long a look-up may be used for a quote. */
export const lookupLifetimeSeconds = 900;
