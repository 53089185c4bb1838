/**
 * Dry runs of payments: the price, the status and the balances that a call would lead to. Nothing is stored.
 *
 * Decision: a dry run returns the errors of the real call, and no preview with them: a client handles both in one way.
 *
 * Source: docs/behaviour/payments.md#dry-runs.
 */
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { dryRun, type RecordsBusy } from '../../infrastructure/database/dry-run.ts';
import { OnceResult, type ResultOf } from '../../infrastructure/idempotency/once.ts';
import { type DomainError, invariant } from '../../kernel/errors.ts';
import { type Principal, requirePermission, type Scope, scopeOf } from '../../platforms/access/principal.ts';
import type { Quote } from '../quotes/quote.ts';
import { findQuote } from '../quotes/store.ts';
import { internalAccountsOf } from '../transactions/payment-batch.ts';
import { findTransaction } from '../transactions/store.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { PaymentPreview, previewedTransaction } from './payment-preview.ts';

/** How a caller asks for an operation. */
export interface Execution {
  readonly dryRun: boolean;
  readonly idempotencyKey?: string | undefined;
}

/** The errors of an operation, and that of a dry run which waits too long for a lock. */
type ErrorsOf<R> = Extract<ResultOf<R>, DomainError> | RecordsBusy;

/** The accounts that the caller may see. An account of someone else is left out. */
export async function readableAccounts(
  tx: Executor,
  principal: Principal,
  parties: Pick<Transaction, 'source' | 'destination'>,
): Promise<readonly InternalAccount[] | undefined> {
  if (requirePermission(principal, 'VIEW_TRANSACTIONS') !== true) return undefined;
  const ids = internalAccountsOf(parties);
  if (ids.length === 0) return [];
  const found = await findInternalAccounts(tx, accountScope(principal), ids);
  return ids.flatMap((id) => found.find((account) => account.id === id) ?? []);
}

/** An agent reads the accounts of its customer, also those that it did not create. */
function accountScope(principal: Principal): Scope {
  const { platformId, customerId } = scopeOf(principal);
  return { platformId, ...(customerId && { customerId }) };
}

/** The preview of a transaction that this database transaction has made or changed. */
async function previewOf(tx: Executor, principal: Principal, transaction: Transaction) {
  const scope = { platformId: principal.platform.id };
  const quote = transaction.quoteId && (await findQuote(tx, scope, transaction.quoteId));
  return new PaymentPreview(
    previewedTransaction(transaction, quote),
    await readableAccounts(tx, principal, transaction),
  );
}

/** The transaction of what an operation returned. */
async function transactionOf(tx: Executor, made: Transaction | Quote): Promise<Transaction> {
  if (!('transactionId' in made)) return made;
  const transaction = await findTransaction(tx, { platformId: made.platformId }, made.transactionId);
  invariant(transaction, 'the transaction of a quote exists');
  return transaction;
}

/**
 * Runs an operation, or previews it.
 *
 * @param run the operation with the given database, and idempotency key.
 */
export async function runOrPreview<R>(
  { db }: { readonly db: Database },
  principal: Principal,
  { dryRun: isDryRun, idempotencyKey }: Execution,
  run: (db: Database, idempotencyKey?: string) => Promise<R>,
): Promise<R | OnceResult<PaymentPreview | ErrorsOf<R>>> {
  if (!isDryRun) return run(db, idempotencyKey);
  const previewed = await dryRun(db, async (dry) => resultOf(await run(dry)), {
    after: async (tx, made: Transaction | Quote) => previewOf(tx, principal, await transactionOf(tx, made)),
  });
  return new OnceResult(previewed as PaymentPreview | ErrorsOf<R>);
}

/** What an operation returned, without what belongs to its idempotency key. */
export const resultOf = (returned: unknown): unknown =>
  returned instanceof OnceResult ? returned.result : returned;
