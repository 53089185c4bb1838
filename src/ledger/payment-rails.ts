/**
 * The payment rails of the service.
 *
 * Source: docs/behaviour/customers.md#shared-objects; schema.graphql, `PaymentRail` (SWIFT is the rail of SWIFT_ACCOUNT).
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
