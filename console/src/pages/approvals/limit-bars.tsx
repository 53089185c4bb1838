/** The limits of an agent as bars: what is used, what waiting actions have reserved, and what is left. */
import { LimitBar } from '../../components/limit-bar.tsx';
import { formatMoney, type MoneyValue } from '../../components/money.tsx';
import { words } from '../../components/status.tsx';
import type { ActionPartsFragment } from './approvals.documents.ts';
import classes from './approvals.module.css';

type Limit = ActionPartsFragment['limits'][number];

const labels: Readonly<Record<string, string>> = {
  PER_TRANSACTION_LIMIT: 'Each payment',
  ACCOUNT_PER_TRANSACTION_LIMIT: 'Each payment from this account',
  DAILY_LIMIT: 'Each day',
  DAILY_TRANSACTION_LIMIT: 'Payments each day',
  MONTHLY_LIMIT: 'Each month',
};

/** What is requested, for a limit on each payment: nothing is used or reserved of it. */
function requestedOf(limit: Limit, requested: MoneyValue | undefined): number {
  const isOfPayment = limit.name.endsWith('PER_TRANSACTION_LIMIT');
  return isOfPayment && requested?.currency.code === limit.currency?.code ? (requested?.amount ?? 0) : 0;
}

function Bar({ limit, requested }: { readonly limit: Limit; readonly requested: MoneyValue | undefined }) {
  const text = (amount: number) =>
    limit.currency
      ? formatMoney({ amount, currency: limit.currency })
      : new Intl.NumberFormat().format(amount);
  const ofPayment = requestedOf(limit, requested);
  const label = labels[limit.name] ?? words(limit.name);
  const summary = [
    limit.used > 0 && `${text(limit.used)} used`,
    limit.reserved > 0 && `${text(limit.reserved)} reserved`,
    ofPayment > 0 ? `${text(ofPayment)} requested` : `${text(Math.max(0, limit.remaining))} left`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <li className={classes.limit}>
      <div className={classes.limitText}>
        <span>{label}</span>
        <span className={classes.limitAmount}>{text(limit.limit)}</span>
      </div>
      <LimitBar
        label={label}
        summary={`${summary} of ${text(limit.limit)}`}
        used={limit.used}
        reserved={limit.reserved + ofPayment}
        limit={limit.limit}
      />
      <span className={classes.limitSummary}>{summary}</span>
    </li>
  );
}

export function LimitBars({
  limits,
  requested,
}: {
  readonly limits: readonly Limit[];
  /** The amount of the action while it waits. */
  readonly requested: MoneyValue | undefined;
}) {
  if (limits.length === 0) return null;
  return (
    <ul className={classes.limits}>
      {limits.map((limit) => (
        <Bar key={limit.name} limit={limit} requested={requested} />
      ))}
    </ul>
  );
}
