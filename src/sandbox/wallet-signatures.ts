/** In the sandbox one value passes as a wallet signature; real ones are verified as everywhere. Source: gaps 7.8. */
import type { WalletSignatures } from '../ports.ts';

export const magicSignature = 'sandbox-valid-signature';

export const sandboxWalletSignatures = (real: WalletSignatures): WalletSignatures => ({
  verify: async (platform, tx, accountId, payload, signature, now) =>
    signature === magicSignature || real.verify(platform, tx, accountId, payload, signature, now),
});
