/** Decimal amounts of files, exact. */

const decimalsByCurrency: Readonly<Record<string, number>> = {
  BHD: 3,
  CLP: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  VND: 0,
  XAF: 0,
  XOF: 0,
};

const decimalsOf = (currency: string): number => decimalsByCurrency[currency] ?? 2;

export const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

/** Throws when the text is no unsigned decimal, or has more decimals than the currency. */
export function parseDecimal(text: string, currency: string): bigint {
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ''] = /^(\d{1,18})(?:\.(\d{1,5}))?$/.exec(text) ?? [];
  const excess = fraction.slice(decimals);
  if (whole === undefined || /[1-9]/.test(excess))
    throw new Error('An amount is no decimal of its currency.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Without a sign. */
export function formatDecimal(amount: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = absolute(amount)
    .toString()
    .padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
