/**
 * How many credentials an account may have: one of each type, and several passkeys where the platform's settings allow them.
 *
 * Decision: passkeys that an account has when its platform turns the setting off stay valid; no further one is added.
 *
 * Source: docs/behaviour/wallets.md#several-passkeys.
 */
import { type Credential, type CredentialType, credentialTypes } from '../credential.ts';
import type { WalletSettings } from '../settings.ts';
import { CredentialAlreadyExists } from './errors.ts';

/** Passkeys of one account on a platform that allows several. */
const maxPasskeys = 10;

/** Credentials of one account. */
export const maxCredentials = credentialTypes.length - 1 + maxPasskeys;

/** Returns an error when the account may not have another credential of the type. */
export function rejectAnother(
  type: CredentialType,
  existing: readonly Credential[],
  { severalPasskeys }: WalletSettings,
): CredentialAlreadyExists | undefined {
  const max = type === 'PASSKEY' && severalPasskeys ? maxPasskeys : 1;
  const count = existing.filter((credential) => credential.type === type).length;
  return count < max ? undefined : new CredentialAlreadyExists(type, max);
}
