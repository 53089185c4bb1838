/**
 * Explains payments. The number of statements does not depend on the number of payments.
 *
 * Decision: an explanation is made of the records when it is read, and not stored. It says the same as the records, and a part that
 * the caller may not read is missing.
 *
 * Source: docs/behaviour/payments.md#explanation-of-a-payment.
 */
import type { Id } from '../../kernel/ids.ts';
import { TransactionNotFound } from '../../payments/transactions/errors.ts';
import { findTransaction } from '../../payments/transactions/store.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { type Principal, scopeOf } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { explainAgents } from './agent-part.ts';
import { explainApprovals } from './approval-part.ts';
import { explainBanks } from './bank-part.ts';
import { type Explanation, maxDeliveries, maxExplanationSteps, ordered } from './explanation.ts';
import { explainLedger } from './ledger-part.ts';
import { explainQuotes } from './quote-part.ts';
import { openReading, type Part } from './reading.ts';
import { explainRequests } from './request-part.ts';
import { explainStatuses } from './status-part.ts';
import { explainWebhooks } from './webhook-part.ts';

const parts: readonly Part[] = [
  explainRequests,
  explainAgents,
  explainQuotes,
  explainApprovals,
  explainLedger,
  explainBanks,
  explainStatuses,
  explainWebhooks,
];

/** @param transactions that the caller may see. */
export async function explainTransactions(
  ports: Pick<Ports, 'db' | 'dataKey'>,
  principal: Principal,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<Id<'Transaction'>, Explanation>> {
  const reading = await openReading(ports, principal, transactions);
  const explained = await Promise.all(parts.map((part) => part(reading, transactions)));
  return new Map(
    transactions.map((transaction) => {
      const steps = explained.flatMap((stepsOf) => stepsOf(transaction));
      const deliveries = steps.filter(({ kind }) => kind === 'WEBHOOK_DELIVERED');
      const missing = new Set(deliveries.slice(maxDeliveries));
      const shown = steps.filter((step) => !missing.has(step)).slice(0, maxExplanationSteps);
      return [transaction.id, { steps: ordered(shown), isTruncated: shown.length < steps.length }];
    }),
  );
}

export async function explainTransaction(
  ports: Pick<Ports, 'db' | 'dataKey'>,
  principal: Principal,
  id: Id<'Transaction'>,
): Promise<Explanation | TransactionNotFound> {
  const transaction = await findTransaction(ports.db.orm, scopeOf(principal), id);
  if (!transaction) return new TransactionNotFound(id);
  const explained = await explainTransactions(ports, principal, [transaction]);
  return explained.get(id) ?? new TransactionNotFound(id);
}
