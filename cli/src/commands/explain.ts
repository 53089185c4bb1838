/** `explain`: all that the API knows about one transaction, in the order in which it happened. */
import type { DocumentString } from '@payments-platform/client';
import type { App, Cli } from '../app.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { moneyText } from '../output.ts';
import type { Session } from '../session.ts';
import type { Action, Entry, Explained, ExplainedTransaction } from './explain-types.ts';
import { actionText, entriesText, quoteText, timelineText } from './explain-view.ts';
import { idOf } from './options.ts';

const money = '{ amount currency { code decimals } }';
const account = (name: string) =>
  `${name} { account { ... on InternalAccount { id } ... on ExternalAccount { id } } umaAddress }`;

const TransactionDocument = `query ExplainTransaction($id: ID!) { transaction(id: $id) {
  id type direction status description createdAt settledAt failureReason fees exchangeRate
  sentAmount ${money} receivedAmount ${money} customer { id fullName }
  counterparty { displayName umaAddress } ${account('source')} ${account('destination')}
  agent { id name }
  quote { id status exchangeRate expiresAt feesIncluded totalSendingAmount totalReceivingAmount
    sendingCurrency { code decimals } receivingCurrency { code decimals } }
  refund { status reason reference initiatedAt settledAt }
  ledgerEntries { id direction description createdAt amount ${money} balanceAfter ${money} account { id } }
  timeline { status refundStatus note occurredAt } } }` as DocumentString<
  { readonly transaction: ExplainedTransaction | null },
  { readonly id: string }
>;

const ActionsDocument = `query ExplainActions($filter: AgentActionFilter, $after: String) {
  agentActions(filter: $filter, after: $after, first: 100) {
    nodes { id status type reason description createdAt decidedAt decidedBy comment transaction { id } }
    pageInfo { hasNextPage endCursor } } }` as DocumentString<
  {
    readonly agentActions: {
      readonly nodes: readonly Action[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  },
  { readonly filter: object; readonly after?: string | null }
>;

/** The entries by account, each oldest first. */
function ledgerOf({ ledgerEntries }: ExplainedTransaction): Explained['ledger'] {
  const byAccount = new Map<string, Entry[]>();
  for (const entry of ledgerEntries) {
    byAccount.set(entry.account.id, [...(byAccount.get(entry.account.id) ?? []), entry]);
  }
  return [...byAccount].map(([accountId, entries]) => ({ accountId, entries }));
}

/** The action was created before its transaction, by the same agent. */
async function actionOf({ client, io }: Session, { id, agent, createdAt }: ExplainedTransaction) {
  if (!agent) return undefined;
  const filter = { agentId: agent.id, createdBefore: createdAt };
  for await (const action of client.paginate(ActionsDocument, { filter }, { signal: io.signal })) {
    if (action.transaction?.id === id) return action;
  }
  return undefined;
}

async function explain(session: Session, id: string): Promise<void> {
  const { printer } = session;
  if (!id.startsWith('Transaction:'))
    throw new CommandError(exitCodes.usage, 'The id of a transaction is Transaction:<uuid>.', {
      code: 'USAGE',
      hint: '`payments transactions list` lists them.',
    });
  const transaction = await session.request(TransactionDocument, { id });
  const explained: Explained = {
    transaction,
    agentAction: (await actionOf(session, transaction)) ?? null,
    ledger: ledgerOf(transaction),
  };
  printer.show(explained, () => {
    const { sentAmount, receivedAmount, counterparty, failureReason, refund } = transaction;
    const head = printer.fields([
      ['Transaction', transaction.id],
      ['Type', `${transaction.type} ${transaction.status}`],
      ['Sent', moneyText(sentAmount)],
      ['Received', moneyText(receivedAmount)],
      ['Counterparty', counterparty.displayName ?? counterparty.umaAddress],
      [
        'Customer',
        transaction.customer && `${transaction.customer.fullName ?? ''} (${transaction.customer.id})`,
      ],
      ['Description', transaction.description],
      ['Failure', failureReason],
      ['Refund', refund && [refund.status, refund.reason, refund.reference].filter(Boolean).join(' ')],
    ]);
    const sections = [
      timelineText(printer, transaction),
      quoteText(printer, transaction),
      actionText(printer, explained),
      entriesText(printer, explained),
    ];
    return [head, ...sections.filter(Boolean)].join('\n');
  });
}

export function addExplain(cli: Cli, { command }: App): void {
  cli.command(
    'explain <id>',
    'Explain a transaction: its timeline, quote, decision, ledger entries and refund',
    (y) => y.positional('id', idOf('Transaction')),
    command((session, { id }) => explain(session, id)),
  );
}
