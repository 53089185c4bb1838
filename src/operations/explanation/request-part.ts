/** Who requested a payment. For a payment of an agent, `agent-part.ts` says so. */
import type { AuditEntry } from '../../infrastructure/audit-log/audit-entry.ts';
import { formatMoney } from '../../kernel/money/amount.ts';
import { externalAccountOf, internalAccountOf, type PaymentParty } from '../../payments/payment-party.ts';
import type { Transaction, TransactionOrigin } from '../../payments/transactions/transaction.ts';
import type { ExplainedAmount, ExplanationStep } from './explanation.ts';
import { actorText, type Part } from './reading.ts';

const partyText = (party: PaymentParty): string => {
  if (internalAccountOf(party)) return 'an internal account';
  if (externalAccountOf(party)) return 'an external account';
  return party.type === 'UMA_ADDRESS' ? 'a UMA address' : 'a deposit';
};

const requests: Readonly<Record<TransactionOrigin, readonly [active: string, passive: string]>> = {
  TRANSFER_OUT: ['requested a transfer', 'A transfer was requested'],
  TRANSFER_IN: ['requested a transfer', 'A transfer was requested'],
  QUOTE: ['requested a payment with a quote', 'A payment with a quote was requested'],
  FUNDING: ['reported a deposit', 'A deposit was received'],
  UMA_RECEIPT: ['reported a payment', 'A payment was received'],
};

function requestStep(transaction: Transaction, change: AuditEntry | undefined): ExplanationStep {
  const { source, destination, sent, received, origin, createdAt } = transaction;
  const [active, passive] = requests[origin];
  const start = change ? `${actorText(change.actor)} ${active}` : passive;
  const amount = sent ?? received;
  const accounts = [source, destination].flatMap((party) =>
    party.type === 'ACCOUNT' ? [party.accountId] : [],
  );
  return {
    kind: 'REQUESTED',
    at: createdAt,
    text: `${start}${amount ? ` of ${formatMoney(amount)}` : ''} from ${partyText(source)} to ${partyText(destination)}.`,
    outcome: 'NEUTRAL',
    actor: change?.actor,
    references: [...(change ? [change.id] : []), ...accounts],
    amounts: [
      ...(sent ? [{ name: 'SENT', value: sent } as const] : []),
      ...(received ? [{ name: 'RECEIVED', value: received } as const] : []),
    ] satisfies ExplainedAmount[],
  };
}

/** The entry of a new record: none of its fields had a value before. */
const isCreation = ({ changes }: AuditEntry): boolean =>
  changes.length > 0 && changes.every(({ before }) => before === null || before === undefined);

/**
 * The operation that created the payment. The transfer of an agent is created by who approves it, so it is explained by its action,
 * where the caller may read that.
 */
export const explainRequests: Part =
  async ({ changesOf, actionsOf }) =>
  (transaction) => {
    const { id, quoteId, agentId, origin } = transaction;
    const hasAction = agentId !== undefined && origin !== 'QUOTE';
    if (hasAction && actionsOf(transaction).length > 0) return [];
    const changes = (quoteId ? [id, quoteId] : [id]).flatMap(changesOf);
    return [requestStep(transaction, hasAction ? undefined : changes.find(isCreation))];
  };
