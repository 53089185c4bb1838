/**
 * Verifies who signed for a wallet, for signed requests and for quotes.
 *
 * Source: docs/behaviour/wallets.md#signed-retry and docs/behaviour/wallets.md#stamp.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { InvalidStamp, verifyStamp, verifyStampOrSignature } from '../../kernel/crypto/stamp.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports, WalletSignature, WalletSignatures } from '../ports.ts';
import type { Session } from '../sessions/session.ts';
import { activeSessions } from '../sessions/store.ts';

/** Verifies the cryptography. Only the execution of a quote accepts a bare signature. */
export const sessionSignatures: WalletSignatures = {
  verify(_platform, { operation, payload, signature, signers }) {
    const verify = operation === 'EXECUTE_QUOTE' ? verifyStampOrSignature : verifyStamp;
    const signer = verify(signature, payload, signers);
    return signer instanceof InvalidStamp ? signer : true;
  },
};

/** The sessions that may sign: the active ones of these accounts that `allowed` accepts, all of them without it. */
export interface AllowedSigners {
  readonly signers: readonly Id<'InternalAccount'>[];
  readonly allowed?: ((session: Session) => boolean) | undefined;
}

/** Verifies that an active session of an allowed signer signed the payload. */
export async function verifySignature(
  tx: Executor,
  { walletSignatures }: Pick<Ports, 'walletSignatures'>,
  platform: Platform,
  signature: Omit<WalletSignature, 'signers'>,
  { signers, allowed = () => true }: AllowedSigners,
  now: Date,
): Promise<true | InvalidStamp> {
  const sessions = await activeSessions(tx, { platformId: platform.id }, signers, now);
  return walletSignatures.verify(platform, { ...signature, signers: sessions.filter(allowed) });
}
