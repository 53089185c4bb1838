/** Hosted verification in the sandbox: a page of this service that only confirms. Source: gaps 7.7. */
import type { HostedVerification } from '../customers/ports.ts';

/** @param publicUrl the public base URL of this service. */
export const sandboxHostedVerification = (publicUrl: string): HostedVerification => ({
  urlOf: (_platform, linkId) => `${publicUrl}/verify/${linkId}`,
});
