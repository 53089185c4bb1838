/**
 * Every external account type, one row each. Input schemas, GraphQL types, REST shapes, masking, sandbox scenarios and
 * the reference page are made from this table, so a new corridor is one row here.
 *
 * Decision: a wallet address only has to be text in the sandbox, where scenario digits end it, and has the form of
 * its network in production.
 * Decision: Togolese numbers have eight digits after +228, which the published list of XOF phones leaves out.
 *
 * Source: docs/behaviour/accounts.md#account-types, with the currency, rail and beneficiary rules below its table; docs/behaviour/accounts.md.
 */

import type { PaymentRail } from '../../ledger/payment-rails.ts';
import type { FieldDefinition, FieldName } from './account-field.ts';
import {
  accountNumber,
  bankAccountType,
  bankCode,
  bankName,
  bolt12,
  branchCode,
  clabeNumber,
  contactPhone,
  country,
  digitRun,
  iban,
  invoice,
  lightningAddress,
  listedBankName,
  narrowed,
  phone,
  phoneNumber,
  pixKey,
  pixKeyType,
  provider,
  region,
  routingNumber,
  sortCode,
  swiftCode,
  taxId,
  vpa,
  walletAddress,
} from './account-fields.ts';
import type { BeneficiaryNeeds } from './beneficiary.ts';

export type Fields = { readonly [F in FieldName]?: FieldDefinition };

export interface AccountTypeRow<T extends string = AccountType> {
  readonly type: T;
  /** What the account may be paid in. */
  readonly currencies: readonly string[] | 'any fiat';
  /** Where such accounts are; empty where the account itself says so, or is nowhere. */
  readonly countries: readonly string[];
  /** Empty for a wallet. */
  readonly rails: readonly PaymentRail[];
  readonly required?: Fields;
  readonly optional?: Fields;
  /** Fields that one rail needs: at least one rail must have all of its own. */
  readonly byRail?: { readonly [R in PaymentRail]?: Fields };
  readonly exactlyOneOf?: Fields;
  readonly atLeastOneOf?: Fields;
  /** The shape of `phoneNumber` for each value of `region`. */
  readonly phoneByRegion?: { readonly [region: string]: FieldDefinition };
  /** Rails over which money can be pulled from the account. */
  readonly pulledOver?: readonly PaymentRail[];
  /** A bank account names its beneficiary, a wallet has none. */
  readonly beneficiary: BeneficiaryNeeds | 'none';
}

const name = {} satisfies BeneficiaryNeeds;
const mobileMoney = { byRail: { MOBILE_MONEY: { phoneNumber } } } as const;
const digits = (least: number, most = least) =>
  narrowed(
    accountNumber,
    new RegExp(`^${digitRun(least, most)}$`),
    least === most ? `${least} digits` : `${least} to ${most} digits`,
  );
const ibanOf = (code: string, pattern: RegExp, rest: string) =>
  narrowed(iban, pattern, `${code} and ${rest}`, `IBAN: ${code} and ${rest}, without spaces.`);
const evmAddress = /^0x[0-9a-fA-F]{40}$/;
const sepaArea =
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  );

