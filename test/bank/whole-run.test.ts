/**
 * Some hundred payments, direct debits and deposits of a production platform, with every behaviour of the simulated bank at random: in
 * the end both books agree, and the reconciliation names every break. `npm run bank:faults` is the long run, in which processes are
 * killed.
 */
import { describe, expect, test } from 'vitest';
import { virtualIbansOf } from '../../src/rails/bank-connections/virtual-iban-store.ts';
import { seeded } from '../faults/random.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { bankAccountsOf } from '../support/bank-accounts.ts';
import { bankWorld } from '../support/bank-world.ts';
import { granted } from '../support/payments.ts';
import { allowPulls, pull } from '../support/pulls.ts';
import { randomRuns } from '../support/random-runs.ts';
import { behaviourKinds, type Probabilities } from '../support/simulated-bank/behaviours.ts';
import { differencesOf } from './faults/compare-books.ts';
import type { AcceptedPayment } from './faults/differences.ts';
import { randomDeposit } from './faults/random-deposit.ts';

const everyBehaviour: Probabilities = Object.fromEntries(behaviourKinds.map((kind) => [kind, 0.1]));
const days = 10;
const paymentsPerDay = 13;
const directDebitsPerDay = 4;
const depositsPerDay = 7;

describe.each(['ISO20022', 'NACHA'] as const)('with files of %s', (format) => {
  // `npm run bank:faults` does this on a server, with ten thousand payments.
  test.each([1, 2, 3].slice(0, randomRuns(1, 3)))(
    'seed %i: nothing is lost, doubled or unnamed',
    async (seed) => {
      const { theirNumber, virtualIbanRange } = bankAccountsOf[format];
      const world = await bankWorld({
        seed,
        format,
        behaviours: everyBehaviour,
        versions: 'MIXED',
        openingBalance: 100_000_000,
        maxPaymentsPerFile: 5,
        ...(virtualIbanRange && { virtualIbanRange }),
      });
      const { bank, account, connection, service } = world;
      await allowPulls(world, { hasMandate: format === 'ISO20022' });
      const random = seeded(seed);
      const payments: AcceptedPayment[] = [];
      // Several, because the bank can lose the reference of one.
      const first = { amount: 4_000_000n, name: 'Ada', iban: theirNumber, reference: world.reference() };
      for (let nth = 0; nth < 4; nth += 1) bank.deposit(first);
      await bank.closeDay();
      await world.drain();
      const virtualIbans = await virtualIbansOf(service.db.orm, [connection.id], [account.id]);
      const destinations = { references: [world.reference()], virtualIbans: [...virtualIbans.values()] };

      for (let day = 0; day < days; day += 1) {
        for (let nth = 0; nth < depositsPerDay; nth += 1) {
          bank.deposit(randomDeposit(random, destinations, theirNumber));
        }
        for (let nth = 0; nth < paymentsPerDay; nth += 1) {
          const amount = random.between(1, 30_000);
          const { id } = await world.pay(amount);
          payments.push({
            direction: 'OUT',
            transactionId: id,
            accountId: account.id,
            amount: BigInt(amount),
          });
        }
        for (let nth = 0; nth < directDebitsPerDay; nth += 1) {
          const amount = BigInt(random.between(1, 30_000));
          const { id } = granted(await pull(world, amount));
          payments.push({ direction: 'IN', transactionId: id, accountId: account.id, amount });
        }
        await world.cutOff();
        await bank.readOutbox();
        if (random.chance(0.5)) await bank.publishIntraday();
        await world.exchange();
        await bank.closeDay();
        await world.exchange();
      }
      await world.drain();

      const names = [...destinations.references, ...destinations.virtualIbans];
      const accounts = new Map(names.map((name) => [name, account.id]));
      const now = service.clock.real();
      const books = { db: service.db, connection, bank, accounts, payments, now };
      expect(await differencesOf(books)).toEqual([]);
      expect(await audit(service.db)).toEqual(soundLedger);
      await world.stop();
    },
  );
});
