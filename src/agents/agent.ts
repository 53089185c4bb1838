/**
 * The agent: software that acts for one customer, within a policy.
 *
 * Source: docs/behaviour/agents.md#agents-and-policies.
 */
import type { Id } from '../kernel/ids.ts';
import { text } from '../kernel/parse.ts';
import type { AgentPolicy } from './policies/agent-policy.ts';
import type { AgentUsage } from './policies/usage.ts';
import type { AgentMakers } from './votes/vote.ts';

export interface Agent {
  readonly id: Id<'Agent'>;
  readonly platformId: Id<'Platform'>;
  /** The customer for whom the agent makes payments. */
  readonly customerId: Id<'Customer'>;
  readonly name: string;
  /** A paused agent may only read. */
  readonly isPaused: boolean;
  /** Its software has redeemed a device code. */
  readonly isConnected: boolean;
  readonly isDeleted: boolean;
  readonly policy: AgentPolicy;
  /** Counts the changes of the policy, from 1. */
  readonly policyVersion: number;
  readonly usage: AgentUsage;
  /** Who gave it its power. */
  readonly makers: AgentMakers;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const agentName = text(100);
