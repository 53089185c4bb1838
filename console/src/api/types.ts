/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Internal accounts that an agent may use, and the rules for them. Replaces the existing value completely. */
export type AccountRestrictionsInput = {
  /** Rules for single accounts, at most one per account and at most 200 in total. */
  readonly accountRules?: ReadonlyArray<AccountRuleInput> | null | undefined;
  /** Accounts that the agent may use, at most 200. Omitted: all accounts of the customer. Empty: none. */
  readonly allowedAccountIds?: ReadonlyArray<string | number> | null | undefined;
};

/** Policy rule for one account. It overrides the defaults. */
export type AccountRuleInput = {
  /** InternalAccount:<uuid> of the agent's customer. */
  readonly accountId: string | number;
  /** Execution mode for the account. Default: the default mode of the policy. */
  readonly executionMode?: AgentExecutionMode | null | undefined;
  /** Maximum amount of one transaction of the account. Default: the limit of the policy. In the smallest unit of the limits' currency. */
  readonly perTransactionLimit?: number | null | undefined;
};

/** Kind of an actor. */
export type ActorKind =
  /** The holder of an access token. */
  | 'ACCESS_TOKEN'
  /** The software of an agent. */
  | 'AGENT'
  /** A caller without a credential, for example with a code or a link. */
  | 'ANONYMOUS'
  /** A back end with an API token. */
  | 'API_TOKEN'
  /** A person who signs in. */
  | 'MEMBER'
  /** An operator, with a command on the server. */
  | 'OPERATOR'
  /** The service itself, for example when it starts for the first time. */
  | 'SYSTEM';

/** A postal address. */
export type AddressInput = {
  /** City or town. */
  readonly city?: string | null | undefined;
  /** Country, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Street and number, at most 255 characters. */
  readonly line1: string;
  /** Apartment, floor or building. */
  readonly line2?: string | null | undefined;
  /** Postal code, at most 32 characters. */
  readonly postalCode: string;
  /** State or province. */
  readonly state?: string | null | undefined;
};

/** Filter for agent actions. A record must match all given fields. */
export type AgentActionFilter = {
  /** Agent:<uuid> */
  readonly agentId?: string | number | null | undefined;
  /** Start of the range of creation times, inclusive. */
  readonly createdAfter?: string | null | undefined;
  /** End of the range of creation times, inclusive. */
  readonly createdBefore?: string | null | undefined;
  /** Customer:<uuid> */
  readonly customerId?: string | number | null | undefined;
  /**
   * End of the range of creation times, inclusive.
   * @deprecated Use createdBefore.
   */
  readonly endDate?: string | null | undefined;
  /** Order by creation time. */
  readonly sortOrder?: SortOrder | null | undefined;
  /**
   * Start of the range of creation times, inclusive.
   * @deprecated Use createdAfter.
   */
  readonly startDate?: string | null | undefined;
  /** Any of these statuses. At most 50. */
  readonly status?: ReadonlyArray<AgentActionStatus> | null | undefined;
};

/** Status of an agent action. */
export type AgentActionStatus =
  /** The action was executed, either automatically under the policy or after a person approved it. */
  | 'APPROVED'
  /** The execution or the payment failed: see failureReason. */
  | 'FAILED'
  /** A person must approve or reject the action. No money has moved. */
  | 'PENDING_APPROVAL'
  /** A person rejected the action. No money has moved. */
  | 'REJECTED';

/** Type of an agent action. */
export type AgentActionType =
  /** Executes a quote. */
  | 'EXECUTE_QUOTE'
  /** Transfers money from an external account. */
  | 'TRANSFER_IN'
  /** Transfers money to an external account. */
  | 'TRANSFER_OUT';

/** Whether actions of an agent are executed automatically. */
export type AgentExecutionMode =
  /** A person must approve each action. */
  | 'APPROVAL_REQUIRED'
  /** Actions are executed automatically unless the amount is above an approval threshold. */
  | 'AUTO';

/** Filter for agents. A record must match all given fields. */
export type AgentFilter = {
  /** Start of the range of creation times, inclusive. */
  readonly createdAfter?: string | null | undefined;
  /** End of the range of creation times, inclusive. */
  readonly createdBefore?: string | null | undefined;
  /** Customer:<uuid> */
  readonly customerId?: string | number | null | undefined;
  /** true: only agents with connected software. false: only agents without. */
  readonly isConnected?: boolean | null | undefined;
  /** true: only paused agents. false: only agents that are not paused. */
  readonly isPaused?: boolean | null | undefined;
};

/** Permission that a policy grants to an agent. */
export type AgentPermission =
  /** Create quotes. */
  | 'CREATE_QUOTES'
  /** Transfer money in one currency, in and out. */
  | 'CREATE_TRANSFERS'
  /** Execute quotes that the agent created. */
  | 'EXECUTE_QUOTES'
  /** Read and create the customer's external accounts. */
  | 'MANAGE_EXTERNAL_ACCOUNTS'
  /** Select the external account that receives the customer's incoming UMA payments. Requires MANAGE_EXTERNAL_ACCOUNTS as well. */
  | 'SET_DEPOSIT_ACCOUNT'
  /** Read the customer's transactions, accounts and balances, and subscribe to changes. */
  | 'VIEW_TRANSACTIONS';

/** A complete agent policy. */
export type AgentPolicyInput = {
  /** Account rules. Omitted: all accounts of the customer. */
  readonly accountRestrictions?: AccountRestrictionsInput | null | undefined;
  /** Approval threshold; omit it for no threshold. */
  readonly approvalThresholds?: ApprovalThresholdsInput | null | undefined;
  /** Execution mode for accounts without an account rule. */
  readonly defaultExecutionMode: AgentExecutionMode;
  /** Permissions of the agent, at most 50. May be empty. */
  readonly permissions: ReadonlyArray<AgentPermission>;
  /** Minimum number of approvals of an action, 1 to 10. It cannot be below what the approval rules of the platform require: the higher number applies. */
  readonly requiredApprovals?: number | null | undefined;
  /** Spending limits. */
  readonly spendingLimits: SpendingLimitsInput;
};

/** Policy rule that requires an approval. */
export type ApprovalRule =
  /** The rule for the account. */
  | 'ACCOUNT_RULE'
  /** The approval threshold: the amount is above it. */
  | 'APPROVAL_THRESHOLD'
  /** The default execution mode of the policy. */
  | 'DEFAULT_EXECUTION_MODE';

/** Amount above which a person must approve. Replaces the existing value completely. */
export type ApprovalThresholdsInput = {
  /** Threshold in the smallest unit of the currency; omit it for no threshold. */
  readonly amount?: number | null | undefined;
  /** Currency of the amount. */
  readonly currency: string;
};

/** Result of the check of the beneficiary's name at the receiving bank. */
export type BeneficiaryVerificationStatus =
  /** The receiving financial institution checks the name when the payment arrives. */
  | 'CHECKED_BY_RECEIVING_FI'
  /** The name is the name of the account holder. */
  | 'MATCHED'
  /** The name is not the name of the account holder. */
  | 'NOT_MATCHED'
  /** The name is similar to the name of the account holder, which is in beneficiaryVerifiedData. */
  | 'PARTIAL_MATCH'
  /** The check is not finished. */
  | 'PENDING'
  /** The rail does not support this check. */
  | 'UNSUPPORTED';

/** Company data of a business customer. legalName is required the first time. */
export type BusinessInfoInput = {
  /** Industry sector, for example INFORMATION. */
  readonly businessType?: string | null | undefined;
  /** Country of incorporation, ISO 3166-1 alpha-2. */
  readonly country?: string | null | undefined;
  /** Trading name. */
  readonly doingBusinessAs?: string | null | undefined;
  /** Legal form: SOLE_PROPRIETORSHIP, PARTNERSHIP, LLC, CORPORATION, S_CORPORATION, NON_PROFIT or OTHER. */
  readonly entityType?: string | null | undefined;
  /** Date of incorporation. */
  readonly incorporatedOn?: string | null | undefined;
  /** Registered name. */
  readonly legalName?: string | null | undefined;
  /** Registration number in the commercial register. */
  readonly registrationNumber?: string | null | undefined;
  /** Tax number. */
  readonly taxId?: string | null | undefined;
};

/** Input of createAgent. */
export type CreateAgentInput = {
  /** Customer that the agent acts for, Customer:<uuid>. */
  readonly customerId: string | number;
  /** Name of the agent, 1 to 100 characters. */
  readonly name: string;
  /** What the agent may do. */
  readonly policy: AgentPolicyInput;
};

/** Input of createApiToken. */
export type CreateApiTokenInput = {
  /** Name that describes the purpose of the token, 1 to 100 characters. */
  readonly name: string;
  /** Permissions, at least one and at most 50. The calling token must have all of them. */
  readonly permissions: ReadonlyArray<Permission>;
};

/** Input of createCustomer. Default for currencies: the currencies of the region, USDC and USDB. */
export type CreateCustomerInput = {
  /** Residential address of a person, or registered address of a business. */
  readonly address?: AddressInput | null | undefined;
  /** Date of birth, in the past. */
  readonly birthDate?: string | null | undefined;
  /** Company data. Only for a business. */
  readonly businessInfo?: BusinessInfoInput | null | undefined;
  /** Currency codes, at most 100. The service opens one account for each currency. */
  readonly currencies?: ReadonlyArray<string> | null | undefined;
  /** Type of the customer. */
  readonly customerType: CustomerType;
  /** Email address. One-time codes are sent to it. */
  readonly email?: string | null | undefined;
  /** Full name, at most 255 characters. */
  readonly fullName?: string | null | undefined;
  /** Nationality, ISO 3166-1 alpha-2. */
  readonly nationality?: string | null | undefined;
  /** The platform's own id of the customer, 1 to 255 characters. */
  readonly platformCustomerId?: string | null | undefined;
  /** Region, ISO 3166-1 alpha-2. It cannot be changed later. */
  readonly region?: string | null | undefined;
  /** UMA address, $name@domain. Generated if omitted. */
  readonly umaAddress?: string | null | undefined;
};

