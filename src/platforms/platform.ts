/** The platform: the tenant. Every record belongs to one, and no caller sees another's. */
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
  /** How far its clock is ahead of real time; 0 in production. */
  readonly clockOffsetMs: number;
  readonly umaDomain: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ApiToken {
  readonly id: Id<'Token'>;
  readonly name: string;
  /** The name half of HTTP Basic: 32 hex characters, or what BOOTSTRAP_TOKEN says. */
  readonly clientId: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A currency that the platform has enabled, with the bounds of one payment in its smallest unit. */
export interface EnabledCurrency {
  readonly currency: string;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  /** What the platform is to be told of the other side of its payments in this currency. */
  readonly requiredCounterpartyFields: readonly RequestedField[];
  /** In which directions it is paid in; at least one. */
  readonly enabledTransactionTypes: readonly TransactionType[];
}
