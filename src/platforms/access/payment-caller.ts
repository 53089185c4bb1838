/** On whose word money moves: a platform's back end, or an agent for its one customer. */
import type { Id } from '../../kernel/ids.ts';
import type { Platform } from '../platform.ts';
import type { Principal, Scope } from './principal.ts';
import { scopeOf } from './principal.ts';

export interface PaymentCaller {
  readonly platform: Platform;
  readonly scope: Scope;
  /** Marks what it makes. */
  readonly agentId?: Id<'Agent'> | undefined;
  /** Moves only what a wallet's holder signs for: a phone with an access token has no word of its own. */
  readonly walletOnly?: boolean;
}

export const paymentCallerOf = (principal: Principal): PaymentCaller => ({
  platform: principal.platform,
  scope: scopeOf(principal),
  agentId: principal.kind === 'agent' ? principal.agent.id : undefined,
  walletOnly: principal.kind === 'access-token',
});

/** The same caller has the same idempotency keys: the platform whatever its token, one agent, or the phones of a customer. */
export const callerName = ({ agentId, walletOnly, scope }: PaymentCaller): string =>
  agentId ?? ((walletOnly && scope.customerId) || 'platform');
