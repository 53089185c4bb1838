/** The JSON bodies of agents and their device codes. Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/agents.md#device-codes. */

import { toWire } from '../kernel/money/amount.ts';
import { instantView, type JsonBody } from '../kernel/view.ts';
import type { Agent } from './agent.ts';
import type { NewDeviceCode } from './device-codes/create-device-code.ts';
import type { AgentConnected } from './device-codes/redeem-device-code.ts';
import { policyToJson } from './policies/policy-json.ts';
import { usageAt } from './policies/usage.ts';

function usageView(agent: Agent, now: Date): JsonBody {
  const { reserved, currency: _inPolicy, ...counted } = usageAt(agent.usage, now);
  const onWire = Object.entries(counted).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? toWire(value) : value,
  ]);
  return {
    ...Object.fromEntries(onWire),
    reserved: { transactionCount: reserved.transactionCount, amount: toWire(reserved.amount) },
  };
}

/** @param now on the platform's clock: counters of a period that is over are shown as zero. */
export const agentView = (agent: Agent, now: Date): JsonBody => ({
  id: agent.id,
  name: agent.name,
  customerId: agent.customerId,
  isPaused: agent.isPaused,
  isConnected: agent.isConnected,
  policy: policyToJson(agent.policy),
  usage: usageView(agent, now),
  createdAt: instantView(agent.createdAt),
  updatedAt: instantView(agent.updatedAt),
});

export const deviceCodeView = ({ code, agentId, expiresAt, redeemed }: NewDeviceCode): JsonBody => ({
  code,
  agentId,
  expiresAt: instantView(expiresAt),
  redeemed,
});

/** The only response that contains the access token. */
export const agentConnectedView = ({ agent, accessToken }: AgentConnected): JsonBody => ({
  agentId: agent.id,
  agentName: agent.name,
  accessToken,
  policy: policyToJson(agent.policy),
});
