/**
 * `npm run keys:rotate`: rotates the master key, the keys that sign webhooks, or the key that signs access tokens. It may run
 * while servers run. Existing tokens and signatures stay valid, except with `--immediately`: see `keys/rotate-master-key.ts`,
 * `webhooks/signing/signing-keys.ts` and `access/access-token-keys.ts`.
 */
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ConfigError } from '../infrastructure/config-error.ts';
import { openDataKey } from '../infrastructure/keys/data-key.ts';
import { rotateMasterKey } from '../infrastructure/keys/rotate-master-key.ts';
import { oneOf } from '../kernel/parse.ts';
import { rotateSigningKey } from '../platforms/access/access-token-keys.ts';
import type { Ports } from '../sandbox/ports.ts';
import { rotateWebhookKeys } from '../webhooks/signing/rotate-key.ts';
import { type Command, flag, onDatabase } from './command.ts';

const input = z.object({ keys: oneOf(['master', 'webhooks', 'tokens']), immediately: flag });

async function rotate(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  config: Config,
  { keys, immediately }: z.output<typeof input>,
): Promise<Readonly<Record<string, unknown>>> {
  if (keys === 'master') return { keys, ...(await rotateMasterKey(db, config)) };
  const dataKey = await openDataKey(db.orm, config);
  if (keys === 'webhooks') {
    return { keys, ...(await rotateWebhookKeys({ db, clock, dataKey }, { immediately })) };
  }
  return { keys, kid: await rotateSigningKey(db, dataKey, clock.real(), { immediately }) };
}

export const rotateKeysCommand: Command<typeof input> = {
  usage: 'npm run keys:rotate -- master|webhooks|tokens [--immediately]',
  input,
  positional: 'keys',
  run(options, config, progress) {
    if (options.immediately && options.keys === 'master') {
      throw new ConfigError(
        '--immediately applies only to webhooks and tokens: the master key always changes immediately',
      );
    }
    return onDatabase(
      config,
      async (ports) => {
        await ports.db.migrate();
        return { text: `${JSON.stringify(await rotate(ports, config, options))}\n`, ok: true };
      },
      { existing: true, name: 'keys:rotate', progress },
    );
  },
};
