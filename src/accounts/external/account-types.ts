/**
 * The table of external account types. Input schemas, GraphQL types, REST shapes, masking, sandbox scenarios and the
 * reference page are generated from it, so a new corridor is one row here.
 *
 * Decision: in the sandbox a wallet address can be any text, because it ends with scenario digits. In production it has the
 * form of its network.
 * Decision: Togolese phone numbers have eight digits after +228. The published list of XOF phones does not include them.
 *
 * Source: docs/behaviour/accounts.md#account-types.
 */

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
import type { AccountTypeRow } from './account-type-row.ts';
import type { BeneficiaryRequirements } from './beneficiary.ts';

const nameOnly = {} satisfies BeneficiaryRequirements;
const mobileMoney = { byRail: { MOBILE_MONEY: { phoneNumber } } } as const;
const digits = (min: number, max = min) =>
  narrowed(
    accountNumber,
    new RegExp(`^${digitRun(min, max)}$`),
    min === max ? `${min} digits` : `${min} to ${max} digits`,
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
    beneficiary: nameOnly,
  },
  {
    type: 'BRL_ACCOUNT',
    currencies: ['BRL'],
    countries: ['BR'],
    rails: ['PIX'],
    required: { pixKey, pixKeyType, taxId },
    beneficiary: nameOnly,
  },
  {
    type: 'BWP_ACCOUNT',
    currencies: ['BWP'],
    countries: ['BW'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider() },
    beneficiary: nameOnly,
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
    beneficiary: nameOnly,
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
    beneficiary: nameOnly,
  },
  {
    type: 'GHS_ACCOUNT',
    currencies: ['GHS'],
    countries: ['GH'],
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    byRail: { BANK_TRANSFER: { accountNumber }, ...mobileMoney.byRail },
    beneficiary: nameOnly,
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
    beneficiary: nameOnly,
  },
  {
    type: 'HTG_ACCOUNT',
    currencies: ['HTG'],
    countries: ['HT'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber },
    beneficiary: nameOnly,
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
    beneficiary: nameOnly,
  },
  {
    type: 'INR_ACCOUNT',
    currencies: ['INR'],
    countries: ['IN'],
    rails: ['UPI'],
    required: { vpa },
    beneficiary: nameOnly,
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
    beneficiary: nameOnly,
  },
  {
    type: 'MWK_ACCOUNT',
    currencies: ['MWK'],
    countries: ['MW'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider('AIRTEL', 'TNM') },
    beneficiary: nameOnly,
  },
  {
    type: 'MXN_ACCOUNT',
    currencies: ['MXN'],
    countries: ['MX'],
    rails: ['SPEI'],
    required: { clabeNumber },
    beneficiary: nameOnly,
  },
  {
    type: 'MYR_ACCOUNT',
    currencies: ['MYR'],
    countries: ['MY'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber, swiftCode },
    beneficiary: nameOnly,
  },
  {
    type: 'NGN_ACCOUNT',
    currencies: ['NGN'],
    countries: ['NG'],
    rails: ['BANK_TRANSFER'],
    required: { accountNumber: digits(10), bankName: listedBankName },
    beneficiary: nameOnly,
  },
  {
    type: 'PHP_ACCOUNT',
    currencies: ['PHP'],
    countries: ['PH'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber: digits(8, 16) },
    beneficiary: nameOnly,
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
    beneficiary: nameOnly,
  },
  {
    type: 'RWF_ACCOUNT',
    currencies: ['RWF'],
    countries: ['RW'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber: phone('250', 9), provider: provider('MTN', 'AIRTEL') },
    beneficiary: nameOnly,
  },
  {
    type: 'SGD_ACCOUNT',
    currencies: ['SGD'],
    countries: ['SG'],
    rails: ['PAYNOW', 'FAST', 'BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber, swiftCode },
    beneficiary: nameOnly,
  },
  {
    type: 'SLV_ACCOUNT',
    currencies: ['USD'],
    countries: ['SV'],
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    byRail: { BANK_TRANSFER: { bankAccountType, accountNumber }, ...mobileMoney.byRail },
    optional: { bankName },
    beneficiary: nameOnly,
  },
  {
    type: 'THB_ACCOUNT',
    currencies: ['THB'],
    countries: ['TH'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber, swiftCode },
    beneficiary: nameOnly,
  },
  {
    type: 'TZS_ACCOUNT',
    currencies: ['TZS'],
    countries: ['TZ'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber: phone('255', 9), provider: provider('AIRTEL', 'VODACOM') },
    beneficiary: nameOnly,
  },
  {
    type: 'UGX_ACCOUNT',
    currencies: ['UGX'],
    countries: ['UG'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider('MTN', 'AIRTEL') },
    beneficiary: nameOnly,
  },
  {
    type: 'USD_ACCOUNT',
    currencies: ['USD'],
    countries: ['US'],
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    required: { accountNumber, routingNumber },
    optional: { bankAccountType, bankName },
    pulledOver: ['ACH'],
    beneficiary: nameOnly,
  },
  {
    type: 'VND_ACCOUNT',
    currencies: ['VND'],
    countries: ['VN'],
    rails: ['BANK_TRANSFER'],
    required: { bankName: listedBankName, accountNumber, swiftCode },
    beneficiary: nameOnly,
  },
  {
    type: 'XAF_ACCOUNT',
    currencies: ['XAF'],
    countries: ['CM', 'CG'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider(), region: region('CM', 'CG') },
    beneficiary: nameOnly,
  },
  {
    type: 'XOF_ACCOUNT',
    currencies: ['XOF'],
    countries: ['BJ', 'CI', 'SN', 'TG'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber, provider: provider(), region: region('BJ', 'CI', 'SN', 'TG') },
    phoneByRegion: { BJ: phone('229', 8, 9), CI: phone('225', 10), SN: phone('221', 9), TG: phone('228', 8) },
    beneficiary: nameOnly,
  },
  {
    type: 'ZAR_ACCOUNT',
    currencies: ['ZAR'],
    countries: ['ZA'],
    rails: ['BANK_TRANSFER'],
    required: { accountNumber: digits(9, 13), bankName: listedBankName },
    beneficiary: nameOnly,
  },
  {
    type: 'ZMW_ACCOUNT',
    currencies: ['ZMW'],
    countries: ['ZM'],
    rails: ['MOBILE_MONEY'],
    required: { phoneNumber: phone('260', 9), provider: provider('TNM', 'AIRTEL', 'ZAMTEL', 'MTN') },
    beneficiary: nameOnly,
  },
  {
    type: 'SWIFT_ACCOUNT',
    currencies: 'any fiat',
    countries: [],
    rails: ['SWIFT'],
    required: { country, swiftCode, bankName },
    // At least one, because some countries identify accounts by IBAN only. With both, docs/behaviour/sandbox.md#suffixes applies.
    atLeastOneOf: { accountNumber, iban },
    beneficiary: nameOnly,
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
] as const satisfies readonly AccountTypeRow[];

export type AccountType = (typeof table)[number]['type'];

export const accountTypes: readonly AccountTypeRow<AccountType>[] = table;

export const accountTypeNames = table.map(({ type }) => type) as [AccountType, ...AccountType[]];

const rowsByType = new Map(accountTypes.map((row) => [row.type, row]));

/** The row of a type. */
export function accountTypeRow(type: AccountType): AccountTypeRow<AccountType> {
  const row = rowsByType.get(type);
  if (!row) throw new Error(`Invariant broken: ${type} is in the table of account types`);
  return row;
}

/** The names that the GraphQL schema gives to a type: `usdAccount`, `UsdAccount`, `UsdAccountInput`. */
export function graphqlNames(type: string) {
  const words = type.split('_').map((word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`);
  const typeName = words.join('');
  return {
    field: `${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}`,
    type: typeName,
    input: `${typeName}Input`,
  };
}
