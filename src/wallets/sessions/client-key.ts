/**
 * The client key: the public key to which a session signing key or a seed is sealed. Where the settings allow it, the key of a
 * session may also be the client's own: a compressed point then is the session key itself.
 *
 * Decision: a client's own key opens one session of an account, in the sandbox too. Its session is found by its key, and revoking
 * the session must end the key.
 *
 * Source: docs/behaviour/wallets.md; docs/behaviour/conventions.md#input-validation (on the curve), docs/behaviour/wallets.md#sessions (single use) and docs/behaviour/wallets.md#client-held-keys.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { parseClientPublicKey, parseCompressedPublicKey, uncompressedHex } from '../../kernel/crypto/p256.ts';
import { InvalidInput, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { findSettings } from '../settings-store.ts';
import { isClientKeyUsed, storeClientKey } from '../store.ts';
import { isSessionKey } from './store.ts';

const mustBeUncompressed =
  'must be an uncompressed P-256 point on the curve: 130 hex characters that start with 04';
const mustBePoint = `${mustBeUncompressed}; or, with the setting wallets.clientHeldKeys, a compressed one: 66 that start with 02 or 03`;

const keyText = z.string({
  error: ({ input }) => (input === undefined ? 'is required' : 'must be a string'),
});

/** A point on the curve in lower-case hex, so that a key has one spelling. */
export const clientPublicKey = keyText
  .refine((text) => parseClientPublicKey(text) !== undefined, { error: mustBeUncompressed })
  .transform((text) => text.toLowerCase())
  .meta({ pattern: '^04[0-9a-fA-F]{128}$', description: 'Uncompressed P-256 point, hex.' });

/** The key of a request for a session. Operations call `rejectHeldKey`, because the settings decide about the compressed form. */
export const sessionPublicKey = keyText
  .refine((text) => (parseClientPublicKey(text) ?? parseCompressedPublicKey(text)) !== undefined, {
    error: mustBePoint,
  })
  .transform((text) => text.toLowerCase())
  .meta({
    pattern: '^(04[0-9a-fA-F]{128}|0[23][0-9a-fA-F]{64})$',
    description:
      'Uncompressed P-256 point, hex. With the setting wallets.clientHeldKeys also a compressed point, which becomes the key of the session.',
  });

/** Whether a validated key is the client's own session key. */
export const isHeldByClient = (publicKey: string): boolean => publicKey.length === 66;

/** Returns the error of a malformed key when the key is the client's own and the platform does not allow that. */
export async function rejectHeldKey(
  db: Executor,
  platform: Platform,
  publicKey: string,
): Promise<InvalidInput | undefined> {
  if (!isHeldByClient(publicKey)) return undefined;
  const { wallets } = await findSettings(db, platform);
  return wallets.clientHeldKeys ? undefined : InvalidInput.at('clientPublicKey', mustBePoint);
}

/** The bytes of a key that the input schema has validated. */
export function clientKeyBytes(publicKey: string): Uint8Array {
  const bytes = parseClientPublicKey(publicKey);
  invariant(bytes, 'a client key was validated with the input');
  return bytes;
}

/** Used keys are stored uncompressed, so that both forms of a key are one key. */
const storedForm = (publicKey: string): string =>
  isHeldByClient(publicKey) ? uncompressedHex(publicKey) : publicKey;

const mayReuse = (
  { walletChecks }: Pick<Ports, 'walletChecks'>,
  platform: Platform,
  publicKey: string,
): boolean => !isHeldByClient(publicKey) && walletChecks(platform).clientKeysReusable;

const isKeyOfSession = async (tx: Executor, accountId: Id<'InternalAccount'>, publicKey: string) =>
  isHeldByClient(publicKey) && (await isSessionKey(tx, accountId, publicKey));

/** Returns an error when the account has used the key, unless the mode allows reuse. */
export async function rejectUsedClientKey(
  tx: Executor,
  ports: Pick<Ports, 'walletChecks'>,
  platform: Platform,
  accountId: Id<'InternalAccount'>,
  publicKey: string,
): Promise<InvalidInput | undefined> {
  if (mayReuse(ports, platform, publicKey)) return undefined;
  const used =
    (await isClientKeyUsed(tx, accountId, storedForm(publicKey))) ||
    (await isKeyOfSession(tx, accountId, publicKey));
  return used ? clientKeyUsed() : undefined;
}

/** Records the use of the key, in the transaction that seals to it or makes it the key of a session. */
export async function consumeClientKey(
  tx: Executor,
  ports: Pick<Ports, 'walletChecks'>,
  platform: Platform,
  accountId: Id<'InternalAccount'>,
  publicKey: string,
): Promise<InvalidInput | undefined> {
  if (mayReuse(ports, platform, publicKey)) return undefined;
  // A key that the service once made for a session of the account, and its client now sends as its own, was used too.
  if (await isKeyOfSession(tx, accountId, publicKey)) return clientKeyUsed();
  return (await storeClientKey(tx, platform.id, accountId, storedForm(publicKey)))
    ? undefined
    : clientKeyUsed();
}

/** A client key works for one session or export. */
const clientKeyUsed = (): InvalidInput =>
  InvalidInput.at('clientPublicKey', 'was used before: make a new key pair for each request');
