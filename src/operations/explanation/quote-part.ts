/** At which rate and fees, with each division that rounds. */
import { formatMoney, money } from '../../kernel/money/amount.ts';
import { decimalText } from '../../kernel/money/rate.ts';
import type { Quote } from '../../payments/quotes/quote.ts';
import { findQuotes } from '../../payments/quotes/store.ts';
import type { PriceRounding } from '../../payments/rates/price-rounding.ts';
import { explainPrice } from '../../payments/rates/pricing.ts';
import { variableFeeRateOf } from '../../payments/rates/rate-details.ts';
import type { ExplainedAmount, ExplanationStep } from './explanation.ts';
import { noSteps, type Part } from './reading.ts';

/**
 * The divisions of the price, calculated again from what is stored. Empty when they do not give the stored amounts to the last
 * unit, as for a quote of an earlier version that rounded otherwise.
 */
export function roundingsOf(quote: Quote): readonly PriceRounding[] {
  const { sending, receiving, rateDetails, exchangeRate, lockedSide, feesIncluded } = quote;
  const variableRate = variableFeeRateOf(rateDetails);
  if (!variableRate) return [];
  const { sent, received, fees, roundings } = explainPrice(
    {
      sendingCurrency: sending.currency,
      receivingCurrency: receiving.currency,
      exchangeRate,
      fees: {
        fixed: rateDetails.serviceApiFixedFee,
        variableRate,
        counterpartyFixed: rateDetails.counterpartyFixedFee,
      },
    },
    lockedSide,
    lockedSide === 'SENDING' ? sending.amount : receiving.amount,
  );
  const isSame = sent === sending.amount && received === receiving.amount && fees === feesIncluded;
  return isSame ? roundings : [];
}

function amountsOf({ sending, receiving, feesIncluded, rateDetails }: Quote): readonly ExplainedAmount[] {
  const fees = [
    ['FIXED_FEE', money(rateDetails.serviceApiFixedFee, sending.currency)],
    ['VARIABLE_FEE', money(rateDetails.serviceApiVariableFeeAmount, sending.currency)],
    ['COUNTERPARTY_FEE', money(rateDetails.counterpartyFixedFee, receiving.currency)],
  ] as const;
  return [
    { name: 'SENT', value: sending },
    { name: 'RECEIVED', value: receiving },
    { name: 'FEES', value: money(feesIncluded, sending.currency) },
    ...fees.flatMap(([name, value]) => (value.amount > 0n ? [{ name, value }] : [])),
  ];
}

function quoteStep(quote: Quote): ExplanationStep {
  const { sending, receiving, exchangeRate, feesIncluded } = quote;
  const isConversion = sending.currency !== receiving.currency;
  const rate = isConversion
    ? ` at ${decimalText(exchangeRate)} ${sending.currency} per ${receiving.currency}${quote.rateSource ? ` from ${quote.rateSource}` : ''}`
    : '';
  const fees = formatMoney(money(feesIncluded, sending.currency));
  return {
    kind: 'QUOTED',
    at: quote.createdAt,
    text: `A quote fixed that ${formatMoney(sending)} is sent and ${formatMoney(receiving)} is received${rate}, with ${fees} of fees included.`,
    outcome: 'NEUTRAL',
    references: [quote.id],
    amounts: amountsOf(quote),
    rate: {
      rate: exchangeRate,
      sendingCurrency: sending.currency,
      receivingCurrency: receiving.currency,
      source: quote.rateSource,
      publishedAt: quote.ratePublishedAt,
    },
    roundings: roundingsOf(quote),
  };
}

export const explainQuotes: Part = async ({ db, scope }, transactions) => {
  const ids = transactions.flatMap(({ quoteId }) => quoteId ?? []);
  if (ids.length === 0) return noSteps;
  const quotes = new Map((await findQuotes(db, scope, ids)).map((quote) => [quote.id, quote]));
  return ({ quoteId }) => {
    const quote = quoteId && quotes.get(quoteId);
    return quote ? [quoteStep(quote)] : [];
  };
};