/** Input of createQuote. */
export type CreateQuoteInput = {
  /** Memo, at most 255 characters. */
  readonly description?: string | null | undefined;
  /** Destination of the payment. */
  readonly destination: QuoteDestinationInput;
  /** Executes the quote immediately. Not allowed for deposits and for embedded wallets. */
  readonly immediatelyExecute?: boolean | null | undefined;
  /** Amount in the smallest unit of the locked currency, 1 to 9000000000000000. */
  readonly lockedCurrencyAmount: number;
  /** Side whose amount lockedCurrencyAmount fixes. */
  readonly lockedCurrencySide: LockedCurrencySide;
  /** Receiver look-up, Lookup:<uuid>. Required for a UMA address. */
  readonly lookupId?: string | number | null | undefined;
  /** Purpose of the payment. Required by some countries. */
  readonly purposeOfPayment?: PurposeOfPayment | null | undefined;
  /** Sandbox only: outcome of the payment. Default: the outcome that the counterparty selects. An error in production. */
  readonly sandboxOutcome?: SandboxOutcome | null | undefined;
  /** Payer data that the receiver look-up requires and the customer record does not contain, for example {"FULL_NAME": "..."}. */
  readonly senderCustomerInfo?: Record<string, string> | null | undefined;
  /** Source of the payment. */
  readonly source: QuoteSourceInput;
};

/** Type of a credential of a wallet. */
export type CredentialType =
  /** One-time code sent by email. */
  | 'EMAIL_OTP'
  /** ID token of an OpenID Connect provider. */
  | 'OAUTH'
  /** A passkey. */
  | 'PASSKEY';

/** Filter for customers. A record must match all given fields. */
export type CustomerFilter = {
  /** Start of the range of creation times, inclusive. */
  readonly createdAfter?: string | null | undefined;
  /** End of the range of creation times, inclusive. */
  readonly createdBefore?: string | null | undefined;
  /** Customers that have this currency. */
  readonly currency?: string | null | undefined;
  /** Type of the customer. */
  readonly customerType?: CustomerType | null | undefined;
  /** Whether the list includes deleted customers. */
  readonly includeDeleted?: boolean | null | undefined;
  /** The platform's own id. Several customers can have the same id. */
  readonly platformCustomerId?: string | null | undefined;
  /** Words of the name, the email address, the platform's own id or the UMA address. Each word may be the start of a word. At most 100 characters and 5 words; without case and accents. Deleted customers are not found. */
  readonly query?: string | null | undefined;
  /** Region, ISO 3166-1 alpha-2. */
  readonly region?: string | null | undefined;
  /** UMA address. Not case-sensitive. */
  readonly umaAddress?: string | null | undefined;
  /** Start of the range of update times, inclusive. */
  readonly updatedAfter?: string | null | undefined;
  /** End of the range of update times, inclusive. */
  readonly updatedBefore?: string | null | undefined;
};

/** Type of customer. */
export type CustomerType =
  /** A company. */
  | 'BUSINESS'
  /** A person. */
  | 'INDIVIDUAL';

/** Decision of a reviewer about a verification. */
export type DecideVerificationInput = {
  /** New status: APPROVED, REJECTED, RESOLVE_ERRORS or PENDING_MANUAL_REVIEW. */
  readonly decision: VerificationOutcome;
  /** Internal note, at most 1000 characters. It is stored with the decision and never returned. */
  readonly note?: string | null | undefined;
  /** Problems to resolve or reasons for the rejection, at most 100. Required with RESOLVE_ERRORS. */
  readonly problems?: ReadonlyArray<VerificationProblemInput> | null | undefined;
  /** The verification, Verification:<uuid>. Its status must be IN_PROGRESS or PENDING_MANUAL_REVIEW. */
  readonly verificationId: string | number;
};

/** Side of a document. */
export type DocumentSide =
  /** Back side. */
  | 'BACK'
  /** Front side. */
  | 'FRONT';

/** Type of a document. */
export type DocumentType =
  /** Articles of association. */
  | 'ARTICLES_OF_ASSOCIATION'
  /** Articles of incorporation. */
  | 'ARTICLES_OF_INCORPORATION'
  /** Bank statement. */
  | 'BANK_STATEMENT'
  /** Business license. */
  | 'BUSINESS_LICENSE'
  /** Certificate of incorporation. */
  | 'CERTIFICATE_OF_INCORPORATION'
  /** Director registry. */
  | 'DIRECTOR_REGISTRY'
  /** Drivers license. */
  | 'DRIVERS_LICENSE'
  /** Electricity bill. */
  | 'ELECTRICITY_BILL'
  /** Good standing certificate. */
  | 'GOOD_STANDING_CERTIFICATE'
  /** Incumbency certificate. */
  | 'INCUMBENCY_CERTIFICATE'
  /** Information statement. */
  | 'INFORMATION_STATEMENT'
  /** National id. */
  | 'NATIONAL_ID'
  /** Other. */
  | 'OTHER'
  /** Partnership agreement. */
  | 'PARTNERSHIP_AGREEMENT'
  /** Partnership control agreement. */
  | 'PARTNERSHIP_CONTROL_AGREEMENT'
  /** Passport. */
  | 'PASSPORT'
  /** Power of attorney. */
  | 'POWER_OF_ATTORNEY'
  /** Proof of address. */
  | 'PROOF_OF_ADDRESS'
  /** Rent or lease agreement. */
  | 'RENT_OR_LEASE_AGREEMENT'
  /** Selfie. */
  | 'SELFIE'
  /** Shareholder register. */
  | 'SHAREHOLDER_REGISTER'
  /** State company registry. */
  | 'STATE_COMPANY_REGISTRY'
  /** State registry excerpt. */
  | 'STATE_REGISTRY_EXCERPT'
  /** Tax return. */
  | 'TAX_RETURN'
  /** Trust agreement. */
  | 'TRUST_AGREEMENT'
  /** Utility bill. */
  | 'UTILITY_BILL';

/** Direction of a posting. */
export type EntryDirection =
  /** Increases the balance of the account. */
  | 'CREDIT'
  /** Reduces the balance of the account. */
  | 'DEBIT';

/** Stable code of an error. REST uses the same codes. */
export type ErrorCode =
  /** Account not found. */
  | 'ACCOUNT_NOT_FOUND'
  /** Agent action already voted. */
  | 'AGENT_ACTION_ALREADY_VOTED'
  /** Agent action not found. */
  | 'AGENT_ACTION_NOT_FOUND'
  /** Agent action not pending. */
  | 'AGENT_ACTION_NOT_PENDING'
  /** Agent already connected. */
  | 'AGENT_ALREADY_CONNECTED'
  /** Agent not found. */
  | 'AGENT_NOT_FOUND'
  /** Amount out of range. */
  | 'AMOUNT_OUT_OF_RANGE'
  /** Beneficial owner not found. */
  | 'BENEFICIAL_OWNER_NOT_FOUND'
  /** Bulk upload job not found. */
  | 'BULK_UPLOAD_JOB_NOT_FOUND'
  /** Cert chain expired. */
  | 'CERT_CHAIN_EXPIRED'
  /** Cert chain invalid. */
  | 'CERT_CHAIN_INVALID'
  /** The request conflicts with the state of a record or with an idempotency key. */
  | 'CONFLICT'
  /** Counterparty not allowed. */
  | 'COUNTERPARTY_NOT_ALLOWED'
  /** Counterparty pubkey fetch error. */
  | 'COUNTERPARTY_PUBKEY_FETCH_ERROR'
  /** Credential not found. */
  | 'CREDENTIAL_NOT_FOUND'
  /** Cursor expired. */
  | 'CURSOR_EXPIRED'
  /** Customer deleted. */
  | 'CUSTOMER_DELETED'
  /** Data mismatch. */
  | 'DATA_MISMATCH'
  /** Device code not found. */
  | 'DEVICE_CODE_NOT_FOUND'
  /** Document already submitted. */
  | 'DOCUMENT_ALREADY_SUBMITTED'
  /** Document not found. */
  | 'DOCUMENT_NOT_FOUND'
  /** Email OTP credential already exists. */
  | 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS'
  /** Email OTP credential set changed. */
  | 'EMAIL_OTP_CREDENTIAL_SET_CHANGED'
  /** Email OTP credential sync failed. */
  | 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED'
  /** Email OTP email already exists. */
  | 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'
  /** Expired. */
  | 'EXPIRED'
  /** External account already exists. */
  | 'EXTERNAL_ACCOUNT_ALREADY_EXISTS'
  /** The caller does not have the required permission. */
  | 'FORBIDDEN'
  /** Incomplete. */
  | 'INCOMPLETE'
  /** The available balance is less than the required amount. */
  | 'INSUFFICIENT_BALANCE'
  /** Internal error. */
  | 'INTERNAL_ERROR'
  /** An amount is not an integer or is outside the allowed range. */
  | 'INVALID_AMOUNT'
  /** Invalid bank account. */
  | 'INVALID_BANK_ACCOUNT'
  /** Invalid currency. */
  | 'INVALID_CURRENCY'
  /** A field is missing or invalid. */
  | 'INVALID_INPUT'
  /** Invalid nonce. */
  | 'INVALID_NONCE'
  /** Invalid payreq response. */
  | 'INVALID_PAYREQ_RESPONSE'
  /** Invalid pubkey format. */
  | 'INVALID_PUBKEY_FORMAT'
  /** Invalid receiver. */
  | 'INVALID_RECEIVER'
  /** Invalid request format. */
  | 'INVALID_REQUEST_FORMAT'
  /** Invalid signature. */
  | 'INVALID_SIGNATURE'
  /** Invalid timestamp. */
  | 'INVALID_TIMESTAMP'
  /** Invalid UMA address. */
  | 'INVALID_UMA_ADDRESS'
  /** Invitations not configured. */
  | 'INVITATIONS_NOT_CONFIGURED'
  /** Invitation already claimed. */
  | 'INVITATION_ALREADY_CLAIMED'
  /** Invitation cancelled. */
  | 'INVITATION_CANCELLED'
  /** Invitation not found. */
  | 'INVITATION_NOT_FOUND'
  /** Last credential. */
  | 'LAST_CREDENTIAL'
  /** Lnurlp request failed. */
  | 'LNURLP_REQUEST_FAILED'
  /** Lookup request failed. */
  | 'LOOKUP_REQUEST_FAILED'
  /** Lookup request not found. */
  | 'LOOKUP_REQUEST_NOT_FOUND'
  /** Low quality. */
  | 'LOW_QUALITY'
  /** Member not found. */
  | 'MEMBER_NOT_FOUND'
  /** Missing mandatory user info. */
  | 'MISSING_MANDATORY_USER_INFO'
  /** Missing required UMA parameters. */
  | 'MISSING_REQUIRED_UMA_PARAMETERS'
  /** Not implemented. */
  | 'NOT_IMPLEMENTED'
  /** No compatible UMA version. */
  | 'NO_COMPATIBLE_UMA_VERSION'
  /** Oauth credential already exists. */
  | 'OAUTH_CREDENTIAL_ALREADY_EXISTS'
  /** Parse lnurlp response error. */
  | 'PARSE_LNURLP_RESPONSE_ERROR'
  /** Parse payreq response error. */
  | 'PARSE_PAYREQ_RESPONSE_ERROR'
  /** Passkey credential already exists. */
  | 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'
  /** Payload too large. */
  | 'PAYLOAD_TOO_LARGE'
  /** Payreq request failed. */
  | 'PAYREQ_REQUEST_FAILED'
  /** Quote already executed. */
  | 'QUOTE_ALREADY_EXECUTED'
  /** Quote expired. */
  | 'QUOTE_EXPIRED'
  /** Quote not found. */
  | 'QUOTE_NOT_FOUND'
  /** Quote request failed. */
  | 'QUOTE_REQUEST_FAILED'
  /** Rate limited. */
  | 'RATE_LIMITED'
  /** Reference not found. */
  | 'REFERENCE_NOT_FOUND'
  /** Sandbox fault not found. */
  | 'SANDBOX_FAULT_NOT_FOUND'
  /** Self approval not allowed. */
  | 'SELF_APPROVAL_NOT_ALLOWED'
  /** Self payment. */
  | 'SELF_PAYMENT'
  /** Sender not accepted. */
  | 'SENDER_NOT_ACCEPTED'
  /** Service switch error. */
  | 'SERVICE_SWITCH_ERROR'
  /** Session not found. */
  | 'SESSION_NOT_FOUND'
  /** Step up required. */
  | 'STEP_UP_REQUIRED'
  /** Suspected fraud. */
  | 'SUSPECTED_FRAUD'
  /** Token not found. */
  | 'TOKEN_NOT_FOUND'
  /** Transaction not found. */
  | 'TRANSACTION_NOT_FOUND'
  /** Transaction not pending platform approval. */
  | 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'
  /** UMA address exists. */
  | 'UMA_ADDRESS_EXISTS'
  /** UMA not found. */
  | 'UMA_NOT_FOUND'
  /** A credential, code, token, signature or request id is not valid. */
  | 'UNAUTHORIZED'
  /** Unrecognized mandatory payee data key. */
  | 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY'
  /** Unsuitable document. */
  | 'UNSUITABLE_DOCUMENT'
  /** Unsupported media type. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** Unsupported UMA version. */
  | 'UNSUPPORTED_UMA_VERSION'
  /** User not found. */
  | 'USER_NOT_FOUND'
  /** User not ready. */
  | 'USER_NOT_READY'
  /** Velocity limit exceeded. */
  | 'VELOCITY_LIMIT_EXCEEDED'
  /** Verification not found. */
  | 'VERIFICATION_NOT_FOUND'
  /** Webhook delivery error. */
  | 'WEBHOOK_DELIVERY_ERROR'
  /** Webhook endpoint not set. */
  | 'WEBHOOK_ENDPOINT_NOT_SET';

