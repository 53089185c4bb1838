/**
 * Indicative rates, one for each destination currency and rail. Only a quote fixes a rate.
 *
 * Decision: the defaults are US dollars as source, all other currencies of the platform as destinations, and an amount of
 * a hundred major units.
 * Decision: a corridor without a price for the amount is omitted, because wrong amounts would be worse. So is one whose rate is
 * too old to price a payment; if all are, that is the error.
 *
 * Decision: a sending amount of 0 delivers 0 in each corridor, because such a request only needs the rates.
 *
 * Source: docs/behaviour/conventions.md#filters (amounts from 0), docs/behaviour/payments.md#exchange-rates-institutions-and-crypto-fees, docs/behaviour/payments.md#worked-examples (fees deducted, where the bounds come from).
 */
import { z } from 'zod';
import { accountTypes } from '../../accounts/external/account-types.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { boundedList } from '../../kernel/lists.ts';
import { limitAmount } from '../../kernel/money/amount.ts';
import { AmountOutOfRange, type AmountRange, overlap } from '../../kernel/money/amount-range.ts';
import { currencies, currencyOf, maxCurrencies } from '../../kernel/money/currencies.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import { optional, text } from '../../kernel/parse.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import { enabledCurrencies } from '../../platforms/currencies/currency-store.ts';
import type { EnabledCurrency, Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { CorridorNotServed, type RatesTooOld } from './errors.ts';
import { checkRateAge, platformRates } from './platform-rates.ts';
import { price, priceableRange, type Terms } from './pricing.ts';
import { type RateSource, termsOf } from './rate-table.ts';

export const ExchangeRatesInput = z.object({
  sourceCurrency: optional(text(10)),
  destinationCurrencies: optional(boundedList(text(10), maxCurrencies)),
  sendingAmount: optional(limitAmount),
});

export interface ExchangeRate {
  readonly sourceCurrency: string;
  readonly destinationCurrency: string;
  /** Absent for a currency without a rail, such as a wallet's. */
  readonly destinationPaymentRail: PaymentRail | undefined;
  readonly sendingAmount: bigint;
  /** The amount that a quote would deliver, fees deducted. */
  readonly receivingAmount: bigint;
  readonly sendingRange: AmountRange;
  /** Sending units per receiving unit, in major units. */
  readonly exchangeRate: Ratio;
  /** In the smallest unit of the source currency. */
  readonly fixedFee: bigint;
  readonly updatedAt: Date;
}

/** The distinct rails of the account types for the currency. Excludes SWIFT_ACCOUNT, which supports every currency. */
function railsTo(currency: string): readonly (PaymentRail | undefined)[] {
  const rails = accountTypes.flatMap((row) =>
    row.currencies !== 'any fiat' && row.currencies.includes(currency) ? row.rails : [],
  );
  return rails.length > 0 ? [...new Set(rails)] : [undefined];
}

/** The maximum number of rates in one response: each currency as destination, over each of its rails. */
export const maxExchangeRates = currencies.reduce((sum, { code }) => sum + railsTo(code).length, 0);

export async function exchangeRates(
  ports: Pick<Ports, 'db' | 'clock' | 'rates'>,
  platform: Pick<Platform, 'id' | 'mode'>,
  { sourceCurrency = 'USD', destinationCurrencies, sendingAmount }: z.output<typeof ExchangeRatesInput>,
): Promise<readonly ExchangeRate[] | InvalidInput | RatesTooOld> {
  const rates = await platformRates(ports.db.orm, ports, platform);
  const currenciesOfPlatform = await enabledCurrencies(ports.db.orm, platform.id);
  const enabled = new Map(currenciesOfPlatform.map((row) => [row.currency, row]));
  const source = enabled.get(sourceCurrency);
  const unknown = (destinationCurrencies ?? []).flatMap((code, index) =>
    enabled.has(code) ? [] : [`destinationCurrencies.${index}`],
  );
  if (!source || unknown.length > 0) {
    return new InvalidInput(
      [...(source ? [] : ['sourceCurrency']), ...unknown].map((path) => ({
        path,
        message: 'is not a currency of this platform',
      })),
      { code: 'INVALID_CURRENCY' },
    );
  }
  const destinations = destinationCurrencies ?? [...enabled.keys()].filter((code) => code !== sourceCurrency);
  if (!rates.isConfigured) {
    return new CorridorNotServed('sourceCurrency', sourceCurrency, destinations[0] ?? sourceCurrency, rates);
  }
  const amount = sendingAmount ?? 100n * 10n ** BigInt(currencyOf(sourceCurrency).decimals);
  const now = ports.clock.real();
  const tooOld = destinations.map((destination) => checkRateAge(rates, sourceCurrency, destination, now));
  const recent = destinations.filter((_, index) => !tooOld[index]);
  if (recent.length === 0 && tooOld[0]) return tooOld[0];
  return [...new Set(recent)].flatMap((destination) => ratesTo(rates, source, destination, amount));
}

/** The delivered amount; `undefined` when the amount has no price. */
function receivedFor(terms: Terms, amount: bigint): bigint | undefined {
  if (amount === 0n) return 0n;
  const priced = price(terms, 'SENDING', amount);
  return priced instanceof AmountOutOfRange ? undefined : priced.receiving.amount;
}

function ratesTo(
  rates: RateSource,
  source: EnabledCurrency,
  destination: string,
  amount: bigint,
): readonly ExchangeRate[] {
  const terms = termsOf(rates, source.currency, destination);
  const priceable = terms && priceableRange(terms, 'SENDING');
  const receivingAmount = terms && receivedFor(terms, amount);
  const sendingRange = priceable && overlap(priceable, { min: source.minAmount, max: source.maxAmount });
  if (!sendingRange || receivingAmount === undefined) return [];
  return railsTo(destination).map((destinationPaymentRail) => ({
    sourceCurrency: source.currency,
    destinationCurrency: destination,
    destinationPaymentRail,
    sendingAmount: amount,
    receivingAmount,
    sendingRange,
    exchangeRate: terms.exchangeRate,
    fixedFee: terms.fees.fixed,
    updatedAt: rates.origin(source.currency, destination)?.publishedAt ?? rates.updatedAt,
  }));
}
