/**
 * What the client of a wallet has to know about its platform: with what it verifies an export, and what the settings allow it.
 * Unlike the settings of the platform, the holder of an access token for one customer may read it. It has no secrets and no
 * data of customers.
 *
 * Source: docs/behaviour/wallets.md#settings-for-clients.
 */
import type { Executor } from '../infrastructure/database/client.ts';
import { encodeHex } from '../kernel/crypto/encodings.ts';
import { exportIssuerKey } from '../kernel/crypto/wallet-export.ts';
import { type Id, platformConfigId } from '../kernel/ids.ts';
import type { JsonBody } from '../kernel/view.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Ports } from './ports.ts';
import type { PlatformSettings, WalletSettings } from './settings.ts';
import { findSettings } from './settings-store.ts';

export interface WalletConfig
  extends WalletSettings,
    Pick<PlatformSettings, 'passkeys' | 'sessionTtlSeconds'> {
  readonly platformId: Id<'Platform'>;
  /** The `organizationId` of exports. */
  readonly organizationId: Id<'PlatformConfig'>;
  /** P-256 point, uncompressed, hex. */
  readonly exportIssuerPublicKey: string;
}

export async function readWalletConfig(
  db: Executor,
  { dataKey }: Pick<Ports, 'dataKey'>,
  platform: Pick<Platform, 'id' | 'mode'>,
): Promise<WalletConfig> {
  const { passkeys, sessionTtlSeconds, wallets } = await findSettings(db, platform);
  return {
    ...wallets,
    passkeys,
    sessionTtlSeconds,
    platformId: platform.id,
    organizationId: platformConfigId(platform.id),
    exportIssuerPublicKey: encodeHex(exportIssuerKey(dataKey).uncompressed),
  };
}

export const walletConfigView = (config: WalletConfig): JsonBody => ({ ...config });