/** Filter for events. An event must match all given fields. */
export type EventFilter = {
  /** Events of the customer and of its transactions, accounts, actions and verifications. */
  readonly customerId?: string | number | null | undefined;
  /** Any of these kinds. At most 50. */
  readonly kinds?: ReadonlyArray<EventKind> | null | undefined;
  /** The resource that changed: a global id, or the code of an invitation. */
  readonly resourceId?: string | number | null | undefined;
};

/** Kind of an event: its `type` with underscores, because enum values have no dots. */
export type EventKind =
  /** Agent action approved. */
  | 'AGENT_ACTION_APPROVED'
  /** Agent action expired. */
  | 'AGENT_ACTION_EXPIRED'
  /** Agent action pending approval. */
  | 'AGENT_ACTION_PENDING_APPROVAL'
  /** Agent action rejected. */
  | 'AGENT_ACTION_REJECTED'
  /** Bulk upload completed. */
  | 'BULK_UPLOAD_COMPLETED'
  /** Bulk upload failed. */
  | 'BULK_UPLOAD_FAILED'
  /** Customer kyb approved. */
  | 'CUSTOMER_KYB_APPROVED'
  /** Customer kyb pending. */
  | 'CUSTOMER_KYB_PENDING'
  /** Customer kyb rejected. */
  | 'CUSTOMER_KYB_REJECTED'
  /** Customer kyc approved. */
  | 'CUSTOMER_KYC_APPROVED'
  /** Customer kyc pending. */
  | 'CUSTOMER_KYC_PENDING'
  /** Customer kyc rejected. */
  | 'CUSTOMER_KYC_REJECTED'
  /** Incoming payment completed. */
  | 'INCOMING_PAYMENT_COMPLETED'
  /** Incoming payment failed. */
  | 'INCOMING_PAYMENT_FAILED'
  /** Incoming payment pending. */
  | 'INCOMING_PAYMENT_PENDING'
  /** Internal account balance updated. */
  | 'INTERNAL_ACCOUNT_BALANCE_UPDATED'
  /** Internal account status updated. */
  | 'INTERNAL_ACCOUNT_STATUS_UPDATED'
  /** Invitation claimed. */
  | 'INVITATION_CLAIMED'
  /** Outgoing payment completed. */
  | 'OUTGOING_PAYMENT_COMPLETED'
  /** Outgoing payment expired. */
  | 'OUTGOING_PAYMENT_EXPIRED'
  /** Outgoing payment failed. */
  | 'OUTGOING_PAYMENT_FAILED'
  /** Outgoing payment pending. */
  | 'OUTGOING_PAYMENT_PENDING'
  /** Outgoing payment processing. */
  | 'OUTGOING_PAYMENT_PROCESSING'
  /** Outgoing payment refund completed. */
  | 'OUTGOING_PAYMENT_REFUND_COMPLETED'
  /** Outgoing payment refund failed. */
  | 'OUTGOING_PAYMENT_REFUND_FAILED'
  /** Outgoing payment refund pending. */
  | 'OUTGOING_PAYMENT_REFUND_PENDING'
  /** Test. */
  | 'TEST'
  /** Verification approved. */
  | 'VERIFICATION_APPROVED'
  /** Verification in progress. */
  | 'VERIFICATION_IN_PROGRESS'
  /** Verification pending manual review. */
  | 'VERIFICATION_PENDING_MANUAL_REVIEW'
  /** Verification ready for verification. */
  | 'VERIFICATION_READY_FOR_VERIFICATION'
  /** Verification rejected. */
  | 'VERIFICATION_REJECTED'
  /** Verification resolve errors. */
  | 'VERIFICATION_RESOLVE_ERRORS';

/** Look-up of an external account. Default for the payer: the owner of the account. */
export type ExternalAccountLookupInput = {
  /** ExternalAccount:<uuid> */
  readonly accountId: string | number;
  /** The paying customer, Customer:<uuid>. */
  readonly senderCustomerId?: string | number | null | undefined;
  /** UMA address of the paying customer. */
  readonly senderUmaAddress?: string | null | undefined;
};

/** Status of an external account. Only an ACTIVE account can receive payments. */
export type ExternalAccountStatus =
  /** It can receive payments. */
  | 'ACTIVE'
  /** It cannot receive payments. */
  | 'INACTIVE'
  /** Its verification is not finished. */
  | 'PENDING'
  /** It is under manual review. */
  | 'UNDER_REVIEW';

/** Status of an internal account. Only an ACTIVE account can send or receive money. */
export type InternalAccountStatus =
  /** The account is open. */
  | 'ACTIVE'
  /** The account is closed permanently. */
  | 'CLOSED'
  /** The account is suspended temporarily. */
  | 'FROZEN'
  /** The account is being opened. */
  | 'PENDING';

/** Type of internal account. */
export type InternalAccountType =
  /** Embedded wallet of a customer: a payment from it requires a signature. */
  | 'EMBEDDED_WALLET'
  /** Balance in a crypto currency. */
  | 'INTERNAL_CRYPTO'
  /** Balance in a fiat currency. */
  | 'INTERNAL_FIAT';

/** Side of a quote whose amount lockedCurrencyAmount fixes. */
export type LockedCurrencySide =
  /** The amount credited to the beneficiary. */
  | 'RECEIVING'
  /** The total amount debited from the payer, including fees. */
  | 'SENDING';

/** Type of a source or destination. */
export type PartyType =
  /** An internal or external account. */
  | 'ACCOUNT'
  /** A deposit that funds the payment. */
  | 'REALTIME_FUNDING'
  /** A UMA address. */
  | 'UMA_ADDRESS';

/** Payment rail: the network over which a payment is sent. */
export type PaymentRail =
  /** US Automated Clearing House. */
  | 'ACH'
  /** Bank transfer. */
  | 'BANK_TRANSFER'
  /** Fast. */
  | 'FAST'
  /** Faster payments. */
  | 'FASTER_PAYMENTS'
  /** FedNow, the instant payment service of the US Federal Reserve. */
  | 'FEDNOW'
  /** Mobile money. */
  | 'MOBILE_MONEY'
  /** Paynow. */
  | 'PAYNOW'
  /** PIX, the Brazilian instant payment system. */
  | 'PIX'
  /** US Real-Time Payments network. */
  | 'RTP'
  /** SEPA credit transfer. */
  | 'SEPA'
  /** SEPA instant credit transfer. */
  | 'SEPA_INSTANT'
  /** SPEI, the Mexican interbank payment system. */
  | 'SPEI'
  /** Correspondent banking over SWIFT. */
  | 'SWIFT'
  /** UPI, the Indian Unified Payments Interface. */
  | 'UPI'
  /** US wire transfer. */
  | 'WIRE';

/** Permissions of an API token. No permission includes another. */
export type Permission =
  /** Change customers, accounts, settings, API tokens and agents. */
  | 'MANAGE'
  /** Send payments and decide about payments. */
  | 'TRANSACT'
  /** Read all records. */
  | 'VIEW';

/** Policy rule that an operation of an agent violates. */
export type PolicyRule =
  /** The policy does not allow the account. */
  | 'ACCOUNT_NOT_ALLOWED'
  /** The amount is above the maximum of one transaction of this account. */
  | 'ACCOUNT_PER_TRANSACTION_LIMIT'
  /** immediatelyExecute is not allowed, because the policy requires an approval. */
  | 'APPROVAL_REQUIRED'
  /** The amount is above the rest of the daily limit. */
  | 'DAILY_LIMIT'
  /** The maximum number of transactions per day is reached. */
  | 'DAILY_TRANSACTION_LIMIT'
  /** The amount is above the rest of the monthly limit. */
  | 'MONTHLY_LIMIT'
  /** The agent is paused. */
  | 'PAUSED'
  /** The policy does not grant the permission: see missingPermission. */
  | 'PERMISSION'
  /** The amount is above the maximum of one transaction. */
  | 'PER_TRANSACTION_LIMIT';

