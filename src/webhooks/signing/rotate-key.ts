/** Rotates the key that signs a platform's webhooks. Source: docs/behaviour/webhooks.md#signature. */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { Conflict } from '../../kernel/errors.ts';
import { falseByDefault } from '../../kernel/parse.ts';
import type { Ports } from '../../payments/ports.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { StepUpRequired } from '../../platforms/errors.ts';
import type { Platform } from '../../platforms/platform.ts';
import { lockPlatform } from '../../platforms/store.ts';
import { platformsWithKeys } from './signing-key-store.ts';
import { replaceKey, webhookPublicKeys } from './signing-keys.ts';

export const RotateWebhookKeyInput = z.object({
  immediately: falseByDefault,
});

/** A key rotation is in progress: two keys are published. */
export class KeyRotationUnderWay extends Conflict {
  override readonly name = 'KeyRotationUnderWay';
  constructor() {
    super('A rotation of the webhook key is already in progress.', { reason: 'Key rotation under way' });
  }
}

interface WebhookKeyRotations {
  readonly started: number;
  /** Platforms whose rotation was already in progress. */
  readonly underWay: number;
}

/** Rotates the keys of every platform that has one, each in a separate commit. It can be repeated after a failure. */
export async function rotateWebhookKeys(
  ports: Pick<Ports, 'db' | 'clock' | 'dataKey'>,
  input: z.output<typeof RotateWebhookKeyInput>,
): Promise<WebhookKeyRotations> {
  let started = 0;
  let underWay = 0;
  for (const platform of await platformsWithKeys(ports.db.orm)) {
    const result = await rotateKeyOf(ports, platform, input);
    if (result instanceof KeyRotationUnderWay) underWay += 1;
    else started += 1;
  }
  return { started, underWay };
}

interface RotatedKeys {
  readonly webhookPublicKeys: readonly string[];
}

export async function rotateWebhookKey(
  ports: Pick<Ports, 'db' | 'clock' | 'dataKey'>,
  principal: PlatformCaller,
  input: z.output<typeof RotateWebhookKeyInput>,
): Promise<RotatedKeys | KeyRotationUnderWay | StepUpRequired> {
  return requireStepUp(principal, ports.clock.real()) ?? rotateKeyOf(ports, principal.platform, input);
}

async function rotateKeyOf(
  { db, clock, dataKey }: Pick<Ports, 'db' | 'clock' | 'dataKey'>,
  platform: Platform,
  { immediately }: z.output<typeof RotateWebhookKeyInput>,
): Promise<RotatedKeys | KeyRotationUnderWay> {
  return transact(db, async (tx) => {
    await lockPlatform(tx, platform.id);
    const now = clock.now(platform);
    const isStarted = await replaceKey(tx, dataKey, platform.id, now, { immediately });
    if (!isStarted) return new KeyRotationUnderWay();
    return { webhookPublicKeys: await webhookPublicKeys(tx, dataKey, platform.id, now) };
  });
}
