/**
 * Connects an agent's software. The single-use code is the only credential. The access token is returned once and stored
 * as a digest.
 *
 * Source: docs/behaviour/agents.md#device-codes, docs/behaviour/conventions.md#rate-limits; schema.graphql, `redeemDeviceCode`.
 */

import { transact } from '../../infrastructure/database/transact.ts';
import { digestOf, newAgentToken } from '../../kernel/crypto/secrets.ts';
import { DomainError, invariant, type RateLimited } from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import { redeemWindows, takeAttempt } from '../../platforms/access/rate-limit.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { Agent } from '../agent.ts';
import { DeviceCodeNotFound, DeviceCodeUnusable } from '../errors.ts';
import { lockAgent, setConnection } from '../store.ts';
import { deviceCodeDigest } from './create-device-code.ts';
import { normaliseDeviceCode, redeemable, redeemed } from './device-code.ts';
import { findDeviceCode, markDeviceCodeRedeemed } from './device-code-store.ts';

export interface AgentConnected {
  readonly agent: Agent;
  readonly platform: Platform;
  readonly accessToken: string;
}

/** @param sourceAddress of the caller: the rate limit has no other identity of a caller that guesses. */
export async function redeemDeviceCode(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  text: string,
  sourceAddress: string,
): Promise<AgentConnected | DeviceCodeNotFound | DeviceCodeUnusable | RateLimited> {
  const limited = { limit: 'redeem-device-code', subject: sourceAddress };
  const allowed = await takeAttempt(db, limited, redeemWindows, clock.real());
  if (allowed instanceof DomainError) return allowed;

  const code = normaliseDeviceCode(text);
  if (!code) return new DeviceCodeNotFound();
  const digest = deviceCodeDigest(code);
  return transact<AgentConnected | DeviceCodeNotFound | DeviceCodeUnusable>(db, async (tx) => {
    const known = await findDeviceCode(tx, digest);
    if (!known) return new DeviceCodeNotFound();
    // The lock order is the agent, then its code. A deleted agent has only superseded codes.
    const agent = await lockAgent(tx, { platformId: known.platformId }, known.agentId);
    const locked = await findDeviceCode(tx, digest, { lock: true });
    // Retention may have deleted the expired code since it was found.
    if (!locked) return new DeviceCodeNotFound();
    const platform = await findPlatform(tx, known.platformId);
    invariant(platform, 'a platform is never deleted');

    const now = clock.now(platform);
    const usable = redeemable(locked, now);
    if (usable instanceof DomainError) return usable;
    if (!agent) return new DeviceCodeUnusable('superseded');

    const accessToken = newAgentToken();
    await markDeviceCodeRedeemed(tx, redeemed(usable, now));
    await setConnection(tx, agent.id, { tokenDigest: digestOf(accessToken), updatedAt: now });
    return { agent: { ...agent, isConnected: true, updatedAt: now }, platform, accessToken };
  });
}
