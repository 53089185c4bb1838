/**
 * Makes a sandbox platform misbehave on request.
 *
 * Decision: a platform has at most 100 faults. Those that were used up stay in the list, so that a test can read how often
 * they applied, until they expire or a new one needs their place.
 *
 * Decision: the API token needs TRANSACT, as for moving the clock. A fault changes no record and reveals none; it disturbs
 * requests that a client must be able to repeat, and deliveries that are repeated by themselves.
 *
 * Source: docs/behaviour/sandbox.md#faults.
 */
import { z } from 'zod';
import { findAgent } from '../../agents/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { type Id, idSchema, newId, parseId } from '../../kernel/ids.ts';
import { boolean, integer, oneOf, optional, text } from '../../kernel/parse.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { findAccessToken } from '../../platforms/access/store.ts';
import { findToken } from '../../platforms/access/token-store.ts';
import { SandboxOnly } from '../../platforms/errors.ts';
import { lockPlatform } from '../../platforms/store.ts';
import { type EventType, eventTypes, parseEventType } from '../../webhooks/event-kinds.ts';
import type { Ports } from '../ports.ts';
import { announceFaults } from './announce-faults.ts';
import { TooManyFaults } from './errors.ts';
import {
  type CredentialId,
  defaultFaultSeconds,
  effectOf,
  type Fault,
  faultKinds,
  faultTargets,
  isInEffect,
  maxFaultCount,
  maxFaultSeconds,
  maxFaults,
  maxRetryAfterSeconds,
} from './fault.ts';
import { deleteExpiredFaults, deleteFault, insertFault, listFaults, updateFaultsUntil } from './store.ts';

const deliveredTypes: readonly EventType[] = eventTypes.filter((type) => type !== 'TEST');

const eventType = text(100)
  .meta({ enum: deliveredTypes })
  .transform((name, context): EventType => {
    const type = parseEventType(name);
    if (type && deliveredTypes.includes(type)) return type;
    context.addIssue({
      code: 'custom',
      message: 'must be an event type other than TEST, for example OUTGOING_PAYMENT.COMPLETED',
    });
    return z.NEVER;
  });

const from1To = (max: number) => integer(1, max, `must be an integer from 1 to ${max}`);

export const SandboxFaultInput = z.object({
  kind: oneOf(faultKinds),
  target: optional(oneOf(faultTargets)),
  operation: optional(text(100)),
  tokenId: optional(idSchema('Token', 'AccessToken', 'Agent')),
  eventType: optional(eventType),
  count: optional(from1To(maxFaultCount)),
  durationSeconds: optional(from1To(maxFaultSeconds)),
  delayMs: optional(from1To(maxFaultSeconds * 1000)),
  retryAfterSeconds: optional(from1To(maxRetryAfterSeconds)),
  hidden: optional(boolean),
});

/** Whether the credential belongs to the platform and has not ended. */
async function isCredential(
  db: Executor,
  platformId: Id<'Platform'>,
  id: CredentialId,
  realNow: Date,
): Promise<boolean> {
  const token = parseId('Token', id);
  if (token) return (await findToken(db, platformId, token)) !== undefined;
  const agent = parseId('Agent', id);
  if (agent) return (await findAgent(db, { platformId }, agent)) !== undefined;
  const accessToken = parseId('AccessToken', id);
  return (
    accessToken !== undefined && (await findAccessToken(db, platformId, accessToken, realNow)) !== undefined
  );
}

/** Deletes the oldest fault that was used up, if the platform has the maximum number. */
async function makeRoom(
  tx: Executor,
  platformId: Id<'Platform'>,
  realNow: Date,
): Promise<true | TooManyFaults> {
  await deleteExpiredFaults(tx, platformId, realNow);
  const faults = await listFaults(tx, platformId, realNow);
  if (faults.length < maxFaults) return true;
  const usedUp = faults.find((fault) => !isInEffect(fault, realNow));
  if (!usedUp) return new TooManyFaults();
  await deleteFault(tx, platformId, usedUp.id);
  return true;
}

export async function createFault(
  { db, clock, operationNames }: Pick<Ports, 'db' | 'clock' | 'operationNames'>,
  { platform }: Pick<PlatformCaller, 'platform'>,
  input: z.output<typeof SandboxFaultInput>,
): Promise<Fault | SandboxOnly | InvalidInput | TooManyFaults> {
  if (platform.mode !== 'SANDBOX') return new SandboxOnly();
  const effect = effectOf(input, await operationNames());
  if (!('target' in effect)) return new InvalidInput(effect);
  const { kind, operation, tokenId, eventType, count, durationSeconds, hidden } = input;
  const now = clock.real();
  if (tokenId && !(await isCredential(db.orm, platform.id, tokenId, now))) {
    return InvalidInput.at('tokenId', 'is not a credential of the platform');
  }
  const lifetimeSeconds = durationSeconds ?? defaultFaultSeconds;
  const fault: Fault = {
    id: newId('SandboxFault'),
    platformId: platform.id,
    kind,
    ...effect,
    tokenId,
    operation,
    eventType,
    isHidden: hidden ?? false,
    // Without a count and a duration it applies once.
    remaining: count ?? (durationSeconds === undefined ? 1 : undefined),
    appliedCount: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
  };
  return transact<Fault | TooManyFaults>(db, async (tx) => {
    // One at a time, so that the maximum holds.
    await lockPlatform(tx, platform.id);
    const hasRoom = await makeRoom(tx, platform.id, now);
    if (hasRoom !== true) return hasRoom;
    await insertFault(tx, fault);
    await updateFaultsUntil(tx, platform.id, now);
    await announceFaults(tx, platform.id, fault.id, now);
    return fault;
  });
}
