/** A one-off mandate pays once: one payment at a time uses it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markMandatesUsed } from '../../../src/accounts/external/external-account-store.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { onPostgres } from '../../support/database.ts';
import { granted } from '../../support/payments.ts';
import {
  allowPulls,
  bankPaymentOf,
  execution,
  pull,
  pulledQuote,
  quoteBetween,
  tagsAtBank,
} from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
  await allowPulls(world, { isOneOff: true });
});
afterEach(() => world.stop());

const inUse = (path: string) => ({
  name: 'MandateInUse',
  code: 'INVALID_INPUT',
  fields: [{ path, message: 'has a one-off mandate that a payment in progress uses' }],
});

const aQuote = () => quoteBetween(world, world.beneficiary.id, world.account.id);

describe('while a payment by a one-off mandate is in progress', () => {
  test('a transfer in is rejected, and its mandate is sent to the bank once', async () => {
    granted(await pull(world, 100n));
    expect(await pull(world, 100n)).toMatchObject(inUse('source'));
    await world.service.settle();
    await world.cutOff();
    expect(await pull(world, 100n)).toMatchObject(inUse('source'));
    expect([tagsAtBank(world, 'MndtId'), tagsAtBank(world, 'SeqTp')]).toEqual([['MANDATE-1'], ['OOFF']]);
    await world.drain();
    expect(await world.balance()).toBe(100n);
  });

  test('a quote is rejected', async () => {
    granted(await pull(world, 100n));
    expect(await aQuote()).toMatchObject(inUse('source.account.accountId'));
  });

  test('a quote that was created before is not executed', async () => {
    const quote = granted(await aQuote());
    granted(await pull(world, 100n));
    expect(await execution(world, quote)).toMatchObject(inUse('quoteId'));
  });

  test('that executes a quote, a transfer in is rejected', async () => {
    await pulledQuote(world);
    expect(await pull(world, 100n)).toMatchObject(inUse('source'));
  });
});

test('a quote by a one-off mandate is not executed after the mandate was used', async () => {
  const quote = granted(await aQuote());
  await markMandatesUsed(world.service.db.orm, [world.beneficiary.id]);
  expect(await execution(world, quote)).toMatchObject({
    code: 'INVALID_INPUT',
    fields: [{ path: 'quoteId', message: 'is not an account that money can be pulled from' }],
  });
});

test('quotes do not reserve a one-off mandate before they are executed', async () => {
  granted(await aQuote());
  granted(await aQuote());
  expect(await pull(world, 100n)).toMatchObject({ status: 'PENDING' });
});

test('a one-off mandate is free again when its payment was rejected', async () => {
  const first = granted(await pull(world, 100n));
  await world.service.settle();
  world.bank.request('rejectPayment', { id: first.reference, code: 'AC01' } as never);
  await world.drain();
  expect((await bankPaymentOf(world, first))?.status).toBe('REJECTED');
  granted(await pull(world, 200n));
  await world.service.settle();
  await world.drain();
  expect(await world.balance()).toBe(200n);
  expect(await pull(world, 100n)).toBeInstanceOf(DomainError);
});

describe.runIf(onPostgres)('of concurrent payments by a one-off mandate, one starts', () => {
  test('of transfers in and executions of quotes', async () => {
    const quotes = [granted(await aQuote()), granted(await aQuote())];
    const results = await Promise.all([
      ...Array.from({ length: 8 }, () => pull(world, 100n)),
      ...quotes.map((quote) => execution(world, quote)),
    ]);
    expect(results.filter((result) => !(result instanceof DomainError))).toHaveLength(1);
    const rejected = results.filter((result) => result instanceof DomainError);
    expect(new Set(rejected.map(({ name }) => name))).toEqual(new Set(['MandateInUse']));
    await world.service.settle();
    await world.cutOff();
    expect(tagsAtBank(world, 'MndtId')).toEqual(['MANDATE-1']);
  });
});
