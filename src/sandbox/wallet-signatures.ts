/**
 * In the sandbox one value is accepted as a wallet signature. Real signatures are verified as in production.
 *
 * Decision: a signed request needs an active session that may sign, also with this value. A quote does not, so that a
 * client can try a payment before it has a session.
 *
 * Source: docs/behaviour/sandbox.md#magic-values-of-wallets.
 */
import { InvalidStamp } from '../kernel/crypto/stamp.ts';
import type { WalletSignatures } from '../wallets/ports.ts';
import { magicValues } from './wallet-checks.ts';

export const sandboxWalletSignatures = (real: WalletSignatures): WalletSignatures => ({
  verify(platform, signed) {
    if (signed.signature !== magicValues.walletSignature) return real.verify(platform, signed);
    return signed.operation === 'EXECUTE_QUOTE' || signed.signers.length > 0
      ? true
      : new InvalidStamp('SIGNATURE_UNKNOWN_KEY');
  },
});