/** Purpose of a payment, required by some countries. */
export type PurposeOfPayment =
  /** Donation. */
  | 'DONATION'
  /** Education. */
  | 'EDUCATION'
  /** Gift. */
  | 'GIFT'
  /** Goods or services. */
  | 'GOODS_OR_SERVICES'
  /** Health or medical. */
  | 'HEALTH_OR_MEDICAL'
  /** Loan payment. */
  | 'LOAN_PAYMENT'
  /** Other. */
  | 'OTHER'
  /** Real estate purchase. */
  | 'REAL_ESTATE_PURCHASE'
  /** Self. */
  | 'SELF'
  /** Tax payment. */
  | 'TAX_PAYMENT'
  /** Travel. */
  | 'TRAVEL'
  /** Utility bill. */
  | 'UTILITY_BILL';

/** Account on one side of a quote. */
export type QuoteAccountInput = {
  /** InternalAccount:<uuid> or ExternalAccount:<uuid> */
  readonly accountId: string | number;
  /** Customer:<uuid>. The owner of the account, or for an account of the platform the customer that it pays for. */
  readonly customerId?: string | number | null | undefined;
  /** Payment rail, one of the rails of the external account. */
  readonly paymentRail?: PaymentRail | null | undefined;
};

/** Destination of a payment: exactly one of the fields. */
export type QuoteDestinationInput =
  {   /** Account to credit. */
  readonly account: QuoteAccountInput; readonly umaAddress?: never; }
  |  { readonly account?: never;   /** UMA address to pay. */
  readonly umaAddress: UmaDestinationInput; };

/** Source of a payment: exactly one of the fields. */
export type QuoteSourceInput =
  {   /** Account to debit. */
  readonly account: QuoteAccountInput; readonly realtimeFunding?: never; }
  |  { readonly account?: never;   /** Deposit that funds the payment. */
  readonly realtimeFunding: RealtimeFundingInput; };

/** Status of a quote. */
export type QuoteStatus =
  /** The payment reached its destination. */
  | 'COMPLETED'
  /** The quote was not executed or paid in time. */
  | 'EXPIRED'
  /** The conversion or the payout failed. */
  | 'FAILED'
  /** The quote can be executed, or paid by a deposit. */
  | 'PENDING'
  /** The quote was executed or paid. The payment is in progress. */
  | 'PROCESSING';

/** A deposit to the payment instructions of the quote. */
export type RealtimeFundingInput = {
  /** Network of the deposit: SOLANA, ETHEREUM, BASE, POLYGON, SPARK, LIGHTNING or BITCOIN. Required for a stablecoin. */
  readonly cryptoNetwork?: string | null | undefined;
  /** Currency of the deposit. */
  readonly currency: string;
  /** Payer, Customer:<uuid>. Default: the platform. */
  readonly customerId?: string | number | null | undefined;
};

/** The receiver to look up: exactly one of the fields. */
export type ReceiverLookupInput =
  {   /** An external account. */
  readonly externalAccount: ExternalAccountLookupInput; readonly uma?: never; }
  |  { readonly externalAccount?: never;   /** A UMA address. */
  readonly uma: UmaLookupInput; };

/** Reason for a refund. */
export type RefundReason =
  /** The payment was not completed in time. */
  | 'TIMEOUT'
  /** The payment failed. */
  | 'TRANSACTION_FAILED'
  /** The payment was cancelled. */
  | 'USER_CANCELLATION';

/** Status of a refund. */
export type RefundStatus =
  /** The source account was credited. */
  | 'COMPLETED'
  /** The refund failed. */
  | 'FAILED'
  /** The refund was started. */
  | 'PENDING';

/** Input of sandboxFault. Without `count` and `durationSeconds` the fault applies once. With both, it ends with whichever comes first. */
export type SandboxFaultInput = {
  /** How many requests, deliveries or updates are affected, 1 to 1000. */
  readonly count?: number | null | undefined;
  /** Delay in milliseconds. SLOW, and DELAY of subscriptions: 1 to 30000, default 2000, in real time. DELAY and REORDER of webhooks: 1 to 86400000, default 5000, on the clock of the platform. */
  readonly delayMs?: number | null | undefined;
  /** Lifetime in seconds of real time, 1 to 86400. Default: 3600. */
  readonly durationSeconds?: number | null | undefined;
  /** Only webhooks or updates of this event type, for example OUTGOING_PAYMENT.COMPLETED. Updates without a published event have none. */
  readonly eventType?: string | null | undefined;
  /** Whether responses and deliveries do not name the fault. Default: false. */
  readonly hidden?: boolean | null | undefined;
  /** What the fault does. */
  readonly kind: SandboxFaultKind;
  /** Only this operation: a root field of GraphQL or an operation id of REST; for SUBSCRIPTIONS a subscription. */
  readonly operation?: string | null | undefined;
  /** Retry-After of RATE_LIMITED in seconds, 1 to 3600. Default: 1. */
  readonly retryAfterSeconds?: number | null | undefined;
  /** Required for DUPLICATE, REORDER, DELAY and DROP: WEBHOOKS or SUBSCRIPTIONS. */
  readonly target?: SandboxFaultTarget | null | undefined;
  /** Only requests and subscriptions with this credential: Token:<uuid>, AccessToken:<uuid> or Agent:<uuid>. */
  readonly tokenId?: string | number | null | undefined;
};

/** What a fault does. */
export type SandboxFaultKind =
  /** Webhooks: a delivery arrives `delayMs` later, and later ones of its resource after it. Subscriptions: an update, and those after it, arrive `delayMs` later. */
  | 'DELAY'
  /** Webhooks: an attempt is not sent, and counts as unreachable. Subscriptions: the connection breaks before the update arrives. */
  | 'DROP'
  /** Webhooks and subscriptions: a delivery or an update arrives twice. */
  | 'DUPLICATE'
  /** Requests: executed and committed; then the connection breaks without a response. */
  | 'LOSE_RESPONSE'
  /** Requests: rejected with 429 RATE_LIMITED and Retry-After. Nothing is executed. */
  | 'RATE_LIMITED'
  /** Webhooks: a delivery arrives `delayMs` later, and later ones of its resource do not wait for it. Subscriptions: an update arrives again after the next one. */
  | 'REORDER'
  /** Requests: executed after `delayMs`. */
  | 'SLOW'
  /** Requests: rejected with 503 SERVICE_UNAVAILABLE and Retry-After. Nothing is executed. */
  | 'UNAVAILABLE';

/** What a fault applies to. */
export type SandboxFaultTarget =
  /** Queries, mutations, subscription starts and REST requests. */
  | 'REQUESTS'
  /** Updates of subscriptions, over server-sent events and sockets. */
  | 'SUBSCRIPTIONS'
  /** Attempts of webhook deliveries, except for TEST. */
  | 'WEBHOOKS';

/** Outcome of one payment of a sandbox platform, whatever its counterparty is. */
export type SandboxOutcome =
  /** Completes. */
  | 'COMPLETED'
  /** Completes with a refund, USER_CANCELLATION. Quotes. */
  | 'COMPLETED_AND_REFUNDED'
  /** Completes after six minutes. Quotes and incoming UMA payments. */
  | 'COMPLETED_LATE'
  /** Fails at once, without a debit or with a refund. */
  | 'FAILED'
  /** Completes, fails after 5 seconds, and is refunded. Quotes. */
  | 'FAILED_AFTER_COMPLETION'
  /** Fails with COUNTERPARTY_POST_TX_FAILED, and is refunded. Transfers and quotes. */
  | 'FAILED_AFTER_PROCESSING'
  /** Fails after 30 seconds, and is refunded with reason TIMEOUT. Transfers. */
  | 'FAILED_AFTER_TIMEOUT'
  /** Fails, and the refund fails as well. Quotes. */
  | 'FAILED_WITHOUT_REFUND'
  /** Fails with LIGHTNING_PAYMENT_FAILED, and is refunded. Quotes. */
  | 'LIGHTNING_PAYMENT_FAILED'
  /** Fails with LNURLP_FAILED, without an approval. Incoming UMA payments. */
  | 'LOOKUP_FAILED'
  /** Fails with PAY_REQUEST_FAILED, without an approval. Incoming UMA payments. */
  | 'PAY_REQUEST_FAILED'
  /** Fails with QUOTE_EXPIRED two minutes after the approval. Incoming UMA payments. */
  | 'QUOTE_EXPIRED'
  /** Is refunded to its sender after the approval. Incoming UMA payments. */
  | 'REFUNDED';

/** Sort order of a list by creation time. */
export type SortOrder =
  /** Oldest first. */
  | 'ASC'
  /** Newest first. */
  | 'DESC';

/** Spending limits of an agent. Limits are inclusive. Calendar periods are in UTC. */
export type SpendingLimitsInput = {
  /** Currency of all limits. */
  readonly currency: string;
  /** Maximum amount per day; omit it for no limit. In the smallest unit of the limits' currency. */
  readonly dailyLimit?: number | null | undefined;
  /** Maximum number of transactions per day; omit it for no limit. */
  readonly dailyTransactionLimit?: number | null | undefined;
  /** Maximum amount per month; omit it for no limit. In the smallest unit of the limits' currency. */
  readonly monthlyLimit?: number | null | undefined;
  /** Maximum amount of one transaction. In the smallest unit of the limits' currency. */
  readonly perTransactionLimit: number;
};

/** The customer to verify. */
export type SubmitVerificationInput = {
  /** Customer:<uuid> */
  readonly customerId: string | number;
};

/** Reason for the failure of a transaction. */
export type TransactionFailureReason =
  /** Counterparty post tx failed. */
  | 'COUNTERPARTY_POST_TX_FAILED'
  /** Funding amount mismatch. */
  | 'FUNDING_AMOUNT_MISMATCH'
  /** Lightning payment failed. */
  | 'LIGHTNING_PAYMENT_FAILED'
  /** Lnurlp failed. */
  | 'LNURLP_FAILED'
  /** Missing mandatory payee data. */
  | 'MISSING_MANDATORY_PAYEE_DATA'
  /** Offramp failed. */
  | 'OFFRAMP_FAILED'
  /** Payment approval timed out. */
  | 'PAYMENT_APPROVAL_TIMED_OUT'
  /** Payment approval webhook error. */
  | 'PAYMENT_APPROVAL_WEBHOOK_ERROR'
  /** Pay request failed. */
  | 'PAY_REQUEST_FAILED'
  /** Quote execution failed. */
  | 'QUOTE_EXECUTION_FAILED'
  /** Quote expired. */
  | 'QUOTE_EXPIRED';

