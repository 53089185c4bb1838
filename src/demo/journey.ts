/** Makes the payments of one customer and prints each step. */
import { type Api, DemoStopped } from './api.ts';
import {
  AccountWithLedger,
  CreateQuote,
  EventCursor,
  ExecuteQuote,
  TransactionUpdated,
  TransferOut,
  Viewer,
} from './documents.ts';
import { addCustomer, addDollarAccount, addEuroAccount } from './parties.ts';

export type Print = (line: string) => void;

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** Follows a transaction from the cursor `after` to its final status. Returns its statuses as text. */
async function statusesUntilFinal(api: Api, id: string, after: string): Promise<string> {
  const steps: string[] = [];
  for await (const { status, refundStatus } of api.subscribe(TransactionUpdated, { id, after })) {
    steps.push(refundStatus ? `${status} (refund ${refundStatus})` : status);
    if (status === 'COMPLETED' || refundStatus === 'COMPLETED') break;
  }
  return steps.join(' → ');
}

export async function playJourney(api: Api, print: Print): Promise<void> {
  const viewer = await api.execute(Viewer);
  if (viewer.mode !== 'SANDBOX') throw new DemoStopped('The demo needs the token of a sandbox platform.');
  print(`Signed in as the platform "${viewer.name}".`);

  const ada = await addCustomer(api, 'Ada Lovelace', 100_000);
  print(`Ada is a customer with ${dollars(100_000)} in her account (${ada.accountId}).`);

  const send = async (destination: string, amount: number) => {
    const after: string = await api.execute(EventCursor);
    const { id } = await api.execute(TransferOut, { input: { source: ada.accountId, destination, amount } });
    return statusesUntilFinal(api, id, after);
  };
  const bank = await addDollarAccount(api, ada, 1, '900');
  print(`She sends ${dollars(2_500)} to a bank: ${await send(bank, 2_500)}.`);
  const failing = await addDollarAccount(api, ada, 2, '004');
  print(`She sends ${dollars(1_000)} to a bank that returns the payment: ${await send(failing, 1_000)}.`);

  const quote = await api.execute(CreateQuote, {
    input: {
      source: { account: { accountId: ada.accountId } },
      destination: { account: { accountId: await addEuroAccount(api, ada) } },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 20_000,
    },
  });
  print(
    `A quote for a payment to Germany: ${dollars(quote.totalSendingAmount)}, including fees of ${dollars(quote.feesIncluded)}; ` +
      `the bank receives €${(quote.totalReceivingAmount / 100).toFixed(2)}.`,
  );
  const after: string = await api.execute(EventCursor);
  const { id } = await api.execute(ExecuteQuote, { quoteId: quote.id });
  print(`She accepts it: ${await statusesUntilFinal(api, id, after)}.`);

  const account = await api.execute(AccountWithLedger, { id: ada.accountId });
  print(
    `The balance of her account is ${dollars(account.balance.amount)}. Its ledger entries, newest first:`,
  );
  for (const { direction, amount, balanceAfter, description } of account.ledgerEntries.nodes) {
    print(
      `  ${direction.padEnd(6)} ${dollars(amount.amount).padStart(9)}  ${description} → ${dollars(balanceAfter.amount)}`,
    );
  }
}
