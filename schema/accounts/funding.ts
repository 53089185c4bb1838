/** Instructions to fund an account or a quote. */
import type { FundingInfo, FundingInstructions } from '../../src/accounts/internal/funding-instructions.ts';
import { paymentRails } from '../../src/ledger/payment-rails.ts';
import { builder } from '../core/builder.ts';
import { AccountTypeEnum, PaymentRailEnum } from './enums.ts';

const FundingInfoRef = builder.objectRef<FundingInfo>('FundingInfo').implement({
  description:
    'Account to which a deposit is sent. accountType determines which fields are set; the others are null.',
  fields: (t) => {
    const detail = (name: Exclude<keyof FundingInfo, 'accountType' | 'paymentRails'>, description: string) =>
      t.string({ nullable: true, description, resolve: (info) => info[name] ?? null });
    return {
      accountType: t.field({
        type: AccountTypeEnum,
        description: 'Type of the account that receives the deposit.',
        resolve: (info) => info.accountType as never,
      }),
      accountNumber: detail('accountNumber', 'Bank account number.'),
      routingNumber: detail('routingNumber', 'ABA routing number.'),
      bankName: detail('bankName', 'Name of the bank.'),
      iban: detail('iban', 'IBAN.'),
      swiftCode: detail('swiftCode', 'SWIFT code (BIC).'),
      sortCode: detail('sortCode', 'UK sort code.'),
      clabeNumber: detail('clabeNumber', 'CLABE, the Mexican account number.'),
      qrCode: detail('qrCode', 'PIX code that the payer scans or pastes.'),
      vpa: detail('vpa', 'UPI virtual payment address.'),
      paymentUrl: detail('paymentUrl', 'URL of a hosted payment page.'),
      reference: detail('reference', 'Reference that the deposit must include to be credited.'),
      paymentRails: t.field({
        type: [PaymentRailEnum],
        bound: paymentRails.length,
        nullable: true,
        description: 'Rails that the account accepts.',
        resolve: (info) => (info.paymentRails ? [...info.paymentRails] : null),
      }),
      assetType: detail('assetType', 'Asset that the wallet address accepts, for example USDC.'),
      address: detail('address', 'Wallet address.'),
      invoice: detail('invoice', 'Lightning invoice.'),
      payloadToSign: detail(
        'payloadToSign',
        'EMBEDDED_WALLET only: the payload that the session key signs, byte for byte.',
      ),
    };
  },
});

export const PaymentInstructionsRef = builder
  .objectRef<FundingInstructions>('PaymentInstructions')
  .implement({
    description: 'One way to send a deposit.',
    fields: (t) => ({
      accountOrWalletInfo: t.field({
        type: FundingInfoRef,
        description: 'Account to which the money is sent.',
        resolve: (instructions) => instructions.accountOrWalletInfo,
      }),
      instructionsNotes: t.string({
        nullable: true,
        description: 'Instructions for a human reader.',
        resolve: (instructions) => instructions.instructionsNotes ?? null,
      }),
      isPlatformAccount: t.boolean({
        nullable: true,
        description: "Whether the deposit funds the platform's own account.",
        resolve: (instructions) => instructions.isPlatformAccount ?? null,
      }),
    }),
  });
