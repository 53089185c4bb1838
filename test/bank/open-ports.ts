/** The ports of a service that uses a database and a folder. */
import { join } from 'node:path';
import pino from 'pino';
import { createPorts } from '../../src/app.ts';
import { systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { openDataKey } from '../../src/infrastructure/keys/data-key.ts';
import { serviceEnv } from '../faults/servers.ts';

export async function openPorts(url: string, folder: string) {
  const db = await openPostgres(url);
  const config = readConfig({
    ...serviceEnv(url),
    DATA_DIR: folder,
    BANK_EXCHANGE_DIR: join(folder, 'bank'),
  });
  const dataKey = await openDataKey(db.orm, config);
  return createPorts(db, config, pino({ level: 'silent' }), { dataKey, clock: systemClock });
}
