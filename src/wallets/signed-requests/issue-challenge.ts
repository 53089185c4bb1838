/** Makes a challenge and stores it, so that the retry can be compared with it. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import { newId } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import { type ChallengeTerms, createChallenge, type SignedRequestChallenge } from './challenge.ts';
import { signedRequestLifetimeMs } from './signed-request.ts';
import { insertSignedRequest } from './store.ts';

/** @param binding digest of the operation and its whole input. The retry must have the same. */
export async function issueChallenge(
  tx: Executor,
  clock: Clock,
  platform: Platform,
  terms: ChallengeTerms,
  binding: string,
): Promise<SignedRequestChallenge> {
  const createdAt = clock.now(platform);
  const expiresAt = new Date(createdAt.getTime() + signedRequestLifetimeMs);
  const challenge = createChallenge(terms, { requestId: newId('Request'), expiresAt });
  const { requestId: id, payloadToSign: payload } = challenge;
  await insertSignedRequest(tx, platform.id, { id, payload, binding, createdAt, expiresAt }, clock.real());
  return challenge;
}
