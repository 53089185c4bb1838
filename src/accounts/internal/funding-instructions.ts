/** Instructions to fund an account or a quote. Source: docs/behaviour/accounts.md#payment-instructions; schema.graphql, `FundingInfo`. */
import type { PaymentRail } from '../../ledger/payment-rails.ts';

export interface FundingInfo {
  readonly accountType: string;
  readonly accountNumber?: string;
  readonly routingNumber?: string;
  readonly bankName?: string;
  readonly iban?: string;
  readonly swiftCode?: string;
  readonly sortCode?: string;
  readonly clabeNumber?: string;
  readonly qrCode?: string;
  readonly vpa?: string;
  readonly paymentUrl?: string;
  readonly reference?: string;
  readonly paymentRails?: readonly PaymentRail[];
  readonly assetType?: string;
  readonly address?: string;
  readonly invoice?: string;
  /** For an EMBEDDED_WALLET source: the payload that the session key signs, byte for byte. */
  readonly payloadToSign?: string;
}

/** The maximum number of instructions of an account or quote. */
export const maxInstructions = 10;

export interface FundingInstructions {
  readonly accountOrWalletInfo: FundingInfo;
  readonly instructionsNotes?: string;
  readonly isPlatformAccount?: boolean;
}
