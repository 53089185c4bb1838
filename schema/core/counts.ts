/**
 * Totals of connections. Those of one request are counted two at a time, so that they do not take every connection of
 * the database, and end with the first that takes too long, because the response fails with it.
 */
import { GraphQLError } from 'graphql';
import type { Executor } from '../../src/infrastructure/database/client.ts';
import { CountTooLong, countWithin } from '../../src/infrastructure/database/counting.ts';
import type { Context } from './context.ts';

const maxAtOnce = 2;

interface Counts {
  running: number;
  tooLong: CountTooLong | undefined;
  readonly waiting: (() => void)[];
}

/** By the loaders, which each request has for itself. */
const countsOf = new WeakMap<Context['loaders'], Counts>();

/** What the field of a count that took too long ends with. */
const countLimitExceeded = ({ seconds }: CountTooLong): GraphQLError =>
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

/** Counts with a statement, when it is its turn. */
export async function counted<T>(context: Context, count: (db: Executor) => Promise<T>): Promise<T> {
  const counts = countsOf.get(context.loaders) ?? { running: 0, tooLong: undefined, waiting: [] };
  countsOf.set(context.loaders, counts);
  // Who waits is given the place of one that ends.
  if (counts.running >= maxAtOnce) await new Promise<void>((resolve) => counts.waiting.push(resolve));
  else counts.running += 1;
  try {
    if (counts.tooLong) throw countLimitExceeded(counts.tooLong);
    if (context.isOver) throw new Error('nobody waits for this any more');
    const { db, countSeconds } = context.ports;
    const total = await countWithin(db, countSeconds, count);
    if (!(total instanceof CountTooLong)) return total;
    counts.tooLong = total;
    throw countLimitExceeded(total);
  } finally {
    const next = counts.waiting.shift();
    if (next) next();
    else counts.running -= 1;
  }
}
