/**
 * Whether a file can have a payment. One that it cannot have would block all payments of the file.
 *
 * Source: docs/behaviour/bank-connections.md#payments.
 */
import { isAbaRoutingNumber } from '../../accounts/external/check-digits.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import type { BankParty, ServiceLevel } from '../bank-files/bank-file.ts';
import { maxNachaAmount } from '../bank-files/nacha/fields.ts';

export interface PaymentToSend {
  readonly serviceLevel: ServiceLevel;
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly amount: bigint;
  readonly counterparty: Pick<BankParty, 'iban' | 'accountNumber' | 'routingNumber'>;
  /** SEPA direct debits: whether the counterparty has signed a mandate. ACH debits are authorized outside of the file. */
  readonly hasMandate: boolean;
}

const fitsAch = ({ amount, counterparty: { accountNumber = '', routingNumber = '' } }: PaymentToSend) =>
  amount <= maxNachaAmount && isAbaRoutingNumber(routingNumber) && /^[!-~]{1,17}$/.test(accountNumber);

export function isSendable(
  { currency, account }: Pick<BankConnection, 'currency' | 'account'>,
  payment: PaymentToSend,
): boolean {
  const { serviceLevel, direction, counterparty, hasMandate } = payment;
  switch (serviceLevel) {
    case 'ACH':
      return fitsAch(payment);
    case 'SEPA':
    case 'SEPA_INSTANT': {
      const isAuthorized = direction === 'CREDIT' || (hasMandate && account.creditorId !== undefined);
      return currency === 'EUR' && counterparty.iban !== undefined && isAuthorized;
    }
    case 'CROSS_BORDER':
      return (
        direction === 'CREDIT' &&
        (counterparty.iban !== undefined || counterparty.accountNumber !== undefined)
      );
  }
}
