/** In the sandbox one value passes as a wallet signature; real ones are verified as everywhere. Source: gaps 7.8. */
import type { WalletSignatures } from '../wallets/ports.ts';
import { magicValues } from './wallet-checks.ts';

export const sandboxWalletSignatures = (real: WalletSignatures): WalletSignatures => ({
  verify: async (platform, tx, accountId, payload, signature, now) =>
    signature === magicValues.walletSignature ||
    real.verify(platform, tx, accountId, payload, signature, now),
});
