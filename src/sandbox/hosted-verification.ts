/** The sandbox's provider of hosted verification: this service's own page, which just confirms. Source: gaps 7.7. */
import type { HostedVerification } from '../customers/ports.ts';

/** @param publicUrl where this service is reached. */
export const sandboxHostedVerification = (publicUrl: string): HostedVerification => ({
  urlOf: (_platform, linkId) => `${publicUrl}/verify/${linkId}`,
});
