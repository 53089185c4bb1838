/** The platform: the tenant. Every record belongs to one platform and is invisible to others. */
import type { Id } from '../kernel/ids.ts';
import type { RequestedField } from './party-fields.ts';
import type { TransactionType } from './transaction-type.ts';

export type PlatformMode = 'SANDBOX' | 'PRODUCTION';

export const permissions = ['VIEW', 'TRANSACT', 'MANAGE'] as const;
export type Permission = (typeof permissions)[number];

export interface Platform {
  readonly id: Id<'Platform'>;
  readonly name: string;
  readonly mode: PlatformMode;
  /** How far the clock of the platform is ahead of real time; 0 in production. */
  readonly clockOffsetMs: number;
  /** Until when the platform can have faults on request, in real time; absent when it has none, and in production. */
  readonly faultsUntil?: Date | undefined;
  readonly umaDomain: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ApiToken {
  readonly id: Id<'Token'>;
  readonly name: string;
  /** The user name of HTTP Basic: 32 hex characters, or the one of BOOTSTRAP_TOKEN. */
  readonly clientId: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A currency that the platform has enabled, with the minimum and maximum of one payment in the smallest unit. */
export interface EnabledCurrency {
  readonly currency: string;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  /** The counterparty data that the platform requests for payments in this currency. */
  readonly requiredCounterpartyFields: readonly RequestedField[];
  /** The enabled payment directions, at least one. */
  readonly enabledTransactionTypes: readonly TransactionType[];
}
