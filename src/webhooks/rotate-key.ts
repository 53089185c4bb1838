/** Changes the key that signs a platform's webhooks. Source: gaps 6.2. */
import { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import { transact } from '../database/transact.ts';
import { Conflict } from '../kernel/errors.ts';
import { lockPlatform } from '../platforms/store.ts';
import type { Ports } from '../ports.ts';
import { replaceKey, webhookPublicKeys } from './signing-keys.ts';

export const RotateWebhookKeyInput = z.object({
  immediately: z
    .boolean({ error: 'must be true or false' })
    .nullish()
    .transform((value) => value ?? false),
});

/** A change of keys is under way, and both keys still have their time. */
export class KeyRotationUnderWay extends Conflict {
  override readonly name = 'KeyRotationUnderWay';
  constructor() {
    super('The webhook key is being changed already.', { reason: 'Key rotation under way' });
  }
}

export async function rotateWebhookKey(
  { db, clock, masterKey }: Pick<Ports, 'db' | 'clock' | 'masterKey'>,
  { platform }: PlatformPrincipal,
  { immediately }: z.output<typeof RotateWebhookKeyInput>,
): Promise<{ readonly webhookPublicKeys: readonly string[] } | KeyRotationUnderWay> {
  return transact(db, async (tx) => {
    await lockPlatform(tx, platform.id);
    const now = clock.now(platform);
    const begun = await replaceKey(tx, masterKey, platform.id, now, { immediately });
    if (!begun) return new KeyRotationUnderWay();
    return { webhookPublicKeys: await webhookPublicKeys(tx, masterKey, platform.id, now) };
  });
}
