/** `explain`: the explanation of one transaction, as the server gives it. */
import type { DocumentString } from '@payments-platform/client';
import type { App, Cli } from '../app.ts';
import { CommandError, exitCodes } from '../errors.ts';
import type { Session } from '../session.ts';
import type { Explained } from './explain-types.ts';
import { explainedText } from './explain-view.ts';
import { idOf } from './options.ts';

const currency = '{ code decimals }';
const money = `{ amount currency ${currency} }`;

const ExplainDocument = `query ExplainTransaction($id: ID!) { transaction(id: $id) {
  id type status description sentAmount ${money} receivedAmount ${money}
  customer { id fullName } counterparty { displayName umaAddress }
  explanation { isTruncated steps { kind at text outcome comment references actor { kind id name }
    amounts { name value ${money} }
    rate { exact decimal sendingCurrency ${currency} receivingCurrency ${currency} source publishedAt }
    roundings { name exact decimal direction rounded ${money} }
    policyVersion rules { rule verdict limit used reserved requested currency ${currency} }
    attempts { at responseStatus durationMs error } } } } }` as DocumentString<
  { readonly transaction: Explained | null },
  { readonly id: string }
>;

async function explain(session: Session, id: string): Promise<void> {
  const { printer } = session;
  if (!id.startsWith('Transaction:'))
    throw new CommandError(exitCodes.usage, 'The id of a transaction is Transaction:<uuid>.', {
      code: 'USAGE',
      hint: '`payments transactions list` lists them.',
    });
  const transaction = await session.request(ExplainDocument, { id });
  printer.show(transaction, () => explainedText(printer, transaction));
}

export function addExplain(cli: Cli, { command }: App): void {
  cli.command(
    'explain <id>',
    'Explain a transaction: requests, decisions, rates and fees, postings, status changes and webhooks',
    (y) => y.positional('id', idOf('Transaction')),
    command((session, { id }) => explain(session, id)),
  );
}
