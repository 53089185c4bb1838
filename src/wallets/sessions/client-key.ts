/**
 * The client key: the public key to which a session signing key or a seed is sealed.
 *
 * Source: docs/behaviour/wallets.md; docs/behaviour/conventions.md#input-validation (on the curve) and docs/behaviour/wallets.md#sessions (single use).
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { parseClientPublicKey } from '../../kernel/crypto/p256.ts';
import { InvalidInput, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { isClientKeyUsed, storeClientKey } from '../store.ts';

/** A point on the curve in lower-case hex, so that a key has one spelling. */
export const clientPublicKey = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
  .refine((text) => parseClientPublicKey(text) !== undefined, {
    error: 'must be an uncompressed P-256 point on the curve: 130 hex characters that start with 04',
  })
  .transform((text) => text.toLowerCase())
  .meta({ pattern: '^04[0-9a-fA-F]{128}$', description: 'Uncompressed P-256 point, hex.' });

/** The bytes of a key that the input schema has validated. */
export function clientKeyBytes(publicKey: string): Uint8Array {
  const bytes = parseClientPublicKey(publicKey);
  invariant(bytes, 'a client key was validated with the input');
  return bytes;
}

/** Returns an error when the account has used the key, unless the mode allows reuse. */
export async function rejectUsedClientKey(
  tx: Executor,
  { walletChecks }: Pick<Ports, 'walletChecks'>,
  platform: Platform,
  accountId: Id<'InternalAccount'>,
  publicKey: string,
): Promise<InvalidInput | undefined> {
  if (walletChecks(platform).clientKeysReusable) return undefined;
  return (await isClientKeyUsed(tx, accountId, publicKey)) ? clientKeyUsed() : undefined;
}

/** Records the use of the key, in the transaction that seals to it. */
export async function consumeClientKey(
  tx: Executor,
  { walletChecks }: Pick<Ports, 'walletChecks'>,
  platform: Platform,
  accountId: Id<'InternalAccount'>,
  publicKey: string,
): Promise<InvalidInput | undefined> {
  if (walletChecks(platform).clientKeysReusable) return undefined;
  return (await storeClientKey(tx, platform.id, accountId, publicKey)) ? undefined : clientKeyUsed();
}

/** A client key works for one session or export. */
const clientKeyUsed = (): InvalidInput =>
  InvalidInput.at('clientPublicKey', 'was used before: make a new key pair for each request');
