/** The parts of the benchmark by name, with their measurements and targets. */
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { withDatabase } from './databases.ts';
import { depth, large, measureDepth, small } from './depth.ts';
import { measureFairShares } from './fair-shares.ts';
import { measureFairWork } from './fair-work.ts';
import { measureFanOut } from './fan-out.ts';
import { measureFanOutOverProcesses, processes, subscribers } from './fan-out-processes.ts';
import { measureIdle } from './idle.ts';
import { measureList, measurePage, measurePageOfPeer } from './page.ts';
import { populate } from './populate.ts';
import { startPostGraphile } from './postgraphile.ts';
import { type Running, startBare, startBuilt } from './processes.ts';
import type { Line } from './report.ts';
import {
  small as fewCustomers,
  large as manyCustomers,
  measureSearch,
  startOfManyAddresses,
} from './search.ts';
import { measureStamps } from './stamps.ts';
import { measureStarts } from './start.ts';
import { countStatements } from './statements.ts';
import { measureTransfers, preparePayers } from './transfers.ts';
import { small as fewTransactions, large as manyTransactions, measureVolume } from './volume.ts';
import { measureWebhooks } from './webhooks.ts';

const rates = (ours: number, bare: number): string => `${ours.toFixed(0)}/s of ${bare.toFixed(0)}/s`;
const withCommas = (count: number): string => count.toLocaleString('en');
const ratioTarget = ['at least', 0.5] as const;

/** A database with customers and transactions, and a service on it without a worker. */
const withService = <T>(work: (url: string, ours: Running) => Promise<T>): Promise<T> =>
  withDatabase(async (url) => {
    // Without a worker only statements of the requests are counted.
    const ours = await startBuilt(url, { WORKER: 'off' });
    try {
      const db = await openPostgres(url);
      await populate(db, 500, 20);
      await db.close();
      return await work(url, ours);
    } finally {
      await ours.stop();
    }
  });

async function withBare<T>(url: string, work: (bare: Running) => Promise<T>): Promise<T> {
  const bare = await startBare(url);
  try {
    return await work(bare);
  } finally {
    await bare.stop();
  }
}

/** No line where the peer cannot be installed. */
async function pageOfPeer(url: string, ours: Running): Promise<Line[]> {
  const postGraphile = await startPostGraphile(url);
  if (!postGraphile) return [];
  try {
    const measured = await measurePageOfPeer(ours, postGraphile);
    return [
      {
        budget:
          'a page of 50 customers with their accounts and 5 latest transactions each, as a part of the rate of PostGraphile 5 on Node 24',
        target: ['at least', 0.8],
        measured: measured.ratio,
        detail: rates(measured.ours, measured.bare),
      },
    ];
  } finally {
    await postGraphile.stop();
  }
}

const page = () =>
  withService(async (url, ours): Promise<Line[]> => {
    const measured = await withBare(url, (bare) => measurePage(ours, bare));
    return [
      ...(await pageOfPeer(url, ours)),
      {
        budget:
          'a page of 50 customers with their accounts and 5 latest transactions each, as a part of the rate of `node:http` with one hand-written statement for the same JSON',
        target: ratioTarget,
        measured: measured.ratio,
        detail: rates(measured.ours, measured.bare),
      },
      {
        budget: 'SQL statements of that page, authentication included',
        target: ['at most', 4],
        measured: await countStatements(url),
        decimals: 0,
      },
    ];
  });

const list = () =>
  withService(async (url, ours): Promise<Line[]> => {
    const measured = await withBare(url, (bare) => measureList(ours, bare));
    return [
      {
        budget: 'a GET of 100 customers over REST, as a part of the rate of the same',
        target: ratioTarget,
        measured: measured.ratio,
        detail: rates(measured.ours, measured.bare),
      },
    ];
  });

const fanOut = () =>
  withService(async (url): Promise<Line[]> => {
    const payers = await preparePayers(url);
    const lines: Line[] = [];
    for (const [sockets, each] of [
      [1_000, 1],
      [100, 100],
    ] as const) {
      const { medianMs, worstMs, readsEach } = await measureFanOut(url, payers, sockets, each);
      const subscribers = `${withCommas(sockets * each)} subscribers on ${withCommas(sockets)} sockets of one process`;
      lines.push(
        {
          budget: `an event, from its commit to the last of ${subscribers}`,
          target: ['at most', 100],
          measured: medianMs,
          unit: 'ms',
          decimals: 0,
          detail: `the median; the worst ${worstMs.toFixed(0)} ms`,
        },
        {
          budget: `reads of the event log for each wake-up, for ${subscribers}`,
          target: ['at most', 1],
          measured: readsEach,
        },
      );
    }
    return lines;
  });

const fanOutOverProcesses = () =>
  withService(async (url): Promise<Line[]> => {
    const measured = await measureFanOutOverProcesses(url, await preparePayers(url));
    if (!measured) return [];
    const { medianMs, worstMs, megabytes } = measured;
    const what = `${withCommas(subscribers)} subscribers on ${processes} processes with NATS`;
    return [
      {
        // Ten times that of one process, because they share two cores.
        budget: `a payment, from its request to the last of ${what} on one machine`,
        target: ['at most', 1_000],
        measured: medianMs,
        unit: 'ms',
        decimals: 0,
        detail: `the median; the worst ${worstMs.toFixed(0)} ms`,
      },
      {
        budget: `memory of each process with ${what}`,
        target: ['at most', 600],
        measured: megabytes,
        unit: 'MB',
        decimals: 0,
      },
    ];
  });

