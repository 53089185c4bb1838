/**
 * Issues a device code for an agent whose software is not connected. It invalidates the previous code.
 *
 * Decision: ten codes per minute and agent, because each code is a stored row.
 *
 * Source: docs/behaviour/agents.md#device-codes; schema.graphql, `createDeviceCode`.
 */
import { randomBytes } from 'node:crypto';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { encodeHex } from '../../kernel/crypto/encodings.ts';
import { digestOf } from '../../kernel/crypto/secrets.ts';
import { DomainError, type RateLimited } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import { requireToEmpower } from '../../platforms/access/grants.ts';
import { actorOf, type PlatformCaller } from '../../platforms/access/principal.ts';
import { deviceCodeWindows, takeAttempt } from '../../platforms/access/rate-limit.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { PermissionNotHeld, StepUpRequired } from '../../platforms/errors.ts';
import type { Agent } from '../agent.ts';
import { type AgentAlreadyConnected, AgentNotFound } from '../errors.ts';
import { lockAgent, setDeviceCodeBy } from '../store.ts';
import { issueDeviceCode, spellDeviceCode } from './device-code.ts';
import { insertDeviceCode } from './device-code-store.ts';

/** The digest that is stored. @param code normalised. */
export const deviceCodeDigest = (code: string): string => encodeHex(digestOf(code));

/** A code in plain text, for its holder. */
export interface NewDeviceCode {
  readonly code: string;
  readonly agentId: Id<'Agent'>;
  readonly expiresAt: Date;
  readonly redeemed: boolean;
}

/** Creates and stores a code of an agent. The agent's row is locked, or new. */
export async function issueCode(
  tx: Executor,
  agent: Agent,
  now: Date,
): Promise<NewDeviceCode | AgentAlreadyConnected> {
  const code = spellDeviceCode(randomBytes(8));
  const issued = issueDeviceCode(agent, deviceCodeDigest(code), now);
  if (issued instanceof DomainError) return issued;
  await insertDeviceCode(tx, agent.platformId, issued);
  return { code, agentId: agent.id, expiresAt: issued.expiresAt, redeemed: false };
}

export async function createDeviceCode(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  agentId: Id<'Agent'>,
): Promise<
  NewDeviceCode | AgentNotFound | AgentAlreadyConnected | RateLimited | PermissionNotHeld | StepUpRequired
> {
  const { platform } = principal;
  const notPresent = requireStepUp(principal, clock.real());
  if (notPresent) return notPresent;
  const limited = { limit: 'device-code', subject: `${platform.id}/${agentId}` };
  const allowed = await takeAttempt(db, limited, deviceCodeWindows, clock.real());
  if (allowed instanceof DomainError) return allowed;
  return transact<NewDeviceCode | AgentNotFound | AgentAlreadyConnected | PermissionNotHeld>(
    db,
    async (tx) => {
      const agent = await lockAgent(tx, { platformId: platform.id }, agentId);
      if (!agent) return new AgentNotFound(agentId);
      // The caller can redeem the code and then has every permission of the policy.
      const notHeld = requireToEmpower(principal, agent.policy.permissions);
      if (notHeld) return notHeld;
      const code = await issueCode(tx, agent, clock.now(platform));
      if (!(code instanceof DomainError)) await setDeviceCodeBy(tx, agentId, actorOf(principal).id);
      return code;
    },
  );
}
