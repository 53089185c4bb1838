/** Names of the parties of payments. Every part may be absent. */
interface Named {
  readonly fullName: string | null;
  readonly businessInfo: { readonly legalName: string } | null;
}

export const customerName = ({ fullName, businessInfo }: Named): string =>
  businessInfo?.legalName ?? fullName ?? 'Customer without a name';

interface PayeeParts {
  readonly displayName?: string | null;
  readonly last4?: string | null;
  readonly umaAddress?: string | null;
}

export const payeeName = (payee: PayeeParts | null | undefined): string =>
  payee?.displayName ?? payee?.umaAddress ?? (payee?.last4 ? `Account ··${payee.last4}` : 'Unknown payee');

/** `Example Bank ··1234, US`. */
export function bankText(payee: {
  readonly bankName: string | null;
  readonly last4: string | null;
  readonly country: string | null;
}): string {
  const account = [payee.bankName, payee.last4 && `··${payee.last4}`].filter(Boolean).join(' ');
  return [account, payee.country].filter(Boolean).join(', ');
}

/** The other party of a payment. A deposit has none. */
export const counterpartyName = (payment: {
  readonly type: 'INCOMING' | 'OUTGOING';
  readonly counterparty: PayeeParts;
}): string => {
  const { displayName, last4, umaAddress } = payment.counterparty;
  const isNamed = Boolean(displayName ?? last4 ?? umaAddress);
  return payment.type === 'INCOMING' && !isNamed ? 'Deposit' : payeeName(payment.counterparty);
};
