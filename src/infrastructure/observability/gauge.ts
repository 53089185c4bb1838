/** Metrics that are read from the database when they are scraped. A scrape never waits for long. */
import { type SQL, sql } from 'drizzle-orm';
import { startWatchdog } from '../../kernel/watchdog.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { cached } from './cached.ts';

export type GaugeValues = readonly (readonly [label: string, value: number])[];

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly read: () => Promise<GaugeValues>;
}

const cacheMs = 5_000;
const timeoutMs = 2_000;

/** `undefined` after a timeout or a failure. The scrape then omits the value. */
export async function withinTimeout<T>(result: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const stopWatchdog = startWatchdog(timeoutMs, () => resolve(undefined));
    result.then(resolve, () => resolve(undefined)).finally(stopWatchdog);
  });
}

/** A gauge without labels. */
export const plainGauge = (name: string, help: string, value: () => Promise<number>): Gauge => ({
  name,
  help,
  labelNames: [],
  read: async () => {
    const read = await withinTimeout(value());
    return read === undefined ? [] : [['', read]];
  },
});

/** Makes gauges of values that are read together. The values are cached for a few seconds. */
export function gaugesOf<T>(
  readAll: () => Promise<T>,
): (name: string, help: string, pick: (values: T) => number) => Gauge {
  const values = cached(readAll, cacheMs);
  return (name, help, pick) => plainGauge(name, help, async () => pick(await values()));
}

/** Reads several numbers with one statement. Each expression is a scalar query; no row counts as 0. */
export async function readNumbers<Name extends string>(
  db: Executor,
  expressions: Readonly<Record<Name, SQL>>,
): Promise<Readonly<Record<Name, number>>> {
  const columns = Object.entries<SQL>(expressions).map(
    ([name, expression]) => sql`(${expression}) as ${sql.identifier(name)}`,
  );
  const [row] = await rawRows<Record<string, string | number | null>>(
    db,
    sql`select ${sql.join(columns, sql`, `)}`,
  );
  return Object.fromEntries(
    Object.keys(expressions).map((name) => [name, Number(row?.[name] ?? 0)]),
  ) as Record<Name, number>;
}
