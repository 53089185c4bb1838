/**
 * A page of transactions costs what it shows: wherever it lies, whatever it is narrowed by, and however many there are.
 * Costs are what the database touched, not how long it took.
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
  // Another platform has some at the same time, so that rows of both lie side by side.
  await insertManyTransactions(orm, newUuid(), total / 4);
  many = await insertManyTransactions(orm, newUuid(), total);
  scope = { platformId: idOf('Platform', many.platformUuid) };
});
afterAll(() => database.drop());

/** What the one statement costs that the work sends. */
async function costs(work: () => Promise<unknown>): Promise<Cost> {
  sent.length = 0;
  await work();
  const [statement, ...others] = sent;
  if (!statement || others.length > 0) throw new Error(`${sent.length} statements were sent`);
  return costOf(database.db.orm, statement.text, statement.params);
}

const pageAfter = (after?: string): PageRequest => ({ first, after, list: 'transactions' });

/** 21 rows, each on a page of its own at most, and the way down to them in up to 16 indexes. All would be some 600. */
const maxBuffers = 100;

/** Enough to look an owner up in a table so small that it is read whole. */
const maxRemoved = 100;

function expectSmall(cost: Cost): void {
  const plan = cost.plan.join('\n');
  expect(cost.buffers, plan).toBeLessThanOrEqual(maxBuffers);
  expect(cost.removed, plan).toBeLessThanOrEqual(maxRemoved);
  expect(cost.sorted, plan).toBeLessThanOrEqual(2 * rareUpTo);
}

/** How many rows a list shows at most is said with each filter, so that none is cheap because it finds nothing. */
const filters: [string, (of: ManyTransactions) => TransactionFilter, number][] = [
  ['nothing', () => ({}), 20],
  ['a customer', ({ customerUuids: [, one] }) => ({ customerId: idOf('Customer', one ?? '') }), 20],
  ["the platform's own", ({ platformUuid }) => ({ customerId: idOf('Platform', platformUuid) }), 2],
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
  ['a status that none has', () => ({ status: ['REFUNDED'] }), 0],
  ['a rare type', () => ({ type: 'INCOMING' }), 4],
  ['a frequent type', () => ({ type: 'OUTGOING' }), 20],
  ['a type and a status', () => ({ type: 'OUTGOING', status: ['FAILED'] }), 4],
  ['a reference', () => ({ reference: 'MANY-AGAIN' }), 4],
  ['an agent', ({ agentUuid }) => ({ agentId: idOf('Agent', agentUuid) }), 4],
  ['dates', ({ at }) => ({ startDate: at(101), endDate: at(2_000) }), 20],
  ['a last day', ({ at }) => ({ endDate: at(2_000) }), 20],
  ['a first day', ({ at }) => ({ startDate: at(7_800) }), 20],
  ['dates and a status', ({ at }) => ({ endDate: at(4_000), status: ['COMPLETED'] }), 20],
  [
    'dates and an account',
    ({ at, accountUuids: [one] }) => ({ endDate: at(200), accountIdentifier: `InternalAccount:${one}` }),
    20,
  ],
  ['dates that none has', ({ at }) => ({ startDate: at(-50_000), endDate: at(-1) }), 0],
];

describe.each(['DESC', 'ASC'] as const)('a page in the order %s', (sortOrder) => {
  describe.each(filters)('narrowed by %s', (_name, filterOf, shown) => {
    test('is cheap at its beginning, in the middle of the list and at its end', async () => {
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
  ] as const)('%s: nothing is read of what is not shown', async (_name, filterOf) => {
    const stranger = { platformId: idOf('Platform', newUuid()) };
    const { orm } = database.db;
    expect((await listTransactions(orm, stranger, filterOf(), pageAfter())).items).toEqual([]);
    expectSmall(await costs(() => listTransactions(orm, stranger, filterOf(), pageAfter())));
  });
});

describe('pages of several parents', () => {
  const latest: PageRequest = { first: 5, after: undefined, list: '' };

  /** 6 rows of each parent, found through an index of three levels or two of them. */
  const mostOf = (parents: number): number => parents * 24 + 20;

  test.each(['customer', 'internal-account'] as const)('the latest 5 of every %s', async (parent) => {
    const { orm } = database.db;
    const ids =
      parent === 'customer'
        ? many.customerUuids.map((uuid) => idOf('Customer', uuid))
        : many.accountUuids.map((uuid) => idOf('InternalAccount', uuid));
    const pages = await pagesOfTransactions(orm, scope, parent, ids, {}, latest, 'whole');
    expect([...pages.values()].map(({ items }) => items.length)).toEqual(ids.map(() => 5));
    const cost = await costs(() => pagesOfTransactions(orm, scope, parent, ids, {}, latest, 'whole'));
    expect(cost.buffers, cost.plan.join('\n')).toBeLessThanOrEqual(mostOf(ids.length));
    expect(cost.removed).toBe(0);
  });

  test('ledger entries of every account, wherever the page lies', async () => {
    const { orm } = database.db;
    const accounts = many.accountUuids.map((uuid) => idOf('InternalAccount', uuid));
    const top = await pagesOfPostings(orm, scope, accounts, latest);
    expect([...top.values()].map(({ items }) => items.length)).toEqual(accounts.map(() => 5));
    for (const after of [undefined, await uuidOfNth(orm, many, total / 2)]) {
      const cost = await costs(() => pagesOfPostings(orm, scope, accounts, { ...latest, after }));
      expect(cost.buffers, cost.plan.join('\n')).toBeLessThanOrEqual(3 * mostOf(accounts.length));
      expect(cost.removed).toBeLessThanOrEqual(maxRemoved);
    }
  });
});
