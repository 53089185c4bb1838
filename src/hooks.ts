/**
 * Handlers of higher contexts for events in lower contexts, called inside the same database transaction. The lower context
 * declares the hook type; this file registers the handlers.
 */
import { accountDeletion } from './accounts/internal/customer-deletion.ts';
import { openInternalAccounts } from './accounts/internal/open-internal-accounts.ts';
import type { AccountHooks } from './accounts/ports.ts';
import { lockAgentsOfTransactions, updateActionOfTransaction } from './agents/actions/follow-transaction.ts';
import { agentDeletion } from './agents/customer-deletion.ts';
import type { CustomerHooks } from './customers/ports.ts';
import { walletCurrency } from './kernel/money/currencies.ts';
import type { TransactionHooks } from './payments/ports.ts';
import { syncQuoteStatus } from './payments/quotes/sync-quote-status.ts';
import {
  hasUnfinishedPayments,
  isUsedByUnfinishedPayment,
  pulledByUnfinishedPayments,
} from './payments/transactions/unfinished-payments-store.ts';
import { findEnabledCurrency } from './platforms/currencies/currency-store.ts';
import { followDeposit } from './rails/deposits/record-unmatched.ts';
import type { Ports } from './sandbox/ports.ts';
import { endWalletAccess } from './wallets/credentials/store.ts';
import { openWallet } from './wallets/open-wallet.ts';

/** Activating a customer opens its internal accounts, and a wallet if the platform has enabled the wallet's currency. */
export const customerHooks = ({ dataKey }: Pick<Ports, 'dataKey'>): CustomerHooks => ({
  async activated(tx, platformId, customer, at) {
    await openInternalAccounts(tx, platformId, customer.id, customer.currencies, at);
    const enabled = await findEnabledCurrency(tx, platformId, walletCurrency);
    if (enabled) await openWallet(tx, { dataKey }, platformId, customer, at);
  },
  deletions: [
    accountDeletion,
    { prepare: async (tx, scope, id) => !(await hasUnfinishedPayments(tx, scope, id)) },
    {
      async deleted(tx, _scope, id, at) {
        await endWalletAccess(tx, id, at);
        return [];
      },
    },
    agentDeletion,
  ],
});

/** An external account stays while a payment in progress uses it, and its mandate while one pulls money from it. */
export const accountHooks: AccountHooks = {
  isInUse: isUsedByUnfinishedPayment,
  isPulled: async (tx, id) => (await pulledByUnfinishedPayments(tx, [id])).has(id),
};

/** Updates the quote, the agent action or the deposit of a transaction when its status changes. */
export const transactionHooks: TransactionHooks = {
  lockFollowers: lockAgentsOfTransactions,
  async advanced(tx, before, after, at) {
    if (after.status !== before.status) await syncQuoteStatus(tx, after, at);
    await updateActionOfTransaction(tx, before, after, at);
    await followDeposit(tx, before, after, at);
  },
};
