/** SQL of the spread and the fees of a platform: a section of its settings. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import { readSettings, saveSettingsSection } from '../../platforms/store.ts';
import { parseRateSettings, type RateSettings, rateSettingsJson } from './rate-settings.ts';

const name = 'rates';

export async function findRateSettings(db: Executor, platformId: Id<'Platform'>): Promise<RateSettings> {
  const settings = (await readSettings(db, platformId)) as { readonly [name]?: unknown };
  return parseRateSettings(settings[name]);
}

/** The row of the platform is locked. */
export const saveRateSettings = (
  tx: Executor,
  platformId: Id<'Platform'>,
  settings: RateSettings,
  at: Date,
): Promise<void> => saveSettingsSection(tx, platformId, { name, section: rateSettingsJson(settings), at });
