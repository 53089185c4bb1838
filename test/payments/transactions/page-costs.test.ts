/**
 * The cost of a page of transactions depends only on its size: not on its position, its filter or the total number.
 * Costs are the buffers and rows that the database read, not the time.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, newUuid } from '../../../src/kernel/ids.ts';
import type { PageRequest } from '../../../src/kernel/page.ts';
import { pagesOfPostings } from '../../../src/ledger/posting-store.ts';
import {
  listTransactions,
  pagesOfTransactions,
  type TransactionFilter,
} from '../../../src/payments/transactions/store.ts';
import type { Scope } from '../../../src/platforms/access/principal.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import {
  insertManyTransactions,
  type ManyTransactions,
  rareUpTo,
  uuidOfNth,
} from '../../support/many-transactions.ts';
import { type Cost, costOf } from '../../support/plans.ts';

const total = 8_000;
const first = 20;

let database: TestDatabase;
let many: ManyTransactions;
let scope: Scope;
const sent: { text: string; params: readonly unknown[] }[] = [];

beforeAll(async () => {
  database = await testDatabase({ watch: (text, params) => sent.push({ text, params }) });
  const { orm } = database.db;
  // Another platform has transactions at the same times, so that the rows of both are adjacent.
  await insertManyTransactions(orm, newUuid(), total / 4);
  many = await insertManyTransactions(orm, newUuid(), total);
  scope = { platformId: idOf('Platform', many.platformUuid) };
});
afterAll(() => database.drop());

/** The cost of the single statement that `work` sends. */
async function costs(work: () => Promise<unknown>): Promise<Cost> {
  sent.length = 0;
  await work();
  const [statement, ...others] = sent;
  if (!statement || others.length > 0) throw new Error(`${sent.length} statements were sent`);
  return costOf(database.db.orm, statement.text, statement.params);
}

const pageAfter = (after?: string): PageRequest => ({ first, after, list: 'transactions' });

/** 21 rows, each on its own page at most, and the search through up to 16 indexes. A full scan would be about 600. */
const maxBuffers = 100;

/** Enough for the look-up of an owner by a full scan of a small table. */
const maxRemoved = 100;

function expectSmall(cost: Cost): void {
  const plan = cost.plan.join('\n');
  expect(cost.buffers, plan).toBeLessThanOrEqual(maxBuffers);
  expect(cost.removed, plan).toBeLessThanOrEqual(maxRemoved);
  expect(cost.sorted, plan).toBeLessThanOrEqual(2 * rareUpTo);
}

/** Each filter has the number of rows on its first page, so that no filter is cheap only because it finds nothing. */
const filters: [string, (of: ManyTransactions) => TransactionFilter, number][] = [
  ['no field', () => ({}), 20],
  ['a customer', ({ customerUuids: [, one] }) => ({ customerId: idOf('Customer', one ?? '') }), 20],
  ['the platform itself', ({ platformUuid }) => ({ customerId: idOf('Platform', platformUuid) }), 2],
  ["the platform's id of a customer", () => ({ platformCustomerId: 'many-2' }), 20],
  ...(['accountIdentifier', 'senderAccountIdentifier'] as const).map(
    (name): [string, (of: ManyTransactions) => TransactionFilter, number] => [
      `an internal account as ${name}`,
      ({ accountUuids: [, one] }) => ({ [name]: `InternalAccount:${one}` }),
      20,
    ],
  ),
  ...(['accountIdentifier', 'receiverAccountIdentifier'] as const).flatMap(
    (name): [string, (of: ManyTransactions) => TransactionFilter, number][] => [
      [
        `an external account as ${name}`,
        ({ externalUuids: [, one] }) => ({ [name]: `ExternalAccount:${one}` }),
        20,
      ],
      [`a UMA address as ${name}`, () => ({ [name]: '$payee2@many.example' }), 20],
    ],
  ),
  ['a rare status', () => ({ status: ['FAILED'] }), 4],
  ['rare statuses', () => ({ status: ['FAILED', 'REJECTED', 'EXPIRED'] }), 8],
  ['a frequent status', () => ({ status: ['COMPLETED'] }), 20],
  ['a status that no transaction has', () => ({ status: ['REFUNDED'] }), 0],
  ['a rare type', () => ({ type: 'INCOMING' }), 4],
  ['a frequent type', () => ({ type: 'OUTGOING' }), 20],
  ['a type and a status', () => ({ type: 'OUTGOING', status: ['FAILED'] }), 4],
  ['a reference', () => ({ reference: 'MANY-AGAIN' }), 4],
  ['an agent', ({ agentUuid }) => ({ agentId: idOf('Agent', agentUuid) }), 4],
  ['dates', ({ at }) => ({ startDate: at(101), endDate: at(2_000) }), 20],
  ['an end date', ({ at }) => ({ endDate: at(2_000) }), 20],
  ['a start date', ({ at }) => ({ startDate: at(7_800) }), 20],
  ['dates and a status', ({ at }) => ({ endDate: at(4_000), status: ['COMPLETED'] }), 20],
  [
    'dates and an account',
    ({ at, accountUuids: [one] }) => ({ endDate: at(200), accountIdentifier: `InternalAccount:${one}` }),
    20,
  ],
  ['dates that no transaction has', ({ at }) => ({ startDate: at(-50_000), endDate: at(-1) }), 0],
];

