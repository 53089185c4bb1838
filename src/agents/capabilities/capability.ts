/**
 * What an agent can do now: each operation that agents have, computed from the permission table, the policy and the usage.
 *
 * Decision: an operation that spends is not allowed once a limit has nothing left, because every amount would be rejected. Whether a
 * given amount is allowed shows a dry run.
 *
 * Decision: `mode` is that of a payment that no account rule concerns and that is not above the approval threshold.
 *
 * Source: docs/behaviour/agents.md#capabilities.
 */
import type { Money } from '../../kernel/money/amount.ts';
import type { AgentPermission } from '../../platforms/access/agent-permissions.ts';
import {
  agentPermissionFor,
  isOfAgentItself,
  type RequiredPermission,
} from '../../platforms/access/permissions.ts';
import { agentPaused, permissionMissing } from '../../platforms/access/policy-violation.ts';
import type { Agent } from '../agent.ts';
import { type LimitState, limitStates } from '../policies/limit-states.ts';
import { counters, limitEntries, windows } from '../policies/limits.ts';

/** `AUTO`: a payment runs at once. `NEEDS_APPROVAL`: it waits for a person. */
export const agentOperationModes = ['AUTO', 'NEEDS_APPROVAL'] as const;
type AgentOperationMode = (typeof agentOperationModes)[number];

/** An operation of an API: a root field of the schema. */
export interface AgentOperation {
  readonly name: string;
  readonly required: RequiredPermission;
  readonly isWrite: boolean;
}

/** Whether the money of the agent's customer may move. An agent of a deleted customer can only read itself. */
export type CustomerState = 'READY' | 'NOT_READY' | 'DELETED';

export interface CapabilityLimit extends LimitState {
  /** When `used` restarts; absent for a limit on each transaction. */
  readonly resetsAt: Date | undefined;
}

export interface Capability {
  readonly operation: string;
  readonly isAllowed: boolean;
  /** Only of operations that spend. */
  readonly mode: AgentOperationMode | undefined;
  /** A payment above it needs approval. */
  readonly approvalThreshold: Money | undefined;
  /** Why the operation is not allowed: the reason of the error that it would return. */
  readonly reason: string | undefined;
  readonly limits: readonly CapabilityLimit[];
}

/** The permissions with which an agent requests payments: whether it spends what its limits count, or only agrees on a price. */
const payments: Partial<Record<AgentPermission | 'ANY', 'spends' | 'prices'>> = {
  CREATE_TRANSFERS: 'spends',
  EXECUTE_QUOTES: 'spends',
  CREATE_QUOTES: 'prices',
};

/** When the counter of a limit restarts. */
function resetOf(name: LimitState['name'], now: Date): Date | undefined {
  const counter = limitEntries.find(([, { rule }]) => rule.name === name)?.[1].counter;
  return counter && new Date(windows[counters[counter].window].startOf(now, 1));
}

function limitsNow({ policy, usage }: Pick<Agent, 'policy' | 'usage'>, now: Date): CapabilityLimit[] {
  return limitStates(policy, usage, {}, now).map((state) => ({
    ...state,
    resetsAt: resetOf(state.name, now),
  }));
}

/** The reason of the rule of the first limit with nothing left. */
function usedUp(limits: readonly CapabilityLimit[]): string | undefined {
  const spent = limits.find(({ remaining }) => remaining === 0n);
  return limitEntries.find(([, { rule }]) => rule.name === spent?.name)?.[1].rule.reason;
}

function thresholdOf({ approvalThresholds }: Agent['policy']): Money | undefined {
  return approvalThresholds?.amount === undefined
    ? undefined
    : { amount: approvalThresholds.amount, currency: approvalThresholds.currency };
}

type AgentState = Pick<Agent, 'policy' | 'usage' | 'isPaused'>;

/** The reason of the first check that fails, in the order of the checks. */
function rejectionOf(
  { policy, isPaused }: AgentState,
  { required, isWrite }: AgentOperation,
  customer: CustomerState,
  limits: readonly CapabilityLimit[],
): string | undefined {
  const needed = agentPermissionFor(required);
  if (customer === 'DELETED' && !isOfAgentItself(required)) return 'USER_NOT_READY';
  if (customer === 'NOT_READY' && isWrite && needed && payments[needed]) return 'USER_NOT_READY';
  if (isPaused && isWrite) return agentPaused.reason;
  if (needed && needed !== 'ANY' && !policy.permissions.includes(needed)) return permissionMissing.reason;
  return usedUp(limits);
}

/** The limits that the operation is checked against. A price is compared with the limit of one transaction, which is the first. */
function limitsOf(
  kind: 'spends' | 'prices' | undefined,
  all: readonly CapabilityLimit[],
): readonly CapabilityLimit[] {
  if (kind === 'spends') return all;
  return kind === 'prices' ? all.slice(0, 1) : [];
}

/** In the order of `operations`; without those that no agent has. */
export function capabilitiesOf(
  agent: AgentState,
  operations: readonly AgentOperation[],
  { now, customer }: { readonly now: Date; readonly customer: CustomerState },
): Capability[] {
  const all = limitsNow(agent, now);
  const mode = agent.policy.defaultExecutionMode === 'AUTO' ? 'AUTO' : 'NEEDS_APPROVAL';
  return operations.flatMap((operation): Capability[] => {
    const needed = agentPermissionFor(operation.required);
    if (needed === undefined) return [];
    const kind = operation.isWrite ? payments[needed] : undefined;
    const limits = limitsOf(kind, all);
    const reason = rejectionOf(agent, operation, customer, limits);
    return [
      {
        operation: operation.name,
        isAllowed: reason === undefined,
        mode: kind === 'spends' ? mode : undefined,
        approvalThreshold: kind === 'spends' ? thresholdOf(agent.policy) : undefined,
        reason,
        limits,
      },
    ];
  });
}
