/**
 * The other party of a transaction: who receives an outgoing payment, and who sends an incoming one.
 *
 * Source: docs/behaviour/payments.md#transactions.
 */
import type { PaymentParty } from '../payment-party.ts';
import type { Transaction } from './transaction.ts';

type WithParties = Pick<Transaction, 'type' | 'source' | 'destination'>;

export const counterpartyOf = ({ type, source, destination }: WithParties): PaymentParty =>
  type === 'OUTGOING' ? destination : source;

/** The name that the institution of the counterparty has given. */
export const statedName = ({
  counterpartyInformation: stated,
}: Pick<Transaction, 'counterpartyInformation'>): string | undefined =>
  stated?.['FULL_NAME'] ?? stated?.['COMPANY_LEGAL_NAME'];
