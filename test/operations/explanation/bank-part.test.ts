/** The steps of a payment that a bank connection sends: its file, its entries, and what the bank rejected. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { type Id, idOf } from '../../../src/kernel/ids.ts';
import { explainTransaction } from '../../../src/operations/explanation/explain-transactions.ts';
import { transactions } from '../../../src/payments/tables.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';

let world: BankWorld;
afterEach(() => world.stop());

async function funded(): Promise<void> {
  world = await bankWorld();
  const from = { amount: 50_000n, name: 'Ada Lovelace', iban: theirIban, reference: world.reference() };
  world.bank.deposit(from);
  await world.bankDay();
}

async function bankSteps(id: Id<'Transaction'>) {
  const { steps } = granted(await explainTransaction(world.service.ports, world.platform.principal, id));
  return steps.filter(({ kind }) => kind.startsWith('BANK_'));
}

describe('a payment of a bank connection', () => {
  test('has its bank payment, its file and the entry that executed it', async () => {
    await funded();
    const { id, reference } = await world.pay(12_345);
    await world.cutOff();
    await world.bankDay();
    expect(await bankSteps(id)).toMatchObject([
      {
        kind: 'BANK_PAYMENT_CREATED',
        text: `The bank was to execute a credit transfer of 123.45 EUR over SEPA, with the end-to-end id ${reference}.`,
        references: [expect.stringMatching(/^BankPayment:/), world.connection.id],
      },
      {
        kind: 'BANK_FILE_MADE',
        text: expect.stringMatching(
          /^It went into the file \S+ with 1 payment, message BF-\S+\. The file is /,
        ),
        references: [expect.stringMatching(/^BankFile:/), world.connection.id],
      },
      {
        kind: 'BANK_ENTRY_BOOKED',
        outcome: 'SUCCEEDED',
        text: expect.stringMatching(
          /^The bank executed it with a debit of 123\.45 EUR, booked on \d{4}-\d\d-\d\d\.$/,
        ),
        references: expect.arrayContaining([expect.stringMatching(/^BankEntry:/)]),
      },
    ]);
  });

  test('has its own amount, also where the bank booked several payments as one entry', async () => {
    await funded();
    const [first, second] = [await world.pay(1_000), await world.pay(2_000)];
    await world.cutOff();
    const details = [first, second].map(
      ({ reference }, index) =>
        `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">${index + 1}0.00</Amt></TxDtls>`,
    );
    const booked = entry({
      amount: '30.00',
      indicator: 'DBIT',
      after: `<NtryDtls>${details.join('')}</NtryDtls>`,
    });
    const path = join(world.folder, 'inbox', 'batch.xml');
    writeFileSync(path, statement({ id: 'BATCH', entries: booked }));
    utimesSync(path, 1, 1);
    await world.exchange();
    const executed = (await bankSteps(second.id)).find(({ kind }) => kind === 'BANK_ENTRY_BOOKED');
    expect(executed).toMatchObject({
      text: expect.stringMatching(/with a debit of 20\.00 EUR, in an entry of 30\.00 EUR, booked on /),
      amounts: [{ name: 'BOOKED', value: { amount: 2_000n } }],
    });
  });

  test('has the reason of the bank when the bank rejects it', async () => {
    await funded();
    const { id } = await world.pay(100);
    world.bank.request('rejectPayment', { code: 'AC01' });
    await world.cutOff();
    await world.bankDay();
    const failed = (await bankSteps(id)).find(({ kind }) => kind === 'BANK_PAYMENT_FAILED');
    expect(failed).toMatchObject({
      outcome: 'FAILED',
      text: expect.stringMatching(/^The bank rejected the payment: AC01, /),
    });
  });

  test('has the entry by which it came back', async () => {
    await funded();
    const { id } = await world.pay(100);
    world.bank.request('returnPayment', { code: 'MS03', days: 3 });
    await world.cutOff();
    await world.bankDay();
    expect((await bankSteps(id)).map(({ text }) => text.replace(/,? booked on .*/, ''))).toEqual(
      expect.arrayContaining([
        'The bank executed it with a debit of 1.00 EUR',
        expect.stringMatching(/^The bank returned the payment: MS03, /),
        'The bank returned it with a credit of 1.00 EUR',
      ]),
    );
  });
});

test('a deposit has the entry by which the bank reported it', async () => {
  await funded();
  const [row] = await world.service.db.orm
    .select({ id: transactions.id })
    .from(transactions)
    .where(eq(transactions.origin, 'FUNDING'));
  const steps = await bankSteps(idOf('Transaction', row?.id ?? ''));
  expect(steps).toMatchObject([
    {
      kind: 'BANK_ENTRY_BOOKED',
      text: expect.stringMatching(/^The bank reported the deposit with a credit of 500\.00 EUR/),
    },
  ]);
  expect(
    JSON.stringify(steps, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('Ada');
});
