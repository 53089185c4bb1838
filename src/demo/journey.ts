/** Makes the payments of one customer and prints each step. */
import type { Client } from '@payments-platform/client';
import {
  CreateQuoteDocument,
  EventCursorDocument,
  ExecuteQuoteDocument,
  TransactionUpdatedDocument,
  TransferOutDocument,
  ViewerDocument,
} from '@payments-platform/client/operations';
import { AccountWithLedger } from './documents.ts';
import { addCustomer, addDollarAccount, addEuroAccount } from './parties.ts';
import { DemoStopped, expectType } from './stop.ts';

export type Print = (line: string) => void;

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** Follows a transaction from the cursor `after` to its final status. Returns its statuses as text. */
async function statusesUntilFinal(client: Client, transactionId: string, after: string): Promise<string> {
  const steps: string[] = [];
  const updates = client.subscribe(TransactionUpdatedDocument, { transactionId, after });
  for await (const { transactionUpdated } of updates) {
    const { status, refundStatus } = transactionUpdated;
    steps.push(refundStatus ? `${status} (refund ${refundStatus})` : status);
    if (status === 'COMPLETED' || refundStatus === 'COMPLETED') break;
  }
  return steps.join(' → ');
}

export async function playJourney(client: Client, print: Print): Promise<void> {
  const { viewer } = await client.execute(ViewerDocument);
  if (viewer.__typename !== 'Platform' || viewer.mode !== 'SANDBOX')
    throw new DemoStopped('The demo needs the token of a sandbox platform.');
  print(`Signed in as the platform "${viewer.name}".`);

  const ada = await addCustomer(client, 'Ada Lovelace', 100_000);
  print(`Ada is a customer with ${dollars(100_000)} in her account (${ada.accountId}).`);

  const send = async (destination: string, amount: number) => {
    const { eventCursor } = await client.execute(EventCursorDocument);
    const input = { source: ada.accountId, destination, amount };
    const { transferOut } = await client.execute(TransferOutDocument, { input });
    return statusesUntilFinal(client, expectType(transferOut, 'Transaction').id, eventCursor);
  };
  const bank = await addDollarAccount(client, ada, 1, '900');
  print(`She sends ${dollars(2_500)} to a bank: ${await send(bank, 2_500)}.`);
  const failing = await addDollarAccount(client, ada, 2, '004');
  print(`She sends ${dollars(1_000)} to a bank that returns the payment: ${await send(failing, 1_000)}.`);

  const { createQuote } = await client.execute(CreateQuoteDocument, {
    input: {
      source: { account: { accountId: ada.accountId } },
      destination: { account: { accountId: await addEuroAccount(client, ada) } },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 20_000,
    },
  });
  const quote = expectType(createQuote, 'Quote');
  print(
    `A quote for a payment to Germany: ${dollars(quote.totalSendingAmount)}, including fees of ${dollars(quote.feesIncluded)}; ` +
      `the bank receives €${(quote.totalReceivingAmount / 100).toFixed(2)}.`,
  );
  const { eventCursor } = await client.execute(EventCursorDocument);
  const { executeQuote } = await client.execute(ExecuteQuoteDocument, { quoteId: quote.id });
  const { id } = expectType(executeQuote, 'Transaction');
  print(`She accepts it: ${await statusesUntilFinal(client, id, eventCursor)}.`);

  const { internalAccount: account } = await client.execute(AccountWithLedger, { id: ada.accountId });
  if (!account) throw new DemoStopped('The account of the customer does not exist.');
  print(
    `The balance of her account is ${dollars(account.balance.amount)}. Its ledger entries, newest first:`,
  );
  for (const { direction, amount, balanceAfter, description } of account.ledgerEntries.nodes) {
    print(
      `  ${direction.padEnd(6)} ${dollars(amount.amount).padStart(9)}  ${description} → ${dollars(balanceAfter.amount)}`,
    );
  }
}
