/** The rate between two currencies: its age, and what the feed of the deployment published. */
import { Alert, Group, Select, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useData } from '../../api/hooks.ts';
import { useFilter } from '../../components/filters.tsx';
import { LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { type Detail, DetailList, Section } from '../../components/page.tsx';
import { DataTable } from '../../components/table.tsx';
import { ClockOffsetProvider, RelativeTime, Time } from '../../components/time.tsx';
import { CurrentRateDocument, RateHistoryDocument, type RateHistoryQuery } from './rates.documents.ts';
import classes from './rates.module.css';

type Publication = RateHistoryQuery['exchangeRateHistory']['nodes'][number];

const periods: Readonly<Record<string, string>> = { '30': '30 days', '90': '90 days', '365': '1 year' };
const defaultDays = '30';

const rateFormat = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 8 });
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dayOf = (at: string) => dayFormat.format(new Date(at));

const width = 600;
const height = 160;
/** So that the line is not cut at the highest and lowest rate. */
const margin = 8;

/** The path of a line through the rates, oldest first. */
function linePath(rates: readonly Publication[]): string {
  const times = rates.map(({ publishedAt }) => new Date(publishedAt).getTime());
  const values = rates.map(({ exchangeRate }) => exchangeRate);
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = rates.map((_, index) => {
    const x = end === start ? 0 : (((times[index] ?? start) - start) / (end - start)) * width;
    const share = high === low ? 0.5 : ((values[index] ?? low) - low) / (high - low);
    return `${x.toFixed(1)} ${(height - margin - share * (height - 2 * margin)).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

function Chart({ rates, unit }: { readonly rates: readonly Publication[]; readonly unit: string }) {
  const [first, last] = [rates[0], rates.at(-1)];
  if (!first || !last) return null;
  const values = rates.map(({ exchangeRate }) => exchangeRate);
  const [low, high] = [Math.min(...values), Math.max(...values)].map((one) => rateFormat.format(one));
  return (
    <>
      <Text size="sm" mb="xs">
        Lowest {low}, highest {high} {unit}.
      </Text>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${unit} from ${dayOf(first.publishedAt)} to ${dayOf(last.publishedAt)}: from ${low} to ${high}`}
      >
        <path d={linePath(rates)} />
      </svg>
      <div className={classes.ends}>
        <span>{dayOf(first.publishedAt)}</span>
        <span>{dayOf(last.publishedAt)}</span>
      </div>
    </>
  );
}

/** Since when, from the start of today, so that a period is the same query all day. */
function sinceOf(days: number): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();
}

function Age({
  sending,
  receiving,
  latest,
}: {
  readonly sending: string;
  readonly receiving: string;
  readonly latest: Publication | undefined;
}) {
  const { data, problem } = useData(CurrentRateDocument, { sending, receiving });
  const current = data?.exchangeRates[0];
  const details: Detail[] = [
    {
      label: `${sending} for 1 ${receiving}, with the spread`,
      value: current && rateFormat.format(current.exchangeRate),
    },
    { label: 'Time of the rate', value: current && <Time at={current.updatedAt} /> },
    { label: 'Age', value: current && <RelativeTime at={current.updatedAt} /> },
    { label: 'Last read from the feed', value: latest && <RelativeTime at={latest.fetchedAt} /> },
    { label: 'Source', value: latest?.rateSource },
  ];
  return (
    <>
      {problem && <Alert color="yellow">{problem.message}</Alert>}
      {data && !current && (
        <Alert color="yellow">
          There is no rate for payments from {sending} to {receiving}.
        </Alert>
      )}
      <DetailList details={details} />
    </>
  );
}

export function RateHistory({ codes }: { readonly codes: readonly string[] }) {
  const [chosenSending, setSending] = useFilter('sending');
  const [chosenReceiving, setReceiving] = useFilter('receiving');
  const [chosenDays, setDays] = useFilter('days');
  const sending = codes.find((code) => code === chosenSending) ?? codes[0] ?? '';
  const others = codes.filter((code) => code !== sending);
  const receiving = others.find((code) => code === chosenReceiving) ?? others[0] ?? '';
  const days = chosenDays in periods ? chosenDays : defaultDays;
  const since = useMemo(() => sinceOf(Number(days)), [days]);
  const pause = receiving === '';
  const { data, problem, isLoading, reload } = useData(
    RateHistoryDocument,
    { sending, receiving, since },
    { pause },
  );
  if (pause) return null;
  const list = data?.exchangeRateHistory;
  const rates = list?.nodes ?? [];
  const oldestFirst = rates.toSorted((a, b) => a.publishedAt.localeCompare(b.publishedAt));
  const select = (label: string, values: readonly string[], value: string, set: (value: string) => void) => (
    <Select
      label={label}
      size="sm"
      w={130}
      searchable
      allowDeselect={false}
      data={[...values]}
      value={value}
      onChange={(next) => set(next ?? '')}
    />
  );
  return (
    // Rates are published in real time, also for a sandbox whose clock was moved.
    <ClockOffsetProvider value={0}>
      <Section title="Age and history of rates">
        <Group gap="sm" mb="md">
          {select('Sent', codes, sending, setSending)}
          {select('Received', others, receiving, setReceiving)}
          <Select
            label="Period"
            size="sm"
            w={110}
            allowDeselect={false}
            data={Object.entries(periods).map(([value, label]) => ({ value, label }))}
            value={days}
            onChange={(value) => setDays(value ?? '')}
          />
        </Group>
        <Age sending={sending} receiving={receiving} latest={rates[0]} />
        <ProblemNotice problem={problem} onRetry={reload} />
        {isLoading && <LoadingRows count={3} />}
        {list && rates.length === 0 && (
          <Text size="sm" c="dimmed" mt="md">
            No feed published a rate between these currencies in this period. Rates of files and of the
            sandbox have no history.
          </Text>
        )}
        {rates.length > 0 && (
          <div>
            <Text size="sm" mt="md" c="dimmed">
              As published, without spread and fees
              {list?.pageInfo.hasNextPage && ': the last 100 publications of the period'}.
            </Text>
            <Chart rates={oldestFirst} unit={`${sending} for 1 ${receiving}`} />
            <details className={classes.publications}>
              <summary>All publications</summary>
              <DataTable
                label="Published rates"
                rows={rates.map((one) => ({ ...one, id: `${one.publishedAt}/${one.fetchedAt}` }))}
                columns={[
                  { header: 'Published', cell: ({ publishedAt }) => <Time at={publishedAt} /> },
                  {
                    header: 'Rate',
                    isNumeric: true,
                    cell: ({ exchangeRate }) => rateFormat.format(exchangeRate),
                  },
                  { header: 'Source', cell: ({ rateSource }) => rateSource },
                  { header: 'Read', cell: ({ fetchedAt }) => <Time at={fetchedAt} /> },
                ]}
              />
            </details>
          </div>
        )}
      </Section>
    </ClockOffsetProvider>
  );
}