describe.each(['DESC', 'ASC'] as const)('a page in the order %s', (sortOrder) => {
  describe.each(filters)('filtered by %s', (_name, filterOf, shown) => {
    test('is cheap at the start, in the middle and at the end of the list', async () => {
      const { orm } = database.db;
      const filter = { ...filterOf(many), sortOrder };
      const whole = await listTransactions(orm, scope, filter, pageAfter());
      expect(whole.items).toHaveLength(shown);
      const middle = await uuidOfNth(orm, many, total / 2);
      const end = await uuidOfNth(orm, many, sortOrder === 'DESC' ? 30 : total - 30);
      for (const after of [undefined, middle, end]) {
        expectSmall(await costs(() => listTransactions(orm, scope, filter, pageAfter(after))));
      }
    });
  });
});

describe("another platform's records", () => {
  test.each([
    ['customer', () => ({ customerId: idOf('Customer', many.customerUuids[0] ?? '') })],
    ['account', () => ({ accountIdentifier: `InternalAccount:${many.accountUuids[0]}` })],
    ['agent', () => ({ agentId: idOf('Agent', many.agentUuid) })],
  ] as const)('a list filtered by the %s does not read them', async (_name, filterOf) => {
    const stranger = { platformId: idOf('Platform', newUuid()) };
    const { orm } = database.db;
    expect((await listTransactions(orm, stranger, filterOf(), pageAfter())).items).toEqual([]);
    expectSmall(await costs(() => listTransactions(orm, stranger, filterOf(), pageAfter())));
  });
});

describe('pages of several parents', () => {
  const latest: PageRequest = { first: 5, after: undefined, list: '' };

  /** 6 rows of each parent, found through one or two indexes of three levels. */
  const maxBuffersOf = (parents: number): number => parents * 24 + 20;

  test.each(['customer', 'internal-account'] as const)('the latest 5 of every %s', async (parent) => {
    const { orm } = database.db;
    const ids =
      parent === 'customer'
        ? many.customerUuids.map((uuid) => idOf('Customer', uuid))
        : many.accountUuids.map((uuid) => idOf('InternalAccount', uuid));
    const pages = await pagesOfTransactions(orm, scope, parent, ids, {}, latest, 'whole');
    expect([...pages.values()].map(({ items }) => items.length)).toEqual(ids.map(() => 5));
    const cost = await costs(() => pagesOfTransactions(orm, scope, parent, ids, {}, latest, 'whole'));
    expect(cost.buffers, cost.plan.join('\n')).toBeLessThanOrEqual(maxBuffersOf(ids.length));
    expect(cost.removed).toBe(0);
  });

  test('the ledger entries of every account, at any position', async () => {
    const { orm } = database.db;
    const accounts = many.accountUuids.map((uuid) => idOf('InternalAccount', uuid));
    const top = await pagesOfPostings(orm, scope, accounts, latest);
    expect([...top.values()].map(({ items }) => items.length)).toEqual(accounts.map(() => 5));
    for (const after of [undefined, await uuidOfNth(orm, many, total / 2)]) {
      const cost = await costs(() => pagesOfPostings(orm, scope, accounts, { ...latest, after }));
      expect(cost.buffers, cost.plan.join('\n')).toBeLessThanOrEqual(3 * maxBuffersOf(accounts.length));
      expect(cost.removed).toBeLessThanOrEqual(maxRemoved);
    }
  });
});
