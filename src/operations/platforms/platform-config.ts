/** Reads the settings of a platform from the contexts that store them. Source: docs/behaviour/platforms.md#settings-of-a-platform; contract. */

import type { ApprovalRules } from '../../agents/approval-rules/approval-rules.ts';
import { findApprovalRules } from '../../agents/approval-rules/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { encodeHex } from '../../kernel/crypto/encodings.ts';
import { exportIssuerKey } from '../../kernel/crypto/wallet-export.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, platformConfigId } from '../../kernel/ids.ts';
import type { RateSettings } from '../../payments/rates/rate-settings.ts';
import { findRateSettings } from '../../payments/rates/rate-settings-store.ts';
import { enabledCurrencies } from '../../platforms/currencies/currency-store.ts';
import type { EnabledCurrency, Platform } from '../../platforms/platform.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { Ports } from '../../sandbox/ports.ts';
import type { PlatformSettings } from '../../wallets/settings.ts';
import { findSettings } from '../../wallets/settings-store.ts';
import type { WebhookEndpoint } from '../../webhooks/endpoints/endpoint.ts';
import { endpointsOf } from '../../webhooks/endpoints/endpoint-store.ts';
import { webhookPublicKeys } from '../../webhooks/signing/signing-keys.ts';

export interface PlatformConfig extends PlatformSettings {
  readonly id: Id<'PlatformConfig'>;
  readonly umaDomain: string | undefined;
  readonly currencies: readonly EnabledCurrency[];
  readonly webhookEndpoints: readonly WebhookEndpoint[];
  readonly approvals: ApprovalRules;
  readonly rates: RateSettings;
  /** PEM, the signing key first; two during a rotation. */
  readonly webhookPublicKeys: readonly string[];
  /** P-256 point, uncompressed, hex: signs wallet exports. */
  readonly exportIssuerPublicKey: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export async function readPlatformConfig(
  db: Executor,
  { clock, dataKey }: Pick<Ports, 'clock' | 'dataKey'>,
  caller: Pick<Platform, 'id'>,
): Promise<PlatformConfig> {
  const platform = await findPlatform(db, caller.id);
  invariant(platform, 'the platform of a caller exists');
  const { id, umaDomain, createdAt, updatedAt } = platform;
  return {
    ...(await findSettings(db, platform)),
    id: platformConfigId(id),
    umaDomain,
    currencies: await enabledCurrencies(db, id),
    webhookEndpoints: await endpointsOf(db, [id]),
    approvals: await findApprovalRules(db, id),
    rates: await findRateSettings(db, id),
    webhookPublicKeys: await webhookPublicKeys(db, dataKey, id, clock.now(platform)),
    exportIssuerPublicKey: encodeHex(exportIssuerKey(dataKey).uncompressed),
    createdAt,
    updatedAt,
  };
}
