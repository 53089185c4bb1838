/**
 * Opens accounts in currencies that a platform added: the platform's accounts at once, the customers' accounts by a job,
 * page by page.
 *
 * Decision: every customer with open accounts gets an account in each added currency, even if the customer was created
 * with a list of currencies. With USDB the customer also gets an embedded wallet.
 *
 * Source: docs/behaviour/platforms.md#settings-of-a-platform.
 */

import { openInternalAccounts } from '../../accounts/internal/open-internal-accounts.ts';
import { identityStatusOf } from '../../customers/record-identity.ts';
import { lockCustomersAfterForShare } from '../../customers/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { walletCurrency } from '../../kernel/money/currencies.ts';
import { openServiceAccounts } from '../../ledger/account-store.ts';
import { enabledCurrencies } from '../../platforms/currencies/currency-store.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { openWallet } from '../../wallets/open-wallet.ts';

export const provisioningJobKind = 'provision-currencies';

interface ProvisioningPayload extends Record<string, unknown> {
  readonly currencies: readonly string[];
  /** The last customer of the previous page. */
  readonly after: Id<'Customer'> | null;
}

/** Opens the platform's accounts and enqueues the job for its customers. */
export async function provisionCurrencies(
  tx: Executor,
  platform: Platform,
  currencies: readonly string[],
  now: Date,
): Promise<void> {
  if (currencies.length === 0) return;
  await openServiceAccounts(tx, platform.id, currencies);
  await openInternalAccounts(tx, platform.id, undefined, currencies, now);
  const payload: ProvisioningPayload = { currencies, after: null };
  await enqueue(tx, { kind: provisioningJobKind, platformId: platform.id, payload, dueAt: now });
}

const customersAtOnce = 100;

export const provisioningHandler =
  (ports: Pick<Ports, 'identityChecks' | 'dataKey'>): JobHandler =>
  async (tx, job, now) => {
    const { currencies, after } = job.payload as ProvisioningPayload;
    const platform = await findPlatform(tx, job.platformId);
    invariant(platform, 'the platform of a job exists');
    // Currencies that were removed meanwhile are skipped.
    const enabled = new Set((await enabledCurrencies(tx, platform.id)).map(({ currency }) => currency));
    const added = currencies.filter((currency) => enabled.has(currency));
    // A new wallet uses the customer's mail address. The lock prevents a change of address and a deletion until commit.
    const scope = { platformId: platform.id };
    const page = await lockCustomersAfterForShare(tx, scope, after ?? undefined, customersAtOnce);
    for (const customer of page) {
      const open =
        ports.identityChecks.opensAccountsAtCreation(platform) || identityStatusOf(customer) === 'APPROVED';
      if (!open) continue;
      await openInternalAccounts(tx, platform.id, customer.id, added, now);
      if (added.includes(walletCurrency)) await openWallet(tx, ports, platform.id, customer, now);
    }
    const last = page.at(-1);
    if (!last || page.length < customersAtOnce) return;
    await enqueue(tx, {
      kind: provisioningJobKind,
      platformId: job.platformId,
      payload: { currencies, after: last.id },
      dueAt: now,
    });
  };
