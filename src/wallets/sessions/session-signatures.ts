/** Who signed for a wallet: the execution of a quote takes a stamp or a bare signature. Source: gaps 4.3. */
import { InvalidStamp, verifyStampOrSignature } from '../../kernel/crypto/stamp.ts';
import type { WalletSignatures } from '../ports.ts';
import { activeSessions } from './store.ts';

/** By any active session of the account. */
export const sessionSignatures: WalletSignatures = {
  async verify(platform, tx, accountId, payload, signature, now) {
    const sessions = await activeSessions(tx, { platformId: platform.id }, [accountId], now);
    const signedBy = verifyStampOrSignature(signature, payload, sessions);
    return signedBy instanceof InvalidStamp ? signedBy : true;
  },
};
