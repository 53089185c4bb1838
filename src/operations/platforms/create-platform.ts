/**
 * Creates a platform with its currencies, its accounts, the ledger's service accounts and a first API token. Only an operator
 * can do this; the API has no such operation.
 *
 * Source: docs/behaviour/sandbox.md#general (what a fresh sandbox has), docs/behaviour/platforms.md#permissions (the first token has all permissions).
 */
import { openInternalAccounts } from '../../accounts/internal/open-internal-accounts.ts';
import { attributedTo } from '../../infrastructure/database/attribution.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { digestOf, newClientId, newClientSecret } from '../../kernel/crypto/secrets.ts';
import { newId, newUuid } from '../../kernel/ids.ts';
import { maxAmount } from '../../kernel/money/amount.ts';
import { currencies } from '../../kernel/money/currencies.ts';
import { openServiceAccounts } from '../../ledger/account-store.ts';
import { insertToken } from '../../platforms/access/token-store.ts';
import { insertCurrencies } from '../../platforms/currencies/currency-store.ts';
import { type ApiToken, type Platform, type PlatformMode, permissions } from '../../platforms/platform.ts';
import { insertPlatform } from '../../platforms/store.ts';
import type { Ports } from '../../sandbox/ports.ts';

interface NewPlatform {
  readonly name: string;
  readonly mode: PlatformMode;
  /** The sandbox's UMA domain. The platform gets a subdomain. */
  readonly sandboxUmaDomain: string;
  /** `<id>:<secret>`; random when absent. */
  readonly token?: { readonly clientId: string; readonly secret: string } | undefined;
}

interface CreatedPlatform {
  readonly platform: Platform;
  readonly token: ApiToken;
  /** Shown only once. */
  readonly clientSecret: string;
}

export async function createPlatform(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { name, mode, sandboxUmaDomain, token: given }: NewPlatform,
  within?: Executor,
): Promise<CreatedPlatform> {
  const now = clock.real();
  const platform: Platform = {
    id: newId('Platform'),
    name,
    mode,
    clockOffsetMs: 0,
    umaDomain: mode === 'SANDBOX' ? `p${newUuid().slice(-12)}.${sandboxUmaDomain}` : undefined,
    createdAt: now,
    updatedAt: now,
  };
  const clientSecret = given?.secret ?? newClientSecret();
  const token: ApiToken = {
    id: newId('Token'),
    name: 'First token',
    clientId: given?.clientId ?? newClientId(),
    permissions,
    createdAt: now,
    updatedAt: now,
  };
  const codes = currencies.map(({ code }) => code);
  const actor = { kind: 'SYSTEM', id: undefined, name: undefined } as const;
  await transact(
    // The audit log of every platform starts with its creation.
    db.attribution() ? db : attributedTo(db, { actor, operation: 'createPlatform' }),
    async (tx) => {
      await insertPlatform(tx, platform);
      await insertToken(tx, platform.id, { ...token, secretDigest: digestOf(clientSecret) });
      await insertCurrencies(
        tx,
        platform.id,
        codes.map((currency) => ({ currency, minAmount: 1n, maxAmount })),
      );
      await openServiceAccounts(tx, platform.id, codes);
      await openInternalAccounts(tx, platform.id, undefined, codes, now);
    },
    within,
  );
  return { platform, token, clientSecret };
}
