/** Forty days of the simulated bank. */
import { behaviourKinds, type Probabilities } from '../support/simulated-bank/behaviours.ts';
import { type BankWorld, bankWorld, nachaAccount } from './bank-world.ts';
import { creditTransfers, directDebits, nachaFile } from './outgoing-files.ts';

/** Four payments and a deposit on each of forty days, with every behaviour at random. */
export async function randomDays(seed: number, isNacha: boolean): Promise<BankWorld> {
  const behaviours: Probabilities = Object.fromEntries(behaviourKinds.map((kind) => [kind, 0.15]));
  const world = await bankWorld({
    seed,
    behaviours,
    versions: 'MIXED',
    ...(isNacha ? { account: nachaAccount } : {}),
  });
  const { bank, send } = world;
  for (let day = 0; day < 40; day += 1) {
    const payments = [0, 1, 2, 3].map((index) => ({
      id: `TO-${day}-${index}`,
      cents: 100 + day * 7 + index,
    }));
    const direction = day % 3 === 0 ? ('DEBIT' as const) : ('CREDIT' as const);
    const file = { payments, executionDate: bank.today(), messageId: isNacha ? 'A' : `BF-${day}` };
    const iso = direction === 'DEBIT' ? directDebits(file) : creditTransfers(file);
    await send('a', isNacha ? nachaFile(file, { side: direction }) : iso);
    await bank.readOutbox();
    bank.deposit({
      amount: BigInt(1_000 + day),
      name: 'Dora',
      iban: 'NL91ABNA0417164300',
      reference: 'RF18IAABCD',
    });
    if (day % 4 === 0) await bank.publishIntraday();
    await bank.closeDay();
  }
  await bank.finish();
  return world;
}
