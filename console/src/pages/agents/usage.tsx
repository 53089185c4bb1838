/** What an agent has spent of its limits. */

import type { Currency } from '../../components/decimal-input.ts';
import { LimitBar } from '../../components/limit-bar.tsx';
import { formatMoney } from '../../components/money.tsx';
import { CalendarDate } from '../../components/time.tsx';
import type { AgentPartsFragment } from './agents.documents.ts';
import classes from './agents.module.css';

interface Row {
  readonly label: string;
  readonly used: number;
  readonly reserved: number;
  readonly limit: number | null;
  readonly text: (amount: number) => string;
}

function UsageRow({ label, used, reserved, limit, text }: Row) {
  const summary = [
    `${text(used)} used`,
    reserved > 0 && `${text(reserved)} reserved`,
    limit === null ? 'no limit' : `of ${text(limit)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <li>
      <div>{label}</div>
      {limit !== null && (
        <LimitBar label={label} summary={summary} used={used} reserved={reserved} limit={limit} />
      )}
      <div className={classes.usageText}>{summary}</div>
    </li>
  );
}

export function Usage({
  agent: { usage, policy },
  currency,
}: {
  readonly agent: AgentPartsFragment;
  readonly currency: Currency;
}) {
  const { spendingLimits: limits } = policy;
  const money = (amount: number) => formatMoney({ amount, currency });
  const rows: readonly Row[] = [
    {
      label: 'Today',
      used: usage.dailySpend,
      reserved: usage.reserved.dailySpend,
      limit: limits.dailyLimit,
      text: money,
    },
    {
      label: 'This month',
      used: usage.monthlySpend,
      reserved: usage.reserved.monthlySpend,
      limit: limits.monthlyLimit,
      text: money,
    },
    {
      label: 'Payments today',
      used: usage.dailyTransactionCount,
      reserved: usage.reserved.transactionCount,
      limit: limits.dailyTransactionLimit,
      text: String,
    },
  ];
  return (
    <>
      <ul className={classes.usage}>
        {rows.map((row) => (
          <UsageRow key={row.label} {...row} />
        ))}
      </ul>
      <p className={classes.usageText}>
        Days start at 00:00 UTC. The next one starts on <CalendarDate date={usage.dailyResetDate} />.
      </p>
    </>
  );
}
