/**
 * What a new quote costs: the look-up it is made from, the bounds of both sides, the price.
 *
 * Source: gaps 2.10 (look-up, payer data), 8.3, 8.4 (min and max of each side).
 */

import type { Customer } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import { type AmountOutOfRange, type AmountRange, checkRange } from '../../kernel/money/amount-range.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { findEnabledCurrency } from '../../platforms/currencies/currency-store.ts';
import { directionClosed } from '../../platforms/currencies/enabled-currency.ts';
import type { EnabledCurrency, Platform } from '../../platforms/platform.ts';
import { CorridorNotServed } from '../rates/errors.ts';
import { type Price, price } from '../rates/pricing.ts';
import { type RateSource, termsOf } from '../rates/rate-table.ts';
import { LookupNotFound, type MissingMandatoryUserInfo } from '../receivers/errors.ts';
import { missingPayerData } from '../receivers/payer-data.ts';
import { isLookupOf, type ReceiverLookup } from '../receivers/receiver-lookup.ts';
import { findLookup } from '../receivers/store.ts';
import type { NewQuote } from './quote-input.ts';

const at = 'lockedCurrencyAmount';

/** The look-up that the quote is made from; `undefined` where none was asked for and none is needed. */
export async function usableLookup(
  tx: Executor,
  scope: Scope,
  { lookupId, destination, senderCustomerInfo }: NewQuote,
  payer: Customer | undefined,
  now: Date,
): Promise<ReceiverLookup | undefined | InvalidInput | LookupNotFound | MissingMandatoryUserInfo> {
  if (!lookupId) {
    return destination.type === 'UMA_ADDRESS'
      ? InvalidInput.at('lookupId', 'is required for a UMA address')
      : undefined;
  }
  const lookup = await findLookup(tx, scope, lookupId);
  if (!lookup || now >= lookup.expiresAt) return new LookupNotFound(lookupId);
  const receiver =
    destination.type === 'UMA_ADDRESS'
      ? { type: destination.type, umaAddress: destination.address }
      : destination;
  if (!isLookupOf(lookup, receiver)) return InvalidInput.at('lookupId', 'is the look-up of another receiver');
  return missingPayerData(lookup.requiredPayerData, senderCustomerInfo, payer) ?? lookup;
}

/** What arrives at a UMA address: the currency asked for, or the only one that the receiver takes. */
export function umaCurrency(
  destination: { readonly currency?: string | undefined },
  { supportedCurrencies }: ReceiverLookup,
): string | InvalidInput {
  const [first, ...others] = supportedCurrencies.map(({ currency }) => currency);
  const wanted = destination.currency ?? (others.length === 0 ? first : undefined);
  if (wanted === undefined) {
    return InvalidInput.at('destination.umaAddress.currency', 'is required: the receiver takes several');
  }
  return wanted === first || others.includes(wanted)
    ? wanted
    : InvalidInput.at('destination.umaAddress.currency', 'is not taken by the receiver', 'INVALID_CURRENCY');
}

export interface Corridor {
  readonly sending: string;
  readonly receiving: string;
  /** The input field that chose each. */
  readonly sendingPath: string;
  readonly receivingPath: string;
}

/** The currency that the platform is to pay in, as it has enabled it. */
export async function sendableCurrency(
  tx: Executor,
  platform: Platform,
  { sending, sendingPath }: Pick<Corridor, 'sending' | 'sendingPath'>,
): Promise<EnabledCurrency | InvalidInput> {
  const enabled = await findEnabledCurrency(tx, platform.id, sending);
  return enabled ? (directionClosed(enabled, 'OUTGOING', sendingPath) ?? enabled) : notEnabled(sendingPath);
}

/** The price, within what the platform sends and the receiver takes. */
export async function priceQuote(
  tx: Executor,
  rates: RateSource,
  platform: Platform,
  sendingBounds: EnabledCurrency,
  { sending, receiving, receivingPath }: Corridor,
  { lockedCurrencySide, lockedCurrencyAmount }: NewQuote,
  lookup: ReceiverLookup | undefined,
): Promise<Price | AmountOutOfRange | InvalidInput> {
  const receivingBounds =
    receiving === sending ? sendingBounds : await findEnabledCurrency(tx, platform.id, receiving);
  if (!receivingBounds) return notEnabled(receivingPath);
  const terms = termsOf(rates, sending, receiving);
  if (!terms) return new CorridorNotServed(receivingPath, sending, receiving, rates);

  const priced = price(terms, lockedCurrencySide, lockedCurrencyAmount);
  if (priced instanceof DomainError) return priced;
  const sendable = { min: sendingBounds.minAmount, max: sendingBounds.maxAmount };
  const receivable: AmountRange | undefined = lookup?.supportedCurrencies.find(
    ({ currency }) => currency === receiving,
  )?.range;
  return (
    checkRange(priced.sending, sendable, at) ??
    (receivable && checkRange(priced.receiving, receivable, at)) ??
    priced
  );
}

const notEnabled = (path: string): InvalidInput =>
  InvalidInput.at(path, 'has a currency that is not enabled', 'INVALID_CURRENCY');
