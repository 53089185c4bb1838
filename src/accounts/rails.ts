/** The rails that money travels on. Source: gaps 2.1; contract, `PaymentRail`. */
export const paymentRails = [
  'ACH',
  'BANK_TRANSFER',
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'MOBILE_MONEY',
  'PAYNOW',
  'PIX',
  'RTP',
  'SEPA',
  'SEPA_INSTANT',
  'SPEI',
  'SWIFT',
  'UPI',
  'WIRE',
] as const;
export type PaymentRail = (typeof paymentRails)[number];
