/** Hosted verification in the sandbox: a page of this service that only confirms. Source: docs/behaviour/sandbox.md#verifications. */
import type { HostedVerification } from '../customers/ports.ts';

/** @param publicUrl the public base URL of this service. */
export const sandboxHostedVerification = (publicUrl: string): HostedVerification => ({
  urlOf: (_platform, linkId) => `${publicUrl}/verify/${linkId}`,
});
