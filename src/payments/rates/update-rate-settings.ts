/**
 * Changes the spread and the fees of a platform. They apply to prices from then on; a quote keeps its price.
 *
 * Source: docs/behaviour/payments.md#spread-and-fees-of-a-platform; schema.graphql, `updateRateSettings`.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import { invariant } from '../../kernel/errors.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { lockPlatform } from '../../platforms/store.ts';
import type { Ports } from '../ports.ts';
import { changeRateSettings, type RateSettings, type RateSettingsChange } from './rate-settings.ts';
import { findRateSettings, saveRateSettings } from './rate-settings-store.ts';

export async function updateRateSettings(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform: caller }: PlatformCaller,
  change: RateSettingsChange,
): Promise<RateSettings> {
  return transact<RateSettings>(db, async (tx) => {
    const platform = await lockPlatform(tx, caller.id);
    invariant(platform, 'the platform of a caller exists');
    const settings = changeRateSettings(await findRateSettings(tx, platform.id), change);
    await saveRateSettings(tx, platform.id, settings, clock.now(platform));
    return settings;
  });
}
