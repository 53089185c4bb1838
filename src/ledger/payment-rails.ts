/**
 * The rails that a payment can take to an account.
 *
 * Source: docs/behaviour/customers.md#shared-objects; schema.graphql, `PaymentRail` (SWIFT is there because SWIFT_ACCOUNT is paid over it).
 */
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
