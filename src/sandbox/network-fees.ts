/**
 * The fees of crypto networks in the sandbox. They do not change, so that tests can rely on them.
 *
 * Source: docs/behaviour/sandbox.md#network-fees.
 */
import type { NetworkFees } from '../payments/ports.ts';
import type { CryptoNetwork } from '../payments/quotes/quote.ts';

/** In the smallest unit of the currency. A network that is absent does not carry the currency. */
const fees: Readonly<Record<string, { readonly [N in CryptoNetwork]?: bigint }>> = {
  BTC: { SPARK: 0n, LIGHTNING: 10n },
  USDB: { SPARK: 0n },
  USDC: { SOLANA: 5_000n, ETHEREUM: 500_000n, BASE: 10_000n, POLYGON: 10_000n },
  USDT: { SOLANA: 5_000n },
};

export const sandboxNetworkFees: NetworkFees = {
  feeOf: (_platform, currency, network) => fees[currency]?.[network],
};
