/** The keys with which the platform signs webhooks, over rotations while a command runs. */
import { verifyWebhook } from '@payments-platform/client/webhooks';

/** The time between two reads of the keys, so that requests without a valid signature cause few. */
const minReadMs = 10_000;

interface PlatformKeys {
  readonly keys: readonly string[];
  /** Whether the platform signed the body. The keys are read again when none matches. */
  isSigned(body: Uint8Array, signature: string | undefined): Promise<boolean>;
}

/** @param read returns `webhookPublicKeys` of the platform. */
export async function platformKeys(read: () => Promise<readonly string[]>): Promise<PlatformKeys> {
  let keys = await read();
  let readAt = performance.now();

  async function isSigned(body: Uint8Array, signature: string | undefined): Promise<boolean> {
    const { verified } = await verifyWebhook(body, signature, keys);
    if (verified || performance.now() - readAt < minReadMs) return verified;
    readAt = performance.now();
    keys = await read();
    return (await verifyWebhook(body, signature, keys)).verified;
  }
  return {
    get keys() {
      return keys;
    },
    isSigned,
  };
}
