/**
 * The status of a device code. Requests with unknown codes are limited, because a guessed code connects an agent.
 *
 * Source: docs/behaviour/conventions.md#rate-limits, docs/behaviour/agents.md#device-codes; schema.graphql, `deviceCodeStatus`.
 */

import type { RateLimited } from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import { findByCode } from '../../platforms/access/guess-limit.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { deviceCodeDigest, type NewDeviceCode } from './create-device-code.ts';
import { normaliseDeviceCode } from './device-code.ts';
import { findDeviceCode } from './device-code-store.ts';

/** @returns `undefined` for a text that is not a code of this platform. */
export async function findDeviceCodeStatus(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platformId }: Pick<Scope, 'platformId'>,
  text: string,
  sourceAddress: string,
): Promise<NewDeviceCode | undefined | RateLimited> {
  const code = normaliseDeviceCode(text);
  const guesser = { platformId, sourceAddress };
  return findByCode(db, 'device-code-status', guesser, clock.real(), async (tx) => {
    const found = code && (await findDeviceCode(tx, deviceCodeDigest(code)));
    if (!code || !found || found.platformId !== platformId) return undefined;
    return {
      code,
      agentId: found.agentId,
      expiresAt: found.expiresAt,
      redeemed: found.redeemedAt !== undefined,
    };
  });
}
