/**
 * The domain error of an agent whose policy does not permit an operation. The rules that need more than the agent's
 * permissions are declared in the context of agents.
 *
 * Source: docs/behaviour/agents.md#order-of-checks; schema.graphql, `PolicyViolationError`.
 */

import type { ErrorDetails } from '../../kernel/errors.ts';
import { Forbidden } from '../../kernel/errors.ts';
import { maxBalance, toWire } from '../../kernel/money/amount.ts';
import type { AgentPermission } from './agent-permissions.ts';

/** One rule of a policy. `reason` is the `reason` of the error; several rules may share one. */
export interface PolicyRule {
  readonly name: string;
  readonly reason: string;
  readonly message: string;
}

export const agentPaused = {
  name: 'PAUSED',
  reason: 'AGENT_PAUSED',
  message: 'The agent is paused.',
} as const satisfies PolicyRule;

export const permissionMissing = {
  name: 'PERMISSION',
  reason: 'PERMISSION_MISSING',
  message: 'The policy does not give this permission.',
} as const satisfies PolicyRule;

/**
 * The limit of the policy, the amount of the operation, the usage and the reservations: amounts in the smallest unit of
 * `limitCurrency`, or numbers of transactions if it is absent.
 */
interface PolicyAmounts {
  readonly limit?: bigint | undefined;
  readonly requested?: bigint | undefined;
  readonly used?: bigint | undefined;
  readonly reserved?: bigint | undefined;
  readonly limitCurrency?: string | undefined;
}

/**
 * Limits an amount to the maximum of the wire. A rejected amount, converted to the currency of the limit, may be larger
 * than any amount that the service moves. The maximum is above every limit too.
 */
export const cappedForWire = (amount: bigint): bigint => (amount > maxBalance ? maxBalance : amount);

/** The agent's policy does not permit the operation. `rule` and `reason` name the rule. */
export class PolicyViolation extends Forbidden {
  override readonly name = 'PolicyViolation';
  /** Name of the rule. */
  readonly rule: string;
  override readonly reason: string;
  readonly missingPermission: AgentPermission | undefined;
  readonly limit: bigint | undefined;
  readonly requested: bigint | undefined;
  readonly used: bigint | undefined;
  readonly reserved: bigint | undefined;
  readonly limitCurrency: string | undefined;

  constructor(
    { name, reason, message }: PolicyRule,
    {
      missingPermission,
      ...amounts
    }: PolicyAmounts & { readonly missingPermission?: AgentPermission | undefined } = {},
  ) {
    super(message, { reason });
    const capped = (amount: bigint | undefined) => (amount === undefined ? undefined : cappedForWire(amount));
    this.rule = name;
    this.reason = reason;
    this.missingPermission = missingPermission;
    this.limit = capped(amounts.limit);
    this.requested = capped(amounts.requested);
    this.used = capped(amounts.used);
    this.reserved = capped(amounts.reserved);
    this.limitCurrency = amounts.limitCurrency;
  }

  /** The field names of REST: docs/behaviour/agents.md#order-of-checks. */
  override get details(): ErrorDetails {
    const { limit, requested, used, reserved, limitCurrency, missingPermission } = this;
    return {
      ...super.details,
      ...(missingPermission && { missingPermission }),
      ...(limit !== undefined && { limit: toWire(limit) }),
      ...(requested !== undefined && { attempted: toWire(requested) }),
      ...(used !== undefined && { used: toWire(used) }),
      ...(reserved !== undefined && { reserved: toWire(reserved) }),
      ...(limitCurrency !== undefined && { currency: limitCurrency }),
    };
  }
}
