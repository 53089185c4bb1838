/**
 * A one-off mandate pays once, so one payment at a time may use it. A payment in progress reserves the mandate. When it fails, the
 * mandate is free again; when it is collected, the mandate is used.
 *
 * Decision: a quote reserves the mandate when it is executed, not when it is created, because most quotes expire.
 *
 * Source: docs/behaviour/bank-connections.md#direct-debits.
 */
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { lockNameUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import { pulledByUnfinishedPayments } from './unfinished-payments-store.ts';

type MandateHolder = Pick<ExternalAccount, 'id' | 'directDebitMandate'>;

/**
 * Locks the one-off mandates of the accounts until the transaction ends. Returns the accounts whose mandate a payment in progress
 * uses.
 *
 * The rows of the accounts are locked for share, and two transactions that upgraded these locks would deadlock. So the mandate has
 * a lock of its own.
 */
export async function reserveMandates(
  tx: Executor,
  accounts: readonly MandateHolder[],
): Promise<Set<Id<'ExternalAccount'>>> {
  const oneOff = accounts.filter(({ directDebitMandate }) => directDebitMandate?.isOneOff);
  const ids = [...new Set(oneOff.map(({ id }) => id))].sort();
  for (const id of ids) await lockNameUntilCommit(tx, 'mandate', id, 'update');
  return ids.length > 0 ? pulledByUnfinishedPayments(tx, ids) : new Set();
}
