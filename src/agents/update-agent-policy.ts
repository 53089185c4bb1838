/**
 * Changes part of an agent's policy. A new currency converts the stored limits, the counters, and the charges of pending
 * actions and of the spend that a counter still includes, so that a later reversal is in the currency of the counters.
 *
 * Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/agents.md#edge-cases; schema.graphql, `updateAgentPolicy`.
 */

import type { Executor } from '../infrastructure/database/client.ts';
import { transact } from '../infrastructure/database/transact.ts';
import { DomainError, type InvalidInput } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import type { Ports } from '../payments/ports.ts';
import { announceChangeOfAccess, announceEndOfAccess } from '../platforms/access/end-of-access.ts';
import { requireToEmpower } from '../platforms/access/grants.ts';
import { actorOf, type PlatformCaller } from '../platforms/access/principal.ts';
import type { PermissionNotHeld } from '../platforms/errors.ts';
import { lockActionsSpentSince, lockPendingActions, updateAction } from './actions/action-store.ts';
import type { AgentAction } from './actions/agent-action.ts';
import type { Agent } from './agent.ts';
import { AgentNotFound } from './errors.ts';
import { type Convert, convertAt } from './policies/conversion.ts';
import type { AgentPolicyPatch } from './policies/policy-input.ts';
import { policyToJson } from './policies/policy-json.ts';
import { policyChanges } from './policies/policy-version.ts';
import { insertPolicyVersion } from './policies/policy-version-store.ts';
import {
  type AgentUsage,
  convertSpentCharge,
  convertUsage,
  countedSince,
  usageAt,
} from './policies/usage.ts';
import { proposePolicy } from './propose-policy.ts';
import { lockAgent, updateAgentRecord } from './store.ts';

/** Converts the counters to another currency, and every charge that may still be released or reversed. */
async function convertCounters(
  tx: Executor,
  agent: Agent,
  currency: string,
  convert: Convert,
  now: Date,
): Promise<AgentUsage | InvalidInput> {
  const pending = await lockPendingActions(tx, agent.id);
  const converted = convertUsage(
    usageAt(agent.usage, now),
    pending.map(({ charge }) => charge),
    currency,
    convert,
  );
  if (converted instanceof DomainError) return converted;

  const withCharge = (action: AgentAction, charge = action.charge): AgentAction => ({ ...action, charge });
  for (const [index, action] of pending.entries()) {
    await updateAction(tx, withCharge(action, converted.pending[index]));
  }
  for (const action of await lockActionsSpentSince(tx, agent.id, countedSince(now))) {
    await updateAction(tx, withCharge(action, convertSpentCharge(currency, action.charge, convert)));
  }
  return converted.usage;
}

export async function updateAgentPolicy(
  { db, clock, rates }: Pick<Ports, 'db' | 'clock' | 'rates'>,
  principal: PlatformCaller,
  id: Id<'Agent'>,
  patch: AgentPolicyPatch,
): Promise<Agent | AgentNotFound | InvalidInput | PermissionNotHeld> {
  const { platform } = principal;
  const scope = { platformId: platform.id };
  return transact<Agent | AgentNotFound | InvalidInput | PermissionNotHeld>(db, async (tx) => {
    const agent = await lockAgent(tx, scope, id);
    if (!agent) return new AgentNotFound(id);
    // The caller needs the permissions of the policy that this change adds, not those that the policy already has.
    const added = patch.permissions?.filter((one) => !agent.policy.permissions.includes(one)) ?? [];
    const notHeld = requireToEmpower(principal, added);
    if (notHeld) return notHeld;

    const convert = convertAt(rates(platform));
    const policy = await proposePolicy(tx, rates(platform), agent, patch);
    if (policy instanceof DomainError) return policy;

    const now = clock.now(platform);
    const { currency } = policy.spendingLimits;
    const usage =
      currency === agent.usage.currency
        ? agent.usage
        : await convertCounters(tx, agent, currency, convert, now);
    if (usage instanceof DomainError) return usage;

    const isChanged = policyChanges(policyToJson(agent.policy), policyToJson(policy)).length > 0;
    // Who sends a policy that changes nothing does not become its maker, and the maker stays one.
    const makers = isChanged ? { ...agent.makers, policyChangedBy: actorOf(principal).id } : agent.makers;
    const policyVersion = agent.policyVersion + (isChanged ? 1 : 0);
    const after: Agent = { ...agent, policy, policyVersion, usage, makers, updatedAt: now };
    await updateAgentRecord(tx, after);
    if (isChanged) await insertPolicyVersion(tx, after, actorOf(principal));
    // A socket has the permissions of its start, so it is closed. The next one has the new permissions.
    const isNarrower = agent.policy.permissions.some((one) => !policy.permissions.includes(one));
    if (isNarrower) await announceEndOfAccess(tx, platform.id, [id], now);
    else await announceChangeOfAccess(tx, platform.id, id, now);
    return after;
  });
}
