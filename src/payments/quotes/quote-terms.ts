/**
 * The terms of a new quote: its look-up, its currencies, the bounds of both sides, its price.
 *
 * Source: docs/behaviour/payments.md#quotes (look-up, payer data), docs/behaviour/payments.md#pricing, docs/behaviour/payments.md#worked-examples (min and max of each side).
 */

import type { Customer } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, InvalidInput, invariant } from '../../kernel/errors.ts';
import { type AmountOutOfRange, type AmountRange, checkRange } from '../../kernel/money/amount-range.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { findEnabledCurrency } from '../../platforms/currencies/currency-store.ts';
import { directionClosed } from '../../platforms/currencies/enabled-currency.ts';
import type { EnabledCurrency, Platform } from '../../platforms/platform.ts';
import { CorridorNotServed, type RatesTooOld } from '../rates/errors.ts';
import { checkRateAge } from '../rates/platform-rates.ts';
import { type Price, price } from '../rates/pricing.ts';
import { type RateSource, termsOf } from '../rates/rate-table.ts';
import { LookupNotFound, type MissingMandatoryUserInfo } from '../receivers/errors.ts';
import { missingPayerData } from '../receivers/payer-data.ts';
import { isLookupOf, type ReceiverLookup } from '../receivers/receiver-lookup.ts';
import { findLookup } from '../receivers/store.ts';
import type { NewQuote } from './quote-input.ts';
import type { QuoteParties } from './quote-parties.ts';

const lockedAmountPath = 'lockedCurrencyAmount';

/** The look-up that the input names; `undefined` when the input names none and needs none. */
export async function usableLookup(
  tx: Executor,
  scope: Scope,
  { lookupId, destination, senderCustomerInfo }: NewQuote,
  originator: Customer | undefined,
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
  return missingPayerData(lookup.requiredPayerData, senderCustomerInfo, originator) ?? lookup;
}

/** The receiving currency at a UMA address: the one in the input, or the only one that the receiver accepts. */
function umaCurrency(
  destination: { readonly currency?: string | undefined },
  { supportedCurrencies }: ReceiverLookup,
): string | InvalidInput {
  const [first, ...others] = supportedCurrencies.map((supported) => supported.currency);
  const currency = destination.currency ?? (others.length === 0 ? first : undefined);
  if (currency === undefined) {
    return InvalidInput.at(
      'destination.umaAddress.currency',
      'is required: the receiver accepts several currencies',
    );
  }
  return currency === first || others.includes(currency)
    ? currency
    : InvalidInput.at(
        'destination.umaAddress.currency',
        'is not accepted by the receiver',
        'INVALID_CURRENCY',
      );
}

interface Corridor {
  readonly sending: string;
  readonly receiving: string;
  /** The input field that determines the sending currency; `receivingPath` likewise. */
  readonly sendingPath: string;
  readonly receivingPath: string;
}

/** The currencies of the quote, from its accounts, its deposit or its look-up. */
export function corridorOf(
  { source, destination }: NewQuote,
  { originator, beneficiary }: QuoteParties,
  lookup: ReceiverLookup | undefined,
): Corridor | InvalidInput {
  const sending = source.type === 'ACCOUNT' ? originator.account?.account.currency : source.currency;
  const receiving =
    beneficiary?.account.currency ??
    (destination.type === 'UMA_ADDRESS' && lookup ? umaCurrency(destination, lookup) : undefined);
  invariant(sending && receiving, 'a quote has a currency on each side');
  if (receiving instanceof DomainError) return receiving;
  return {
    sending,
    receiving,
    sendingPath: source.type === 'ACCOUNT' ? 'source.account.accountId' : 'source.realtimeFunding.currency',
    receivingPath:
      destination.type === 'ACCOUNT' ? 'destination.account.accountId' : 'destination.umaAddress.currency',
  };
}

/** The platform's settings of the sending currency, if outgoing payments are enabled. */
export async function sendableCurrency(
  tx: Executor,
  platform: Platform,
  { sending, sendingPath }: Pick<Corridor, 'sending' | 'sendingPath'>,
): Promise<EnabledCurrency | InvalidInput> {
  const enabled = await findEnabledCurrency(tx, platform.id, sending);
  return enabled ? (directionClosed(enabled, 'OUTGOING', sendingPath) ?? enabled) : notEnabled(sendingPath);
}

/** A price with the origin of its rate. */
interface QuotedPrice extends Price {
  readonly rateSource: string | undefined;
  readonly ratePublishedAt: Date | undefined;
}

/** The price, checked against the platform's bounds and the receiver's. `now` is the time of the age of rates. */
export async function priceQuote(
  tx: Executor,
  rates: RateSource,
  platform: Platform,
  sendingBounds: EnabledCurrency,
  { sending, receiving, receivingPath }: Corridor,
  { lockedCurrencySide, lockedCurrencyAmount }: NewQuote,
  lookup: ReceiverLookup | undefined,
  now: Date,
): Promise<QuotedPrice | AmountOutOfRange | InvalidInput | RatesTooOld> {
  const receivingBounds =
    receiving === sending ? sendingBounds : await findEnabledCurrency(tx, platform.id, receiving);
  if (!receivingBounds) return notEnabled(receivingPath);
  const tooOld = checkRateAge(rates, sending, receiving, now);
  if (tooOld) return tooOld;
  const terms = termsOf(rates, sending, receiving);
  if (!terms) return new CorridorNotServed(receivingPath, sending, receiving, rates);

  const priced = price(terms, lockedCurrencySide, lockedCurrencyAmount);
  if (priced instanceof DomainError) return priced;
  const origin = rates.origin(sending, receiving);
  const sendable = { min: sendingBounds.minAmount, max: sendingBounds.maxAmount };
  const receivable: AmountRange | undefined = lookup?.supportedCurrencies.find(
    ({ currency }) => currency === receiving,
  )?.range;
  return (
    checkRange(priced.sending, sendable, lockedAmountPath) ??
    (receivable && checkRange(priced.receiving, receivable, lockedAmountPath)) ?? {
      ...priced,
      rateSource: origin?.source,
      ratePublishedAt: origin?.publishedAt,
    }
  );
}

const notEnabled = (path: string): InvalidInput =>
  InvalidInput.at(path, 'has a currency that is not enabled', 'INVALID_CURRENCY');
