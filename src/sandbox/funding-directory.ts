/**
 * Deposit instructions of sandbox accounts. The bank details have the right format for each currency and are derived from
 * the account's id, so they are always the same. They are not real: the fund operation makes a deposit in the sandbox.
 *
 * Source: docs/behaviour/accounts.md#payment-instructions.
 */
import { createHash } from 'node:crypto';
import type { FundingInfo } from '../accounts/internal/funding-instructions.ts';
import type { InternalAccount } from '../accounts/internal/internal-account.ts';
import { withCheckDigits } from '../kernel/check-digits.ts';
import type { PaymentRail } from '../ledger/payment-rails.ts';
import type { FundingDirectory, PlatformFunding } from '../payments/ports.ts';
import type { CryptoNetwork } from '../payments/quotes/quote.ts';

/** The target of a deposit: an account or a quote. */
type Payable = Pick<InternalAccount, 'currency' | 'reference'> & { readonly id: string };

/** Digits that are derived from the account and the purpose. */
function digits(account: Payable, purpose: string, length: number): string {
  const hex = createHash('sha256').update(`${account.id}/${purpose}`).digest('hex');
  return BigInt(`0x${hex}`).toString().slice(0, length).padStart(length, '7');
}

type InstructionsBuilder = (account: Payable) => readonly FundingInfo[];

const referenced =
  (
    rails: readonly PaymentRail[],
    details: (account: Payable) => Omit<FundingInfo, 'accountType' | 'paymentRails' | 'reference'>,
  ): InstructionsBuilder =>
  (account) => [
    {
      accountType: `${account.currency}_ACCOUNT`,
      ...details(account),
      paymentRails: rails,
      reference: account.reference,
    },
  ];

const wallets =
  (assetType: string, ...accountTypes: readonly string[]): InstructionsBuilder =>
  (account) =>
    accountTypes.map((accountType) => {
      const hex = createHash('sha256').update(`${account.id}/${accountType}`).digest('hex');
      return { accountType, address: walletAddress(accountType, hex), assetType };
    });

function walletAddress(accountType: string, hex: string): string {
  switch (accountType) {
    case 'SPARK_WALLET':
      return `spark1p${hex.slice(0, 56)}`;
    case 'SOLANA_WALLET':
      return `So1${hex.slice(0, 40).replaceAll('0', 'z')}`;
    case 'TRON_WALLET':
      return `T${hex.slice(0, 33).replaceAll('0', 'z')}`;
    default:
      return `0x${hex.slice(0, 40)}`;
  }
}

const builders: Readonly<Record<string, InstructionsBuilder>> = {
  USD: referenced(['ACH', 'WIRE', 'RTP', 'FEDNOW'], (account) => ({
    accountNumber: digits(account, 'account', 12),
    routingNumber: '021000021',
    bankName: 'Sandbox Bank',
  })),
  EUR: referenced(['SEPA', 'SEPA_INSTANT'], (account) => ({
    iban: withCheckDigits('DE', `50010517${digits(account, 'account', 10)}`),
    swiftCode: 'SANDDEFFXXX',
  })),
  DKK: referenced(['SEPA', 'SEPA_INSTANT'], (account) => ({
    iban: withCheckDigits('DK', `0040${digits(account, 'account', 10)}`),
    swiftCode: 'SANDDKKKXXX',
  })),
  GBP: referenced(['FASTER_PAYMENTS'], (account) => ({
    sortCode: '040004',
    accountNumber: digits(account, 'account', 8),
  })),
  MXN: referenced(['SPEI'], (account) => ({ clabeNumber: `646180${digits(account, 'account', 12)}` })),
  BRL: (account) => [
    {
      accountType: 'BRL_ACCOUNT',
      qrCode: `00020126SANDBOX${digits(account, 'qr', 24)}6304`,
      paymentRails: ['PIX'],
    },
  ],
  INR: (account) => [
    {
      accountType: 'INR_ACCOUNT',
      vpa: `deposit.${digits(account, 'vpa', 10)}@sandbox`,
      paymentRails: ['UPI'],
    },
  ],
  ARS: (account) => [{ accountType: 'ARS_ACCOUNT', accountNumber: digits(account, 'cvu', 22) }],
  BTC: wallets('BTC', 'SPARK_WALLET'),
  USDB: wallets('USDB', 'SPARK_WALLET'),
  USDC: wallets('USDC', 'SOLANA_WALLET', 'ETHEREUM_WALLET', 'BASE_WALLET', 'POLYGON_WALLET'),
  USDT: wallets('USDT', 'TRON_WALLET', 'SOLANA_WALLET'),
};

const anyBank = referenced(['BANK_TRANSFER'], (account) => ({
  accountNumber: digits(account, 'account', 12),
  bankName: 'Sandbox Bank',
}));

/** The account type of deposits over each network. */
const walletOf: { readonly [N in CryptoNetwork]?: string } = {
  SPARK: 'SPARK_WALLET',
  SOLANA: 'SOLANA_WALLET',
  ETHEREUM: 'ETHEREUM_WALLET',
  BASE: 'BASE_WALLET',
  POLYGON: 'POLYGON_WALLET',
};

const invoiceOf = (payable: Payable): string =>
  `lnbcsandbox1p${createHash('sha256').update(`${payable.id}/invoice`).digest('hex')}`;

/** The instructions that pay a quote. Decision: the sandbox accepts no on-chain bitcoin, which has no account type. */
function quoteInstructions(payable: Payable, network: CryptoNetwork | undefined): readonly FundingInfo[] {
  if (network === 'LIGHTNING') {
    return payable.currency === 'BTC' ? [{ accountType: 'LIGHTNING', invoice: invoiceOf(payable) }] : [];
  }
  return (builders[payable.currency] ?? anyBank)(payable)
    .filter(({ accountType }) => network === undefined || accountType === walletOf[network])
    .map((info) => (info.accountType === 'SPARK_WALLET' ? { ...info, invoice: invoiceOf(payable) } : info));
}

const sandboxFunding: PlatformFunding = {
  instructionsFor: (account) =>
    (builders[account.currency] ?? anyBank)(account).map((accountOrWalletInfo) => ({
      accountOrWalletInfo,
      instructionsNotes: 'Sandbox: no real deposit arrives here. Use the fund operation.',
      isPlatformAccount: account.customerId === undefined,
    })),

  instructionsForQuote: ({ quoteId, amount, cryptoNetwork, reference, paidByPlatform }) => {
    const instructions = quoteInstructions(
      { id: quoteId, currency: amount.currency, reference },
      cryptoNetwork,
    );
    if (instructions.length === 0) return undefined;
    return instructions.map((accountOrWalletInfo) => ({
      accountOrWalletInfo,
      instructionsNotes: 'Sandbox: no real deposit arrives here. Use the send operation.',
      isPlatformAccount: paidByPlatform,
    }));
  },
};

export const sandboxFundingDirectory: FundingDirectory = { open: async () => sandboxFunding };
