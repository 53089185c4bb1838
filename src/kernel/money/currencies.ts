/**
 * The currency table: every currency that the service knows, fiat and crypto.
 *
 * Source: ISO 4217 (decimals); docs/behaviour/conventions.md#time-money-and-numbers and docs/behaviour/sandbox.md#general (BTC, USDB, USDC, USDT, and the currencies that a new sandbox enables).
 */
export interface Currency {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** Digits after the decimal point: an amount of 1 is 10^-decimals of the major unit. */
  readonly decimals: number;
  readonly kind: 'fiat' | 'crypto';
}

const fiat = (code: string, name: string, symbol: string, decimals = 2): Currency => ({
  code,
  name,
  symbol,
  decimals,
  kind: 'fiat',
});
const crypto = (code: string, name: string, symbol: string, decimals: number): Currency => ({
  code,
  name,
  symbol,
  decimals,
  kind: 'crypto',
});

export const currencies: readonly Currency[] = [
  fiat('AED', 'United Arab Emirates dirham', 'AED'),
  fiat('ARS', 'Argentine peso', '$'),
  fiat('BDT', 'Bangladeshi taka', '৳'),
  fiat('BRL', 'Brazilian real', 'R$'),
  fiat('BWP', 'Botswana pula', 'P'),
  fiat('CAD', 'Canadian dollar', '$'),
  fiat('COP', 'Colombian peso', '$'),
  fiat('DKK', 'Danish krone', 'kr'),
  fiat('EGP', 'Egyptian pound', 'E£'),
  fiat('EUR', 'Euro', '€'),
  fiat('GBP', 'Pound sterling', '£'),
  fiat('GHS', 'Ghanaian cedi', '₵'),
  fiat('GTQ', 'Guatemalan quetzal', 'Q'),
  fiat('HKD', 'Hong Kong dollar', '$'),
  fiat('HTG', 'Haitian gourde', 'G'),
  fiat('IDR', 'Indonesian rupiah', 'Rp'),
  fiat('INR', 'Indian rupee', '₹'),
  fiat('JMD', 'Jamaican dollar', '$'),
  fiat('KES', 'Kenyan shilling', 'KSh'),
  fiat('MWK', 'Malawian kwacha', 'MK'),
  fiat('MXN', 'Mexican peso', '$'),
  fiat('MYR', 'Malaysian ringgit', 'RM'),
  fiat('NGN', 'Nigerian naira', '₦'),
  fiat('PHP', 'Philippine peso', '₱'),
  fiat('PKR', 'Pakistani rupee', '₨'),
  fiat('RWF', 'Rwandan franc', 'FRw', 0),
  fiat('SGD', 'Singapore dollar', '$'),
  fiat('THB', 'Thai baht', '฿'),
  fiat('TZS', 'Tanzanian shilling', 'TSh'),
  fiat('UGX', 'Ugandan shilling', 'USh', 0),
  fiat('USD', 'United States dollar', '$'),
  fiat('VND', 'Vietnamese dong', '₫', 0),
  fiat('XAF', 'Central African CFA franc', 'FCFA', 0),
  fiat('XOF', 'West African CFA franc', 'CFA', 0),
  fiat('ZAR', 'South African rand', 'R'),
  fiat('ZMW', 'Zambian kwacha', 'ZK'),
  crypto('BTC', 'Bitcoin', '₿', 8),
  crypto('USDB', 'USDB', 'USDB', 6),
  crypto('USDC', 'USD Coin', 'USDC', 6),
  crypto('USDT', 'Tether USD', 'USDT', 6),
];

/** The maximum size of a list of currency codes. Larger than the table. */
export const maxCurrencies = 100;

const byCode = new Map(currencies.map((currency) => [currency.code, currency]));

export const findCurrency = (code: string): Currency | undefined => byCode.get(code);

/** The currency of a validated code. Throws for other codes. */
export function currencyOf(code: string): Currency {
  const currency = byCode.get(code);
  if (!currency) throw new Error(`Invariant broken: ${code} is in the currency table`);
  return currency;
}

/** The currency of embedded wallets. Source: docs/behaviour/accounts.md#internal-accounts. */
export const walletCurrency = 'USDB';
