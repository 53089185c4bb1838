/** All customers are screened again when the lists change. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startRescreening } from '../../../src/customers/rescreening/rescreen.ts';
import { countMatches } from '../../../src/customers/screening/store.ts';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { screeningGauges } from '../../../src/operations/metrics/screening-gauges.ts';
import { performDueJob } from '../../support/jobs.ts';
import { type TestList, testList } from '../../support/screening.ts';
import { type Service, startService } from '../../support/service.ts';
import { completeIndividual, identityOperations } from '../../support/verifications.ts';

const customerCount = 25;

let service: Service;
let list: TestList;
let platform: ReturnType<typeof identityOperations>;
beforeEach(async () => {
  list = testList([]);
  service = await startService({ ports: { screening: list } });
  platform = identityOperations(service, (await service.addPlatform('PRODUCTION')).principal);
  for (let number = 0; number < customerCount; number += 1) {
    await platform.customer({ ...completeIndividual, fullName: `Customer ${number}` });
  }
  list.screened.length = 0;
});
afterEach(() => service.stop());

const runs = () =>
  rawRows<{ list_version: string; customers_screened: number; finished: boolean }>(
    service.db.orm,
    sql`select list_version, customers_screened, finished_at is not null as finished from screening_runs`,
  );
const openMatches = () =>
  countMatches(service.db.orm, { platformId: platform.principal.platform.id }, { status: 'OPEN' });
/** Runs one job, as a worker that is killed after it. */
const oneJob = () =>
  performDueJob(
    service.db,
    service.app.jobs,
    () => service.clock.real(),
    (error) => {
      throw error;
    },
  );

test('every customer is screened once, in pages; the platforms of the sandbox are not', async () => {
  list.replace('v2', ['Customer 3', 'Customer 24']);
  await startRescreening(service.ports);
  await service.settle();
  expect(list.screened).toHaveLength(customerCount);
  expect(await openMatches()).toBe(2);
  expect(await runs()).toEqual([{ list_version: 'v2', customers_screened: customerCount, finished: true }]);
});

test('nothing is screened while the version is the same, and one run starts for a new version', async () => {
  await Promise.all([startRescreening(service.ports), startRescreening(service.ports)]);
  await service.settle();
  await startRescreening(service.ports);
  await service.settle();
  expect(list.screened).toHaveLength(customerCount);
});

test('a run continues after the last page that was committed', async () => {
  list.replace('v2', ['Customer 3', 'Customer 24']);
  await startRescreening(service.ports);
  expect(await oneJob()).toBe('done');
  expect(await runs()).toEqual([{ list_version: 'v2', customers_screened: 10, finished: false }]);
  // A new process starts with the same list.
  await startRescreening(service.ports);
  await service.settle();
  expect(list.screened).toHaveLength(customerCount);
  expect(await runs()).toEqual([{ list_version: 'v2', customers_screened: customerCount, finished: true }]);
});

test('a page that fails changes nothing, and is done again', async () => {
  list.replace('v2', ['Customer 0', 'Customer 3']);
  await startRescreening(service.ports);
  const { screen } = list;
  let calls = 0;
  Object.assign(list, {
    screen: async (...given: Parameters<typeof screen>) => {
      calls += 1;
      if (calls === 5) throw new Error('killed');
      return screen(...given);
    },
  });
  const errors: unknown[] = [];
  await performDueJob(
    service.db,
    service.app.jobs,
    () => service.clock.real(),
    (error) => errors.push(error),
  );
  expect(errors).toHaveLength(1);
  expect(await openMatches()).toBe(0);
  service.clock.advance(3_600);
  await service.settle();
  expect(await openMatches()).toBe(2);
  expect(await runs()).toMatchObject([{ customers_screened: customerCount }]);
});

describe('a version that replaces another one', () => {
  test('ends the run of the version before', async () => {
    await startRescreening(service.ports);
    await oneJob();
    list.replace('v2', ['Customer 3']);
    await startRescreening(service.ports);
    await service.settle();
    expect(await runs()).toEqual([{ list_version: 'v2', customers_screened: customerCount, finished: true }]);
    expect(list.screened).toHaveLength(10 + customerCount);
  });

  test('does not, if its list is older: another process has a newer one', async () => {
    await startRescreening(service.ports);
    await service.settle();
    list.replace('v0', [], new Date('2020-01-01T00:00:00Z'));
    await startRescreening(service.ports);
    expect(await runs()).toMatchObject([{ list_version: 'v1' }]);
  });

  test('a process with another version leaves the page, and it is done a minute later with the right one', async () => {
    list.replace('v2', ['Customer 3']);
    await startRescreening(service.ports);
    list.replace('v1', []);
    expect(await oneJob()).toBe('done');
    expect(list.screened).toEqual([]);
    list.replace('v2', ['Customer 3']);
    expect(await oneJob()).toBe('nothing-due');
    service.clock.advance(60);
    await service.settle();
    expect(await openMatches()).toBe(1);
  });
});

test('an approved customer with a new match stays approved', async () => {
  const { id } = await platform.customer({ ...completeIndividual, fullName: 'Ada Lovelace' });
  await platform.document(id, 'PASSPORT');
  await platform.decide((await platform.submit(id)).id, 'APPROVED');
  list.replace('v2', ['Ada Lovelace']);
  await startRescreening(service.ports);
  await service.settle();
  expect(await openMatches()).toBe(1);
  expect((await platform.readCustomer(id)).kycStatus).toBe('APPROVED');
});

test('the owners of a business are screened', async () => {
  const { id } = await platform.customer({ customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } });
  await platform.owner(id);
  list.replace('v2', ['Grace Hopper']);
  await startRescreening(service.ports);
  await service.settle();
  expect(await openMatches()).toBe(1);
});

test('the metrics count open matches and unfinished runs', async () => {
  const values = async () =>
    Promise.all(
      screeningGauges(service.db).map(async ({ name, read }) => [name, (await read())[0]?.[1]] as const),
    );
  list.replace('v2', ['Customer 3']);
  await startRescreening(service.ports);
  await oneJob();
  expect(await values()).toEqual([
    ['payments_screening_open_matches', 1],
    ['payments_screening_unfinished_runs', 1],
  ]);
});
