/** The accounts of bank connections under test, by the format of their files. */
import type { AccountInfo } from '../../src/accounts/external/account-info.ts';
import type { BankFormat } from '../../src/rails/bank-connections/bank-connection.ts';
import type { VirtualIbanRange } from '../../src/rails/bank-connections/virtual-iban.ts';
import type { SimulatedAccount } from './simulated-bank/records.ts';

export const ourIban = 'DE89370400440532013000';
export const ourBic = 'COBADEFFXXX';
export const theirIban = 'FR1420041010050500013M02606';

interface BankAccounts {
  readonly currency: string;
  /** Our account as `createBankConnection` takes it. */
  readonly ours: Readonly<Record<string, string>>;
  /** The same account as the simulated bank knows it. */
  readonly simulated: SimulatedAccount;
  /** The account of a beneficiary or a depositor. */
  readonly theirs: AccountInfo;
  /** The IBAN or the number of that account. */
  readonly theirNumber: string;
  /** Only accounts with IBANs have virtual ones. */
  readonly virtualIbanRange?: VirtualIbanRange;
}

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' } as const;

export const bankAccountsOf: Readonly<Record<BankFormat, BankAccounts>> = {
  ISO20022: {
    currency: 'EUR',
    ours: { name: 'Example Payments GmbH', iban: ourIban, bic: ourBic, creditorId: 'DE98ZZZ09999999999' },
    simulated: { iban: ourIban, bic: ourBic },
    theirs: {
      accountType: 'EUR_ACCOUNT',
      iban: theirIban,
      paymentRails: ['SEPA', 'SEPA_INSTANT'],
      beneficiary,
    },
    theirNumber: theirIban,
    virtualIbanRange: { country: 'DE', prefix: '370400440000', first: '1', last: '999999' },
  },
  NACHA: {
    currency: 'USD',
    ours: {
      name: 'Example Payments Inc',
      routingNumber: '091000019',
      accountNumber: '000123456789',
      companyId: '1234567892',
      bankName: 'SIMULATED BANK',
    },
    simulated: { routing: '091000019', accountNumber: '000123456789' },
    theirs: {
      accountType: 'USD_ACCOUNT',
      accountNumber: '55667788',
      routingNumber: '021000021',
      paymentRails: ['ACH'],
      beneficiary,
    },
    theirNumber: '55667788',
  },
};
