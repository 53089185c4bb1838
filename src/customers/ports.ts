/** What customers need from outside. */

import type { Executor } from '../infrastructure/database/client.ts';
import type { FileStore } from '../infrastructure/object-storage/file-store.ts';
import type { Id, IdType } from '../kernel/ids.ts';
import type { Scope } from '../platforms/access/principal.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Ports as PlatformPorts } from '../platforms/ports.ts';
import type { PersonalInfo } from './beneficial-owners/beneficial-owner.ts';
import type { Customer } from './customer.ts';
import type { VerificationStatus } from './identity-status.ts';
import type { BusinessApplication, IndividualApplication } from './verifications/requirements.ts';
import type { Decision, VerificationProblem } from './verifications/verification.ts';

/** What a submission for verification is judged by. */
type Application = BusinessApplication & IndividualApplication & Pick<Customer, 'customerType'>;

/** Who customers are: asked within transactions, so a provider's verdict that takes time is reported later. */
export interface IdentityChecks {
  statusAtCreation(platform: Platform, customerType: 'INDIVIDUAL' | 'BUSINESS'): VerificationStatus;
  /** Whether accounts are opened at creation; otherwise they are once the identity is approved. */
  opensAccountsAtCreation(platform: Platform): boolean;
  /** The kycStatus of a business's owner, when they are added and when their personal data changes. */
  ownerStatus(platform: Platform, person: PersonalInfo): VerificationStatus;
  /** Every part that a submission lacks. */
  problems(platform: Platform, application: Application): readonly VerificationProblem[];
  /** What is decided on a complete submission at once; absent where the decision is reported later. */
  decideAtOnce(platform: Platform, customer: Customer): Decision | undefined;
  /** Whether a person may decide. */
  takesManualDecisions(platform: Platform): boolean;
}

/** A provider whose own pages identify customers. */
export interface HostedVerification {
  /** Where a link leads; `undefined` where no provider is connected. */
  urlOf(platform: Platform, linkId: string): string | undefined;
}

/**
 * Called when a customer's accounts are to be opened: at creation, or once the identity is approved. Inside the same
 * database transaction. What is open already stays as it is.
 */
type CustomerActivated = (
  tx: Executor,
  platformId: Id<'Platform'>,
  customer: Customer,
  at: Date,
) => Promise<void>;

/** What one context does when a customer is deleted, inside the same database transaction. */
export interface CustomerDeletion {
  /** Locks the records that are locked before their customer. */
  lockBefore?(tx: Executor, scope: Scope, id: Id<'Customer'>): Promise<void>;
  /** Whether the customer may be deleted; false while money would be stranded. The customer's row is locked. */
  prepare?(tx: Executor, scope: Scope, id: Id<'Customer'>): Promise<boolean>;
  /** @returns the ids of the credentials that ended with the customer. */
  deleted?(tx: Executor, scope: Scope, id: Id<'Customer'>, at: Date): Promise<readonly Id<IdType>[]>;
}

export interface CustomerHooks {
  readonly activated: CustomerActivated;
  /** One for each context that holds records of customers, from the bottom of the stack up. */
  readonly deletions: readonly CustomerDeletion[];
}

export interface Ports extends PlatformPorts {
  readonly identityChecks: IdentityChecks;
  readonly hostedVerification: HostedVerification;
  /** Keeps the bytes of documents. */
  readonly files: FileStore;
  /** Template of the page where an invitation is claimed, with `{code}`. */
  readonly invitationUrl: string;
  readonly customerHooks: CustomerHooks;
}
