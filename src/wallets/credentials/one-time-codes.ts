/**
 * One-time codes. A credential has at most one valid code, stored as an HMAC.
 *
 * Decision: a wrong code uses an attempt even when the code has expired, so that every guess counts.
 *
 * Source: docs/behaviour/conventions.md#rate-limits (attempts), docs/behaviour/wallets.md#sessions (lifetime, single use), docs/behaviour/wallets.md#openid-connect-and-one-time-codes (digest).
 */
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import type { CodeMail } from '../../infrastructure/mail/mailer.ts';
import { equalBytes } from '../../kernel/crypto/secrets.ts';
import { type Id, newUuid } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Credential } from '../credential.ts';
import type { Ports } from '../ports.ts';
import type { PlatformSettings } from '../settings.ts';
import { InvalidOtp } from './errors.ts';
import { countAttempt, saveCode } from './one-time-code-store.ts';

export const maxAttempts = 5;

/** Makes a code for the credential, which replaces its earlier code. Returns the mail to send. */
export async function issueCode(
  tx: Executor,
  { clock, dataKey, walletChecks }: Pick<Ports, 'clock' | 'dataKey' | 'walletChecks'>,
  platform: Platform,
  { otp, walletMail }: PlatformSettings,
  { id, nickname }: Pick<Credential, 'id' | 'nickname'>,
): Promise<CodeMail> {
  const code = walletChecks(platform).newCode(otp);
  const challengeId = newUuid();
  const expiresAt = new Date(clock.now(platform).getTime() + otp.expirationSeconds * 1000);
  const row = { challengeId, digest: dataKey.otpDigest(challengeId, code), attempts: 0, expiresAt };
  await saveCode(tx, platform.id, id, row);
  return { to: nickname, code, validSeconds: otp.expirationSeconds, appearance: walletMail };
}

/**
 * Counts an attempt and compares the code. A separate statement counts the attempt before the comparison, so that concurrent
 * guesses cannot exceed the limit.
 *
 * @returns the challenge of the right code. The caller consumes it with `consumeCode` of the store.
 */
export async function checkCode(
  { db, clock, dataKey }: Pick<Ports, 'clock' | 'dataKey'> & { readonly db: Database },
  platform: Platform,
  credentialId: Id<'AuthMethod'>,
  code: string,
): Promise<{ readonly challengeId: string } | InvalidOtp> {
  const stored = await countAttempt(db.orm, credentialId, maxAttempts);
  if (!stored) return new InvalidOtp();
  const digest = dataKey.otpDigest(stored.challengeId, code);
  const isRight = equalBytes(digest, stored.digest) && clock.now(platform) < stored.expiresAt;
  return isRight ? { challengeId: stored.challengeId } : new InvalidOtp();
}
