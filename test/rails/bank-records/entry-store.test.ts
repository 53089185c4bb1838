/** Entries are read for their booking so that large ones do not fill the memory of a process. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { entriesToBook, listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { performNextJob } from '../../support/jobs.ts';
import { platformIdOf, publish } from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

/** An entry whose record has some 200 kB. */
const large = (): string => {
  const movements = Array.from(
    { length: 2_000 },
    () =>
      `<TxDtls><Amt Ccy="EUR">0.01</Amt><RmtInf><Ustrd>${randomUUID()}${randomUUID()}</Ustrd></RmtInf></TxDtls>`,
  );
  return entry({ amount: '20.00', after: `<NtryDtls>${movements.join('')}</NtryDtls>` });
};

/** The sizes of the entries that the next job books. */
const next = () =>
  transact(world.service.db, async (tx) => {
    const { entries, hasMore } = await entriesToBook(tx, world.connection.id, 10);
    return { movements: entries.map(({ detailCount }) => detailCount), hasMore };
  });

test('an entry with a large record is read alone, and small ones before it together', async () => {
  const entries = [entry(), entry({ amount: '11.00' }), large(), large(), entry({ amount: '12.00' })];
  publish(world, statement({ id: 'S-1', entries: entries.join('') }), '1.xml');
  world.service.clock.advance(61);
  await exchangeDue(world.service.ports);
  expect(await next()).toEqual({ movements: [0, 0], hasMore: true });
  await performNextJob(world.service);
  expect(await next()).toEqual({ movements: [2_000], hasMore: true });
  await world.service.settle();
  expect(await next()).toEqual({ movements: [], hasMore: false });
  const { items } = await listEntries(world.service.db.orm, platformIdOf(world), {}, { first: 10 } as never);
  expect(items.map(({ kind, amount }) => [kind, amount])).toEqual(
    [1_200n, 2_000n, 2_000n, 1_100n, 1_000n].map((amount) => ['UNMATCHED_DEPOSIT', amount]),
  );
  expect(await audit(world.service.db)).toEqual(soundLedger);
});
