/** SQL of embedded wallets: seeds, privacy, used client keys. */
import { and, eq } from 'drizzle-orm';
import type { InternalAccount } from '../accounts/internal/internal-account.ts';
import { findInternalAccount } from '../accounts/internal/internal-account-store.ts';
import { internalAccounts } from '../accounts/tables.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import type { Scope } from '../platforms/access/principal.ts';
import { usedClientKeys, wallets } from './tables.ts';

/** The purpose under which seeds are sealed. */
export const seedPurpose = 'wallet-seed';

export async function insertSeed(
  tx: Executor,
  platformId: Id<'Platform'>,
  accountId: Id<'InternalAccount'>,
  sealedSeed: Uint8Array,
  at: Date,
): Promise<void> {
  await tx
    .insert(wallets)
    .values({ accountId: uuidOf(accountId), platformId: uuidOf(platformId), sealedSeed, createdAt: at });
}

export async function findSealedSeed(
  tx: Executor,
  accountId: Id<'InternalAccount'>,
): Promise<Uint8Array | undefined> {
  const [row] = await tx
    .select({ sealedSeed: wallets.sealedSeed })
    .from(wallets)
    .where(eq(wallets.accountId, uuidOf(accountId)));
  return row?.sealedSeed;
}

/**
 * Locks the account against other changes of its credentials and sessions. It does not block payments, which lock the balance
 * and only reference this row.
 */
export async function lockWallet(
  tx: Executor,
  scope: Scope,
  accountId: Id<'InternalAccount'>,
): Promise<InternalAccount | undefined> {
  await tx
    .select({ id: internalAccounts.id })
    .from(internalAccounts)
    .where(
      and(
        eq(internalAccounts.platformId, uuidOf(scope.platformId)),
        eq(internalAccounts.id, uuidOf(accountId)),
      ),
    )
    .for('no key update');
  return findInternalAccount(tx, scope, accountId);
}

export async function setPrivacy(
  tx: Executor,
  accountId: Id<'InternalAccount'>,
  privateEnabled: boolean,
  at: Date,
): Promise<void> {
  await tx
    .update(internalAccounts)
    .set({ privateEnabled, updatedAt: at })
    .where(eq(internalAccounts.id, uuidOf(accountId)));
}

const sameKey = (accountId: Id<'InternalAccount'>, publicKey: string) =>
  and(eq(usedClientKeys.accountId, uuidOf(accountId)), eq(usedClientKeys.publicKey, publicKey));

export async function isClientKeyUsed(
  tx: Executor,
  accountId: Id<'InternalAccount'>,
  publicKey: string,
): Promise<boolean> {
  const [used] = await tx.select().from(usedClientKeys).where(sameKey(accountId, publicKey));
  return used !== undefined;
}

/** Stores the client key of a session or export. `false` when the account has used it before. */
export async function storeClientKey(
  tx: Executor,
  platformId: Id<'Platform'>,
  accountId: Id<'InternalAccount'>,
  publicKey: string,
): Promise<boolean> {
  const used = await tx
    .insert(usedClientKeys)
    .values({ platformId: uuidOf(platformId), accountId: uuidOf(accountId), publicKey })
    .onConflictDoNothing()
    .returning({ publicKey: usedClientKeys.publicKey });
  return used.length > 0;
}