/** Filter for transactions. A record must match all given fields. */
export type TransactionFilter = {
  /** Source or destination: an account id or a UMA address. */
  readonly accountIdentifier?: string | null | undefined;
  /** Only transactions that this agent initiated, Agent:<uuid>. */
  readonly agentId?: string | number | null | undefined;
  /** The other party: an id of an external account, a UMA address, or words of a name. Each word may be the start of a word. At most 100 characters and 5 words; without case and accents. Names are those of beneficiaries of external accounts that the caller may read and are not deleted, and names in counterpartyInformation. */
  readonly counterparty?: string | null | undefined;
  /** Start of the range of creation times, inclusive. */
  readonly createdAfter?: string | null | undefined;
  /** End of the range of creation times, inclusive. */
  readonly createdBefore?: string | null | undefined;
  /** Currency of the sending side. */
  readonly currency?: string | null | undefined;
  /** Customer:<uuid>, or the platform's own id for transactions of the platform. */
  readonly customerId?: string | number | null | undefined;
  /**
   * End of the range of creation times, inclusive.
   * @deprecated Use createdBefore.
   */
  readonly endDate?: string | null | undefined;
  /** Maximum amount of the sending side, in the smallest unit of its currency. */
  readonly maxAmount?: number | null | undefined;
  /** Minimum amount of the sending side, in the smallest unit of its currency. */
  readonly minAmount?: number | null | undefined;
  /** The platform's own id of the customer. */
  readonly platformCustomerId?: string | null | undefined;
  /** Words of the description, the reference, the platform's own id of the customer, or the name of the counterparty. Each word may be the start of a word. At most 100 characters and 5 words; without case and accents. References and ids are compared from their start. */
  readonly query?: string | null | undefined;
  /** Destination: an account id or a UMA address. */
  readonly receiverAccountIdentifier?: string | null | undefined;
  /** Reference in reconciliationInstructions. */
  readonly reference?: string | null | undefined;
  /** Source: an account id or a UMA address. */
  readonly senderAccountIdentifier?: string | null | undefined;
  /** Order by creation time. */
  readonly sortOrder?: SortOrder | null | undefined;
  /**
   * Start of the range of creation times, inclusive.
   * @deprecated Use createdAfter.
   */
  readonly startDate?: string | null | undefined;
  /** Any of these statuses. At most 50. */
  readonly status?: ReadonlyArray<TransactionStatus> | null | undefined;
  /** Type of the transaction: INCOMING or OUTGOING. */
  readonly type?: TransactionType | null | undefined;
};

/** Status of a transaction. An OUTGOING transaction never becomes REJECTED or REFUNDED: see refund. */
export type TransactionStatus =
  /** Delivered to the destination. */
  | 'COMPLETED'
  /** Created by a receiver look-up. */
  | 'CREATED'
  /** The quote was not executed in time. */
  | 'EXPIRED'
  /** Failed: see failureReason, and refund for the return of the money. */
  | 'FAILED'
  /** Accepted. The payment has not started. */
  | 'PENDING'
  /** Debited or funded. The payment is in progress. */
  | 'PROCESSING'
  /** Returned to the sender. */
  | 'REFUNDED'
  /** Rejected by the receiving side. */
  | 'REJECTED';

/** Direction of a payment. */
export type TransactionType =
  /** To a customer account. */
  | 'INCOMING'
  /** From a customer account. */
  | 'OUTGOING';

/** Receiver by UMA address, from an earlier receiverLookup. */
export type UmaDestinationInput = {
  /** Currency that the receiver gets. Optional if the receiver accepts only one currency. */
  readonly currency?: string | null | undefined;
  /** $name@domain */
  readonly umaAddress: string;
};

/** Look-up of a UMA address. One of the two sender fields is required. */
export type UmaLookupInput = {
  /** $name@domain */
  readonly receiverUmaAddress: string;
  /** The paying customer, Customer:<uuid>. */
  readonly senderCustomerId?: string | number | null | undefined;
  /** UMA address of the paying customer. */
  readonly senderUmaAddress?: string | null | undefined;
};

/** Input of updateAgent. Omitted fields stay unchanged; at least one field is required. */
export type UpdateAgentInput = {
  /** Whether the agent is paused. Operations of a paused agent are rejected and its streams are closed. */
  readonly isPaused?: boolean | null | undefined;
  /** Name of the agent, 1 to 100 characters. */
  readonly name?: string | null | undefined;
};

/** Policy fields to change. Omitted fields stay unchanged. null removes dailyTransactionLimit, dailyLimit, monthlyLimit, accountRestrictions, approvalThresholds and requiredApprovals. */
export type UpdateAgentPolicyInput = {
  /** Account rules. Replaces the existing value completely. */
  readonly accountRestrictions?: AccountRestrictionsInput | null | undefined;
  /** Approval threshold. Replaces the existing value completely. */
  readonly approvalThresholds?: ApprovalThresholdsInput | null | undefined;
  /** Execution mode for accounts without an account rule. */
  readonly defaultExecutionMode?: AgentExecutionMode | null | undefined;
  /** Permissions of the agent, at most 50. Replaces the list. */
  readonly permissions?: ReadonlyArray<AgentPermission> | null | undefined;
  /** Minimum number of approvals of an action, 1 to 10. It cannot be below what the approval rules of the platform require: the higher number applies. */
  readonly requiredApprovals?: number | null | undefined;
  /** Spending limits to change. */
  readonly spendingLimits?: UpdateSpendingLimitsInput | null | undefined;
};

/** Spending limits to change. Omitted fields stay unchanged. If the currency changes, the remaining limits are converted at the mid-market rate. */
export type UpdateSpendingLimitsInput = {
  /** Currency of all limits. */
  readonly currency?: string | null | undefined;
  /** Maximum amount per day; null removes the limit. In the smallest unit of the limits' currency. */
  readonly dailyLimit?: number | null | undefined;
  /** Maximum number of transactions per day; null removes the limit. */
  readonly dailyTransactionLimit?: number | null | undefined;
  /** Maximum amount per month; null removes the limit. In the smallest unit of the limits' currency. */
  readonly monthlyLimit?: number | null | undefined;
  /** Maximum amount of one transaction. In the smallest unit of the limits' currency. */
  readonly perTransactionLimit?: number | null | undefined;
};

/** Status of a verification. */
export type VerificationOutcome =
  /** The customer is verified. */
  | 'APPROVED'
  /** The verification provider checks the data. */
  | 'IN_PROGRESS'
  /** A person reviews the data. */
  | 'PENDING_MANUAL_REVIEW'
  /** Created but not submitted. */
  | 'READY_FOR_VERIFICATION'
  /** The customer is not verified. */
  | 'REJECTED'
  /** Data is missing or invalid: see `errors`, then submit again. */
  | 'RESOLVE_ERRORS';

/** One problem that blocks a verification. */
export type VerificationProblemInput = {
  /** Document types that resolve the problem. One of them is sufficient. At most 50. */
  readonly acceptedDocumentTypes?: ReadonlyArray<DocumentType> | null | undefined;
  /** Dotted path of the field in the resource. */
  readonly field?: string | null | undefined;
  /** Explanation for a human reader, at most 500 characters. */
  readonly reason: string;
  /** The resource with the problem: the customer, one of its beneficial owners or one of its documents. */
  readonly resourceId: string | number;
  /** Type of the problem: one of the published types, for example EXPIRED_DOCUMENT. */
  readonly type: string;
};

/** Status of an identity check (KYC or KYB). */
export type VerificationStatus =
  /** The check passed. The customer can send and receive money. */
  | 'APPROVED'
  /** The check is in progress. */
  | 'PENDING'
  /** The check failed. */
  | 'REJECTED'
  /** Not checked. */
  | 'UNVERIFIED';

/** What an approver decided. */
export type VoteDecision =
  /** The approver approves. */
  | 'APPROVED'
  /** The approver rejects. One rejection rejects the action. */
  | 'REJECTED';

/** Filter for deliveries. A record must match all given fields. */
export type WebhookDeliveryFilter = {
  /** WebhookEndpoint:<uuid> */
  readonly endpointId?: string | number | null | undefined;
  /** The resource that changed. */
  readonly resourceId?: string | number | null | undefined;
  /** Status of the delivery. */
  readonly status?: WebhookDeliveryStatus | null | undefined;
  /** Event type. */
  readonly type?: string | null | undefined;
};

/** Status of a webhook delivery. */
export type WebhookDeliveryStatus =
  /** The endpoint accepted the event. */
  | 'DELIVERED'
  /** Delivery stopped after 7 days, or the endpoint was removed. */
  | 'FAILED'
  /** Not delivered yet: an attempt is due, or an earlier event of the same resource is not delivered. */
  | 'PENDING';

/** A webhook endpoint. A new url receives one TEST event. */
export type WebhookEndpointInput = {
  /** Event types that the endpoint receives, at most 50. Omitted: all types except extensions. */
  readonly eventTypes?: ReadonlyArray<string> | null | undefined;
  /** Whether the endpoint also receives all extensions: AGENT_ACTION.APPROVED, AGENT_ACTION.REJECTED, AGENT_ACTION.EXPIRED. */
  readonly extensions?: boolean | null | undefined;
  /** Whether delivery is paused. Events are retained until it is resumed. */
  readonly isPaused?: boolean | null | undefined;
  /** URL: https in production; the sandbox also accepts http. */
  readonly url: string;
};

export type CurrencyPartsFragment = { readonly code: string, readonly decimals: number };

export type MoneyPartsFragment = { readonly amount: number, readonly currency: CurrencyPartsFragment };

type ErrorParts_ConflictError_Fragment = { readonly __typename: 'ConflictError', readonly message: string, readonly errorCode: ErrorCode };

type ErrorParts_ForbiddenError_Fragment = { readonly __typename: 'ForbiddenError', readonly message: string, readonly errorCode: ErrorCode };

type ErrorParts_InsufficientBalanceError_Fragment = { readonly __typename: 'InsufficientBalanceError', readonly message: string, readonly errorCode: ErrorCode };

