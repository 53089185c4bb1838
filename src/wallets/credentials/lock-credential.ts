/** Whoever has found a credential and is about to rest something on it finds it again here, under the wallet's lock. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Credential } from '../credential.ts';
import { lockWallet } from '../store.ts';
import { CredentialNotFound } from './errors.ts';
import { findCredential } from './store.ts';

/**
 * The credential as it is once its account is locked, which keeps it from being revoked, and its address from being
 * changed, before this commits.
 */
export async function lockCredential<C extends Credential>(
  tx: Executor,
  platform: Platform,
  { id, accountId, type }: C,
): Promise<C | CredentialNotFound> {
  const scope = { platformId: platform.id };
  await lockWallet(tx, scope, accountId);
  const credential = await findCredential(tx, scope, id);
  return credential?.type === type ? (credential as C) : new CredentialNotFound(id);
}
