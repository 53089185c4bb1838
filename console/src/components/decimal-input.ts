/** Decimal numbers as a person writes them: amounts in the major unit of their currency, with the separators of the viewer. */

export interface Currency {
  readonly code: string;
  readonly decimals: number;
}

/** The decimal text of an amount, exactly: `-123`, 2 decimals: `-1.23`. */
export function decimalText(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const sign = amount < 0 ? '-' : '';
  return decimals === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const decimalSeparator = (): ',' | '.' =>
  new Intl.NumberFormat().formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')
    ? ','
    : '.';

/** A decimal text as the viewer writes it, for a field: `1250.50` as `1250,50` where the comma separates decimals. */
export const editableDecimal = (text: string): string => text.replace('.', decimalSeparator());

/** An amount as the viewer writes it, for a field. */
export const editableAmount = (amount: number, decimals: number): string =>
  editableDecimal(decimalText(amount, decimals));

/**
 * What a person typed, as a text with a point and without group separators; `undefined` if it is no number, or could be two.
 * The other separator groups three digits (`1.250` in German), and else separates decimals (`1250.50`).
 */
export function normalizedDecimal(text: string): string | undefined {
  const compact = text.trim().replaceAll(/[\s\u00a0\u202f'’]/g, '');
  const decimal = decimalSeparator();
  const other = decimal === ',' ? '.' : ',';
  const [whole = '', fraction, ...more] = compact.split(decimal);
  if (more.length > 0 || /[^\d.,]/.test(compact) || fraction?.includes(other)) return undefined;
  const groups = whole.split(other);
  const isGrouped =
    /^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every((one) => one.length === 3);
  if (groups.length === 1 || isGrouped) {
    return fraction === undefined ? groups.join('') : `${groups.join('')}.${fraction}`;
  }
  const [units = '', decimals = ''] = groups;
  const isDecimal = groups.length === 2 && fraction === undefined && (decimals.length !== 3 || units === '0');
  return isDecimal ? `${units}.${decimals}` : undefined;
}

/**
 * Reads what a person typed, in the conventions of the viewer.
 *
 * @returns the amount in the smallest unit, or the message of what is wrong.
 */
export function parseAmount(text: string, { code, decimals }: Currency): number | string {
  const normalized = normalizedDecimal(text);
  if (normalized === '') return 'Enter an amount.';
  if (!normalized || !/^\d{1,16}(?:\.\d{0,18})?$/.test(normalized)) {
    return `Enter a number, such as ${editableDecimal('1250.50')}.`;
  }
  const [whole = '0', fraction = ''] = normalized.split('.');
  if (fraction.replace(/0+$/, '').length > decimals) {
    return decimals === 0 ? `${code} has no decimals.` : `${code} has at most ${decimals} decimals.`;
  }
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return 'The amount is too large.';
  return Number(amount);
}