type ErrorParts_InvalidInputError_Fragment = { readonly __typename: 'InvalidInputError', readonly message: string, readonly errorCode: ErrorCode };

type ErrorParts_NotFoundError_Fragment = { readonly __typename: 'NotFoundError', readonly message: string, readonly errorCode: ErrorCode };

type ErrorParts_PolicyViolationError_Fragment = { readonly __typename: 'PolicyViolationError', readonly message: string, readonly errorCode: ErrorCode };

type ErrorParts_QuoteExpiredError_Fragment = { readonly __typename: 'QuoteExpiredError', readonly message: string, readonly errorCode: ErrorCode };

type ErrorParts_RateLimitedError_Fragment = { readonly __typename: 'RateLimitedError', readonly message: string, readonly errorCode: ErrorCode };

type ErrorParts_UnauthorizedError_Fragment = { readonly __typename: 'UnauthorizedError', readonly message: string, readonly errorCode: ErrorCode };

type ErrorParts_UpstreamError_Fragment = { readonly __typename: 'UpstreamError', readonly message: string, readonly errorCode: ErrorCode };

export type ErrorPartsFragment =
  | ErrorParts_ConflictError_Fragment
  | ErrorParts_ForbiddenError_Fragment
  | ErrorParts_InsufficientBalanceError_Fragment
  | ErrorParts_InvalidInputError_Fragment
  | ErrorParts_NotFoundError_Fragment
  | ErrorParts_PolicyViolationError_Fragment
  | ErrorParts_QuoteExpiredError_Fragment
  | ErrorParts_RateLimitedError_Fragment
  | ErrorParts_UnauthorizedError_Fragment
  | ErrorParts_UpstreamError_Fragment
;

export type InputErrorPartsFragment = { readonly fields: ReadonlyArray<{ readonly path: string, readonly message: string }> };

export type PagePartsFragment = { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasNextPage: boolean, readonly hasPreviousPage: boolean };

export type AgentPolicyPartsFragment = { readonly permissions: ReadonlyArray<AgentPermission>, readonly defaultExecutionMode: AgentExecutionMode, readonly approvalThresholds: { readonly amount: number | null, readonly currency: string } | null, readonly spendingLimits: { readonly currency: string, readonly perTransactionLimit: number, readonly dailyLimit: number | null, readonly monthlyLimit: number | null, readonly dailyTransactionLimit: number | null }, readonly accountRestrictions: { readonly allowedAccountIds: ReadonlyArray<string> | null, readonly accountRules: ReadonlyArray<{ readonly accountId: string, readonly executionMode: AgentExecutionMode | null, readonly perTransactionLimit: number | null }> } | null };

export type AgentRowFragment = { readonly id: string, readonly name: string, readonly isPaused: boolean, readonly isConnected: boolean, readonly createdAt: string, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null }, readonly policy: { readonly defaultExecutionMode: AgentExecutionMode, readonly spendingLimits: { readonly currency: string, readonly dailyLimit: number | null, readonly perTransactionLimit: number } }, readonly usage: { readonly dailySpend: number } };

export type AgentsQueryVariables = Exact<{
  filter?: AgentFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type AgentsQuery = { readonly agents: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<AgentRowFragment> } };

export type AgentPartsFragment = (
  { readonly updatedAt: string, readonly policy: AgentPolicyPartsFragment, readonly usage: { readonly dailySpend: number, readonly monthlySpend: number, readonly dailyTransactionCount: number, readonly dailyResetDate: string, readonly monthlyResetMonth: string, readonly reserved: { readonly dailySpend: number, readonly monthlySpend: number, readonly transactionCount: number } }, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null, readonly internalAccounts: ReadonlyArray<{ readonly id: string, readonly type: InternalAccountType, readonly balance: MoneyPartsFragment }> }, readonly actions: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: AgentActionStatus, readonly createdAt: string, readonly payee: { readonly displayName: string | null, readonly last4: string | null } | null, readonly sendingAmount: MoneyPartsFragment }> } }
  & AgentRowFragment
);

export type AgentDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type AgentDetailQuery = { readonly agent: AgentPartsFragment | null };

export type CustomerAccountsQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerAccountsQuery = { readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null, readonly internalAccounts: ReadonlyArray<{ readonly id: string, readonly type: InternalAccountType, readonly balance: MoneyPartsFragment }> } | null };

export type NewAgentMutationVariables = Exact<{
  input: CreateAgentInput;
}>;


export type NewAgentMutation = { readonly createAgent:
    | { readonly __typename: 'AgentCreated', readonly agent: { readonly id: string }, readonly deviceCode: { readonly code: string, readonly expiresAt: string } }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type ChangeAgentMutationVariables = Exact<{
  id: string | number;
  input: UpdateAgentInput;
}>;


export type ChangeAgentMutation = { readonly updateAgent:
    | { readonly __typename: 'Agent', readonly id: string, readonly isPaused: boolean, readonly name: string }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type ChangeAgentPolicyMutationVariables = Exact<{
  id: string | number;
  input: UpdateAgentPolicyInput;
}>;


export type ChangeAgentPolicyMutation = { readonly updateAgentPolicy:
    | { readonly __typename: 'Agent', readonly id: string, readonly policy: AgentPolicyPartsFragment }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type NewDeviceCodeMutationVariables = Exact<{
  agentId: string | number;
}>;


export type NewDeviceCodeMutation = { readonly createDeviceCode:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | { readonly __typename: 'DeviceCode', readonly code: string, readonly expiresAt: string }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & ErrorParts_RateLimitedError_Fragment
    )
   };

export type RemoveAgentMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveAgentMutation = { readonly deleteAgent:
    | { readonly __typename: 'Deleted', readonly deletedId: string }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type PolicyPartsFragment = { readonly defaultExecutionMode: AgentExecutionMode, readonly approvalThresholds: { readonly amount: number | null, readonly currency: string } | null, readonly spendingLimits: { readonly currency: string, readonly perTransactionLimit: number, readonly dailyLimit: number | null, readonly monthlyLimit: number | null, readonly dailyTransactionLimit: number | null } };

export type ActionPartsFragment = { readonly __typename: 'AgentAction', readonly id: string, readonly type: AgentActionType, readonly status: AgentActionStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string, readonly description: string | null, readonly reason: string | null, readonly fees: number, readonly exchangeRate: number | null, readonly failureReason: string | null, readonly platformCustomerId: string, readonly requiredApprovals: number, readonly approvalsGiven: number, readonly approvalReason: { readonly rule: ApprovalRule, readonly requested: number, readonly threshold: number | null, readonly currency: CurrencyPartsFragment } | null, readonly agent: { readonly id: string, readonly name: string, readonly isPaused: boolean, readonly policy: PolicyPartsFragment }, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null }, readonly payee: { readonly displayName: string | null, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null } | null, readonly sourceAccount: { readonly id: string, readonly currency: string, readonly availableBalance: number | null }, readonly sendingAmount: MoneyPartsFragment, readonly receivingAmount: MoneyPartsFragment, readonly quote: { readonly id: string, readonly expiresAt: string } | null, readonly limits: ReadonlyArray<{ readonly name: PolicyRule, readonly limit: number, readonly used: number, readonly reserved: number, readonly remaining: number, readonly currency: CurrencyPartsFragment | null }>, readonly votes: ReadonlyArray<{ readonly decision: VoteDecision, readonly comment: string | null, readonly createdAt: string, readonly actor: { readonly kind: ActorKind, readonly id: string | null, readonly name: string | null } }> | null, readonly decision: { readonly isApproved: boolean, readonly decidedBy: string, readonly decidedAt: string, readonly comment: string | null } | null, readonly transaction: { readonly id: string, readonly status: TransactionStatus } | null, readonly history: ReadonlyArray<{ readonly id: string, readonly status: AgentActionStatus, readonly createdAt: string, readonly sendingAmount: MoneyPartsFragment }> };

export type ActionDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type ActionDetailQuery = { readonly agentAction: ActionPartsFragment | null };

export type DecidedActionsQueryVariables = Exact<{
  filter: AgentActionFilter;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type DecidedActionsQuery = { readonly agentActions: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: AgentActionStatus, readonly createdAt: string, readonly agent: { readonly id: string, readonly name: string }, readonly payee: { readonly displayName: string | null, readonly last4: string | null } | null, readonly sendingAmount: MoneyPartsFragment, readonly decision: { readonly isApproved: boolean, readonly decidedBy: string, readonly decidedAt: string } | null }> } };

export type ApproveActionMutationVariables = Exact<{
  id: string | number;
  comment?: string | null | undefined;
}>;


export type ApproveActionMutation = { readonly approveAgentAction:
    | (
      { readonly __typename: 'AgentAction' }
      & ActionPartsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type RejectActionMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type RejectActionMutation = { readonly rejectAgentAction:
    | (
      { readonly __typename: 'AgentAction' }
      & ActionPartsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type CustomerAccountFragment = { readonly id: string, readonly type: InternalAccountType, readonly status: InternalAccountStatus, readonly createdAt: string, readonly balance: MoneyPartsFragment, readonly availableBalance: MoneyPartsFragment };

export type CustomerPartsFragment = { readonly id: string, readonly customerType: CustomerType, readonly fullName: string | null, readonly email: string | null, readonly birthDate: string | null, readonly nationality: string | null, readonly region: string | null, readonly umaAddress: string | null, readonly platformCustomerId: string, readonly kycStatus: VerificationStatus | null, readonly kybStatus: VerificationStatus | null, readonly isDeleted: boolean, readonly createdAt: string, readonly updatedAt: string, readonly address: { readonly line1: string | null, readonly line2: string | null, readonly city: string | null, readonly state: string | null, readonly postalCode: string | null, readonly country: string | null } | null, readonly businessInfo: { readonly legalName: string, readonly doingBusinessAs: string | null, readonly registrationNumber: string | null, readonly taxId: string | null, readonly country: string | null, readonly incorporatedOn: string | null } | null, readonly internalAccounts: ReadonlyArray<CustomerAccountFragment>, readonly agents: ReadonlyArray<{ readonly id: string, readonly name: string, readonly isPaused: boolean, readonly isConnected: boolean }> };

export type CustomerDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerDetailQuery = { readonly customer: CustomerPartsFragment | null };

export type CustomerExternalAccountsQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type CustomerExternalAccountsQuery = { readonly externalAccounts: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly displayName: string, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null, readonly currency: string, readonly status: ExternalAccountStatus, readonly beneficiaryVerificationStatus: BeneficiaryVerificationStatus | null, readonly createdAt: string }> } };

export type AccountLedgerQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type AccountLedgerQuery = { readonly internalAccount: (
    { readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null } | null, readonly ledgerEntries: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly direction: EntryDirection, readonly description: string, readonly createdAt: string, readonly amount: MoneyPartsFragment, readonly balanceAfter: MoneyPartsFragment, readonly transaction: { readonly id: string } | null }> } }
    & CustomerAccountFragment
  ) | null };

