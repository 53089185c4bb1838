/** How the payments of each of the last days ended, and the share of those that ended well. */
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { useConnection } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { DayCountsDocument } from './home.documents.ts';
import classes from './home.module.css';

interface Day {
  readonly start: Date;
  readonly completed: number;
  readonly failed: number;
  readonly open: number;
}

const dayCount = 7;
const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** The days until today in the zone of the viewer, oldest first. */
function starts(): readonly Date[] {
  const now = new Date();
  return Array.from(
    { length: dayCount },
    (_, index) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - dayCount + 1 + index),
  );
}

async function countsOf(start: Date, signal: AbortSignal): Promise<Day> {
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  const variables = { after: start.toISOString(), before: new Date(end.getTime() - 1).toISOString() };
  const { completed, failed, open } = await client.execute(DayCountsDocument, variables, { signal });
  return { start, completed: completed.totalCount, failed: failed.totalCount, open: open.totalCount };
}

function useDays(): { readonly days: readonly Day[] | undefined; readonly problem: Problem | undefined } {
  const { recovered } = useConnection();
  const [days, setDays] = useState<readonly Day[]>();
  const [problem, setProblem] = useState<Problem>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts are loaded again when the service is back.
  useEffect(() => {
    const abort = new AbortController();
    Promise.all(starts().map((start) => countsOf(start, abort.signal))).then(
      (loaded) => {
        setDays(loaded);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setProblem(problemOf(error));
      },
    );
    return () => abort.abort();
  }, [recovered]);
  return { days, problem };
}

export function OutcomesByDay() {
  const { days, problem } = useDays();
  const sum = (name: 'completed' | 'failed') => days?.reduce((total, day) => total + day[name], 0) ?? 0;
  const ended = sum('completed') + sum('failed');
  const max = Math.max(1, ...(days ?? []).map(({ completed, failed, open }) => completed + failed + open));
  return (
    <Section title="Payments of the last 7 days">
      <ProblemNotice problem={problem} />
      {!days && !problem && <LoadingRows count={3} />}
      {days && (
        <>
          <Text size="sm" mb="sm">
            {ended === 0
              ? 'No payment has ended yet.'
              : `${percent.format(sum('completed') / ended)} of ${new Intl.NumberFormat().format(ended)} ended payments were completed.`}
          </Text>
          <table className={classes.days}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Payments</th>
                <th scope="col">Completed</th>
                <th scope="col">Not completed</th>
                <th scope="col">Open</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ start, completed, failed, open }) => (
                <tr key={start.toISOString()}>
                  <th scope="row">{dayFormat.format(start)}</th>
                  <td>
                    <span className={classes.dayBar} aria-hidden>
                      <span data-outcome="completed" style={{ width: `${(completed / max) * 100}%` }} />
                      <span data-outcome="failed" style={{ width: `${(failed / max) * 100}%` }} />
                      <span data-outcome="open" style={{ width: `${(open / max) * 100}%` }} />
                    </span>
                    <span className={classes.total}>{completed + failed + open}</span>
                  </td>
                  <td>{completed}</td>
                  <td>{failed}</td>
                  <td>{open}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Section>
  );
}
