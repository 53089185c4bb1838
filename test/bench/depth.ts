/**
 * The cost of a page of transactions: at the start of 1 million, at position 100,000 of them, and at the start of 10
 * thousand. Measured in turn: the duration, and the pages and rows that the database reads.
 */

import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { idOf, newUuid } from '../../src/kernel/ids.ts';
import type { PageRequest } from '../../src/kernel/page.ts';
import {
  listTransactions,
  pagesOfTransactions,
  type TransactionFilter,
} from '../../src/payments/transactions/store.ts';
import type { Scope } from '../../src/platforms/access/principal.ts';
import { insertManyTransactions, type ManyTransactions, uuidOfNth } from '../support/many-transactions.ts';
import { costOf } from '../support/plans.ts';
import { middle } from './statistics.ts';

export const large = 1_000_000;
export const small = 10_000;
export const depth = 100_000;
const customers = 50;
const rounds = 100;

interface List {
  readonly name: string;
  readonly filter: (of: ManyTransactions) => TransactionFilter;
  /** The number of transactions in the list; they are the oldest. */
  readonly part?: number;
}

const lists: readonly List[] = [
  { name: 'all transactions', filter: () => ({}) },
  { name: 'with a frequent status', filter: () => ({ status: ['COMPLETED'] }) },
  { name: 'with a rare status', filter: () => ({ status: ['FAILED'] }) },
  { name: 'of a type', filter: () => ({ type: 'OUTGOING' }) },
  {
    name: 'of a customer',
    filter: ({ customerUuids: [one] }) => ({ customerId: idOf('Customer', one ?? '') }),
    part: 1 / customers,
  },
  {
    name: 'of an account, on either side',
    filter: ({ accountUuids: [one] }) => ({ accountIdentifier: `InternalAccount:${one}` }),
    part: 1 / customers,
  },
  { name: 'until a date', filter: ({ at, count }) => ({ endDate: at(count / 2) }), part: 1 / 2 },
];

export interface Cost {
  readonly milliseconds: number;
  readonly buffers: number;
}

export interface ListCosts {
  readonly name: string;
  readonly top: Cost;
  readonly deep: Cost;
  readonly small: Cost;
}

/** One page that can be requested repeatedly. */
interface MeasuredPage {
  load(): Promise<unknown>;
  buffers(): Promise<number>;
  readonly times: number[];
}

async function world(url: string, count: number) {
  const sent: { text: string; params: readonly unknown[] }[] = [];
  const db = await openPostgres(url, {
    connections: 1,
    watch: (text, params) => sent.push({ text, params }),
  });
  await db.migrate();
  const many = await insertManyTransactions(db.orm, newUuid(), count, { customers, ledger: false });
  const scope: Scope = { platformId: idOf('Platform', many.platformUuid) };
  const measuredPage = (load: () => Promise<unknown>): MeasuredPage => ({
    load,
    buffers: async () => {
      sent.length = 0;
      await load();
      const [statement] = sent;
      if (!statement || sent.length > 1) throw new Error('a page is one statement');
      return (await costOf(db.orm, statement.text, statement.params)).buffers;
    },
    times: [],
  });
  return {
    close: () => db.close(),
    /** A page of 50 at the given depth, or in the middle of a shorter list. */
    async page({ filter, part = 1 }: List, deep: boolean): Promise<MeasuredPage> {
      const newest = count * part;
      const position = newest - Math.min(depth, newest / 2);
      const after = deep ? await uuidOfNth(db.orm, many, position) : undefined;
      const page: PageRequest = { first: 50, after, list: '' };
      return measuredPage(() => listTransactions(db.orm, scope, filter(many), page));
    },
    latest: (): MeasuredPage => {
      const page: PageRequest = { first: 5, after: undefined, list: '' };
      const customerIds = many.customerUuids.map((uuid) => idOf('Customer', uuid));
      return measuredPage(() =>
        pagesOfTransactions(db.orm, scope, 'customer', customerIds, {}, page, 'summary'),
      );
    },
  };
}

async function measureInTurn(pages: readonly MeasuredPage[]): Promise<Cost[]> {
  for (let round = -10; round < rounds; round += 1) {
    for (const { load, times } of pages) {
      const startMs = performance.now();
      await load();
      if (round >= 0) times.push(performance.now() - startMs);
    }
  }
  const costs: Cost[] = [];
  for (const { times, buffers } of pages) {
    costs.push({ milliseconds: middle(times), buffers: await buffers() });
  }
  return costs;
}

/** Fills both databases and measures every list. */
export async function measureDepth(largeUrl: string, smallUrl: string): Promise<ListCosts[]> {
  const [many, few] = [await world(largeUrl, large), await world(smallUrl, small)];
  const costs: ListCosts[] = [];
  for (const list of lists) {
    const [top, deep, least] = await measureInTurn([
      await many.page(list, false),
      await many.page(list, true),
      await few.page(list, false),
    ]);
    if (top && deep && least) costs.push({ name: list.name, top, deep, small: least });
  }
  const [top, least] = await measureInTurn([many.latest(), few.latest()]);
  if (top && least)
    costs.push({ name: 'the latest 5 of each of 50 customers', top, deep: top, small: least });
  await many.close();
  await few.close();
  return costs;
}
