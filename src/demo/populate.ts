/** Fills a sandbox with customers and payments of every outcome, so that lists and filters return data. */
import type { Api } from './api.ts';
import { AdvanceClock, CountCustomers, CountTransactions, TransferIn, TransferOut } from './documents.ts';
import type { Print } from './journey.ts';
import { addCustomer, addDollarAccount, nameOf, type Party } from './parties.ts';

interface Amounts {
  readonly customers: number;
  readonly transactions: number;
}

/** The number of concurrent requests. */
const concurrency = 8;

/** The suffixes of the second accounts. Most of them select a failure. */
const suffixes = ['002', '003', '004', '005', '901', '902', '004', '903', '904', '905'];

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const take = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, take));
}

interface PartyWithAccounts extends Party {
  /** Payments to this account succeed. */
  readonly usual: string;
  readonly other: string;
}

/** Every tenth transfer is incoming. Every third one goes to the account with the other outcome. */
async function transfer(
  api: Api,
  { accountId, usual, other }: PartyWithAccounts,
  index: number,
): Promise<void> {
  const amount = 500 + ((index * 37) % 2_000);
  const description = `Demo payment ${index + 1}`;
  if (index % 10 === 9) {
    await api.execute(TransferIn, { input: { source: usual, destination: accountId, amount, description } });
    return;
  }
  const destination = index % 3 === 2 ? other : usual;
  await api.execute(TransferOut, { input: { source: accountId, destination, amount, description } });
}

/** Adds the customers and transactions, then advances the sandbox clock so that they settle. */
export async function populate(api: Api, { customers, transactions }: Amounts, print: Print): Promise<void> {
  const parties: PartyWithAccounts[] = [];
  await inParallel(customers, async (index) => {
    const party = await addCustomer(api, nameOf(index), 10_000_000);
    const suffix = suffixes[index % suffixes.length] ?? '900';
    parties.push({
      ...party,
      usual: await addDollarAccount(api, party, 100 + index, '900'),
      other: await addDollarAccount(api, party, 5_000 + index, suffix),
    });
  });
  print(`${customers} customers added.`);

  let done = 0;
  await inParallel(transactions, async (index) => {
    const party = parties[index % parties.length];
    if (party) await transfer(api, party, Math.floor(index / parties.length) + index);
    done += 1;
    if (done % 500 === 0) print(`${done} of ${transactions} transactions sent.`);
  });
  await api.execute(AdvanceClock, { seconds: 60 });
  print('The sandbox clock was advanced by another 60 seconds, so that the transactions settle.');

  const counted = await Promise.all(
    ['COMPLETED', 'FAILED', 'PROCESSING', 'PENDING'].map(async (status) => {
      const { totalCount } = await api.execute(CountTransactions, { status: [status] });
      return `${totalCount} ${status}`;
    }),
  );
  const { totalCount } = await api.execute(CountCustomers);
  print(`The sandbox has ${totalCount} customers and these transactions: ${counted.join(', ')}.`);
}