export type WalletAccessQueryVariables = Exact<{
  id: string | number;
}>;


export type WalletAccessQuery = { readonly credentials: ReadonlyArray<{ readonly id: string, readonly type: CredentialType, readonly nickname: string, readonly createdAt: string }>, readonly sessions: ReadonlyArray<{ readonly id: string, readonly type: CredentialType, readonly nickname: string, readonly createdAt: string, readonly expiresAt: string }> };

export type CustomerVerificationsQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerVerificationsQuery = { readonly verifications: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly verificationStatus: VerificationOutcome, readonly createdAt: string, readonly updatedAt: string, readonly errors: ReadonlyArray<{ readonly type: string, readonly reason: string, readonly field: string | null, readonly resourceId: string, readonly acceptedDocumentTypes: ReadonlyArray<string> | null }> }> }, readonly documents: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly documentType: DocumentType, readonly side: DocumentSide | null, readonly country: string, readonly fileName: string, readonly documentNumber: string | null, readonly createdAt: string }> } };

export type SubmitForVerificationMutationVariables = Exact<{
  input: SubmitVerificationInput;
}>;


export type SubmitForVerificationMutation = { readonly submitVerification:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
    | { readonly __typename: 'Verification', readonly id: string, readonly verificationStatus: VerificationOutcome }
   };

export type DecideVerificationMutationVariables = Exact<{
  input: DecideVerificationInput;
}>;


export type DecideVerificationMutation = { readonly decideVerification:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
    | { readonly __typename: 'Verification', readonly id: string, readonly verificationStatus: VerificationOutcome }
   };

export type CustomerPaymentsQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
}>;


export type CustomerPaymentsQuery = { readonly transactions: { readonly totalCount: number, readonly nodes: ReadonlyArray<CustomerPaymentFragment> } };

export type CustomerPaymentFragment = { readonly id: string, readonly type: TransactionType, readonly direction: EntryDirection, readonly status: TransactionStatus, readonly createdAt: string, readonly description: string | null, readonly counterparty: { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null }, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null } | null, readonly agent: { readonly id: string, readonly name: string } | null, readonly sentAmount: MoneyPartsFragment | null, readonly receivedAmount: MoneyPartsFragment | null };

export type CustomersQueryVariables = Exact<{
  filter?: CustomerFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type CustomersQuery = { readonly customers: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly customerType: CustomerType, readonly fullName: string | null, readonly email: string | null, readonly platformCustomerId: string, readonly region: string | null, readonly kycStatus: VerificationStatus | null, readonly kybStatus: VerificationStatus | null, readonly isDeleted: boolean, readonly createdAt: string, readonly businessInfo: { readonly legalName: string } | null }> } };

export type NewCustomerMutationVariables = Exact<{
  input: CreateCustomerInput;
  idempotencyKey?: string | null | undefined;
}>;


export type NewCustomerMutation = { readonly createCustomer:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | { readonly __typename: 'Customer', readonly id: string }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
   };

export type ApiTokenListQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type ApiTokenListQuery = { readonly apiTokens: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly clientId: string, readonly name: string, readonly permissions: ReadonlyArray<Permission>, readonly createdAt: string }> } };

export type NewApiTokenMutationVariables = Exact<{
  input: CreateApiTokenInput;
}>;


export type NewApiTokenMutation = { readonly createApiToken:
    | { readonly __typename: 'ApiTokenCreated', readonly clientSecret: string, readonly token: { readonly id: string, readonly clientId: string, readonly name: string } }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
   };

export type RemoveApiTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveApiTokenMutation = { readonly deleteApiToken:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | { readonly __typename: 'Deleted', readonly deletedId: string }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type EndpointPartsFragment = { readonly id: string, readonly url: string, readonly isPaused: boolean, readonly extensions: boolean, readonly eventTypes: ReadonlyArray<string> | null };

export type EndpointsQueryVariables = Exact<{ [key: string]: never; }>;


export type EndpointsQuery = { readonly platformConfig: { readonly id: string, readonly webhookEndpoints: ReadonlyArray<EndpointPartsFragment> } };

export type SetEndpointsMutationVariables = Exact<{
  endpoints?: ReadonlyArray<WebhookEndpointInput> | WebhookEndpointInput | null | undefined;
}>;


export type SetEndpointsMutation = { readonly updatePlatformConfig:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | { readonly __typename: 'PlatformConfig', readonly id: string, readonly webhookEndpoints: ReadonlyArray<EndpointPartsFragment> }
   };

export type SendTestMutationVariables = Exact<{
  endpointId?: string | number | null | undefined;
}>;


export type SendTestMutation = { readonly sandboxSendTestWebhook:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | { readonly __typename: 'TestWebhookSent', readonly deliveryId: string, readonly responseStatus: number, readonly responseBody: string | null, readonly url: string }
    | (
      { readonly __typename: 'UpstreamError' }
      & ErrorParts_UpstreamError_Fragment
    )
   };

export type DeliveriesQueryVariables = Exact<{
  filter?: WebhookDeliveryFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type DeliveriesQuery = { readonly webhookDeliveries: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly status: WebhookDeliveryStatus, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly resourceId: string | null, readonly endpoint: { readonly id: string, readonly url: string } | null, readonly attempts: ReadonlyArray<{ readonly responseStatus: number | null, readonly error: string | null }> }> } };

export type DeliveryDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type DeliveryDetailQuery = { readonly node:
    | { readonly __typename: 'Agent' }
    | { readonly __typename: 'AgentAction' }
    | { readonly __typename: 'ApiRequest' }
    | { readonly __typename: 'ApiToken' }
    | { readonly __typename: 'AuditEntry' }
    | { readonly __typename: 'AuthMethod' }
    | { readonly __typename: 'AuthSession' }
    | { readonly __typename: 'BeneficialOwner' }
    | { readonly __typename: 'Customer' }
    | { readonly __typename: 'Document' }
    | { readonly __typename: 'Event' }
    | { readonly __typename: 'ExternalAccount' }
    | { readonly __typename: 'InternalAccount' }
    | { readonly __typename: 'LedgerEntry' }
    | { readonly __typename: 'Member' }
    | { readonly __typename: 'Platform' }
    | { readonly __typename: 'PlatformConfig' }
    | { readonly __typename: 'Quote' }
    | { readonly __typename: 'Transaction' }
    | { readonly __typename: 'Verification' }
    | { readonly __typename: 'WebhookDelivery', readonly id: string, readonly type: string, readonly status: WebhookDeliveryStatus, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly eventId: string, readonly resourceId: string | null, readonly sequence: number | null, readonly endpoint: { readonly id: string, readonly url: string } | null, readonly attempts: ReadonlyArray<{ readonly at: string, readonly durationMs: number, readonly responseStatus: number | null, readonly error: string | null, readonly requestBody: string, readonly responseBody: string | null }> }
    | { readonly __typename: 'WebhookEndpoint' }
   | null };

export type ResendMutationVariables = Exact<{
  deliveryId: string | number;
}>;


export type ResendMutation = { readonly redeliverWebhook:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
    | { readonly __typename: 'WebhookDelivery', readonly id: string, readonly status: WebhookDeliveryStatus }
   };

export type EventListQueryVariables = Exact<{
  filter?: EventFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type EventListQuery = { readonly events: { readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly kind: EventKind | null, readonly occurredAt: string, readonly resourceId: string | null, readonly sequence: number }> } };

export type SandboxStateQueryVariables = Exact<{ [key: string]: never; }>;


export type SandboxStateQuery = { readonly sandboxClock: { readonly now: string, readonly isSettled: boolean } | null, readonly sandboxFaults: ReadonlyArray<{ readonly id: string, readonly kind: SandboxFaultKind, readonly target: SandboxFaultTarget, readonly operation: string | null, readonly eventType: string | null, readonly remaining: number | null, readonly appliedCount: number, readonly expiresAt: string }> };

export type MoveClockMutationVariables = Exact<{
  seconds: number;
}>;


export type MoveClockMutation = { readonly sandboxAdvanceClock:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | { readonly __typename: 'SandboxClock', readonly now: string, readonly isSettled: boolean }
   };

export type FundMutationVariables = Exact<{
  accountId: string | number;
  amount: number;
  idempotencyKey?: string | null | undefined;
}>;


export type FundMutation = { readonly sandboxFundAccount:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | { readonly __typename: 'InternalAccount', readonly id: string, readonly availableBalance: MoneyPartsFragment }
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type FundedAccountQueryVariables = Exact<{
  id: string | number;
}>;


export type FundedAccountQuery = { readonly internalAccount: { readonly id: string, readonly balance: { readonly currency: CurrencyPartsFragment }, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null } | null } | null };

export type NewFaultMutationVariables = Exact<{
  input: SandboxFaultInput;
}>;


export type NewFaultMutation = { readonly sandboxFault:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | { readonly __typename: 'SandboxFault', readonly id: string }
   };

export type RemoveFaultMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveFaultMutation = { readonly deleteSandboxFault:
    | { readonly __typename: 'Deleted', readonly deletedId: string }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type HomeBalancesQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeBalancesQuery = { readonly platformAccounts: ReadonlyArray<{ readonly id: string, readonly type: InternalAccountType, readonly status: InternalAccountStatus, readonly balance: MoneyPartsFragment, readonly availableBalance: MoneyPartsFragment }> };

export type HomeWorkQueryVariables = Exact<{
  pendingSince: string;
}>;


export type HomeWorkQuery = { readonly eventCursor: string, readonly manualReviews: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null } }> }, readonly latePayments: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: TransactionStatus, readonly createdAt: string, readonly counterparty: { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null }, readonly sentAmount: MoneyPartsFragment | null }> }, readonly latest: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: TransactionType, readonly direction: EntryDirection, readonly status: TransactionStatus, readonly createdAt: string, readonly description: string | null, readonly counterparty: { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null }, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null } | null, readonly agent: { readonly id: string, readonly name: string } | null, readonly sentAmount: MoneyPartsFragment | null, readonly receivedAmount: MoneyPartsFragment | null }> } };

