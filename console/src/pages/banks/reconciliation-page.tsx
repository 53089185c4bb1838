/** The statements of a month against the ledger, day by day: green where both agree, red with each difference by its name. */
import { Alert, Group, Select, Text } from '@mantine/core';
import { useData } from '../../api/hooks.ts';
import { useFilter } from '../../components/filters.tsx';
import { formatMoney, Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { pageOf, RecordId } from '../../components/records.tsx';
import { Status, words } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { CalendarDate, useClock } from '../../components/time.tsx';
import classes from './banks.module.css';
import { BanksPage } from './banks-page.tsx';
import { connectionLabel, type NamedConnection, useConnectionNames } from './connection-names.ts';
import { ReconciliationDocument, type ReconciliationQuery } from './reconciliation.documents.ts';

type Reconciled = NonNullable<ReconciliationQuery['bankReconciliation']>;
type Day = Reconciled['days'][number];

const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const listedMonths = 24;

/** `2026-11`: the month in UTC, some months before. */
const monthOf = (now: number, monthsBefore: number): string => {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBefore, 1))
    .toISOString()
    .slice(0, 7);
};

/** The first and the last day of a month. */
function daysOf(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

const breakText = (count: number): string => (count === 1 ? '1 break' : `${count} breaks`);

const DayState = ({ count }: { readonly count: number }) => (
  <Status value={count === 0 ? 'Reconciled' : breakText(count)} tone={count === 0 ? 'good' : 'bad'} />
);

function Days({ days, isRefreshing }: { readonly days: readonly Day[]; readonly isRefreshing: boolean }) {
  const money = (value: Day['opening']) => (value ? <Money value={value} /> : 'No statement');
  return (
    <DataTable
      label="Days"
      rows={days.map((day) => ({ ...day, id: day.date }))}
      isRefreshing={isRefreshing}
      columns={[
        { header: 'Day', isShort: true, cell: ({ date }) => <CalendarDate date={date} /> },
        { header: 'Opening', isNumeric: true, cell: ({ opening }) => money(opening) },
        { header: 'Entries', isNumeric: true, cell: ({ sum }) => <Money value={sum} /> },
        { header: 'Closing', isNumeric: true, cell: ({ closing }) => money(closing) },
        { header: 'Ledger', isNumeric: true, cell: ({ ledgerBalance }) => <Money value={ledgerBalance} /> },
        { header: 'State', cell: ({ breakCount }) => <DayState count={breakCount} /> },
      ]}
    />
  );
}

function Breaks({ day }: { readonly day: Day }) {
  return (
    <Section title={`Breaks of ${day.date}`}>
      <ul className={classes.breaks}>
        {day.breaks.map(({ kind, description, amount, record }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: breaks have no id, and their order is that of the day.
          <li key={index}>
            <span>
              <strong>{words(kind)}</strong>
              {amount && (
                <>
                  {' '}
                  <Money value={amount} />
                </>
              )}
            </span>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {description}
            </Text>
            {record && pageOf(record.id) && (
              <span>
                <RecordId id={record.id} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {day.breakCount > day.breaks.length && (
        <Text size="sm" c="dimmed" mt="sm">
          And {day.breakCount - day.breaks.length} more.
        </Text>
      )}
    </Section>
  );
}

function Verdict({ result }: { readonly result: Reconciled }) {
  const { isReconciled, breakCount, ledgerDifference } = result;
  return (
    <Alert color={isReconciled ? 'green' : 'red'} role="status">
      {isReconciled
        ? 'Reconciled: the statements of the bank and the ledger agree.'
        : `Not reconciled: ${breakText(breakCount)}.`}
      {ledgerDifference.amount !== 0 &&
        ` ${formatMoney(ledgerDifference)} were posted to the bank account in the ledger past the connections.`}
    </Alert>
  );
}

function Month({ connectionId, month }: { readonly connectionId: string; readonly month: string }) {
  const { data, problem, isLoading, isRefreshing, reload } = useData(ReconciliationDocument, {
    connectionId,
    ...daysOf(month),
  });
  const result = data?.bankReconciliation;
  if (isLoading) return <LoadingRows />;
  if (!result) return <ProblemNotice problem={problem} onRetry={reload} />;
  return (
    <>
      <Verdict result={result} />
      {result.days.length === 0 ? (
        <EmptyState title="Nothing in this month">
          There is neither a statement nor an entry of the bank.
        </EmptyState>
      ) : (
        <Days days={result.days} isRefreshing={isRefreshing} />
      )}
      {result.days
        .filter(({ breakCount }) => breakCount > 0)
        .map((day) => (
          <Breaks key={day.date} day={day} />
        ))}
    </>
  );
}

function Choice({ connections }: { readonly connections: readonly NamedConnection[] }) {
  const [chosen, setConnection] = useFilter('connection');
  const [chosenMonth, setMonth] = useFilter('month');
  const now = useClock()();
  const recent = Array.from({ length: listedMonths }, (_, index) => monthOf(now, index));
  const month = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(chosenMonth) ? chosenMonth : monthOf(now, 0);
  const months = recent.includes(month) ? recent : [...recent, month];
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0];
  if (!connection) {
    return (
      <EmptyState title="No bank connections">
        The statements of a connection are compared with the ledger here.
      </EmptyState>
    );
  }
  return (
    <>
      <Group gap="sm">
        <Select
          label="Connection"
          size="sm"
          w={240}
          maw="100%"
          allowDeselect={false}
          data={connections.map((one) => ({ value: one.id, label: connectionLabel(one) }))}
          value={connection.id}
          onChange={(value) => setConnection(value ?? '')}
        />
        <Select
          label="Month"
          size="sm"
          w={180}
          allowDeselect={false}
          data={months.map((value) => ({
            value,
            label: monthFormat.format(new Date(`${value}-01T00:00:00Z`)),
          }))}
          value={month}
          onChange={(value) => setMonth(value ?? '')}
        />
      </Group>
      <Month key={`${connection.id}/${month}`} connectionId={connection.id} month={month} />
    </>
  );
}

function Reconciliation() {
  const connections = useConnectionNames();
  return connections ? <Choice connections={connections} /> : <LoadingRows />;
}

export function Component() {
  return (
    <BanksPage title="Reconciliation">
      <Reconciliation />
    </BanksPage>
  );
}
