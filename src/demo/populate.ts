/** Fills a sandbox with customers and payments of every outcome, so that lists and filters return data. */
import type { Client } from '@payments-platform/client';
import {
  SandboxAdvanceClockDocument,
  TransferInDocument,
  TransferOutDocument,
} from '@payments-platform/client/operations';
import { noProgress, withStep } from '../infrastructure/progress/progress.ts';
import { CountCustomers, CountTransactions } from './documents.ts';
import type { Print } from './journey.ts';
import { addCustomer, addDollarAccount, nameOf, type Party } from './parties.ts';
import { expectType } from './stop.ts';

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
  client: Client,
  { accountId, usual, other }: PartyWithAccounts,
  index: number,
): Promise<void> {
  const amount = 500 + ((index * 37) % 2_000);
  const description = `Demo payment ${index + 1}`;
  if (index % 10 === 9) {
    const input = { source: usual, destination: accountId, amount, description };
    const { transferIn } = await client.execute(TransferInDocument, { input });
    expectType(transferIn, 'Transaction');
    return;
  }
  const destination = index % 3 === 2 ? other : usual;
  const input = { source: accountId, destination, amount, description };
  const { transferOut } = await client.execute(TransferOutDocument, { input });
  expectType(transferOut, 'Transaction');
}

/** Adds the customers and transactions, then advances the sandbox clock so that they settle. */
export async function populate(
  client: Client,
  { customers, transactions }: Amounts,
  print: Print,
  progress = noProgress,
): Promise<void> {
  const parties: PartyWithAccounts[] = [];
  await withStep(progress, ['Adding customers', customers], (step) =>
    inParallel(customers, async (index) => {
      const party = await addCustomer(client, nameOf(index), 10_000_000);
      const suffix = suffixes[index % suffixes.length] ?? '900';
      parties.push({
        ...party,
        usual: await addDollarAccount(client, party, 100 + index, '900'),
        other: await addDollarAccount(client, party, 5_000 + index, suffix),
      });
      step.advance();
    }),
  );
  print(`${customers} customers added.`);

  await withStep(progress, ['Sending transactions', transactions], (step) =>
    inParallel(transactions, async (index) => {
      const party = parties[index % parties.length];
      if (party) await transfer(client, party, Math.floor(index / parties.length) + index);
      step.advance();
    }),
  );
  print(`${transactions} transactions sent.`);
  await client.execute(SandboxAdvanceClockDocument, { seconds: 60 });
  print('The sandbox clock was advanced by another 60 seconds, so that the transactions settle.');

  const counted = await Promise.all(
    ['COMPLETED', 'FAILED', 'PROCESSING', 'PENDING'].map(async (status) => {
      const { transactions } = await client.execute(CountTransactions, { status: [status] });
      return `${transactions.totalCount} ${status}`;
    }),
  );
  const { customers: all } = await client.execute(CountCustomers);
  print(`The sandbox has ${all.totalCount} customers and these transactions: ${counted.join(', ')}.`);
}
