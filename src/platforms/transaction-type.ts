/** The direction of a payment, as the platform sees it. */

export const transactionTypes = ['INCOMING', 'OUTGOING'] as const;

export type TransactionType = (typeof transactionTypes)[number];
