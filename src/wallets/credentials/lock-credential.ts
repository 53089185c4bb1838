/** Locks the wallet of a credential and reads the credential again. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Credential } from '../credential.ts';
import { lockWallet } from '../store.ts';
import { CredentialNotFound } from './errors.ts';
import { findCredential } from './store.ts';

/**
 * The credential, read after its account is locked. Until the transaction ends, it cannot be revoked and its email address
 * cannot change.
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
