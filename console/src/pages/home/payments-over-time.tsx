/** Volume and success rate of the payments of the last days, weeks or months, in one currency at a time. */
import { Group, Select, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { formatMoney, Money } from '../../components/money.tsx';
import { LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { PaymentStatisticsDocument, type PaymentStatisticsQuery } from './home.documents.ts';
import classes from './home.module.css';

type Interval = PaymentStatisticsQuery['transactionStatistics'][number];
type CurrencyStatistics = Interval['currencies'][number];

const periods = {
  DAY: { label: '7 days', count: 7 },
  WEEK: { label: '8 weeks', count: 8 },
  MONTH: { label: '12 months', count: 12 },
} as const;
type Period = keyof typeof periods;

const directions = { OUTGOING: 'Outgoing', INCOMING: 'Incoming' } as const;
type Direction = keyof typeof directions;

const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const dateFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const number = new Intl.NumberFormat();
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Updates of payments come more often than a sum of all of them is worth reading. */
const refreshAfterMs = 15_000;

/** The periods until the end of today in the zone of the viewer. */
function rangeOf(period: Period): { since: string; until: string } {
  const now = new Date();
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const { count } = periods[period];
  // Weeks start on Monday, as in the statistics.
  const monday = day - ((now.getDay() + 6) % 7);
  const since = {
    DAY: new Date(year, month, day - count + 1),
    WEEK: new Date(year, month, monday - 7 * (count - 1)),
    MONTH: new Date(year, month - count + 1),
  }[period];
  return { since: since.toISOString(), until: new Date(year, month, day + 1).toISOString() };
}

function labelOf(period: Period, { start, end }: Interval): string {
  const from = new Date(start);
  if (period === 'DAY') return dayFormat.format(from);
  if (period === 'MONTH') return monthFormat.format(from);
  return dateFormat.formatRange(from, new Date(new Date(end).getTime() - 1));
}

/** The currencies that have payments, the one with the most payments first. */
function currenciesOf(intervals: readonly Interval[]): readonly CurrencyStatistics['currency'][] {
  const counts = new Map<string, { currency: CurrencyStatistics['currency']; count: number }>();
  for (const { currency, transactionCount } of intervals.flatMap(({ currencies }) => currencies)) {
    const count = (counts.get(currency.code)?.count ?? 0) + transactionCount;
    counts.set(currency.code, { currency, count });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).map(({ currency }) => currency);
}

const sumOf = (
  statistics: readonly (CurrencyStatistics | undefined)[],
  name: 'completedCount' | 'failedCount' | 'volume',
): number => statistics.reduce((sum, one) => sum + (one?.[name] ?? 0), 0);

const rateText = (rate: number | null | undefined): string =>
  rate === null || rate === undefined ? '–' : percent.format(rate);

function Chart({
  period,
  intervals,
  currency,
}: {
  readonly period: Period;
  readonly intervals: readonly Interval[];
  readonly currency: CurrencyStatistics['currency'];
}) {
  const rows = intervals.map((interval) => ({
    interval,
    statistics: interval.currencies.find((one) => one.currency.code === currency.code),
  }));
  const statistics = rows.map((row) => row.statistics);
  const max = Math.max(1, ...statistics.map((one) => one?.volume ?? 0));
  const [completed, failed] = [sumOf(statistics, 'completedCount'), sumOf(statistics, 'failedCount')];
  const volume = sumOf(statistics, 'volume');
  return (
    <>
      <Text size="sm" mb="sm">
        {completed + failed === 0
          ? 'No payment has ended yet.'
          : `${formatMoney({ amount: volume, currency })} in ${number.format(completed)} completed payments; ${percent.format(completed / (completed + failed))} of ended payments were completed.`}
      </Text>
      <table className={classes.chart}>
        <caption className={classes.caption}>Payments in {currency.code}</caption>
        <thead>
          <tr>
            <th scope="col">{{ DAY: 'Day', WEEK: 'Week', MONTH: 'Month' }[period]}</th>
            <th scope="col">Volume</th>
            <th scope="col">Payments</th>
            <th scope="col">Completed</th>
            <th scope="col">Failed</th>
            <th scope="col">Success rate</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ interval, statistics: one }) => (
            <tr key={interval.start}>
              <th scope="row">{labelOf(period, interval)}</th>
              <td>
                <span className={classes.bar} aria-hidden>
                  <span style={{ width: `${((one?.volume ?? 0) / max) * 100}%` }} />
                </span>
                {one?.volume === null ? (
                  'more than can be shown'
                ) : (
                  <Money value={{ amount: one?.volume ?? 0, currency }} />
                )}
              </td>
              <td>{number.format(one?.transactionCount ?? 0)}</td>
              <td>{number.format(one?.completedCount ?? 0)}</td>
              <td>{number.format(one?.failedCount ?? 0)}</td>
              <td>{rateText(one?.successRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** @param updates a number that changes with each update of a payment. */
export function PaymentsOverTime({ updates }: { readonly updates: number }) {
  const [period, setPeriod] = useState<Period>('DAY');
  const [type, setType] = useState<Direction>('OUTGOING');
  const [chosen, setChosen] = useState<string>();
  const { data, problem, isLoading, reload } = useData(PaymentStatisticsDocument, {
    ...rangeOf(period),
    interval: period,
    timeZone,
    type,
  });
  useEffect(() => {
    if (updates === 0) return undefined;
    const timer = setTimeout(reload, refreshAfterMs);
    return () => clearTimeout(timer);
  }, [updates, reload]);
  const intervals = data?.transactionStatistics ?? [];
  const currencies = currenciesOf(intervals);
  const currency = currencies.find(({ code }) => code === chosen) ?? currencies[0];
  return (
    <Section
      title="Volume and success rate"
      actions={
        <Group gap="xs">
          {currencies.length > 1 && (
            <Select
              aria-label="Currency"
              size="xs"
              w={90}
              allowDeselect={false}
              data={currencies.map(({ code }) => code)}
              value={currency?.code ?? null}
              onChange={(code) => setChosen(code ?? undefined)}
            />
          )}
          <Select
            aria-label="Direction"
            size="xs"
            w={110}
            allowDeselect={false}
            data={Object.entries(directions).map(([value, label]) => ({ value, label }))}
            value={type}
            onChange={(value) => setType((value ?? 'OUTGOING') as Direction)}
          />
          <Select
            aria-label="Period"
            size="xs"
            w={110}
            allowDeselect={false}
            data={Object.entries(periods).map(([value, { label }]) => ({ value, label }))}
            value={period}
            onChange={(value) => setPeriod((value ?? 'DAY') as Period)}
          />
        </Group>
      }
    >
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows count={3} />}
      {data && !currency && (
        <Text size="sm" c="dimmed">
          No {directions[type].toLowerCase()} payment in the last {periods[period].label}.
        </Text>
      )}
      {currency && <Chart period={period} intervals={intervals} currency={currency} />}
    </Section>
  );
}