/** The ratio of two values of a measurement, for the one with the maximum ratio. */
function worst<T extends { readonly name: string }>(
  what: string,
  costs: readonly T[],
  valuesOf: (costs: T) => readonly [number, number],
  unit: string,
): { measured: number; detail: string } {
  const ratios = costs
    .map((one) => {
      const [value, of] = valuesOf(one);
      return {
        name: one.name,
        ratio: value / of,
        values: `${value.toFixed(1)} of ${of.toFixed(1)} ${unit}`,
      };
    })
    .sort((a, b) => b.ratio - a.ratio);
  const [first] = ratios;
  if (!first) throw new Error(`there are ${what}`);
  return {
    measured: first.ratio,
    detail: `${first.values}; the worst of ${costs.length} ${what}: ${first.name}`,
  };
}

const depths = async (): Promise<Line[]> => {
  const costs = await withDatabase((largeUrl) =>
    withDatabase((smallUrl) => measureDepth(largeUrl, smallUrl)),
  );
  // Equal within noise. A page that reads rows it does not return would be slower by a factor of a hundred.
  const same = ['at most', 1.5] as const;
  return [
    {
      budget: `the time of a page of 50 transactions ${withCommas(depth)} deep in ${withCommas(large)}, as a multiple of the first page's`,
      target: same,
      ...worst('lists', costs, ({ deep, top }) => [deep.milliseconds, top.milliseconds], 'ms'),
    },
    {
      budget: 'the buffers that the database reads for the one, as a multiple of the other',
      target: same,
      ...worst('lists', costs, ({ deep, top }) => [deep.buffers, top.buffers], 'buffers'),
    },
    {
      budget: `the time of the first page of ${withCommas(large)} transactions, as a multiple of that of ${withCommas(small)}`,
      target: same,
      ...worst('lists', costs, ({ top, small: least }) => [top.milliseconds, least.milliseconds], 'ms'),
    },
  ];
};

const search = async (): Promise<Line[]> => {
  const times = await measureSearch();
  const [startOfMany] = times.filter(({ name }) => name === startOfManyAddresses);
  return [
    {
      budget: `the time of a search among ${withCommas(manyCustomers)} customers, as a multiple of that among ${withCommas(fewCustomers)}`,
      target: ['at most', 1.5],
      ...worst(
        'searches',
        times.filter((one) => one !== startOfMany),
        (one) => [one.large, one.small],
        'ms',
      ),
    },
    {
      // The database sorts all of them, so the time is proportional to their number.
      budget: `the time of a search for ${startOfManyAddresses} among ${withCommas(manyCustomers)}`,
      target: ['at most', 20],
      measured: startOfMany?.large ?? Number.NaN,
      unit: 'ms',
      decimals: 1,
    },
  ];
};

const idle = async (): Promise<Line[]> =>
  (await measureIdle(withDatabase)).map(({ subscriptions, sockets, megabytes, before }) => ({
    budget: `memory of one process with ${withCommas(subscriptions)} idle subscriptions on ${withCommas(sockets)} sockets`,
    target: ['at most', 600] as const,
    measured: megabytes,
    unit: 'MB' as const,
    decimals: 0,
    detail: `${before.toFixed(0)} MB before them`,
  }));

const volume = async (): Promise<Line[]> => {
  const times = await withDatabase((largeUrl) =>
    withDatabase((smallUrl) => measureVolume(largeUrl, smallUrl)),
  );
  return times.map(({ name, large: inLarge, small: inSmall }) => ({
    budget: `${name}, among ${withCommas(manyTransactions)} transactions, as a multiple of the time among ${withCommas(fewTransactions)}`,
    target: ['at most', 1.5],
    measured: inLarge / inSmall,
    detail: `${inLarge.toFixed(2)} of ${inSmall.toFixed(2)} ms`,
  }));
};

const stamps = async (): Promise<Line[]> => {
  const measured = measureStamps();
  return [
    {
      budget: "stamps verified on one core, as a part of the rate of node:crypto's own verify",
      target: ratioTarget,
      measured: measured.ratio,
      detail: rates(measured.ours, measured.bare),
    },
    {
      budget: 'stamps verified on one core',
      target: ['at least', 5_000],
      measured: measured.ours,
      unit: '/s',
      decimals: 0,
    },
  ];
};

const webhooks = () =>
  withDatabase(async (url): Promise<Line[]> => {
    // A separate database, because in another one the deliverer would first read the events of other parts.
    const db = await openPostgres(url);
    await db.migrate();
    await db.close();
    const measured = await measureWebhooks(url);
    return [
      {
        budget:
          'the time until nine webhook endpoints have every event while a tenth does not respond, as a multiple of that without it',
        target: ['at most', 1.25],
        measured: measured.ratio,
        detail: `${measured.withDead.toFixed(2)} s of ${measured.without.toFixed(2)} s`,
      },
    ];
  });

const start = async (): Promise<Line[]> => {
  const { first, second } = await measureStarts();
  return [
    {
      budget: 'from the command to the first response with the embedded database, on an empty folder',
      target: ['at most', 5],
      measured: first,
      unit: 's',
      decimals: 1,
    },
    {
      budget: 'the same on a folder that has a database',
      target: ['at most', 1.5],
      measured: second,
      unit: 's',
      decimals: 1,
    },
  ];
};

export const parts: Readonly<Record<string, () => Promise<Line[]>>> = {
  page,
  transfers: measureTransfers,
  'rest-list': list,
  depth: depths,
  search,
  'fan-out': fanOut,
  'fan-out-processes': fanOutOverProcesses,
  idle,
  stamps,
  webhooks,
  'fair-shares': measureFairShares,
  'fair-work': measureFairWork,
  start,
};

/** Parts that a run of all leaves out. */
export const longParts: Readonly<Record<string, () => Promise<Line[]>>> = { volume };
