/**
 * One-time codes in the database: each credential waits for one at most, of which an HMAC is kept.
 *
 * Decision: a wrong code spends an attempt even when the code has expired, so that guessing is never free.
 *
 * Source: gaps 1.11 (attempts), 4.5 (lifetime, single use), 4.10 (digest).
 */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import type { CodeMail } from '../../infrastructure/mail/mailer.ts';
import { equalBytes } from '../../kernel/crypto/secrets.ts';
import { type Id, newUuid, uuidOf } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Credential } from '../credential.ts';
import type { Ports } from '../ports.ts';
import type { PlatformSettings } from '../settings.ts';
import { oneTimeCodes } from '../tables.ts';
import { InvalidOtp } from './errors.ts';

export const maxAttempts = 5;

/** Makes the credential's code, in place of any before it, and answers the mail that brings it. */
export async function issueCode(
  tx: Executor,
  { clock, masterKey, walletChecks }: Pick<Ports, 'clock' | 'masterKey' | 'walletChecks'>,
  platform: Platform,
  { otp, walletMail }: PlatformSettings,
  { id, nickname }: Pick<Credential, 'id' | 'nickname'>,
): Promise<CodeMail> {
  const code = walletChecks(platform).newCode(otp);
  const challengeId = newUuid();
  const expiresAt = new Date(clock.now(platform).getTime() + otp.expirationSeconds * 1000);
  const row = { challengeId, digest: masterKey.otpDigest(challengeId, code), attempts: 0, expiresAt };
  await tx
    .insert(oneTimeCodes)
    .values({ credentialId: uuidOf(id), platformId: uuidOf(platform.id), ...row })
    .onConflictDoUpdate({ target: oneTimeCodes.credentialId, set: row });
  return { to: nickname, code, validSeconds: otp.expirationSeconds, appearance: walletMail };
}

/**
 * Spends one attempt and compares. The attempt is counted by one statement of its own before anything is compared, so
 * that no number of simultaneous guesses gets a sixth.
 *
 * @returns the challenge that the code answers, still to be spent with `spendCode`.
 */
export async function checkCode(
  { db, clock, masterKey }: Pick<Ports, 'clock' | 'masterKey'> & { readonly db: Database },
  platform: Platform,
  credentialId: Id<'AuthMethod'>,
  code: string,
): Promise<{ readonly challengeId: string } | InvalidOtp> {
  const [waiting] = await db.orm
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(and(eq(oneTimeCodes.credentialId, uuidOf(credentialId)), lt(oneTimeCodes.attempts, maxAttempts)))
    .returning();
  if (!waiting) return new InvalidOtp();
  const digest = masterKey.otpDigest(waiting.challengeId, code);
  const right = equalBytes(digest, waiting.digest) && clock.now(platform) < waiting.expiresAt;
  return right ? { challengeId: waiting.challengeId } : new InvalidOtp();
}

/** Ends the code; `false` when another call was first. */
export async function consumeCode(
  tx: Executor,
  credentialId: Id<'AuthMethod'>,
  challengeId: string,
): Promise<boolean> {
  const spent = await tx
    .delete(oneTimeCodes)
    .where(
      and(eq(oneTimeCodes.credentialId, uuidOf(credentialId)), eq(oneTimeCodes.challengeId, challengeId)),
    )
    .returning({ credentialId: oneTimeCodes.credentialId });
  return spent.length > 0;
}

/** Ends whatever codes are waited for. */
export async function voidCodes(tx: Executor, credentialIds: readonly Id<'AuthMethod'>[]): Promise<void> {
  if (credentialIds.length === 0) return;
  await tx.delete(oneTimeCodes).where(inArray(oneTimeCodes.credentialId, credentialIds.map(uuidOf)));
}
