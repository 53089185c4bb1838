/**
 * Totals of connections. A request runs at most two counts at once, so that it does not take all database connections.
 * After one count that takes too long, the remaining counts fail too, because the response fails anyway.
 */
import { GraphQLError } from 'graphql';
import type { Executor } from '../../src/infrastructure/database/client.ts';
import { ReadTooLong, readWithin } from '../../src/infrastructure/database/wide-reads.ts';
import type { Context } from './context.ts';

const maxAtOnce = 2;

interface Counts {
  running: number;
  tooLong: ReadTooLong | undefined;
  readonly waiting: (() => void)[];
}

/** The key is the loaders, which belong to one request. */
const countsOf = new WeakMap<Context['loaders'], Counts>();

/** The error of a count that took too long. */
const countLimitExceeded = ({ seconds }: ReadTooLong): GraphQLError =>
  new GraphQLError(
    `The list has too many records to count within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Narrow its filter, or leave out totalCount.`,
    {
      extensions: {
        code: 'COUNT_LIMIT_EXCEEDED',
        httpStatus: 503,
        limit: seconds,
        http: { status: 503, spec: true },
      },
    },
  );

/** Runs a count when fewer than `maxAtOnce` counts of the request are running. */
export async function counted<T>(context: Context, count: (db: Executor) => Promise<T>): Promise<T> {
  const counts = countsOf.get(context.loaders) ?? { running: 0, tooLong: undefined, waiting: [] };
  countsOf.set(context.loaders, counts);
  // A count that ends passes its slot to the next waiting count.
  if (counts.running >= maxAtOnce) await new Promise<void>((resolve) => counts.waiting.push(resolve));
  else counts.running += 1;
  try {
    if (counts.tooLong) throw countLimitExceeded(counts.tooLong);
    if (context.isOver) throw new Error('the request is over');
    const { db, countSeconds } = context.ports;
    const total = await readWithin(db, countSeconds, count);
    if (!(total instanceof ReadTooLong)) return total;
    counts.tooLong = total;
    throw countLimitExceeded(total);
  } finally {
    const next = counts.waiting.shift();
    if (next) next();
    else counts.running -= 1;
  }
}
