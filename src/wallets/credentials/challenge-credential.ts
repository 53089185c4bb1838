/**
 * Prepares a verification: mails a new one-time code, or issues the challenge that a passkey signs.
 *
 * Source: docs/behaviour/wallets.md; docs/behaviour/conventions.md#rate-limits, docs/behaviour/endpoints.md#credentials-sessions-and-wallets, docs/behaviour/wallets.md#passkeys.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import type { CodeMail } from '../../infrastructure/mail/mailer.ts';
import { DomainError, InvalidInput, type RateLimited } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { parseInput } from '../../kernel/parse.ts';
import { type Principal, scopeOf } from '../../platforms/access/principal.ts';
import { takeAttempt } from '../../platforms/access/rate-limit.ts';
import type { Credential } from '../credential.ts';
import { passkeysNotConfigured } from '../passkey-settings.ts';
import type { Ports } from '../ports.ts';
import { rejectHeldKey, rejectUsedClientKey, sessionPublicKey } from '../sessions/client-key.ts';
import { findSettings } from '../settings-store.ts';
import { CredentialNotFound, type MailUnavailable } from './errors.ts';
import { lockCredential } from './lock-credential.ts';
import { issueCode } from './one-time-codes.ts';
import { issuePasskeyChallenge, type PasskeyAuthChallenge } from './passkey-challenge.ts';
import { findCredential } from './store.ts';

/** Any value is accepted for EMAIL_OTP, which ignores it. It is checked for PASSKEY. */
export const ChallengeCredentialInput = z.object({ clientPublicKey: z.unknown().optional() });

const PasskeyInput = z.object({ clientPublicKey: sessionPublicKey });

export const challengeWindows = [
  { attempts: 3, seconds: 60 },
  { attempts: 10, seconds: 3600 },
] as const;

type ChallengePorts = Pick<Ports, 'db' | 'clock' | 'walletChecks' | 'dataKey'>;

interface Issued {
  readonly credential: Credential;
  readonly mail: CodeMail;
}

type ChallengeError = CredentialNotFound | InvalidInput | RateLimited | MailUnavailable;

export async function challengeCredential(
  ports: ChallengePorts,
  principal: Principal,
  id: Id<'AuthMethod'>,
  input: z.output<typeof ChallengeCredentialInput>,
): Promise<Credential | PasskeyAuthChallenge | ChallengeError> {
  const { db, clock, walletChecks } = ports;
  const { platform } = principal;
  const now = clock.now(platform);
  const settings = await findSettings(db.orm, platform);
  const credential = await findCredential(db.orm, scopeOf(principal), id);
  if (!credential) return new CredentialNotFound(id);
  const countAttempt = () =>
    takeAttempt(db, { limit: 'challenge', subject: id }, challengeWindows, now, clock.real());

  switch (credential.type) {
    case 'OAUTH':
      return InvalidInput.at('id', 'names an OAUTH credential, which has no challenge: verify a fresh token');

    case 'PASSKEY': {
      const parsed = parseInput(PasskeyInput, input);
      if (parsed instanceof InvalidInput) return parsed;
      const notAllowed = await rejectHeldKey(db.orm, platform, parsed.clientPublicKey);
      if (notAllowed) return notAllowed;
      if (!settings.passkeys) return passkeysNotConfigured();
      const key = parsed.clientPublicKey;
      const used = await rejectUsedClientKey(db.orm, ports, platform, credential.accountId, key);
      if (used) return used;
      const taken = await countAttempt();
      if (taken instanceof DomainError) return taken;
      return transact<PasskeyAuthChallenge | CredentialNotFound>(db, async (tx) => {
        const locked = await lockCredential(tx, platform, credential);
        if (locked instanceof DomainError) return locked;
        return issuePasskeyChallenge(tx, clock, platform, locked, key);
      });
    }

    case 'EMAIL_OTP': {
      const unavailable = walletChecks(platform).checkCodesAvailable();
      if (unavailable) return unavailable;
      const taken = await countAttempt();
      if (taken instanceof DomainError) return taken;
      const issued = await transact<Issued | CredentialNotFound>(db, async (tx) => {
        // The address may just have changed. The code goes to the current one.
        const locked = await lockCredential(tx, platform, credential);
        if (locked instanceof DomainError) return locked;
        return { credential: locked, mail: await issueCode(tx, ports, platform, settings, locked) };
      });
      if (issued instanceof DomainError) return issued;
      return (await walletChecks(platform).sendCode(issued.mail)) ?? issued.credential;
    }
  }
}
