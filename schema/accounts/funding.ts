/** How to fund an account or a quote. */
import type { FundingInfo, FundingInstructions } from '../../src/accounts/internal/funding-instructions.ts';
import { paymentRails } from '../../src/ledger/payment-rails.ts';
import { builder } from '../core/builder.ts';
import { AccountTypeEnum, PaymentRailEnum } from './enums.ts';

const FundingInfoRef = builder.objectRef<FundingInfo>('FundingInfo').implement({
  description:
    'Where to send a deposit. accountType tells which of the fields are there; the others are null.',
  fields: (t) => {
    const detail = (name: Exclude<keyof FundingInfo, 'accountType' | 'paymentRails'>, description: string) =>
      t.string({ nullable: true, description, resolve: (info) => info[name] ?? null });
    return {
      accountType: t.field({
        type: AccountTypeEnum,
        description: 'Kind of account that the deposit goes to.',
        resolve: (info) => info.accountType as never,
      }),
      accountNumber: detail('accountNumber', 'Bank account number.'),
      routingNumber: detail('routingNumber', 'ABA routing number.'),
      bankName: detail('bankName', 'Name of the bank.'),
      iban: detail('iban', 'IBAN.'),
      swiftCode: detail('swiftCode', 'SWIFT code.'),
      sortCode: detail('sortCode', 'UK sort code.'),
      clabeNumber: detail('clabeNumber', 'Mexican CLABE.'),
      qrCode: detail('qrCode', 'PIX payload.'),
      vpa: detail('vpa', 'UPI virtual payment address.'),
      paymentUrl: detail('paymentUrl', 'Hosted page on which to pay.'),
      reference: detail('reference', 'What the deposit must carry to be credited.'),
      paymentRails: t.field({
        type: [PaymentRailEnum],
        bound: paymentRails.length,
        nullable: true,
        description: 'Rails that a deposit can take.',
        resolve: (info) => (info.paymentRails ? [...info.paymentRails] : null),
      }),
      assetType: detail('assetType', 'Asset that a wallet address takes, for example USDC.'),
      address: detail('address', 'Wallet address.'),
      invoice: detail('invoice', 'Lightning invoice.'),
      payloadToSign: detail(
        'payloadToSign',
        'For an EMBEDDED_WALLET source: what the session key signs, byte for byte.',
      ),
    };
  },
});

export const PaymentInstructionsRef = builder
  .objectRef<FundingInstructions>('PaymentInstructions')
  .implement({
    description: 'How to fund: one of several ways.',
    fields: (t) => ({
      accountOrWalletInfo: t.field({
        type: FundingInfoRef,
        description: 'Where to send the money.',
        resolve: (instructions) => instructions.accountOrWalletInfo,
      }),
      instructionsNotes: t.string({
        nullable: true,
        description: 'For people.',
        resolve: (instructions) => instructions.instructionsNotes ?? null,
      }),
      isPlatformAccount: t.boolean({
        nullable: true,
        description: "Whether it funds the platform's own account.",
        resolve: (instructions) => instructions.isPlatformAccount ?? null,
      }),
    }),
  });
