/** `send`: a transfer in one currency. */
import { TransferInDocument, TransferOutDocument } from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { usageError } from '../errors.ts';
import { currencyOfAccount, keyOption, smallestUnit } from './options.ts';
import { showTransaction } from './transaction-view.ts';

export function addSend(cli: Cli, { command }: App): void {
  cli.command(
    'send',
    'Transfer in one currency: to an external account, or from one',
    (y) =>
      y.options({
        ...keyOption,
        from: { type: 'string', demandOption: true, requiresArg: true, describe: 'Account that pays' },
        to: { type: 'string', demandOption: true, requiresArg: true, describe: 'Account that is paid' },
        amount: { type: 'string', demandOption: true, requiresArg: true, describe: 'For example 25.00' },
        description: { type: 'string', requiresArg: true, describe: 'Memo' },
      }),
    command(async (session, given) => {
      const { from, to, amount, description } = given;
      const isIncoming = from.startsWith('ExternalAccount:');
      if (isIncoming === to.startsWith('ExternalAccount:'))
        throw usageError('One of --from and --to is an ExternalAccount, the other an InternalAccount.');
      const currency = await currencyOfAccount(session, isIncoming ? to : from);
      const input = {
        source: from,
        destination: to,
        amount: smallestUnit(amount, currency),
        ...(description === undefined ? {} : { description }),
      };
      const transaction = isIncoming
        ? await session.request(TransferInDocument, { input }, given)
        : await session.request(TransferOutDocument, { input }, given);
      showTransaction(session.printer, transaction);
    }),
  );
}
