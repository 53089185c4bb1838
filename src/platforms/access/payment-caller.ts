/** The caller of a payment operation: a platform, an agent, or an access token of a customer. */
import type { Id } from '../../kernel/ids.ts';
import type { Platform } from '../platform.ts';
import type { Principal, Scope } from './principal.ts';
import { scopeOf } from './principal.ts';

export interface PaymentCaller {
  readonly platform: Platform;
  readonly scope: Scope;
  /** Stored with the records that the caller creates. */
  readonly agentId?: Id<'Agent'> | undefined;
  /** True for an access token, which can only execute payments that the holder of a wallet signs. */
  readonly walletOnly?: boolean;
}

export const paymentCallerOf = (principal: Principal): PaymentCaller => ({
  platform: principal.platform,
  scope: scopeOf(principal),
  agentId: principal.kind === 'agent' ? principal.agent.id : undefined,
  walletOnly: principal.kind === 'access-token',
});

/** The caller whose idempotency keys these are: the platform with all its tokens, one agent, or one customer. */
export const callerName = ({ agentId, walletOnly, scope }: PaymentCaller): string =>
  agentId ?? ((walletOnly && scope.customerId) || 'platform');
