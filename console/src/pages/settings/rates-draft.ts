/** Spread and fees as they are edited: fractions as percentages, amounts as texts. The digits are moved, so nothing is rounded. */
import type { PlatformFeesInput, RateCorridorInput } from '@payments-platform/client/operations';
import {
  type Currency,
  editableAmount,
  editableDecimal,
  normalizedDecimal,
  parseAmount,
} from '../../components/decimal-input.ts';
import type { CorridorPartsFragment, FeePartsFragment } from './rates.documents.ts';

/** `0.004` as `0.4`, with the decimal separator of the viewer. */
export function percentText(fraction: string): string {
  const [, digits = ''] = fraction.split('.');
  const padded = digits.padEnd(2, '0');
  const whole = String(Number(padded.slice(0, 2)));
  return editableDecimal(padded.length > 2 ? `${whole}.${padded.slice(2)}` : whole);
}

/** `0.4` as the fraction `0.004`, or what is wrong. */
function parsePercent(text: string): { readonly fraction: string } | { readonly message: string } {
  const normalized = normalizedDecimal(text.replace(/%\s*$/, ''));
  if (!normalized || !/^\d{1,2}(?:\.\d{0,6})?$/.test(normalized)) {
    return { message: 'Enter a percentage from 0 to below 100, with at most 6 decimals.' };
  }
  const [whole = '0', decimals = ''] = normalized.split('.');
  const digits = `${whole.padStart(2, '0')}${decimals}`.replace(/0+$/, '');
  return { fraction: digits === '' ? '0' : `0.${digits}` };
}

export interface FeesDraft {
  readonly spread: string;
  readonly fixed: string;
  readonly variableRate: string;
  readonly counterpartyFixed: string;
}

/** The currencies of the amounts. Those of general fees are in the smallest unit of any currency. */
export interface FeeCurrencies {
  readonly sending: Currency;
  readonly receiving: Currency;
}

export const smallestUnit: Currency = { code: 'This number', decimals: 0 };

export function feesDraft(
  { spread, fees }: { readonly spread: string | null; readonly fees: FeePartsFragment },
  { sending, receiving }: FeeCurrencies,
): FeesDraft {
  const amountText = (amount: number | null, { decimals }: Currency) =>
    amount === null ? '' : editableAmount(amount, decimals);
  return {
    spread: spread === null ? '' : percentText(spread),
    fixed: amountText(fees.fixed, sending),
    variableRate: fees.variableRate === null ? '' : percentText(fees.variableRate),
    counterpartyFixed: amountText(fees.counterpartyFixed, receiving),
  };
}

export const noFees: FeesDraft = { spread: '', fixed: '', variableRate: '', counterpartyFixed: '' };

export interface ParsedFees {
  readonly spread?: string;
  readonly fees: PlatformFeesInput;
}

/** What the fields say. An empty field is absent. `errors` are by field; with any, nothing can be saved. */
export function parseFees(
  draft: FeesDraft,
  { sending, receiving }: FeeCurrencies,
): { readonly parsed: ParsedFees; readonly errors: Readonly<Record<string, string>> } {
  const errors: Record<string, string> = {};
  const percent = (name: 'spread' | 'variableRate'): string | undefined => {
    if (draft[name].trim() === '') return undefined;
    const parsed = parsePercent(draft[name]);
    if ('fraction' in parsed) return parsed.fraction;
    errors[name] = parsed.message;
    return undefined;
  };
  const amount = (name: 'fixed' | 'counterpartyFixed', currency: Currency): number | undefined => {
    if (draft[name].trim() === '') return undefined;
    const parsed = parseAmount(draft[name], currency);
    if (typeof parsed === 'number') return parsed;
    errors[name] = parsed;
    return undefined;
  };
  const spread = percent('spread');
  const fixed = amount('fixed', sending);
  const variableRate = percent('variableRate');
  const counterpartyFixed = amount('counterpartyFixed', receiving);
  return {
    errors,
    parsed: {
      ...(spread !== undefined && { spread }),
      fees: {
        ...(fixed !== undefined && { fixed }),
        ...(variableRate !== undefined && { variableRate }),
        ...(counterpartyFixed !== undefined && { counterpartyFixed }),
      },
    },
  };
}

/** A stored corridor as input, for the list that a change replaces. */
export const corridorInput = ({
  sending,
  receiving,
  spread,
  fees,
}: CorridorPartsFragment): RateCorridorInput => ({
  sending,
  receiving,
  ...(spread !== null && { spread }),
  fees: {
    ...(fees.fixed !== null && { fixed: fees.fixed }),
    ...(fees.variableRate !== null && { variableRate: fees.variableRate }),
    ...(fees.counterpartyFixed !== null && { counterpartyFixed: fees.counterpartyFixed }),
  },
});