const table = [
  {
    type: 'AED_ACCOUNT',
    currencies: ['AED'],
    countries: ['AE'],
    rails: ['BANK_TRANSFER'],
    required: { iban: ibanOf('AE', /^AE[0-9]{21}$/, '21 digits') },
    optional: { swiftCode },
    beneficiary: { required: ['address'] },
  },
  {
    type: 'BDT_ACCOUNT',
    currencies: ['BDT'],
    countries: ['BD'],
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    byRail: { BANK_TRANSFER: { accountNumber }, ...mobileMoney.byRail },
    optional: { branchCode, swiftCode },
    beneficiary: name,
  },
  {
    type: 'BRL_ACCOUNT',
    currencies: ['BRL'],
    countries: ['BR'],
    rails: ['PIX'],
    required: { pixKey, pixKeyType, taxId },
    beneficiary: name,
  },
  {
    type: 'BWP_ACCOUNT',
    currencies: ['BWP'],
    countries: ['BW'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider() },
    beneficiary: name,
  },
  {
    type: 'CAD_ACCOUNT',
    currencies: ['CAD'],
    countries: ['CA'],
    rails: ['BANK_TRANSFER'],
    required: { bankCode, branchCode, accountNumber: digits(7, 12) },
    beneficiary: { optional: ['registrationNumber'] },
  },
  {
    type: 'COP_ACCOUNT',
    currencies: ['COP'],
    countries: ['CO'],
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    byRail: {
      BANK_TRANSFER: { bankName: listedBankName, accountNumber, bankAccountType },
      ...mobileMoney.byRail,
    },
    beneficiary: { optional: ['documentType', 'documentNumber'] },
  },
  {
    type: 'DKK_ACCOUNT',
    currencies: ['DKK'],
    countries: ['DK'],
    rails: ['SEPA', 'SEPA_INSTANT'],
    required: { iban: ibanOf('DK', /^DK[0-9]{16}$/, '16 digits') },
    optional: { swiftCode },
    beneficiary: name,
  },
  {
    type: 'EGP_ACCOUNT',
    currencies: ['EGP'],
    countries: ['EG'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber },
    optional: { iban: ibanOf('EG', /^EG[0-9]{27}$/, '27 digits'), swiftCode },
    beneficiary: { required: ['phoneNumber', 'countryOfResidence', 'address'] },
  },
  {
    type: 'EUR_ACCOUNT',
    currencies: ['EUR'],
    countries: sepaArea,
    rails: ['SEPA', 'SEPA_INSTANT'],
    required: { iban },
    optional: { swiftCode },
    beneficiary: { required: ['address'] },
  },
  {
    type: 'GBP_ACCOUNT',
    currencies: ['GBP'],
    countries: ['GB'],
    rails: ['FASTER_PAYMENTS'],
    required: { sortCode, accountNumber: digits(8) },
    beneficiary: name,
  },
  {
    type: 'GHS_ACCOUNT',
    currencies: ['GHS'],
    countries: ['GH'],
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    byRail: { BANK_TRANSFER: { accountNumber }, ...mobileMoney.byRail },
    beneficiary: name,
  },
  {
    type: 'GTQ_ACCOUNT',
    currencies: ['GTQ'],
    countries: ['GT'],
    rails: ['BANK_TRANSFER'],
    required: { accountNumber, bankAccountType },
    beneficiary: { required: ['phoneNumber', 'countryOfResidence'] },
  },
  {
    type: 'HKD_ACCOUNT',
    currencies: ['HKD'],
    countries: ['HK'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber, swiftCode },
    beneficiary: name,
  },
  {
    type: 'HTG_ACCOUNT',
    currencies: ['HTG'],
    countries: ['HT'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber },
    beneficiary: name,
  },
  {
    type: 'IDR_ACCOUNT',
    currencies: ['IDR'],
    countries: ['ID'],
    rails: ['BANK_TRANSFER'],
    required: {
      bankName: listedBankName,
      accountNumber,
      swiftCode,
      phoneNumber: contactPhone('62', 9, 12),
    },
    beneficiary: name,
  },
  {
    type: 'INR_ACCOUNT',
    currencies: ['INR'],
    countries: ['IN'],
    rails: ['UPI'],
    required: { vpa },
    beneficiary: name,
  },
  {
    type: 'JMD_ACCOUNT',
    currencies: ['JMD'],
    countries: ['JM'],
    rails: ['BANK_TRANSFER'],
    required: { accountNumber, branchCode, bankAccountType },
    beneficiary: { required: ['phoneNumber', 'address'] },
  },
  {
    type: 'KES_ACCOUNT',
    currencies: ['KES'],
    countries: ['KE'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber: phone('254', 9), provider: provider('M-PESA') },
    beneficiary: name,
  },
  {
    type: 'MWK_ACCOUNT',
    currencies: ['MWK'],
    countries: ['MW'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider('AIRTEL', 'TNM') },
    beneficiary: name,
  },
  {
    type: 'MXN_ACCOUNT',
    currencies: ['MXN'],
    countries: ['MX'],
    rails: ['SPEI'],
    required: { clabeNumber },
    beneficiary: name,
  },
  {
    type: 'MYR_ACCOUNT',
    currencies: ['MYR'],
    countries: ['MY'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber, swiftCode },
    beneficiary: name,
  },
  {
    type: 'NGN_ACCOUNT',
    currencies: ['NGN'],
    countries: ['NG'],
    rails: ['BANK_TRANSFER'],
    required: { accountNumber: digits(10), bankName: listedBankName },
    beneficiary: name,
  },
  {
    type: 'PHP_ACCOUNT',
    currencies: ['PHP'],
    countries: ['PH'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber: digits(8, 16) },
    beneficiary: name,
  },
  {
    type: 'PKR_ACCOUNT',
    currencies: ['PKR'],
    countries: ['PK'],
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    byRail: {
      BANK_TRANSFER: { accountNumber },
      MOBILE_MONEY: { bankName: listedBankName, phoneNumber },
    },
    optional: {
      iban: ibanOf('PK', /^PK[0-9]{2}[A-Z]{4}[0-9]{16}$/, '2 digits, 4 letters and 16 digits'),
    },
    beneficiary: name,
  },
  {
    type: 'RWF_ACCOUNT',
    currencies: ['RWF'],
    countries: ['RW'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber: phone('250', 9), provider: provider('MTN', 'AIRTEL') },
    beneficiary: name,
  },
  {
    type: 'SGD_ACCOUNT',
    currencies: ['SGD'],
    countries: ['SG'],
    rails: ['PAYNOW', 'FAST', 'BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber, swiftCode },
    beneficiary: name,
  },
  {
    type: 'SLV_ACCOUNT',
    currencies: ['USD'],
    countries: ['SV'],
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    byRail: { BANK_TRANSFER: { bankAccountType, accountNumber }, ...mobileMoney.byRail },
    optional: { bankName },
    beneficiary: name,
  },
  {
    type: 'THB_ACCOUNT',
    currencies: ['THB'],
    countries: ['TH'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber, swiftCode },
    beneficiary: name,
  },
  {
    type: 'TZS_ACCOUNT',
    currencies: ['TZS'],
    countries: ['TZ'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber: phone('255', 9), provider: provider('AIRTEL', 'VODACOM') },
    beneficiary: name,
  },
  {
    type: 'UGX_ACCOUNT',
    currencies: ['UGX'],
    countries: ['UG'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider('MTN', 'AIRTEL') },
    beneficiary: name,
  },
  {
    type: 'USD_ACCOUNT',
    currencies: ['USD'],
    countries: ['US'],
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    required: { accountNumber, routingNumber },
    optional: { bankAccountType, bankName },
    pulledOver: ['ACH'],
    beneficiary: name,
  },
  {
    type: 'VND_ACCOUNT',
    currencies: ['VND'],
    countries: ['VN'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber, swiftCode },
    beneficiary: name,
  },
  {
    type: 'XAF_ACCOUNT',
    currencies: ['XAF'],
    countries: ['CM', 'CG'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider(), region: region('CM', 'CG') },
    beneficiary: name,
  },
  {
    type: 'XOF_ACCOUNT',
    currencies: ['XOF'],
    countries: ['BJ', 'CI', 'SN', 'TG'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider(), region: region('BJ', 'CI', 'SN', 'TG') },
    phoneByRegion: { BJ: phone('229', 8, 9), CI: phone('225', 10), SN: phone('221', 9), TG: phone('228', 8) },
    beneficiary: name,
  },
  {
    type: 'ZAR_ACCOUNT',
    currencies: ['ZAR'],
    countries: ['ZA'],
    rails: ['BANK_TRANSFER'],
    required: { accountNumber: digits(9, 13), bankName: listedBankName },
    beneficiary: name,
  },
  {
    type: 'ZMW_ACCOUNT',
    currencies: ['ZMW'],
    countries: ['ZM'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber: phone('260', 9), provider: provider('TNM', 'AIRTEL', 'ZAMTEL', 'MTN') },
    beneficiary: name,
  },
  {
    type: 'SWIFT_ACCOUNT',
    currencies: 'any fiat',
    countries: [],
    rails: ['SWIFT'],
    required: { country, swiftCode, bankName },
    // Both may be given (docs/behaviour/sandbox.md#suffixes orders them), one must be: some countries know accounts by IBAN only.
    atLeastOneOf: { accountNumber, iban },
    beneficiary: name,
  },
  {
    type: 'SPARK_WALLET',
    currencies: ['BTC'],
    countries: [],
    rails: [],
    required: { address: walletAddress('Spark', /^(spark|sp)1[02-9ac-hj-np-z]{20,}$/i, true) },
    beneficiary: 'none',
  },
  {
    type: 'LIGHTNING',
    currencies: ['BTC'],
    countries: [],
    rails: [],
    exactlyOneOf: { invoice, bolt12, lightningAddress },
    beneficiary: 'none',
  },
  {
    type: 'SOLANA_WALLET',
    currencies: ['USDC', 'USDT'],
    countries: [],
    rails: [],
    required: { address: walletAddress('Solana', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/) },
    beneficiary: 'none',
  },
  {
    type: 'TRON_WALLET',
    currencies: ['USDT'],
    countries: [],
    rails: [],
    required: { address: walletAddress('Tron', /^T[1-9A-HJ-NP-Za-km-z]{33}$/) },
    beneficiary: 'none',
  },
  {
    type: 'POLYGON_WALLET',
    currencies: ['USDC'],
    countries: [],
    rails: [],
    required: { address: walletAddress('Polygon', evmAddress, true) },
    beneficiary: 'none',
  },
  {
    type: 'BASE_WALLET',
    currencies: ['USDC'],
    countries: [],
    rails: [],
    required: { address: walletAddress('Base', evmAddress, true) },
    beneficiary: 'none',
  },
  {
    type: 'ETHEREUM_WALLET',
    currencies: ['USDC'],
    countries: [],
    rails: [],
    required: { address: walletAddress('Ethereum', evmAddress, true) },
    beneficiary: 'none',
  },
] as const satisfies readonly AccountTypeRow<string>[];

export type AccountType = (typeof table)[number]['type'];

export const accountTypes: readonly AccountTypeRow[] = table;

export const accountTypeNames = table.map(({ type }) => type) as [AccountType, ...AccountType[]];

const rowsByType = new Map(accountTypes.map((row) => [row.type, row]));

/** The row of a type that was already checked; another type is a defect. */
export function accountTypeRow(type: AccountType): AccountTypeRow {
  const row = rowsByType.get(type);
  if (!row) throw new Error(`Invariant broken: ${type} is in the table of account types`);
  return row;
}

/** All fields of a row in the order of the table, whether required or not. */
export function fieldsOf(row: AccountTypeRow): Fields {
  return Object.assign(
    {},
    row.required,
    ...Object.values(row.byRail ?? {}),
    row.exactlyOneOf,
    row.atLeastOneOf,
    row.optional,
  ) as Fields;
}

export const entriesOf = (fields: Fields | undefined) =>
  Object.entries(fields ?? {}) as [FieldName, FieldDefinition][];

export const isWallet = (row: AccountTypeRow): boolean => row.beneficiary === 'none';

/** The names that the GraphQL schema gives to a type: `usdAccount`, `UsdAccount`, `UsdAccountInput`. */
export function graphqlNames(type: AccountType) {
  const words = type.split('_').map((word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`);
  const typeName = words.join('');
  return {
    field: `${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}`,
    type: typeName,
    input: `${typeName}Input`,
  };
}
