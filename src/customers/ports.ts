/** Ports of customers. */

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

/** The data of a submission for verification. */
type Application = BusinessApplication & IndividualApplication & Pick<Customer, 'customerType'>;

/** Identity checks. They are called in transactions, so a provider whose check takes time reports its decision later. */
export interface IdentityChecks {
  statusAtCreation(platform: Platform, customerType: 'INDIVIDUAL' | 'BUSINESS'): VerificationStatus;
  /** Whether accounts are opened at creation. Otherwise they are opened when the identity is approved. */
  opensAccountsAtCreation(platform: Platform): boolean;
  /** The kycStatus of a beneficial owner, at creation and when the personal data changes. */
  ownerStatus(platform: Platform, person: PersonalInfo): VerificationStatus;
  /** All missing parts of a submission. */
  problems(platform: Platform, application: Application): readonly VerificationProblem[];
  /** The immediate decision about a complete submission; undefined if the decision is reported later. */
  decideAtOnce(platform: Platform, customer: Customer): Decision | undefined;
  /** Whether `decideVerification` is allowed. */
  allowsManualDecisions(platform: Platform): boolean;
}

/** The data of a person or an organisation that are compared with a sanctions list. */
export interface ScreenedParty {
  readonly kind: 'PERSON' | 'ORGANISATION';
  /** All names, in any order of given and family names. */
  readonly names: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | undefined;
  /** Nationality, or country of incorporation: ISO 3166, two letters. */
  readonly country: string | undefined;
}

/** A name on a list that is similar. */
export interface ScreeningHit {
  /** The id of the entry, with its publisher: `OFAC:36`. */
  readonly entryId: string;
  readonly matchedName: string;
  readonly program: string | undefined;
  /** 0 to 100. */
  readonly score: number;
}

/** The lists that a process has loaded. */
export interface ScreeningList {
  /** Changes with the content of the lists. */
  readonly version: string;
  readonly changedAt: Date;
}

/** Screening against sanctions lists. It is called in transactions, so an adapter has its lists in memory. */
export interface Screening {
  /** The current lists; undefined if the platform's customers are not screened. */
  list(platform: Platform): ScreeningList | undefined;
  /** The best hits, at most 20, one for each entry. */
  screen(platform: Platform, party: ScreenedParty): Promise<readonly ScreeningHit[]>;
}

/** A provider with hosted pages that identify customers. */
export interface HostedVerification {
  /** The URL of a link; `undefined` if no provider is connected. */
  urlOf(platform: Platform, linkId: string): string | undefined;
}

/**
 * Opens the accounts of a customer, at creation or when the identity is approved, in the same database transaction. Existing
 * accounts do not change.
 */
type CustomerActivated = (
  tx: Executor,
  platformId: Id<'Platform'>,
  customer: Customer,
  at: Date,
) => Promise<void>;

/** The part of one context in the deletion of a customer, in the same database transaction. */
export interface CustomerDeletion {
  /** Locks the records that must be locked before their customer. */
  lockBefore?(tx: Executor, scope: Scope, id: Id<'Customer'>): Promise<void>;
  /** Whether the customer can be deleted; false if it has money. The customer's row is locked. */
  prepare?(tx: Executor, scope: Scope, id: Id<'Customer'>): Promise<boolean>;
  /** @returns the ids of the credentials that ended with the customer. */
  deleted?(tx: Executor, scope: Scope, id: Id<'Customer'>, at: Date): Promise<readonly Id<IdType>[]>;
}

export interface CustomerHooks {
  readonly activated: CustomerActivated;
  /** One for each context with records of customers, from the lowest context to the highest. */
  readonly deletions: readonly CustomerDeletion[];
}

export interface Ports extends PlatformPorts {
  readonly identityChecks: IdentityChecks;
  readonly screening: Screening;
  readonly hostedVerification: HostedVerification;
  /** Stores the contents of documents. */
  readonly files: FileStore;
  /** URL template of the page that claims invitations, with `{code}`. */
  readonly invitationUrl: string;
  readonly customerHooks: CustomerHooks;
}
