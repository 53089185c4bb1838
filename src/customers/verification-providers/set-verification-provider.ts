/**
 * Sets and deletes the verification provider of a platform.
 *
 * Decision: a new secret replaces the one before at once. The provider can sign with both while it changes.
 * Decision: reviewers may still decide, because a provider leaves some verifications to them.
 *
 * Source: docs/behaviour/customers.md#results-of-verification-providers.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { text, textMatching } from '../../kernel/parse.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { StepUpRequired } from '../../platforms/errors.ts';
import type { Ports } from '../ports.ts';
import { deleteProvider, saveProvider } from './store.ts';
import { type VerificationProvider, VerificationProviderNotFound } from './verification-provider.ts';

export const SetVerificationProviderInput = z.object({
  name: text(100).refine((name) => name.trim() !== '', { error: 'must not be blank' }),
  secret: textMatching(/^[\x21-\x7e]{32,200}$/, '32 to 200 printable ASCII characters without blanks', 200),
});

export async function setVerificationProvider(
  { db, clock, dataKey }: Pick<Ports, 'db' | 'clock' | 'dataKey'>,
  principal: PlatformCaller,
  { name, secret }: z.output<typeof SetVerificationProviderInput>,
): Promise<VerificationProvider | StepUpRequired> {
  const stepUp = requireStepUp(principal, clock.real());
  if (stepUp) return stepUp;
  const { platform } = principal;
  const at = clock.now(platform);
  return transact(db, (tx) => saveProvider(tx, dataKey, platform.id, { name: name.trim(), secret, at }));
}

/** Results of the provider are rejected from then on. */
export async function deleteVerificationProvider(
  { db }: Pick<Ports, 'db'>,
  { platform }: PlatformCaller,
): Promise<VerificationProvider | VerificationProviderNotFound> {
  return transact<VerificationProvider | VerificationProviderNotFound>(
    db,
    async (tx) => (await deleteProvider(tx, platform.id)) ?? new VerificationProviderNotFound(),
  );
}
