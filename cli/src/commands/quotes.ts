/** `quotes create|show|execute`. */
import {
  CreateQuoteDocument,
  ExecuteQuoteDocument,
  InternalAccountDocument,
  QuoteDocument,
  type QuoteFieldsFragment,
  ReceiverLookupDocument,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { usageError } from '../errors.ts';
import type { Printer } from '../output.ts';
import type { Session } from '../session.ts';
import { currencyOf, currencyOfAccount, idOf, keyOption, smallestUnit } from './options.ts';
import { quoteFields } from './quote-view.ts';
import { showTransaction } from './transaction-view.ts';

const show = (printer: Printer, quote: QuoteFieldsFragment): void =>
  printer.record(quote, [...quoteFields(quote), ['Transaction', quote.transaction.id]]);

interface QuoteArguments {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly side: string;
  readonly currency: string | undefined;
  readonly lookup: string | undefined;
  readonly description: string | undefined;
}

/** The id of a look-up of the receiver, which a quote for a UMA address requires. */
async function lookUp({ request }: Session, from: string, receiverUmaAddress: string): Promise<string> {
  const { customer } = await request(InternalAccountDocument, { id: from });
  const uma = { receiverUmaAddress, ...(customer && { senderCustomerId: customer.id }) };
  const { lookupId } = await request(ReceiverLookupDocument, { input: { uma } });
  return lookupId;
}

async function inputOf(session: Session, given: QuoteArguments) {
  const { from, to, side, lookup, description } = given;
  const currency = given.currency?.toUpperCase();
  const isUma = to.startsWith('$');
  const isSending = side === 'sending';
  if (isUma && !isSending && currency === undefined)
    throw usageError('An amount that a UMA address receives needs --currency.');
  const locked =
    isUma && !isSending
      ? await currencyOf(session, currency ?? '')
      : await currencyOfAccount(session, isSending ? from : to);
  const lockedCurrencyAmount = smallestUnit(given.amount, locked);
  const lookupId = lookup ?? (isUma ? await lookUp(session, from, to) : undefined);
  return {
    source: { account: { accountId: from } },
    destination: isUma
      ? { umaAddress: { umaAddress: to, ...(currency === undefined ? {} : { currency }) } }
      : { account: { accountId: to } },
    lockedCurrencySide: isSending ? ('SENDING' as const) : ('RECEIVING' as const),
    lockedCurrencyAmount,
    ...(lookupId === undefined ? {} : { lookupId }),
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
              describe: 'Lookup:<uuid> of a UMA address; default: a new one',
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
        (y) => y.positional('id', idOf('Quote')),
        command(async ({ request, printer }, { id }) => show(printer, await request(QuoteDocument, { id }))),
      )
      .command(
        'execute <id>',
        'Send a quoted payment',
        (y) => y.positional('id', idOf('Quote')).options(keyOption),
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
