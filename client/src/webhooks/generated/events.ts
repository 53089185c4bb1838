// Written by generate-webhooks.ts: run npm run schema.

/**
 * A delivered event, discriminated on `type`. A later server may send further types.
 */
export type WebhookEvent =
  | OutgoingPaymentPendingEvent
  | OutgoingPaymentProcessingEvent
  | OutgoingPaymentCompletedEvent
  | OutgoingPaymentFailedEvent
  | OutgoingPaymentExpiredEvent
  | OutgoingPaymentRefundPendingEvent
  | OutgoingPaymentRefundCompletedEvent
  | OutgoingPaymentRefundFailedEvent
  | IncomingPaymentPendingEvent
  | IncomingPaymentCompletedEvent
  | IncomingPaymentFailedEvent
  | CustomerKycApprovedEvent
  | CustomerKycRejectedEvent
  | CustomerKycPendingEvent
  | CustomerKybApprovedEvent
  | CustomerKybRejectedEvent
  | CustomerKybPendingEvent
  | VerificationApprovedEvent
  | VerificationRejectedEvent
  | VerificationResolveErrorsEvent
  | VerificationInProgressEvent
  | VerificationPendingManualReviewEvent
  | VerificationReadyForVerificationEvent
  | InvitationClaimedEvent
  | BulkUploadCompletedEvent
  | BulkUploadFailedEvent
  | InternalAccountBalanceUpdatedEvent
  | InternalAccountStatusUpdatedEvent
  | AgentActionPendingApprovalEvent
  | AgentActionApprovedEvent
  | AgentActionRejectedEvent
  | AgentActionExpiredEvent
  | TestEvent;

export interface OutgoingPaymentPendingEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'OUTGOING_PAYMENT.PENDING';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface Transaction {
  /**
   * Transaction:<uuid>
   */
  id: string;
  /**
   * Status of the transaction.
   */
  status: 'CREATED' | 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'REFUNDED' | 'EXPIRED';
  /**
   * Type of the transaction: INCOMING or OUTGOING.
   */
  type: 'INCOMING' | 'OUTGOING';
  /**
   * For transactions of the platform, the platform's own id.
   */
  customerId: string;
  /**
   * The platform's own id of the customer.
   */
  platformCustomerId: string;
  /**
   * Source of the money.
   */
  source:
    | {
        sourceType: 'ACCOUNT';
        /**
         * InternalAccount:<uuid> or ExternalAccount:<uuid>
         */
        accountId: string;
        /**
         * Currency of this side.
         */
        currency: string;
      }
    | {
        sourceType: 'UMA_ADDRESS';
        /**
         * The UMA address, if the type is UMA_ADDRESS; otherwise null.
         */
        umaAddress: string;
        /**
         * Currency of this side.
         */
        currency: string;
      }
    | {
        sourceType: 'REALTIME_FUNDING';
        /**
         * Currency of this side.
         */
        currency: string;
        /**
         * Customer:<uuid>
         */
        customerId?: string;
      };
  /**
   * Destination of the money.
   */
  destination:
    | {
        destinationType: 'ACCOUNT';
        /**
         * InternalAccount:<uuid> or ExternalAccount:<uuid>
         */
        accountId: string;
        /**
         * Currency of this side.
         */
        currency: string;
      }
    | {
        destinationType: 'UMA_ADDRESS';
        /**
         * The UMA address, if the type is UMA_ADDRESS; otherwise null.
         */
        umaAddress: string;
        /**
         * Currency of this side.
         */
        currency: string;
      };
  senderUmaAddress?: string;
  receiverUmaAddress?: string;
  sentAmount?: CurrencyAmount;
  receivedAmount?: CurrencyAmount;
  /**
   * Exchange rate: units of the sending currency per unit of the receiving currency, in major units. Null for a transfer in one currency.
   */
  exchangeRate?: number;
  /**
   * Fees in the smallest unit of the sending currency. Only for OUTGOING.
   */
  fees?: number;
  /**
   * Quote:<uuid>
   */
  quoteId?: string;
  rateDetails?: RateDetails;
  /**
   * Refund of the payment; null if no refund was started.
   */
  refund?: {
    /**
     * Reference of the refund payment.
     */
    reference: string;
    /**
     * Start time of the refund.
     */
    initiatedAt: string;
    /**
     * End time of the refund; null while status is PENDING.
     */
    settledAt?: string;
    /**
     * Status of the refund.
     */
    status: 'PENDING' | 'COMPLETED' | 'FAILED';
    /**
     * Reason for the refund.
     */
    reason?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';
  };
  /**
   * The agent that initiated the transaction. Absent if no agent did.
   */
  agentId?: string;
  /**
   * Memo given by the caller.
   */
  description?: string;
  /**
   * Known data of the other party, for example {"FULL_NAME": "..."}.
   */
  counterpartyInformation?: {
    [k: string]: string;
  };
  /**
   * Data that matches the payment in reconciliation; null while status is CREATED.
   */
  reconciliationInstructions?: {
    /**
     * Reference of the payment.
     */
    reference: string;
  };
  /**
   * Reason for the failure. Only when status is FAILED.
   */
  failureReason?:
    | 'LNURLP_FAILED'
    | 'PAY_REQUEST_FAILED'
    | 'PAYMENT_APPROVAL_WEBHOOK_ERROR'
    | 'PAYMENT_APPROVAL_TIMED_OUT'
    | 'OFFRAMP_FAILED'
    | 'MISSING_MANDATORY_PAYEE_DATA'
    | 'QUOTE_EXPIRED'
    | 'QUOTE_EXECUTION_FAILED'
    | 'LIGHTNING_PAYMENT_FAILED'
    | 'FUNDING_AMOUNT_MISMATCH'
    | 'COUNTERPARTY_POST_TX_FAILED';
  /**
   * Time of the delivery; null until the payment is delivered.
   */
  settledAt?: string;
  /**
   * Creation time.
   */
  createdAt: string;
  /**
   * Time of the last update.
   */
  updatedAt: string;
}
export interface CurrencyAmount {
  amount: number;
  currency: Currency;
}
export interface Currency {
  /**
   * ISO 4217 code, or the ticker of a crypto currency (BTC, USDB, USDC, USDT).
   */
  code: string;
  /**
   * English name.
   */
  name: string;
  /**
   * Symbol, or the code if the currency has no symbol.
   */
  symbol: string;
  /**
   * Number of decimal places between the major unit and the smallest unit: with 2, an amount of 100 is one major unit.
   */
  decimals: number;
}
export interface RateDetails {
  /**
   * Conversion from milli-satoshis to the receiving currency.
   */
  counterpartyMultiplier?: number;
  /**
   * Fixed fee of the counterparty, in the smallest unit of the receiving currency.
   */
  counterpartyFixedFee?: number;
  /**
   * Conversion from the sending currency to milli-satoshis, including the variable fee; for incoming payments from milli-satoshis to the receiving currency. In smallest units.
   */
  serviceApiMultiplier: number;
  /**
   * Fixed fee of the service, in the smallest unit of the sending currency.
   */
  serviceApiFixedFee: number;
  /**
   * Variable fee of the service as a fraction of the sending amount: 0.003 is 0.3 %.
   */
  serviceApiVariableFeeRate: number;
  /**
   * Variable fee of the service: amount times rate, in the smallest unit of the sending currency.
   */
  serviceApiVariableFeeAmount: number;
}
export interface OutgoingPaymentProcessingEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'OUTGOING_PAYMENT.PROCESSING';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface OutgoingPaymentCompletedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'OUTGOING_PAYMENT.COMPLETED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface OutgoingPaymentFailedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'OUTGOING_PAYMENT.FAILED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface OutgoingPaymentExpiredEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'OUTGOING_PAYMENT.EXPIRED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface OutgoingPaymentRefundPendingEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'OUTGOING_PAYMENT.REFUND_PENDING';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface OutgoingPaymentRefundCompletedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'OUTGOING_PAYMENT.REFUND_COMPLETED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface OutgoingPaymentRefundFailedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'OUTGOING_PAYMENT.REFUND_FAILED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface IncomingPaymentPendingEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'INCOMING_PAYMENT.PENDING';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface IncomingPaymentCompletedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'INCOMING_PAYMENT.COMPLETED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface IncomingPaymentFailedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'INCOMING_PAYMENT.FAILED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Transaction;
}
export interface CustomerKycApprovedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'CUSTOMER.KYC_APPROVED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Customer;
}
export interface Customer {
  /**
   * Customer:<uuid>
   */
  id: string;
  /**
   * The platform's own id of the customer. Generated if it was not provided.
   */
  platformCustomerId: string;
  /**
   * Type of the customer.
   */
  customerType: 'INDIVIDUAL' | 'BUSINESS';
  /**
   * UMA address, `$name@domain`, in lower case.
   */
  umaAddress: string;
  /**
   * Region of the customer, ISO 3166-1 alpha-2. It never changes.
   */
  region?: string;
  /**
   * Currencies in which the customer has accounts.
   *
   * @maxItems 40
   */
  currencies: string[];
  /**
   * Email address. One-time codes are sent to it.
   */
  email?: string;
  /**
   * Status of the identity check. Only for INDIVIDUAL.
   */
  kycStatus?: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED';
  /**
   * Status of the identity check. Only for BUSINESS.
   */
  kybStatus?: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED';
  /**
   * Full name.
   */
  fullName?: string;
  /**
   * Date of birth.
   */
  birthDate?: string;
  /**
   * Nationality, ISO 3166-1 alpha-2.
   */
  nationality?: string;
  address?: Address;
  /**
   * Company data. Only for a business.
   */
  businessInfo?: {
    /**
     * Registered name.
     */
    legalName: string;
    /**
     * Trading name.
     */
    doingBusinessAs?: string;
    /**
     * Country of incorporation, ISO 3166-1 alpha-2.
     */
    country?: string;
    /**
     * Registration number in the commercial register. In the sandbox its last three digits select the verification result.
     */
    registrationNumber?: string;
    /**
     * Tax number.
     */
    taxId?: string;
    /**
     * Date of incorporation.
     */
    incorporatedOn?: string;
    /**
     * Legal form: SOLE_PROPRIETORSHIP, PARTNERSHIP, LLC, CORPORATION, S_CORPORATION, NON_PROFIT or OTHER.
     */
    entityType?:
      | 'SOLE_PROPRIETORSHIP'
      | 'PARTNERSHIP'
      | 'LLC'
      | 'CORPORATION'
      | 'S_CORPORATION'
      | 'NON_PROFIT'
      | 'OTHER';
    /**
     * Industry sector, for example INFORMATION or RETAIL_TRADE.
     */
    businessType?:
      | 'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING'
      | 'MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION'
      | 'UTILITIES'
      | 'CONSTRUCTION'
      | 'MANUFACTURING'
      | 'WHOLESALE_TRADE'
      | 'RETAIL_TRADE'
      | 'TRANSPORTATION_AND_WAREHOUSING'
      | 'INFORMATION'
      | 'FINANCE_AND_INSURANCE'
      | 'REAL_ESTATE_AND_RENTAL_AND_LEASING'
      | 'PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES'
      | 'MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES'
      | 'ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES'
      | 'EDUCATIONAL_SERVICES'
      | 'HEALTH_CARE_AND_SOCIAL_ASSISTANCE'
      | 'ARTS_ENTERTAINMENT_AND_RECREATION'
      | 'ACCOMMODATION_AND_FOOD_SERVICES'
      | 'OTHER_SERVICES'
      | 'PUBLIC_ADMINISTRATION';
  };
  /**
   * Company data. Only for BUSINESS.
   *
   * @maxItems 100
   */
  beneficialOwners?: BeneficialOwner[];
  /**
   * Whether the customer is deleted. Deleted customers can still be read by id.
   */
  isDeleted: boolean;
  /**
   * Creation time.
   */
  createdAt: string;
  /**
   * Time of the last update.
   */
  updatedAt: string;
}
export interface Address {
  /**
   * Street and number.
   */
  line1: string;
  /**
   * Apartment, floor or building.
   */
  line2?: string;
  /**
   * City or town.
   */
  city?: string;
  /**
   * State or province.
   */
  state?: string;
  /**
   * Postal code.
   */
  postalCode: string;
  /**
   * Country, ISO 3166-1 alpha-2.
   */
  country: string;
}
export interface BeneficialOwner {
  /**
   * BeneficialOwner:<uuid>
   */
  id: string;
  /**
   * Customer:<uuid>
   */
  customerId: string;
  /**
   * Roles in the business, at least one.
   *
   * @maxItems 6
   */
  roles: ('UBO' | 'DIRECTOR' | 'COMPANY_OFFICER' | 'CONTROL_PERSON' | 'TRUSTEE' | 'GENERAL_PARTNER')[];
  /**
   * Share of the business in percent, 0 to 100.
   */
  ownershipPercentage: number;
  /**
   * Personal data.
   */
  personalInfo: {
    /**
     * First name.
     */
    firstName: string;
    /**
     * Middle name.
     */
    middleName?: string;
    /**
     * Last name. In the sandbox its last three characters select the verification result.
     */
    lastName: string;
    /**
     * Date of birth.
     */
    birthDate: string;
    /**
     * Nationality, ISO 3166-1 alpha-2.
     */
    nationality: string;
    /**
     * Email address.
     */
    email?: string;
    /**
     * Phone number in E.164 format.
     */
    phoneNumber?: string;
    address: Address;
    /**
     * Type of the identifier.
     */
    idType: 'SSN' | 'ITIN' | 'EIN' | 'NON_US_TAX_ID';
    /**
     * Masked unless the token has the permission MANAGE.
     */
    identifier: string;
    /**
     * Country that issued the identifier, ISO 3166-1 alpha-2.
     */
    countryOfIssuance?: string;
  };
  /**
   * Status of the identity check, which starts automatically.
   */
  kycStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED';
  /**
   * Creation time.
   */
  createdAt: string;
  /**
   * Time of the last update.
   */
  updatedAt: string;
}
export interface CustomerKycRejectedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'CUSTOMER.KYC_REJECTED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Customer;
}
export interface CustomerKycPendingEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'CUSTOMER.KYC_PENDING';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Customer;
}
export interface CustomerKybApprovedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'CUSTOMER.KYB_APPROVED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Customer;
}
export interface CustomerKybRejectedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'CUSTOMER.KYB_REJECTED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Customer;
}
export interface CustomerKybPendingEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'CUSTOMER.KYB_PENDING';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Customer;
}
export interface VerificationApprovedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'VERIFICATION.APPROVED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Verification;
}
export interface Verification {
  /**
   * Verification:<uuid>
   */
  id: string;
  /**
   * Customer:<uuid>
   */
  customerId: string;
  /**
   * Status of the verification.
   */
  verificationStatus:
    | 'READY_FOR_VERIFICATION'
    | 'RESOLVE_ERRORS'
    | 'IN_PROGRESS'
    | 'PENDING_MANUAL_REVIEW'
    | 'APPROVED'
    | 'REJECTED';
  kycStatus?: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED';
  kybStatus?: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED';
  /**
   * All problems that block the verification. Empty when status is APPROVED or IN_PROGRESS.
   *
   * @maxItems 250
   */
  errors: {
    /**
     * The resource with the problem: the customer, a beneficial owner or a document.
     */
    resourceId: string;
    /**
     * Type of the problem, for example MISSING_FIELD or MISSING_IDENTITY_DOCUMENT.
     */
    type:
      | 'MISSING_FIELD'
      | 'INVALID_FIELD'
      | 'MISSING_LEGAL_PRESENCE_DOCUMENT'
      | 'MISSING_CONTROL_STRUCTURE_DOCUMENT'
      | 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT'
      | 'MISSING_PROOF_OF_ADDRESS_DOCUMENT'
      | 'MISSING_IDENTITY_DOCUMENT'
      | 'INVALID_DOCUMENT'
      | 'EXPIRED_DOCUMENT'
      | 'POOR_QUALITY_DOCUMENT'
      | 'SUSPECTED_FRAUD_DOCUMENT'
      | 'WRONG_DOCUMENT_TYPE'
      | 'INCOMPLETE_DOCUMENT'
      | 'UNREADABLE_DOCUMENT'
      | 'DOCUMENT_VERIFICATION_FAILED'
      | 'APPLICANT_SANCTIONED'
      | 'APPLICANT_FRAUD'
      | 'APPLICANT_CRIMINAL_RECORD'
      | 'APPLICANT_REJECTED'
      | 'MISSING_BENEFICIAL_OWNER';
    /**
     * Explanation for a human reader. Submitted values are never repeated.
     */
    reason: string;
    /**
     * Dotted path of the field in the resource, if the problem is about a field.
     */
    field?: string;
    /**
     * Document types that resolve the problem, if a document is missing. One of them is sufficient.
     *
     * @maxItems 26
     */
    acceptedDocumentTypes?: (
      | 'PASSPORT'
      | 'DRIVERS_LICENSE'
      | 'NATIONAL_ID'
      | 'PROOF_OF_ADDRESS'
      | 'BANK_STATEMENT'
      | 'TAX_RETURN'
      | 'CERTIFICATE_OF_INCORPORATION'
      | 'ARTICLES_OF_INCORPORATION'
      | 'ARTICLES_OF_ASSOCIATION'
      | 'STATE_REGISTRY_EXCERPT'
      | 'GOOD_STANDING_CERTIFICATE'
      | 'INFORMATION_STATEMENT'
      | 'INCUMBENCY_CERTIFICATE'
      | 'BUSINESS_LICENSE'
      | 'SHAREHOLDER_REGISTER'
      | 'POWER_OF_ATTORNEY'
      | 'UTILITY_BILL'
      | 'ELECTRICITY_BILL'
      | 'RENT_OR_LEASE_AGREEMENT'
      | 'DIRECTOR_REGISTRY'
      | 'TRUST_AGREEMENT'
      | 'STATE_COMPANY_REGISTRY'
      | 'PARTNERSHIP_CONTROL_AGREEMENT'
      | 'PARTNERSHIP_AGREEMENT'
      | 'SELFIE'
      | 'OTHER'
    )[];
  }[];
  /**
   * Creation time.
   */
  createdAt: string;
  /**
   * Time of the last update.
   */
  updatedAt: string;
}
export interface VerificationRejectedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'VERIFICATION.REJECTED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Verification;
}
export interface VerificationResolveErrorsEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'VERIFICATION.RESOLVE_ERRORS';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Verification;
}
export interface VerificationInProgressEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'VERIFICATION.IN_PROGRESS';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Verification;
}
export interface VerificationPendingManualReviewEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'VERIFICATION.PENDING_MANUAL_REVIEW';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Verification;
}
export interface VerificationReadyForVerificationEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'VERIFICATION.READY_FOR_VERIFICATION';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Verification;
}
export interface InvitationClaimedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'INVITATION_CLAIMED';
  alias: 'INVITATION.CLAIMED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: Invitation;
}
export interface Invitation {
  /**
   * Invitation code, 16 letters and digits. Not case-sensitive.
   */
  code: string;
  /**
   * URL on which the recipient claims the invitation.
   */
  url: string;
  /**
   * UMA address of the inviter.
   */
  inviterUma: string;
  /**
   * UMA address of the recipient; null until the invitation is claimed.
   */
  inviteeUma?: string;
  /**
   * First name of the inviter, shown to the recipient.
   */
  firstName?: string;
  /**
   * Status of the invitation.
   */
  status: 'PENDING' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED';
  amountToSend?: CurrencyAmount;
  /**
   * Creation time.
   */
  createdAt: string;
  /**
   * Time of the claim.
   */
  claimedAt?: string;
  /**
   * Time from which the invitation can no longer be claimed; null if it does not expire.
   */
  expiresAt?: string;
}
export interface BulkUploadCompletedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'BULK_UPLOAD.COMPLETED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: BulkUpload;
}
export interface BulkUpload {
  /**
   * Job:<uuid>
   */
  id: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  format: 'CSV' | 'NDJSON';
  /**
   * Rows are checked, and no customer is created.
   */
  dryRun: boolean;
  progress: {
    total: number;
    processed: number;
    successful: number;
    failed: number;
  };
  /**
   * The first rows that failed: up to 1,000, up to 100 in an event, none in a list. progress.failed counts all.
   *
   * @maxItems 1000
   */
  errors: {
    /**
     * The platformCustomerId of the row, or `row_<n>` without one.
     */
    correlationId: string;
    code: string;
    message: string;
    details?: {
      [k: string]: unknown;
    };
  }[];
  createdAt: string;
  completedAt?: string;
}
export interface BulkUploadFailedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'BULK_UPLOAD.FAILED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: BulkUpload;
}
export interface InternalAccountBalanceUpdatedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: InternalAccount;
}
export interface InternalAccount {
  /**
   * InternalAccount:<uuid>
   */
  id: string;
  /**
   * Owner. Absent if the platform owns the account.
   */
  customerId?: string;
  /**
   * Type of the account.
   */
  type: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  /**
   * Status of the account. Only an ACTIVE account can send or receive money.
   */
  status: 'PENDING' | 'ACTIVE' | 'CLOSED' | 'FROZEN';
  balance: CurrencyAmount;
  totalBalance: CurrencyAmount;
  /**
   * Ways to fund the account. Empty if the account does not accept deposits.
   *
   * @maxItems 10
   */
  fundingPaymentInstructions: PaymentInstructions[];
  /**
   * Whether the wallet is private. Only for EMBEDDED_WALLET.
   */
  privateEnabled?: boolean;
  /**
   * Creation time.
   */
  createdAt: string;
  /**
   * Time of the last update.
   */
  updatedAt: string;
}
export interface PaymentInstructions {
  /**
   * Account to which the money is sent.
   */
  accountOrWalletInfo: {
    /**
     * Type of the account that receives the deposit.
     */
    accountType: string;
    /**
     * Bank account number.
     */
    accountNumber?: string;
    /**
     * ABA routing number.
     */
    routingNumber?: string;
    /**
     * Name of the bank.
     */
    bankName?: string;
    /**
     * IBAN.
     */
    iban?: string;
    /**
     * SWIFT code (BIC).
     */
    swiftCode?: string;
    /**
     * UK sort code.
     */
    sortCode?: string;
    /**
     * CLABE, the Mexican account number.
     */
    clabeNumber?: string;
    /**
     * PIX code that the payer scans or pastes.
     */
    qrCode?: string;
    /**
     * UPI virtual payment address.
     */
    vpa?: string;
    /**
     * URL of a hosted payment page.
     */
    paymentUrl?: string;
    /**
     * Reference that the deposit must include to be credited.
     */
    reference?: string;
    /**
     * Rails that the account accepts.
     *
     * @maxItems 15
     */
    paymentRails?: (
      | 'ACH'
      | 'BANK_TRANSFER'
      | 'FAST'
      | 'FASTER_PAYMENTS'
      | 'FEDNOW'
      | 'MOBILE_MONEY'
      | 'PAYNOW'
      | 'PIX'
      | 'RTP'
      | 'SEPA'
      | 'SEPA_INSTANT'
      | 'SPEI'
      | 'SWIFT'
      | 'UPI'
      | 'WIRE'
    )[];
    /**
     * Asset that the wallet address accepts, for example USDC.
     */
    assetType?: string;
    /**
     * Wallet address.
     */
    address?: string;
    /**
     * Lightning invoice.
     */
    invoice?: string;
    accountHolderName?: string;
    /**
     * Payload that the session key signs, byte for byte. Only for EMBEDDED_WALLET.
     */
    payloadToSign?: string;
  };
  /**
   * Instructions for a human reader.
   */
  instructionsNotes?: string;
  /**
   * Whether the deposit funds the platform's own account.
   */
  isPlatformAccount?: boolean;
}
export interface InternalAccountStatusUpdatedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'INTERNAL_ACCOUNT.STATUS_UPDATED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: InternalAccount;
}
export interface AgentActionPendingApprovalEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'AGENT_ACTION.PENDING_APPROVAL';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: AgentAction;
}
export interface AgentAction {
  /**
   * AgentAction:<uuid>
   */
  id: string;
  /**
   * Agent:<uuid>
   */
  agentId: string;
  /**
   * Customer:<uuid>
   */
  customerId: string;
  /**
   * The platform's own id of the customer.
   */
  platformCustomerId: string;
  /**
   * Status of the action.
   */
  status: 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';
  /**
   * Type of the action.
   */
  type: 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN';
  /**
   * Memo that the agent gave.
   */
  description?: string;
  /**
   * The account that pays.
   */
  sourceAccount?: {
    /**
     * InternalAccount:<uuid> or ExternalAccount:<uuid>
     */
    id: string;
    /**
     * Currency code.
     */
    currency: string;
    /**
     * Absent for an external account, and for an agent without VIEW_TRANSACTIONS.
     */
    availableBalance?: number;
  };
  /**
   * Who receives the payment. Absent for an agent without MANAGE_EXTERNAL_ACCOUNTS.
   */
  payee?: {
    /**
     * Name of the beneficiary, or of the owner of an internal account. For a UMA address the name that its provider gave, or else the address. For an external wallet the name of its type, for example "Solana wallet". Null for the platform's own accounts.
     */
    displayName?: string;
    /**
     * Name of the bank; null if the account does not state one.
     */
    bankName?: string;
    /**
     * Absent for email addresses and payment handles.
     */
    last4?: string;
    /**
     * ISO 3166-1 alpha-2.
     */
    country?: string;
  };
  sendingAmount?: CurrencyAmount;
  receivingAmount?: CurrencyAmount;
  /**
   * In the smallest unit of the sending currency.
   */
  fees?: number;
  /**
   * Units of the sending currency per unit of the receiving currency, in major units. Absent for a transfer.
   */
  exchangeRate?: number;
  /**
   * Time from which the action can no longer be decided.
   */
  expiresAt?: string;
  /**
   * The spending limits that apply to the action, as they are now.
   *
   * @maxItems 4
   */
  limits?: {
    /**
     * The rule that an action above the limit violates.
     */
    name:
      | 'APPROVAL_REQUIRED'
      | 'PAUSED'
      | 'PERMISSION'
      | 'PER_TRANSACTION_LIMIT'
      | 'DAILY_TRANSACTION_LIMIT'
      | 'DAILY_LIMIT'
      | 'MONTHLY_LIMIT'
      | 'ACCOUNT_NOT_ALLOWED'
      | 'ACCOUNT_PER_TRANSACTION_LIMIT'
      | 'COUNTERPARTY'
      | 'CURRENCY_CORRIDOR'
      | 'DESCRIPTION'
      | 'ALLOWED_TIMES'
      | 'COOLDOWN'
      | 'ACTIONS_PER_MINUTE'
      | 'BALANCE_SHARE';
    /**
     * Absent if the limit counts transactions.
     */
    currency?: string;
    /**
     * The limit. In the smallest unit of `currency`, or a number of transactions.
     */
    limit: number;
    /**
     * What the agent has used in the period; 0 for a limit on each transaction. In the smallest unit of `currency`, or a number of transactions.
     */
    used: number;
    /**
     * What waiting actions have reserved, this action included while it waits. In the smallest unit of `currency`, or a number of transactions.
     */
    reserved: number;
    /**
     * What is left after used and reserved. In the smallest unit of `currency`, or a number of transactions.
     */
    remaining: number;
  }[];
  /**
   * What the policy said when the agent submitted the action. Absent for actions of earlier versions of the service.
   */
  evaluation?: {
    /**
     * Version of the policy.
     */
    policyVersion: number;
    /**
     * What the policy said.
     */
    verdict: 'RUN' | 'WAIT' | 'REJECT';
    /**
     * The rule that requires the approval; null if the action ran at once.
     */
    rule?: string;
    /**
     * Every rule that was checked, in the order of the checks.
     *
     * @maxItems 30
     */
    rules: {
      /**
       * A policy rule or an approval rule.
       */
      rule: string;
      /**
       * What the rule says.
       */
      verdict: 'PASSED' | 'NEEDS_APPROVAL' | 'VIOLATED';
      /**
       * The limit. In the smallest unit of `currency`; a number where there is no currency. Null where the rule has none.
       */
      limit?: number;
      /**
       * What was used. In the smallest unit of `currency`; a number where there is no currency. Null where the rule has none.
       */
      used?: number;
      /**
       * What waiting actions had reserved. In the smallest unit of `currency`; a number where there is no currency. Null where the rule has none.
       */
      reserved?: number;
      /**
       * What was requested. In the smallest unit of `currency`; a number where there is no currency. Null where the rule has none.
       */
      requested?: number;
      /**
       * Absent if the amounts are numbers.
       */
      currency?: string;
      /**
       * Exact: units of the payment's currency for one unit of `currency`. Absent if not converted.
       */
      rate?: string;
    }[];
    /**
     * Time of the submission.
     */
    evaluatedAt: string;
  };
  /**
   * Earlier actions of the same agent and payee, newest first.
   *
   * @maxItems 5
   */
  history?: {
    /**
     * AgentAction:<uuid>
     */
    id: string;
    /**
     * Status of the action.
     */
    status: 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';
    /**
     * Type of the action.
     */
    type: 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN';
    sendingAmount: CurrencyAmount;
    /**
     * Creation time.
     */
    createdAt: string;
  }[];
  quote?: Quote;
  /**
   * The requested transfer. Only for TRANSFER_OUT and TRANSFER_IN.
   */
  transferDetails?: {
    /**
     * Amount in the smallest unit of the currency.
     */
    amount: number;
    /**
     * Currency code.
     */
    currency: string;
    /**
     * InternalAccount:<uuid> or ExternalAccount:<uuid>
     */
    sourceAccountId: string;
    /**
     * InternalAccount:<uuid> or ExternalAccount:<uuid>
     */
    destinationAccountId: string;
  };
  transaction?: Transaction;
  /**
   * Why a person must approve, as a sentence with the amounts. Absent if no approval was needed.
   */
  reason?: string;
  /**
   * The parts of `reason`. `threshold` is only present for APPROVAL_THRESHOLD.
   */
  approvalReason?: {
    /**
     * The rule that requires the approval.
     */
    rule: 'DEFAULT_EXECUTION_MODE' | 'ACCOUNT_RULE' | 'APPROVAL_THRESHOLD' | 'NEW_COUNTERPARTY';
    /**
     * The threshold, in the smallest unit of `currency`. Only for APPROVAL_THRESHOLD.
     */
    threshold?: number;
    /**
     * Amount of the action, in the smallest unit of `currency`.
     */
    requested: number;
    /**
     * Currency of threshold and amount.
     */
    currency: string;
  };
  /**
   * Approvals that the action requires; 0 if it needs none.
   */
  requiredApprovals?: number;
  /**
   * Approvals that count.
   */
  approvalsGiven?: number;
  /**
   * Votes of approvers, oldest first. Absent for an agent.
   *
   * @maxItems 15
   */
  votes?: {
    /**
     * Who voted.
     */
    actor: {
      /**
       * Kind of the actor.
       */
      kind: 'MEMBER' | 'API_TOKEN' | 'ACCESS_TOKEN' | 'AGENT';
      /**
       * Member:<uuid>, Token:<uuid>, AccessToken:<uuid> or Agent:<uuid>; null for other kinds.
       */
      id: string;
      /**
       * Name at that time: of the person, of the API token or agent, or the subject of the access token. Null for other kinds.
       */
      name: string;
    };
    /**
     * What the approver decided.
     */
    decision: 'APPROVED' | 'REJECTED';
    /**
     * What the approver said about it.
     */
    comment?: string;
    /**
     * How much worse the price may be, if the quote has expired.
     */
    tolerance?: {
      /**
       * Fraction by which the price may be worse for the payer, for example "0.01".
       */
      maxSlippage?: string;
      /**
       * Highest sending amount, in the smallest unit of its currency.
       */
      maxSendingAmount?: number;
    };
    /**
     * Time of the vote.
     */
    createdAt: string;
  }[];
  /**
   * Votes about earlier figures, which do not count. Absent without any, and for an agent.
   *
   * @maxItems 15
   */
  supersededVotes?: {
    /**
     * Who voted.
     */
    actor: {
      /**
       * Kind of the actor.
       */
      kind: 'MEMBER' | 'API_TOKEN' | 'ACCESS_TOKEN' | 'AGENT';
      /**
       * Member:<uuid>, Token:<uuid>, AccessToken:<uuid> or Agent:<uuid>; null for other kinds.
       */
      id: string;
      /**
       * Name at that time: of the person, of the API token or agent, or the subject of the access token. Null for other kinds.
       */
      name: string;
    };
    /**
     * What the approver decided.
     */
    decision: 'APPROVED' | 'REJECTED';
    /**
     * What the approver said about it.
     */
    comment?: string;
    /**
     * How much worse the price may be, if the quote has expired.
     */
    tolerance?: {
      /**
       * Fraction by which the price may be worse for the payer, for example "0.01".
       */
      maxSlippage?: string;
      /**
       * Highest sending amount, in the smallest unit of its currency.
       */
      maxSendingAmount?: number;
    };
    /**
     * Time of the vote.
     */
    createdAt: string;
  }[];
  /**
   * Prices after the quote had expired, oldest first. Absent without any.
   *
   * @maxItems 20
   */
  repricings?: {
    /**
     * Time of the price.
     */
    createdAt: string;
    /**
     * What followed.
     */
    outcome: 'ACCEPTED' | 'OUTSIDE_TOLERANCE' | 'APPROVALS_MISSING' | 'LIMIT_EXCEEDED';
    /**
     * Fraction by which the price is worse for the payer, rounded up. Negative if it is better.
     */
    slippage: string;
    /**
     * The figures that the approvers had seen.
     */
    before: {
      /**
       * Quote:<uuid>
       */
      quoteId?: string;
      sendingAmount: CurrencyAmount;
      receivingAmount: CurrencyAmount;
      /**
       * Fees, included in sendingAmount, in the smallest unit of its currency.
       */
      fees: number;
      /**
       * Units of the sending currency per unit of the receiving currency, in major units.
       */
      exchangeRate: number;
    };
    /**
     * The figures at the time of the price.
     */
    after: {
      /**
       * Quote:<uuid>
       */
      quoteId?: string;
      sendingAmount: CurrencyAmount;
      receivingAmount: CurrencyAmount;
      /**
       * Fees, included in sendingAmount, in the smallest unit of its currency.
       */
      fees: number;
      /**
       * Units of the sending currency per unit of the receiving currency, in major units.
       */
      exchangeRate: number;
    };
  }[];
  /**
   * The decision of a person. Absent if there is none.
   */
  decision?: {
    /**
     * true: approved, whatever the execution then did. false: rejected.
     */
    isApproved: boolean;
    /**
     * Name of the API token, or subject of the access token, that made the decision.
     */
    decidedBy: string;
    /**
     * Time of the decision.
     */
    decidedAt: string;
    /**
     * What the person said about the decision; for a rejection its reason.
     */
    comment?: string;
  };
  /**
   * Name of the API token, or subject of the access token, that made the decision.
   */
  decidedBy?: string;
  /**
   * Time of the decision.
   */
  decidedAt?: string;
  /**
   * What the person said about the decision; for a rejection its reason.
   */
  comment?: string;
  /**
   * Reason for the rejection. Only when status is REJECTED.
   */
  rejectionReason?: string;
  /**
   * Code of the failure. Only when status is FAILED.
   */
  failureReason?: string;
  /**
   * Creation time.
   */
  createdAt: string;
  /**
   * Time of the last update.
   */
  updatedAt: string;
}
export interface Quote {
  /**
   * Quote:<uuid>
   */
  id: string;
  /**
   * Status of the quote.
   */
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  /**
   * Creation time.
   */
  createdAt: string;
  /**
   * Time from which the quote can no longer be executed.
   */
  expiresAt: string;
  /**
   * Source of the payment.
   */
  source:
    | {
        sourceType: 'ACCOUNT';
        /**
         * InternalAccount:<uuid> or ExternalAccount:<uuid>
         */
        accountId: string;
        /**
         * Customer:<uuid>
         */
        customerId?: string;
      }
    | {
        sourceType: 'REALTIME_FUNDING';
        /**
         * Currency of this side.
         */
        currency: string;
        /**
         * Customer:<uuid>
         */
        customerId?: string;
        cryptoNetwork?: 'SOLANA' | 'ETHEREUM' | 'BASE' | 'POLYGON' | 'SPARK' | 'LIGHTNING' | 'BITCOIN';
      };
  /**
   * Destination of the payment.
   */
  destination:
    | {
        destinationType: 'ACCOUNT';
        /**
         * InternalAccount:<uuid> or ExternalAccount:<uuid>
         */
        accountId: string;
        /**
         * Requested payment rail.
         */
        paymentRail?:
          | 'ACH'
          | 'BANK_TRANSFER'
          | 'FAST'
          | 'FASTER_PAYMENTS'
          | 'FEDNOW'
          | 'MOBILE_MONEY'
          | 'PAYNOW'
          | 'PIX'
          | 'RTP'
          | 'SEPA'
          | 'SEPA_INSTANT'
          | 'SPEI'
          | 'SWIFT'
          | 'UPI'
          | 'WIRE';
      }
    | {
        destinationType: 'UMA_ADDRESS';
        /**
         * The UMA address, if the type is UMA_ADDRESS; otherwise null.
         */
        umaAddress: string;
        /**
         * Currency of this side.
         */
        currency: string;
      };
  sendingCurrency: Currency;
  receivingCurrency: Currency;
  /**
   * Total amount debited from the payer, including fees, in the smallest unit of sendingCurrency.
   */
  totalSendingAmount: number;
  /**
   * Amount credited to the beneficiary, in the smallest unit of receivingCurrency.
   */
  totalReceivingAmount: number;
  /**
   * Exchange rate: units of the sending currency per unit of the receiving currency, in major units.
   */
  exchangeRate: number;
  /**
   * Fees, included in totalSendingAmount, in the smallest unit of sendingCurrency.
   */
  feesIncluded: number;
  /**
   * Transaction:<uuid>
   */
  transactionId: string;
  /**
   * Alternative ways to fund the payment; one of them is sufficient. Empty if executing the quote debits an account directly.
   *
   * @maxItems 10
   */
  paymentInstructions?: PaymentInstructions[];
  /**
   * Known data of the receiver, for example {"FULL_NAME": "..."}.
   */
  counterpartyInformation?: {
    [k: string]: string;
  };
  rateDetails: RateDetails;
  /**
   * Where the rate comes from: the host of a feed, RATES_FILE or SANDBOX. Absent within one currency.
   */
  rateSource?: string;
  /**
   * When the source published the rate, in real time.
   */
  ratePublishedAt?: string;
  /**
   * The expired quote whose payment this one prices again, after a late approval.
   */
  repricedFromId?: string;
}
export interface AgentActionApprovedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'AGENT_ACTION.APPROVED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: AgentAction;
}
export interface AgentActionRejectedEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'AGENT_ACTION.REJECTED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: AgentAction;
}
export interface AgentActionExpiredEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'AGENT_ACTION.EXPIRED';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  /**
   * Number of the event among those of the resource, from 1, without gaps.
   */
  sequence: number;
  data: AgentAction;
}
export interface TestEvent {
  /**
   * Id of the event, the same at every attempt.
   */
  id: string;
  type: 'TEST';
  /**
   * Time of the event, on the platform's clock.
   */
  timestamp: string;
  data: {};
}