export type HomeWebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeWebhooksQuery = { readonly failedDeliveries: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly createdAt: string, readonly endpoint: { readonly url: string } | null }> } };

export type HomeUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type HomeUpdatesSubscription = { readonly transactionUpdated: { readonly cursor: string, readonly status: TransactionStatus } };

export type DayCountsQueryVariables = Exact<{
  after: string;
  before: string;
}>;


export type DayCountsQuery = { readonly completed: { readonly totalCount: number }, readonly failed: { readonly totalCount: number }, readonly open: { readonly totalCount: number } };

export type PayingAccountFragment = { readonly id: string, readonly type: InternalAccountType, readonly status: InternalAccountStatus, readonly balance: { readonly currency: CurrencyPartsFragment }, readonly availableBalance: MoneyPartsFragment };

export type PayableAccountFragment = { readonly id: string, readonly displayName: string, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null, readonly currency: string, readonly status: ExternalAccountStatus };

export type PayerSearchQueryVariables = Exact<{
  query?: string | null | undefined;
}>;


export type PayerSearchQuery = { readonly customers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly fullName: string | null, readonly platformCustomerId: string, readonly email: string | null, readonly businessInfo: { readonly legalName: string } | null }> } };

export type PlatformPartiesQueryVariables = Exact<{ [key: string]: never; }>;


export type PlatformPartiesQuery = { readonly platformAccounts: ReadonlyArray<PayingAccountFragment>, readonly externalAccounts: { readonly nodes: ReadonlyArray<PayableAccountFragment> } };

export type CustomerPartiesQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerPartiesQuery = { readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null, readonly internalAccounts: ReadonlyArray<PayingAccountFragment>, readonly externalAccounts: { readonly nodes: ReadonlyArray<PayableAccountFragment> } } | null };

export type ReceiverOfQueryVariables = Exact<{
  input: ReceiverLookupInput;
}>;


export type ReceiverOfQuery = { readonly receiverLookup:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
    | { readonly __typename: 'ReceiverLookup', readonly lookupId: string, readonly supportedCurrencies: ReadonlyArray<{ readonly min: number, readonly max: number, readonly estimatedExchangeRate: number, readonly currency: CurrencyPartsFragment }>, readonly requiredPayerDataFields: ReadonlyArray<{ readonly name: string, readonly mandatory: boolean }> }
   };

export type QuotePartsFragment = { readonly __typename: 'Quote', readonly id: string, readonly status: QuoteStatus, readonly expiresAt: string, readonly exchangeRate: number, readonly feesIncluded: number, readonly totalSendingAmount: number, readonly totalReceivingAmount: number, readonly counterpartyInformation: Record<string, string> | null, readonly sendingCurrency: CurrencyPartsFragment, readonly receivingCurrency: CurrencyPartsFragment, readonly paymentInstructions: ReadonlyArray<{ readonly accountOrWalletInfo: { readonly payloadToSign: string | null } }>, readonly transaction: { readonly id: string } };

export type NewQuoteMutationVariables = Exact<{
  input: CreateQuoteInput;
  idempotencyKey?: string | null | undefined;
}>;


export type NewQuoteMutation = { readonly createQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & ErrorParts_InsufficientBalanceError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
    | (
      { readonly __typename: 'Quote' }
      & QuotePartsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & ErrorParts_RateLimitedError_Fragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & ErrorParts_UpstreamError_Fragment
    )
   };

export type ExecuteNewQuoteMutationVariables = Exact<{
  quoteId: string | number;
  idempotencyKey?: string | null | undefined;
  signature?: string | null | undefined;
}>;


export type ExecuteNewQuoteMutation = { readonly executeQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & ErrorParts_InsufficientBalanceError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
      & InputErrorPartsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & ErrorParts_QuoteExpiredError_Fragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & ErrorParts_RateLimitedError_Fragment
    )
    | { readonly __typename: 'SignedRequestChallenge', readonly payloadToSign: string, readonly expiresAt: string }
    | { readonly __typename: 'Transaction', readonly id: string, readonly status: TransactionStatus }
    | (
      { readonly __typename: 'UnauthorizedError' }
      & ErrorParts_UnauthorizedError_Fragment
    )
   };

type AccountParts_ExternalAccount_Fragment = { readonly __typename: 'ExternalAccount', readonly id: string, readonly displayName: string, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null };

type AccountParts_InternalAccount_Fragment = { readonly __typename: 'InternalAccount', readonly id: string, readonly internalType: InternalAccountType, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null } | null };

export type AccountPartsFragment =
  | AccountParts_ExternalAccount_Fragment
  | AccountParts_InternalAccount_Fragment
;

export type PaymentRowFragment = { readonly id: string, readonly type: TransactionType, readonly direction: EntryDirection, readonly status: TransactionStatus, readonly createdAt: string, readonly description: string | null, readonly counterparty: { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null }, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null } | null, readonly agent: { readonly id: string, readonly name: string } | null, readonly sentAmount: MoneyPartsFragment | null, readonly receivedAmount: MoneyPartsFragment | null };

export type PaymentsQueryVariables = Exact<{
  filter?: TransactionFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type PaymentsQuery = { readonly eventCursor: string, readonly transactions: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<PaymentRowFragment> } };

export type PaymentsForExportQueryVariables = Exact<{
  filter?: TransactionFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PaymentsForExportQuery = { readonly transactions: { readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<(
      { readonly platformCustomerId: string | null, readonly fees: number | null, readonly settledAt: string | null, readonly failureReason: TransactionFailureReason | null, readonly reconciliationInstructions: { readonly reference: string } | null }
      & PaymentRowFragment
    )> } };

export type PaymentUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  customerId?: string | number | null | undefined;
}>;


export type PaymentUpdatesSubscription = { readonly transactionUpdated: { readonly cursor: string, readonly transaction: PaymentRowFragment } };

export type PaymentPartsFragment = (
  { readonly updatedAt: string, readonly settledAt: string | null, readonly failureReason: TransactionFailureReason | null, readonly platformCustomerId: string | null, readonly exchangeRate: number | null, readonly fees: number | null, readonly counterpartyInformation: Record<string, string> | null, readonly source: { readonly type: PartyType, readonly umaAddress: string | null, readonly currency: CurrencyPartsFragment | null, readonly account:
      | AccountParts_ExternalAccount_Fragment
      | AccountParts_InternalAccount_Fragment
     | null }, readonly destination: { readonly type: PartyType, readonly umaAddress: string | null, readonly currency: CurrencyPartsFragment | null, readonly account:
      | AccountParts_ExternalAccount_Fragment
      | AccountParts_InternalAccount_Fragment
     | null }, readonly timeline: ReadonlyArray<{ readonly status: TransactionStatus, readonly refundStatus: RefundStatus | null, readonly occurredAt: string, readonly note: string | null }>, readonly refund: { readonly status: RefundStatus, readonly reason: RefundReason | null, readonly reference: string, readonly initiatedAt: string, readonly settledAt: string | null } | null, readonly reconciliationInstructions: { readonly reference: string } | null, readonly rateDetails: { readonly counterpartyFixedFee: number | null, readonly counterpartyMultiplier: number | null, readonly serviceApiFixedFee: number | null, readonly serviceApiMultiplier: number | null, readonly serviceApiVariableFeeAmount: number | null, readonly serviceApiVariableFeeRate: number | null } | null, readonly agentAction: { readonly id: string, readonly type: AgentActionType, readonly status: AgentActionStatus, readonly createdAt: string, readonly reason: string | null, readonly failureReason: string | null, readonly approvalReason: { readonly rule: ApprovalRule, readonly requested: number, readonly threshold: number | null, readonly currency: CurrencyPartsFragment } | null, readonly decision: { readonly isApproved: boolean, readonly decidedBy: string, readonly decidedAt: string, readonly comment: string | null } | null } | null, readonly quote: { readonly id: string, readonly status: QuoteStatus, readonly createdAt: string, readonly expiresAt: string, readonly exchangeRate: number, readonly feesIncluded: number, readonly totalSendingAmount: number, readonly totalReceivingAmount: number, readonly sendingCurrency: CurrencyPartsFragment, readonly receivingCurrency: CurrencyPartsFragment } | null }
  & PaymentRowFragment
);

export type PaymentDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type PaymentDetailQuery = { readonly eventCursor: string, readonly transaction: PaymentPartsFragment | null };

export type PaymentDetailUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  id?: string | number | null | undefined;
}>;


export type PaymentDetailUpdatesSubscription = { readonly transactionUpdated: { readonly cursor: string, readonly status: TransactionStatus } };

export type PaymentDeliveriesQueryVariables = Exact<{
  id: string | number;
}>;


export type PaymentDeliveriesQuery = { readonly webhookDeliveries: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly status: WebhookDeliveryStatus, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly endpoint: { readonly id: string, readonly url: string } | null, readonly attempts: ReadonlyArray<{ readonly at: string, readonly durationMs: number, readonly responseStatus: number | null, readonly error: string | null }> }> } };

export type LedgerOfAccountQueryVariables = Exact<{
  id: string | number;
}>;


export type LedgerOfAccountQuery = { readonly internalAccount: { readonly id: string, readonly ledgerEntries: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly direction: EntryDirection, readonly description: string, readonly createdAt: string, readonly amount: MoneyPartsFragment, readonly balanceAfter: MoneyPartsFragment, readonly transaction: { readonly id: string } | null }> } } | null };

export type BasicsQueryVariables = Exact<{ [key: string]: never; }>;


export type BasicsQuery = { readonly currencies: ReadonlyArray<{ readonly code: string, readonly decimals: number, readonly name: string }> };

export type WaitingActionFragment = { readonly __typename: 'AgentAction', readonly id: string, readonly type: AgentActionType, readonly status: AgentActionStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string, readonly requiredApprovals: number, readonly approvalsGiven: number, readonly description: string | null, readonly reason: string | null, readonly agent: { readonly id: string, readonly name: string }, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null }, readonly payee: { readonly displayName: string | null, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null } | null, readonly sendingAmount: MoneyPartsFragment, readonly receivingAmount: MoneyPartsFragment };

export type WaitingActionsQueryVariables = Exact<{
  first: number;
}>;


export type WaitingActionsQuery = { readonly eventCursor: string, readonly agentActions: { readonly totalCount: number, readonly nodes: ReadonlyArray<WaitingActionFragment> } };

export type ActionUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ActionUpdatesSubscription = { readonly agentActionUpdated: { readonly cursor: string, readonly status: AgentActionStatus, readonly action: WaitingActionFragment } };
