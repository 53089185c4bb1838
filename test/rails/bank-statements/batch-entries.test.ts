import { afterEach, beforeEach, expect, test } from 'vitest';
import { markMandatesUsed } from '../../../src/accounts/external/external-account-store.ts';
import { setDirectDebitMandate } from '../../../src/accounts/external/set-direct-debit-mandate.ts';
import { reportSettlement } from '../../../src/rails/report-settlement.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import { allowPulls, anotherAccount, balanceOf, published, pull, tagsAtBank } from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
});
afterEach(() => world.stop());

/** The states of three payments that the bank books as one entry without details. */
async function paid(prepare: (endToEndId: string) => void): Promise<string[]> {
  const payments = [await world.pay(100), await world.pay(200), await world.pay(300)];
  world.bank.request('batchBooking');
  world.bank.request('batchWithoutDetails');
  prepare(payments[0]?.reference ?? '');
  await world.cutOff();
  await world.bankDay();
  expect(await audit(world.service.db)).toEqual(soundLedger);
  const found = await Promise.all(payments.map(({ id }) => world.transaction(id)));
  return found.map(({ status }) => status);
}

test('one entry executes all payments of a file', async () => {
  expect(await paid(() => {})).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
});

test('it does not execute a payment that the bank booked with another amount', async () => {
  const states = await paid((id) => world.bank.request('wrongAmount', { id, amount: 1n }));
  expect(states).toEqual(['PROCESSING', 'COMPLETED', 'COMPLETED']);
});

test('it does not execute a payment that the bank booked on its own, and then again', async () => {
  const states = await paid((id) => world.bank.request('doubleBooking', { id }));
  expect(states).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
});

test('it can come after the entry of a return', async () => {
  const states = await paid((id) => {
    world.bank.request('returnPayment', { id, days: 1 });
    world.bank.request('delayStatement', { days: 3 });
  });
  expect(states).toEqual(['FAILED', 'COMPLETED', 'COMPLETED']);
});

test('it executes also a payment that an operator has reported as executed', async () => {
  const payments = [await world.pay(100), await world.pay(200)];
  world.bank.request('batchBooking');
  world.bank.request('batchWithoutDetails');
  await world.cutOff();
  const [first] = payments;
  if (!first) throw new Error('there is a payment');
  granted(
    await reportSettlement(world.service.ports, { id: first.id, outcome: 'COMPLETED', confirmed: true }),
  );
  await world.bankDay();
  const found = await Promise.all(payments.map(({ id }) => world.transaction(id)));
  expect(found.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED']);
  expect([await balanceOf(world, 'CLEARING_SEPA'), await balanceOf(world, 'BANK_BREAKS')]).toEqual([0n, 0n]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

const reason = '<RtrInf><Rsn><Cd>AM05</Cd></Rsn></RtrInf>';
test.each([
  ['a mark of a reversal', { before: '<RvslInd>true</RvslInd>' }],
  [
    'the code of a return',
    {
      after:
        '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>',
    },
  ],
  ['the reason of a return', { after: `<NtryDtls><TxDtls>${reason}</TxDtls></NtryDtls>` }],
])('an entry with %s and the sum of a file executes nothing', async (_, parts) => {
  const payment = await world.pay(1_000);
  await world.cutOff();
  await published(world, statement({ id: 'S-9', entries: entry({ indicator: 'DBIT', ...parts }) }), '9.xml');
  expect((await world.transaction(payment.id)).status).toBe('PROCESSING');
  expect(await balanceOf(world, 'BANK_BREAKS')).toBe(-1_000n);
});

test('an entry for one batch of a file, whose id it repeats, executes the payments of the batch', async () => {
  await allowPulls(world);
  // The debits of a used mandate and of a new one are two batches.
  await markMandatesUsed(world.service.db.orm, [world.beneficiary.id]);
  const other = await anotherAccount(world);
  granted(
    await setDirectDebitMandate(world.service.ports, world.platform.principal, {
      externalAccountId: other.id,
      reference: 'M-2',
      signedOn: '2025-03-01',
      isOneOff: false,
    }),
  );
  const debits = [granted(await pull(world, 700n)), granted(await pull(world, 300n, other.id))];
  await world.service.settle();
  await world.cutOff();
  const before = await world.balance();
  const ids = tagsAtBank(world, 'PmtInfId');
  expect(ids).toHaveLength(2);
  const code =
    '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>IDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>';
  const ofBatch = (id: string | undefined, amount: string) =>
    entry({ amount, after: `${code}<NtryDtls><Btch><PmtInfId>${id}</PmtInfId></Btch></NtryDtls>` });
  await published(
    world,
    statement({ id: 'S-9', entries: ofBatch(ids[0], '7.00') + ofBatch(ids[1], '3.00') }),
    '9.xml',
  );
  const states = async () => Promise.all(debits.map(async ({ id }) => (await world.transaction(id)).status));
  await expect.poll(states).toEqual(['COMPLETED', 'COMPLETED']);
  expect((await world.balance()) - before).toBe(1_000n);
  expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});
