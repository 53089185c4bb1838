/**
 * Payment institutions: the banks and wallets of each corridor. If a corridor has institutions, the `bankName` of an account
 * must be one of them.
 *
 * Decision: the input can be the `bankName` or the `displayName`, in any case. The `bankName` is stored.
 *
 * Source: docs/behaviour/accounts.md#account-types (bankName), docs/behaviour/conventions.md#sort-order.
 */

export interface Institution {
  /** The value to pass as `bankName`. */
  readonly bankName: string;
  readonly displayName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217. */
  readonly currency: string;
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

const inCorridor = (
  country: string,
  currency: string,
  banks: Readonly<Record<string, string>>,
): Institution[] =>
  Object.entries(banks).map(([bankName, displayName]) => ({ bankName, displayName, country, currency }));

const byCorridor: readonly Institution[] = [
  ...inCorridor('CO', 'COP', {
    'Banco Agrario': 'Banco Agrario de Colombia',
    'Banco AV Villas': 'Banco Comercial AV Villas',
    'Banco Caja Social': 'Banco Caja Social',
    'Banco Davivienda': 'Banco Davivienda',
    'Banco de Bogotá': 'Banco de Bogotá',
    'Banco de Occidente': 'Banco de Occidente',
    'Banco Popular': 'Banco Popular',
    Bancolombia: 'Bancolombia',
    'BBVA Colombia': 'Banco Bilbao Vizcaya Argentaria Colombia',
    'Scotiabank Colpatria': 'Scotiabank Colpatria',
  }),
  ...inCorridor('EG', 'EGP', {
    AAIB: 'Arab African International Bank',
    'Alex Bank': 'Bank of Alexandria',
    'Banque du Caire': 'Banque du Caire',
    'Banque Misr': 'Banque Misr',
    CIB: 'Commercial International Bank Egypt',
    'HSBC Egypt': 'HSBC Bank Egypt',
    NBE: 'National Bank of Egypt',
    'QNB Egypt': 'Qatar National Bank Egypt',
  }),
  ...inCorridor('HK', 'HKD', {
    'Bank of China (Hong Kong)': 'Bank of China (Hong Kong) Limited',
    'Bank of East Asia': 'The Bank of East Asia, Limited',
    'Citibank Hong Kong': 'Citibank (Hong Kong) Limited',
    'DBS Hong Kong': 'DBS Bank (Hong Kong) Limited',
    'Hang Seng Bank': 'Hang Seng Bank Limited',
    HSBC: 'The Hongkong and Shanghai Banking Corporation Limited',
    'Standard Chartered Hong Kong': 'Standard Chartered Bank (Hong Kong) Limited',
    'ZA Bank': 'ZA Bank Limited',
  }),
  ...inCorridor('ID', 'IDR', {
    BCA: 'Bank Central Asia',
    BNI: 'Bank Negara Indonesia',
    BRI: 'Bank Rakyat Indonesia',
    BSI: 'Bank Syariah Indonesia',
    BTN: 'Bank Tabungan Negara',
    'CIMB Niaga': 'Bank CIMB Niaga',
    Danamon: 'Bank Danamon Indonesia',
    Mandiri: 'Bank Mandiri',
    Permata: 'Bank Permata',
  }),
  ...inCorridor('MY', 'MYR', {
    'Affin Bank': 'Affin Bank Berhad',
    AmBank: 'AmBank (M) Berhad',
    'Bank Islam': 'Bank Islam Malaysia Berhad',
    'CIMB Bank': 'CIMB Bank Berhad',
    'Hong Leong Bank': 'Hong Leong Bank Berhad',
    Maybank: 'Malayan Banking Berhad',
    'Public Bank': 'Public Bank Berhad',
    'RHB Bank': 'RHB Bank Berhad',
  }),
  ...inCorridor('NG', 'NGN', {
    'Access Bank': 'Access Bank Plc',
    'Fidelity Bank': 'Fidelity Bank Plc',
    'First Bank of Nigeria': 'First Bank of Nigeria Limited',
    GTBank: 'Guaranty Trust Bank Limited',
    Kuda: 'Kuda Microfinance Bank',
    OPay: 'OPay Digital Services Limited',
    'Stanbic IBTC Bank': 'Stanbic IBTC Bank Limited',
    UBA: 'United Bank for Africa Plc',
    'Zenith Bank': 'Zenith Bank Plc',
  }),
  ...inCorridor('PH', 'PHP', {
    'BDO Unibank': 'BDO Unibank, Inc.',
    BPI: 'Bank of the Philippine Islands',
    GCash: 'G-Xchange, Inc. (GCash)',
    Landbank: 'Land Bank of the Philippines',
    Maya: 'Maya Philippines, Inc.',
    Metrobank: 'Metropolitan Bank and Trust Company',
    PNB: 'Philippine National Bank',
    RCBC: 'Rizal Commercial Banking Corporation',
    'Security Bank': 'Security Bank Corporation',
    UnionBank: 'Union Bank of the Philippines',
  }),
  ...inCorridor('PK', 'PKR', {
    'Allied Bank': 'Allied Bank Limited',
    'Bank Alfalah': 'Bank Alfalah Limited',
    Easypaisa: 'Easypaisa Bank Limited',
    HBL: 'Habib Bank Limited',
    JazzCash: 'Mobilink Microfinance Bank (JazzCash)',
    MCB: 'MCB Bank Limited',
    'Meezan Bank': 'Meezan Bank Limited',
    NBP: 'National Bank of Pakistan',
    UBL: 'United Bank Limited',
  }),
  ...inCorridor('SG', 'SGD', {
    'Bank of China Singapore': 'Bank of China Limited, Singapore Branch',
    'Citibank Singapore': 'Citibank Singapore Limited',
    DBS: 'DBS Bank Ltd.',
    'HSBC Singapore': 'HSBC Bank (Singapore) Limited',
    'Maybank Singapore': 'Maybank Singapore Limited',
    OCBC: 'Oversea-Chinese Banking Corporation Limited',
    'Standard Chartered Singapore': 'Standard Chartered Bank (Singapore) Limited',
    UOB: 'United Overseas Bank Limited',
  }),
  ...inCorridor('TH', 'THB', {
    'Bangkok Bank': 'Bangkok Bank Public Company Limited',
    Kasikornbank: 'Kasikornbank Public Company Limited',
    'Kiatnakin Phatra Bank': 'Kiatnakin Phatra Bank Public Company Limited',
    Krungsri: 'Bank of Ayudhya Public Company Limited',
    'Krung Thai Bank': 'Krung Thai Bank Public Company Limited',
    SCB: 'The Siam Commercial Bank Public Company Limited',
    TTB: 'TMBThanachart Bank Public Company Limited',
    'UOB Thailand': 'United Overseas Bank (Thai) Public Company Limited',
  }),
  ...inCorridor('VN', 'VND', {
    ACB: 'Asia Commercial Joint Stock Bank',
    Agribank: 'Vietnam Bank for Agriculture and Rural Development',
    BIDV: 'Bank for Investment and Development of Vietnam',
    'MB Bank': 'Military Commercial Joint Stock Bank',
    Sacombank: 'Saigon Thuong Tin Commercial Joint Stock Bank',
    Techcombank: 'Vietnam Technological and Commercial Joint Stock Bank',
    TPBank: 'Tien Phong Commercial Joint Stock Bank',
    Vietcombank: 'Joint Stock Commercial Bank for Foreign Trade of Vietnam',
    VietinBank: 'Vietnam Joint Stock Commercial Bank for Industry and Trade',
    VPBank: 'Vietnam Prosperity Joint Stock Commercial Bank',
  }),
  ...inCorridor('ZA', 'ZAR', {
    Absa: 'Absa Bank Limited',
    'African Bank': 'African Bank Limited',
    Capitec: 'Capitec Bank Limited',
    'Discovery Bank': 'Discovery Bank Limited',
    FNB: 'First National Bank',
    Investec: 'Investec Bank Limited',
    Nedbank: 'Nedbank Limited',
    'Standard Bank': 'The Standard Bank of South Africa Limited',
    TymeBank: 'TymeBank Limited',
  }),
];

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Ordered by currency, then by name. */
export const institutions: readonly Institution[] = byCorridor.toSorted(
  (a, b) => compare(a.currency, b.currency) || compare(folded(a.bankName), folded(b.bankName)),
);

/** The institutions of a country, a currency, both, or all. */
export const findInstitutions = ({
  country,
  currency,
}: {
  country?: string | undefined;
  currency?: string | undefined;
} = {}): readonly Institution[] =>
  institutions.filter(
    (institution) =>
      (country === undefined || institution.country === country) &&
      (currency === undefined || institution.currency === currency),
  );

/**
 * The `bankName` of the institution with this name, or `undefined` if the corridor has no such institution. A corridor
 * without institutions accepts every name.
 */
export function listedBankName(
  corridor: { countries: readonly string[]; currencies: readonly string[] },
  bankName: string,
  all: readonly Institution[] = institutions,
): string | undefined {
  const listed = all.filter(
    ({ country, currency }) => corridor.countries.includes(country) && corridor.currencies.includes(currency),
  );
  if (listed.length === 0) return bankName;
  const name = folded(bankName);
  return listed.find(
    (institution) => folded(institution.bankName) === name || folded(institution.displayName) === name,
  )?.bankName;
}
