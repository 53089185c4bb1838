/** SQL of the settings of embedded wallets. */
import type { Executor } from '../infrastructure/database/client.ts';
import type { Id } from '../kernel/ids.ts';
import type { Platform } from '../platforms/platform.ts';
import { readSettings } from '../platforms/store.ts';
import {
  type PlatformSettings,
  parseStoredSettings,
  type StoredSettings,
  settingsInForce,
} from './settings.ts';

/** The settings of a platform with defaults. */
export async function findSettings(
  db: Executor,
  platform: Pick<Platform, 'id' | 'mode'>,
): Promise<PlatformSettings> {
  return settingsInForce(platform, await findStoredSettings(db, platform.id));
}

/** The settings that the platform has set. */
export const findStoredSettings = async (db: Executor, id: Id<'Platform'>): Promise<StoredSettings> =>
  parseStoredSettings(await readSettings(db, id));
