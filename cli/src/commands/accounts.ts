/** `accounts list|show`: accounts of the service, and external accounts with `--external`. */
import {
  ExternalAccountDocument,
  type ExternalAccountFieldsFragment,
  ExternalAccountsDocument,
  InternalAccountDocument,
  type InternalAccountFieldsFragment,
  InternalAccountsDocument,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { moneyText, type Printer } from '../output.ts';
import { defined, idOf, pageOf, pageOptions } from './options.ts';

const showInternal = (printer: Printer, account: InternalAccountFieldsFragment): void =>
  printer.record(account, [
    ['Id', account.id],
    ['Type', account.type],
    ['Status', account.status],
    ['Balance', moneyText(account.balance)],
    ['Available', moneyText(account.availableBalance)],
    ['Customer', account.customer?.id],
    ['Created', account.createdAt],
  ]);

const showExternal = (printer: Printer, account: ExternalAccountFieldsFragment): void =>
  printer.record(account, [
    ['Id', account.id],
    ['Name', account.displayName],
    ['Status', account.status],
    ['Currency', account.currency],
    ['Bank', account.bankName],
    ['Ends in', account.last4],
    ['Customer', account.customer?.id],
    ['Created', account.createdAt],
  ]);

export function addAccounts(cli: Cli, { command }: App): void {
  cli.command('accounts', 'Accounts and balances', (group) =>
    group
      .command(
        'list',
        'List accounts',
        (y) =>
          y.options({
            ...pageOptions,
            customer: { type: 'string', requiresArg: true, describe: 'Customer:<uuid>' },
            currency: { type: 'string', requiresArg: true, describe: 'Currency code' },
            external: {
              type: 'boolean',
              default: false,
              describe: 'Bank accounts and wallets outside of the service',
            },
          }),
        command(async ({ request, printer }, given) => {
          const variables = {
            ...pageOf(given),
            filter: defined({ customerId: given.customer, currency: given.currency?.toUpperCase() }),
          };
          if (given.external) {
            printer.list(await request(ExternalAccountsDocument, variables), [
              { title: 'Id', of: ({ id }) => id },
              { title: 'Name', of: ({ displayName }) => displayName },
              { title: 'Currency', of: ({ currency }) => currency },
              { title: 'Bank', of: ({ bankName }) => bankName },
              { title: 'Status', of: ({ status }) => status },
            ]);
            return;
          }
          printer.list(await request(InternalAccountsDocument, variables), [
            { title: 'Id', of: ({ id }) => id },
            { title: 'Type', of: ({ type }) => type },
            { title: 'Balance', of: ({ balance }) => moneyText(balance), isRight: true },
            { title: 'Available', of: ({ availableBalance }) => moneyText(availableBalance), isRight: true },
            { title: 'Status', of: ({ status }) => status },
            { title: 'Customer', of: ({ customer }) => customer?.id },
          ]);
        }),
      )
      .command(
        'show <id>',
        'Show an account',
        (y) => y.positional('id', idOf('InternalAccount', 'ExternalAccount')),
        command(async ({ request, printer }, { id }) => {
          if (id.startsWith('ExternalAccount:'))
            showExternal(printer, await request(ExternalAccountDocument, { id }));
          else showInternal(printer, await request(InternalAccountDocument, { id }));
        }),
      )
      .demandCommand(1, 'Name a command of accounts.'),
  );
}
