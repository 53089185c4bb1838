/** One acceptable account of each type in the REST shape, and values that its fields reject. */
import type { FieldName } from '../../../src/accounts/external/account-field.ts';
import type { AccountType } from '../../../src/accounts/external/account-types.ts';

type Sample = Readonly<Partial<Record<FieldName, string>>>;

const bic = 'DEUTDEFF';
const phone = '+26771234567';

/** Every field of the type filled in; of LIGHTNING's three, of which one is given, the address. */
export const samples: Readonly<Record<AccountType, Sample>> = {
  AED_ACCOUNT: { iban: 'AE070331234567890123456', swiftCode: 'EBILAEAD' },
  BDT_ACCOUNT: {
    accountNumber: '1234567890123',
    phoneNumber: '+8801712345678',
    branchCode: '12345',
    swiftCode: bic,
  },
  BRL_ACCOUNT: { pixKey: 'maria@banco.example', pixKeyType: 'EMAIL', taxId: '12345678901' },
  BWP_ACCOUNT: { phoneNumber: phone, provider: 'ORANGE' },
  CAD_ACCOUNT: { bankCode: '001', branchCode: '00012', accountNumber: '1234567' },
  COP_ACCOUNT: {
    bankName: 'Bancolombia',
    accountNumber: '12345678901',
    bankAccountType: 'SAVINGS',
    phoneNumber: '+573001234567',
  },
  DKK_ACCOUNT: { iban: 'DK5000400440116243', swiftCode: bic },
  EGP_ACCOUNT: {
    bankName: 'CIB',
    accountNumber: '100012345678',
    iban: 'EG380019000500000000263180002',
    swiftCode: bic,
  },
  EUR_ACCOUNT: { iban: 'DE89370400440532013000', swiftCode: bic },
  GBP_ACCOUNT: { sortCode: '123456', accountNumber: '12345678' },
  GHS_ACCOUNT: { accountNumber: '1234567890', phoneNumber: '+233241234567' },
  GTQ_ACCOUNT: { accountNumber: '1234567890', bankAccountType: 'CHECKING' },
  HKD_ACCOUNT: { bankName: 'Hang Seng Bank', accountNumber: '123456789', swiftCode: 'HASEHKHH' },
  HTG_ACCOUNT: { phoneNumber: '+50934123456' },
  IDR_ACCOUNT: { bankName: 'BCA', accountNumber: '1234567890', swiftCode: bic, phoneNumber: '+628123456789' },
  INR_ACCOUNT: { vpa: 'asha.rao@okbank' },
  JMD_ACCOUNT: { accountNumber: '1234567890', branchCode: '12345', bankAccountType: 'SAVINGS' },
  KES_ACCOUNT: { phoneNumber: '+254712345678', provider: 'M-PESA' },
  MWK_ACCOUNT: { phoneNumber: '+265991234567', provider: 'TNM' },
  MXN_ACCOUNT: { clabeNumber: '032180000118359719' },
  MYR_ACCOUNT: { bankName: 'Maybank', accountNumber: '1234567890', swiftCode: bic },
  NGN_ACCOUNT: { accountNumber: '0123456789', bankName: 'GTBank' },
  PHP_ACCOUNT: { bankName: 'BDO Unibank', accountNumber: '001234567890' },
  PKR_ACCOUNT: {
    accountNumber: '1234567890',
    bankName: 'HBL',
    phoneNumber: '+923001234567',
    iban: 'PK36SCBL0000001123456702',
  },
  RWF_ACCOUNT: { phoneNumber: '+250781234567', provider: 'MTN' },
  SGD_ACCOUNT: { bankName: 'DBS', accountNumber: '0123456789', swiftCode: 'DBSSSGSG' },
  SLV_ACCOUNT: {
    bankAccountType: 'SAVINGS',
    accountNumber: '1234567890',
    phoneNumber: '+50370123456',
    bankName: 'Banco Agrícola',
  },
  THB_ACCOUNT: { bankName: 'SCB', accountNumber: '1234567890', swiftCode: bic },
  TZS_ACCOUNT: { phoneNumber: '+255712345678', provider: 'VODACOM' },
  UGX_ACCOUNT: { phoneNumber: '+256712345678', provider: 'MTN' },
  USD_ACCOUNT: {
    accountNumber: '123456789',
    routingNumber: '021000021',
    bankAccountType: 'CHECKING',
    bankName: 'Any Bank',
  },
  VND_ACCOUNT: { bankName: 'Vietcombank', accountNumber: '1234567890', swiftCode: bic },
  XAF_ACCOUNT: { phoneNumber: '+237671234567', provider: 'MTN', region: 'CM' },
  XOF_ACCOUNT: { phoneNumber: '+221771234567', provider: 'ORANGE', region: 'SN' },
  ZAR_ACCOUNT: { accountNumber: '123456789', bankName: 'Capitec' },
  ZMW_ACCOUNT: { phoneNumber: '+260971234567', provider: 'ZAMTEL' },
  SWIFT_ACCOUNT: {
    country: 'BR',
    swiftCode: bic,
    bankName: 'Banco Qualquer',
    accountNumber: '123-456/7',
    iban: 'BR1800360305000010009795493C1',
  },
  SPARK_WALLET: { address: 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu' },
  LIGHTNING: { lightningAddress: 'satoshi@wallet.example' },
  SOLANA_WALLET: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
  TRON_WALLET: { address: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' },
  POLYGON_WALLET: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' },
  BASE_WALLET: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' },
  ETHEREUM_WALLET: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' },
};

/** Values that are just outside the format of each field. */
export const invalidSamples: Readonly<Record<FieldName, readonly string[]>> = {
  accountNumber: ['', ' 12345678', '1234\n5678', '1'.repeat(35)],
  routingNumber: ['02100002', '0210000210', '02100002x'],
  iban: [
    '',
    'DE89 3704 0044 0532 0130 00',
    '89DE370400440532013000',
    'DE8937040044',
    `DE89${'1'.repeat(31)}`,
  ],
  swiftCode: ['DEUTDEF', 'DEUTDEFF5', 'deutdeff', 'DEUT1EFF', 'DEUTDEFF5000'],
  sortCode: ['12345', '1234567', '12-34-56'],
  bankCode: ['01', '0001'],
  branchCode: ['1234', '123456'],
  clabeNumber: ['03218000011835971', '0321800001183597190'],
  pixKey: ['', 'k'.repeat(78)],
  pixKeyType: ['email', 'TELEFONE'],
  taxId: ['1234567890', '123456789012345', '123.456.789-01'],
  vpa: ['asha', 'asha@', '@okbank', 'asha@ok.bank', `${'a'.repeat(250)}@okbank`],
  phoneNumber: ['26771234567', '+12345', '+123456789012345', '+2677123456x'],
  provider: ['', ' MTN', 'p'.repeat(256)],
  region: ['FR', 'sn'],
  bankName: ['', 'b'.repeat(256)],
  bankAccountType: ['checking', 'CURRENT'],
  country: ['BRA', 'br'],
  address: ['', 'two words', 'a'.repeat(256)],
  invoice: ['', 'lnbc1 0'],
  bolt12: ['', 'lno1 0'],
  lightningAddress: ['satoshi', 'satoshi@', '@wallet.example', 'a@b@c'],
};

/** Values outside the narrower format that an account type sets for a field. */
export const invalidSamplesByType: ReadonlyArray<readonly [AccountType, FieldName, string]> = [
  ['AED_ACCOUNT', 'iban', 'AE07033123456789012345'],
  ['AED_ACCOUNT', 'iban', 'DE89370400440532013000'],
  ['CAD_ACCOUNT', 'accountNumber', '123456'],
  ['CAD_ACCOUNT', 'accountNumber', '1234567890123'],
  ['DKK_ACCOUNT', 'iban', 'DK500040044011624'],
  ['EGP_ACCOUNT', 'iban', 'EG38001900050000000026318000'],
  ['EGP_ACCOUNT', 'bankName', 'Hang Seng Bank'],
  ['GBP_ACCOUNT', 'accountNumber', '1234567'],
  ['GBP_ACCOUNT', 'accountNumber', '123456789'],
  ['IDR_ACCOUNT', 'phoneNumber', '+6281234567'],
  ['IDR_ACCOUNT', 'phoneNumber', '+6281234567890123'],
  ['KES_ACCOUNT', 'phoneNumber', '+25471234567'],
  ['KES_ACCOUNT', 'phoneNumber', '+255712345678'],
  ['NGN_ACCOUNT', 'accountNumber', '012345678'],
  ['NGN_ACCOUNT', 'accountNumber', '01234567890'],
  ['PHP_ACCOUNT', 'accountNumber', '1234567'],
  ['PHP_ACCOUNT', 'accountNumber', '12345678901234567'],
  ['PKR_ACCOUNT', 'iban', 'PK36SCB10000001123456702'],
  ['RWF_ACCOUNT', 'phoneNumber', '+25078123456'],
  ['TZS_ACCOUNT', 'phoneNumber', '+2557123456789'],
  ['XAF_ACCOUNT', 'region', 'SN'],
  ['ZAR_ACCOUNT', 'accountNumber', '12345678'],
  ['ZAR_ACCOUNT', 'accountNumber', '12345678901234'],
  ['ZMW_ACCOUNT', 'phoneNumber', '+26097123456'],
];

const postal = { line1: '1 Main Street', city: 'Town', postalCode: '12345', country: 'US' };

/** A person with every field that any account type requires. */
export const person = {
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
  email: 'ada@example.com',
  phoneNumber: '+447700900123',
  countryOfResidence: 'GB',
  address: postal,
};

export const business = {
  legalName: 'Analytical Engines Ltd',
  registrationNumber: '01234567',
  taxId: 'GB123456789',
};
