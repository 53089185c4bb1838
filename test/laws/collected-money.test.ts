/** A production platform pays out only money that it has: what comes from an external account is collected first. */
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { type BankWorld, bankWorld } from '../support/bank-world.ts';
import { allowPulls, anotherAccount, execution, pull, quoteBetween } from '../support/pulls.ts';

let world: BankWorld;
afterEach(() => world.stop());

/** Bank payments that pay out money of an external account which no bank has collected. */
const paidBeforeCollected = async () => {
  const [row] = await rawRows<{ total: string }>(
    world.service.db.orm,
    sql`select count(*) as total from bank_payments p join transactions t on t.id = p.transaction_id
      where p.direction = 'CREDIT' and t.source_external_id is not null and not exists (
        select from bank_payments d where d.transaction_id = t.id and d.direction = 'DEBIT' and d.status = 'CONFIRMED')`,
  );
  return Number(row?.total);
};

describe.each([
  ['the rail of banks', (own: BankWorld['service']['ports']['rail']) => own],
  // Quotes that were created before the rail rejected them are executed too.
  [
    'a rail that accepts every quote',
    (own: BankWorld['service']['ports']['rail']) => ({ ...own, checkForwarding: () => true as const }),
  ],
])('with %s', (_, railOf) => {
  test('no payment of an external account makes a payout before its money was collected', async () => {
    world = await bankWorld();
    const { service } = world;
    Object.assign(service.ports, { rail: railOf(service.ports.rail) });
    await allowPulls(world);
    const outside = [world.beneficiary.id, (await anotherAccount(world)).id] as const;
    const inside = world.account.id;
    for (const source of outside) {
      for (const destination of [...outside, inside]) {
        if (source === destination) continue;
        const quote = await quoteBetween(world, source, destination);
        if (quote instanceof DomainError) continue;
        const executed = await execution(world, quote);
        expect(executed).not.toBeInstanceOf(DomainError);
      }
      await pull(world, 100n, source);
    }
    await service.settle();
    expect(await paidBeforeCollected()).toBe(0);
    await world.drain();
    expect(await paidBeforeCollected()).toBe(0);
  });
});
