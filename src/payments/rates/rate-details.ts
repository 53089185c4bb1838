/** The rates and fees in detail that are stored with a quote. Source: docs/behaviour/payments.md#rate-details. */
import { compareRatios, exactText, jsonNumber, parseRatio, type Ratio } from '../../kernel/money/rate.ts';

/** The details of a quote's price. Amounts are in smallest units, as docs/behaviour/payments.md#rate-details defines each. */
export interface RateDetails {
  readonly counterpartyMultiplier: number;
  readonly counterpartyFixedFee: bigint;
  readonly serviceApiMultiplier: number;
  readonly serviceApiFixedFee: bigint;
  readonly serviceApiVariableFeeRate: number;
  /** The same rate as exact text; only where the number is not exact. Stored, so that the price can be calculated again. */
  readonly exactVariableFeeRate?: string | undefined;
  readonly serviceApiVariableFeeAmount: bigint;
}

type VariableFeeRate = Pick<RateDetails, 'serviceApiVariableFeeRate' | 'exactVariableFeeRate'>;

export function variableFeeRateFields(rate: Ratio): VariableFeeRate {
  const serviceApiVariableFeeRate = jsonNumber(rate);
  const stored = parseRatio(String(serviceApiVariableFeeRate));
  return stored && compareRatios(stored, rate) === 0
    ? { serviceApiVariableFeeRate }
    : { serviceApiVariableFeeRate, exactVariableFeeRate: exactText(rate) };
}

/** The exact rate; `undefined` where an earlier version stored a number without an exact decimal. */
export const variableFeeRateOf = (details: VariableFeeRate): Ratio | undefined =>
  parseRatio(details.exactVariableFeeRate ?? String(details.serviceApiVariableFeeRate));
