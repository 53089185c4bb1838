/** `transactions list|show`. */
import { TransactionDocument, TransactionsDocument } from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { moneyText } from '../output.ts';
import { defined, enumValue, idOf, pageOf, pageOptions } from './options.ts';
import { showTransaction } from './transaction-view.ts';

export function addTransactions(cli: Cli, { command }: App): void {
  cli.command('transactions', 'Transactions', (group) =>
    group
      .command(
        'list',
        'List transactions, newest first',
        (y) =>
          y.options({
            ...pageOptions,
            customer: { type: 'string', requiresArg: true, describe: 'Customer:<uuid>' },
            agent: { type: 'string', requiresArg: true, describe: 'Agent:<uuid>' },
            status: { type: 'string', array: true, requiresArg: true, describe: 'Status; repeatable' },
            query: {
              type: 'string',
              requiresArg: true,
              describe: 'Words of the description or counterparty',
            },
            since: { type: 'string', requiresArg: true, describe: 'Created at this time or later, ISO 8601' },
            until: { type: 'string', requiresArg: true, describe: 'Created at this time or earlier' },
          }),
        command(async ({ request, printer }, given) => {
          const filter = defined({
            customerId: given.customer,
            agentId: given.agent,
            status: given.status?.map(enumValue),
            query: given.query,
            createdAfter: given.since,
            createdBefore: given.until,
          });
          printer.list(await request(TransactionsDocument, { ...pageOf(given), filter: filter as object }), [
            { title: 'Id', of: ({ id }) => id },
            { title: 'Type', of: ({ type }) => type },
            { title: 'Status', of: ({ status }) => status },
            { title: 'Sent', of: ({ sentAmount }) => moneyText(sentAmount), isRight: true },
            { title: 'Received', of: ({ receivedAmount }) => moneyText(receivedAmount), isRight: true },
            {
              title: 'Counterparty',
              of: ({ counterparty }) => counterparty.displayName ?? counterparty.umaAddress,
            },
            { title: 'Created', of: ({ createdAt }) => createdAt },
          ]);
        }),
      )
      .command(
        'show <id>',
        'Show a transaction',
        (y) => y.positional('id', idOf('Transaction')),
        command(async ({ request, printer }, { id }) =>
          showTransaction(printer, await request(TransactionDocument, { id })),
        ),
      )
      .demandCommand(1, 'Name a command of transactions.'),
  );
}
