/**
 * The spread and the fees of a platform: a section of its settings. They apply to every price of the platform.
 *
 * Decision: a fee that the platform does not set is the one of the deployment (`RATES_FILE`). A fee of a corridor comes before the
 * general fee of the platform, and each fee of the platform before those of the deployment.
 * Decision: a spread and a corridor hold for one direction of payment. There is no spread within one currency, whose rate is 1.
 * Decision: fractions have at most eight decimals, so that the exact text of a rate with a spread stays short enough to store.
 *
 * Source: docs/behaviour/payments.md#spread-and-fees-of-a-platform.
 */
import { z } from 'zod';
import { distinctBy, whenList } from '../../kernel/field-rules.ts';
import { boundedList } from '../../kernel/lists.ts';
import { limitAmount, toWire } from '../../kernel/money/amount.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { exactText, parseRatio, type Ratio, zero } from '../../kernel/money/rate.ts';
import { optional, text, textMatching } from '../../kernel/parse.ts';

/** More than the corridors of any platform, and few enough to read with each price. */
export const maxRateCorridors = 200;

/** Fees that a platform sets. An absent one is that of the deployment. */
export interface PlatformFees {
  /** Smallest units of the sending currency. */
  readonly fixed?: bigint | undefined;
  /** Fraction of the total sending amount. */
  readonly variableRate?: Ratio | undefined;
  /** Smallest units of the receiving currency. */
  readonly counterpartyFixed?: bigint | undefined;
}

export interface CorridorTerms {
  readonly sending: string;
  readonly receiving: string;
  /** Absent: the general spread of the platform. */
  readonly spread?: Ratio | undefined;
  readonly fees: PlatformFees;
}

export interface RateSettings {
  /** Fraction by which a rate is worse for the payer. */
  readonly spread: Ratio;
  readonly fees: PlatformFees;
  readonly corridors: readonly CorridorTerms[];
}

export const defaultRateSettings: RateSettings = { spread: zero, fees: {}, corridors: [] };

const fraction = textMatching(
  /^0(\.[0-9]{1,8})?$/,
  'a fraction from 0 to below 1 with at most 8 decimals, for example 0.004',
  10,
).transform((value): Ratio => parseRatio(value) ?? zero);

const fees = z.object({
  fixed: optional(limitAmount),
  variableRate: optional(fraction),
  counterpartyFixed: optional(limitAmount),
});

const currencyCode = text(10).refine((code) => findCurrency(code) !== undefined, {
  error: 'is not a supported currency',
});

const corridor = z
  .object({
    sending: currencyCode,
    receiving: currencyCode,
    spread: optional(fraction),
    fees: optional(fees).transform((given) => given ?? {}),
  })
  .refine(({ sending, receiving, spread }) => sending !== receiving || spread === undefined, {
    path: ['spread'],
    error: 'must be left out: a currency is exchanged for itself at 1:1',
  });

const corridors = boundedList(corridor, maxRateCorridors).superRefine(
  distinctBy(['sending', 'receiving'], 'repeats a corridor'),
  whenList,
);

/** Absent fields do not change. `fees` and `corridors` replace those before them. */
export const UpdateRateSettingsInput = z.object({
  spread: optional(fraction),
  fees: optional(fees),
  corridors: optional(corridors),
});
export type RateSettingsChange = z.output<typeof UpdateRateSettingsInput>;

export const changeRateSettings = (before: RateSettings, change: RateSettingsChange): RateSettings => ({
  spread: change.spread ?? before.spread,
  fees: change.fees ?? before.fees,
  corridors: change.corridors ?? before.corridors,
});

const feesJson = ({ fixed, variableRate, counterpartyFixed }: PlatformFees) => ({
  fixed: fixed === undefined ? undefined : toWire(fixed),
  variableRate: variableRate && exactText(variableRate),
  counterpartyFixed: counterpartyFixed === undefined ? undefined : toWire(counterpartyFixed),
});

/** The settings in the form of the input, with fractions as text. This form is stored, and is the response over REST. */
export const rateSettingsJson = (settings: RateSettings) => ({
  spread: exactText(settings.spread),
  fees: feesJson(settings.fees),
  corridors: settings.corridors.map((one) => ({
    sending: one.sending,
    receiving: one.receiving,
    spread: one.spread && exactText(one.spread),
    fees: feesJson(one.fees),
  })),
});

/** Parses the stored section, which has the form of the input. It was validated before it was stored, so an invalid one is a bug. */
export const parseRateSettings = (section: unknown): RateSettings =>
  section === undefined
    ? defaultRateSettings
    : changeRateSettings(defaultRateSettings, UpdateRateSettingsInput.parse(section));
