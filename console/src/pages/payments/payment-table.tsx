/** Payments as rows, for the list of payments and the page of a customer. */

import { formatMoney, Money } from '../../components/money.tsx';
import { counterpartyName, customerName } from '../../components/parties.ts';
import { Status } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type { PaymentRowFragment } from './payments.documents.ts';
import classes from './payments.module.css';

export function SignedAmount({ payment }: { readonly payment: PaymentRowFragment }) {
  const isIncoming = payment.type === 'INCOMING';
  const money = (isIncoming ? payment.receivedAmount : payment.sentAmount) ?? payment.receivedAmount;
  if (!money) return null;
  return (
    <span className={classes.signed} title={`${isIncoming ? 'Incoming' : 'Outgoing'}: ${formatMoney(money)}`}>
      {isIncoming ? '+' : '−'}
      <Money value={money} />
    </span>
  );
}

export function PaymentTable({
  payments,
  isRefreshing = false,
}: {
  readonly payments: readonly PaymentRowFragment[];
  readonly isRefreshing?: boolean;
}) {
  return (
    <DataTable
      label="Payments"
      rows={payments}
      isRefreshing={isRefreshing}
      linkTo={({ id }) => `/payments/${id}`}
      columns={[
        { header: 'Counterparty', cell: (payment) => counterpartyName(payment) },
        { header: 'Amount', isNumeric: true, cell: (payment) => <SignedAmount payment={payment} /> },
        { header: 'Status', cell: ({ status }) => <Status value={status} /> },
        { header: 'Customer', cell: ({ customer }) => (customer ? customerName(customer) : 'Platform') },
        { header: 'Memo', cell: ({ description }) => description ?? '–' },
        { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}
