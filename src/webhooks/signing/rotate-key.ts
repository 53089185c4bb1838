/** Changes the key that signs a platform's webhooks. Source: gaps 6.2. */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import type { PlatformPrincipal } from '../../platforms/access/principal.ts';
import { lockPlatform } from '../../platforms/store.ts';
import { platformsWithKeys, replaceKey, webhookPublicKeys } from './signing-keys.ts';

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

export interface WebhookKeyRotations {
  readonly begun: number;
  /** Those whose key was being changed already. */
  readonly underWay: number;
}

/** Changes the keys of every platform that has one, each in a commit of its own: cut short, it is called again. */
export async function rotateWebhookKeys(
  ports: Pick<Ports, 'db' | 'clock' | 'masterKey'>,
  input: z.output<typeof RotateWebhookKeyInput>,
): Promise<WebhookKeyRotations> {
  let begun = 0;
  let underWay = 0;
  for (const platform of await platformsWithKeys(ports.db.orm)) {
    const answer = await rotateWebhookKey(ports, { platform }, input);
    if (answer instanceof KeyRotationUnderWay) underWay += 1;
    else begun += 1;
  }
  return { begun, underWay };
}

export async function rotateWebhookKey(
  { db, clock, masterKey }: Pick<Ports, 'db' | 'clock' | 'masterKey'>,
  { platform }: Pick<PlatformPrincipal, 'platform'>,
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
