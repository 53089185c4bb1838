/** `quotes create|show|execute`. */
import {
  CreateQuoteDocument,
  ExecuteQuoteDocument,
  QuoteDocument,
  type QuoteFieldsFragment,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { usageError } from '../errors.ts';
import { decimal, type Printer } from '../output.ts';
import type { Session } from '../session.ts';
import { currencyOf, currencyOfAccount, keyOption, smallestUnit } from './options.ts';
import { showTransaction } from './transaction-view.ts';

const amountText = (amount: number, { code, decimals }: { code: string; decimals: number }): string =>
  `${decimal(amount, decimals)} ${code}`;

const show = (printer: Printer, quote: QuoteFieldsFragment): void =>
  printer.record(quote, [
    ['Id', quote.id],
    ['Status', quote.status],
    ['Sending', amountText(quote.totalSendingAmount, quote.sendingCurrency)],
    ['Receiving', amountText(quote.totalReceivingAmount, quote.receivingCurrency)],
    ['Fees included', amountText(quote.feesIncluded, quote.sendingCurrency)],
    ['Exchange rate', quote.exchangeRate],
    ['Expires', quote.expiresAt],
    ['Transaction', quote.transaction.id],
  ]);

interface QuoteArguments {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly side: string;
  readonly currency: string | undefined;
  readonly lookup: string | undefined;
  readonly description: string | undefined;
}

async function inputOf(session: Session, given: QuoteArguments) {
  const { from, to, side, currency, lookup, description } = given;
  const isUma = to.startsWith('$');
  const isSending = side === 'sending';
  if (isUma && !isSending && currency === undefined)
    throw usageError('An amount that a UMA address receives needs --currency.');
  const locked =
    isUma && !isSending
      ? await currencyOf(session, currency ?? '')
      : await currencyOfAccount(session, isSending ? from : to);
  return {
    source: { account: { accountId: from } },
    destination: isUma
      ? { umaAddress: { umaAddress: to, ...(currency === undefined ? {} : { currency }) } }
      : { account: { accountId: to } },
    lockedCurrencySide: isSending ? ('SENDING' as const) : ('RECEIVING' as const),
    lockedCurrencyAmount: smallestUnit(given.amount, locked),
    ...(lookup === undefined ? {} : { lookupId: lookup }),
    ...(description === undefined ? {} : { description }),
  };
}

export function addQuotes(cli: Cli, { command }: App): void {
  cli.command('quotes', 'Quotes of payments in another currency', (group) =>
    group
      .command(
        'create',
        'Create a quote',
        (y) =>
          y.options({
            ...keyOption,
            from: { type: 'string', demandOption: true, requiresArg: true, describe: 'Account that pays' },
            to: {
              type: 'string',
              demandOption: true,
              requiresArg: true,
              describe: 'Account or $uma@address',
            },
            amount: { type: 'string', demandOption: true, requiresArg: true, describe: 'For example 25.00' },
            side: {
              type: 'string',
              choices: ['sending', 'receiving'],
              default: 'sending',
              requiresArg: true,
              describe: 'Side whose amount is fixed',
            },
            currency: { type: 'string', requiresArg: true, describe: 'Currency that a UMA address receives' },
            lookup: {
              type: 'string',
              requiresArg: true,
              describe: 'Lookup:<uuid>, required for a UMA address',
            },
            description: { type: 'string', requiresArg: true, describe: 'Memo' },
          }),
        command(async (session, given) => {
          const input = await inputOf(session, given);
          show(session.printer, await session.request(CreateQuoteDocument, { input }, given));
        }),
      )
      .command(
        'show <id>',
        'Show a quote',
        (y) => y.positional('id', { type: 'string', demandOption: true }),
        command(async ({ request, printer }, { id }) => show(printer, await request(QuoteDocument, { id }))),
      )
      .command(
        'execute <id>',
        'Send a quoted payment',
        (y) => y.positional('id', { type: 'string', demandOption: true }).options(keyOption),
        command(async ({ request, printer }, { id, idempotencyKey }) =>
          // A quote is executed once, so its id is a key that makes a repeated command safe.
          showTransaction(
            printer,
            await request(
              ExecuteQuoteDocument,
              { quoteId: id },
              { idempotencyKey: idempotencyKey ?? `execute-${id}` },
            ),
          ),
        ),
      )
      .demandCommand(1, 'Name a command of quotes.'),
  );
}
