// Written by generate.ts: run npm run schema.

export const AccessTokenCreatedFields =
  'fragment AccessTokenCreatedFields on AccessTokenCreated { accessToken expiresAt id }';
export const AccountBeneficiaryFields =
  'fragment AccountBeneficiaryFields on AccountBeneficiary { fullName type }';
export const AccountChangeNoticeFields =
  'fragment AccountChangeNoticeFields on AccountChangeNotice { accountKind accountNumber createdAt name reasonCode routingNumber }';
export const AccountRestrictionsFields =
  'fragment AccountRestrictionsFields on AccountRestrictions { accountRules { __typename ...AccountRuleFields } allowedAccountIds }';
export const AccountRuleFields =
  'fragment AccountRuleFields on AccountRule { accountId executionMode perTransactionLimit }';
export const ActorFields =
  'fragment ActorFields on Actor { id kind name }';
export const AddressFields =
  'fragment AddressFields on Address { city country line1 line2 postalCode state }';
export const AgentActionDecisionFields =
  'fragment AgentActionDecisionFields on AgentActionDecision { comment decidedAt decidedBy isApproved }';
export const AgentActionFields =
  'fragment AgentActionFields on AgentAction { agent { __typename id } approvalReason { __typename ...ApprovalReasonFields } approvalsGiven comment createdAt customer { __typename id } decidedAt decidedBy decision { __typename ...AgentActionDecisionFields } description evaluation { __typename ...PolicyEvaluationFields } exchangeRate expiresAt failureReason fees id limits { __typename ...AgentLimitFields } payee { __typename ...PayeeFields } platformCustomerId quote { __typename id } reason receivingAmount { __typename ...MoneyFields } rejectionReason repricings { __typename ...AgentActionRepricingFields } requiredApprovals sendingAmount { __typename ...MoneyFields } sourceAccount { __typename ...AgentActionSourceAccountFields } status supersededVotes { __typename ...AgentActionVoteFields } transaction { __typename id } transferDetails { __typename ...TransferDetailsFields } type updatedAt votes { __typename ...AgentActionVoteFields } }';
export const AgentActionRepricingFields =
  'fragment AgentActionRepricingFields on AgentActionRepricing { after { __typename ...PaymentFiguresFields } before { __typename ...PaymentFiguresFields } createdAt outcome slippage }';
export const AgentActionSourceAccountFields =
  'fragment AgentActionSourceAccountFields on AgentActionSourceAccount { availableBalance currency id }';
export const AgentActionVoteFields =
  'fragment AgentActionVoteFields on AgentActionVote { actor { __typename ...ActorFields } comment createdAt decision tolerance { __typename ...ApprovalToleranceFields } }';
export const AgentCapabilityFields =
  'fragment AgentCapabilityFields on AgentCapability { allowed approvalThreshold { __typename ...MoneyFields } limits { __typename ...AgentCapabilityLimitFields } mode operation reason }';
export const AgentCapabilityLimitFields =
  'fragment AgentCapabilityLimitFields on AgentCapabilityLimit { currency { __typename ...CurrencyFields } limit name remaining reserved resetsAt used }';
export const AgentFields =
  'fragment AgentFields on Agent { createdAt customer { __typename id } id isConnected isPaused name policy { __typename ...AgentPolicyFields } policyVersion updatedAt usage { __typename ...AgentUsageFields } }';
export const AgentLimitFields =
  'fragment AgentLimitFields on AgentLimit { currency { __typename ...CurrencyFields } limit name remaining reserved used }';
export const AgentPolicyFields =
  'fragment AgentPolicyFields on AgentPolicy { accountRestrictions { __typename ...AccountRestrictionsFields } approvalThresholds { __typename ...ApprovalThresholdsFields } defaultExecutionMode permissions requiredApprovals rules { __typename ...PolicyRulesFields } spendingLimits { __typename ...SpendingLimitsFields } }';
export const AgentReservationFields =
  'fragment AgentReservationFields on AgentReservation { dailySpend monthlySpend transactionCount }';
export const AgentUsageFields =
  'fragment AgentUsageFields on AgentUsage { dailyResetDate dailySpend dailyTransactionCount monthlyResetMonth monthlySpend reserved { __typename ...AgentReservationFields } }';
export const ApiRequestFields =
  'fragment ApiRequestFields on ApiRequest { actor { __typename ...ActorFields } address changes { __typename id } deliveries { __typename id } durationMs errorCode events { __typename id } id method operation operationName requestBody requestId responseBody startedAt status transport }';
export const ApiTokenFields =
  'fragment ApiTokenFields on ApiToken { clientId createdAt id name permissions updatedAt }';
export const ApprovalNotificationsFields =
  'fragment ApprovalNotificationsFields on ApprovalNotifications { emails notifyApprovers slackWebhookHost }';
export const ApprovalReasonFields =
  'fragment ApprovalReasonFields on ApprovalReason { currency { __typename ...CurrencyFields } requested rule threshold }';
export const ApprovalRuleThresholdFields =
  'fragment ApprovalRuleThresholdFields on ApprovalRuleThreshold { amount currency requiredApprovals }';
export const ApprovalRulesFields =
  'fragment ApprovalRulesFields on ApprovalRules { lateApprovalSeconds notifications { __typename ...ApprovalNotificationsFields } preventSelfApproval requireComment requiredApprovals stepUpAbove { __typename ...StepUpThresholdFields } thresholds { __typename ...ApprovalRuleThresholdFields } }';
export const ApprovalThresholdsFields =
  'fragment ApprovalThresholdsFields on ApprovalThresholds { amount currency }';
export const ApprovalToleranceFields =
  'fragment ApprovalToleranceFields on ApprovalTolerance { maxSendingAmount maxSlippage }';
export const AuditEntryFields =
  'fragment AuditEntryFields on AuditEntry { actor { __typename ...ActorFields } address changes { __typename ...AuditedChangeFields } createdAt hash id operation position previousHash recordId recordType requestId }';
export const AuditedChangeFields =
  'fragment AuditedChangeFields on AuditedChange { after before field }';
export const AuthMethodFields =
  'fragment AuthMethodFields on AuthMethod { accountId createdAt credentialId id nickname type updatedAt }';
export const AuthSessionFields =
  'fragment AuthSessionFields on AuthSession { accountId createdAt credentialId expiresAt id nickname type updatedAt }';
export const BacktestedActionFields =
  'fragment BacktestedActionFields on BacktestedAction { actionId after { __typename ...PolicyVerdictWithRuleFields } before { __typename ...PolicyVerdictWithRuleFields } id isChanged result { __typename ...PolicyRuleResultFields } sendingAmount { __typename ...MoneyFields } submittedAt type }';
export const BankAccountFields =
  'fragment BankAccountFields on BankAccount { accountNumber balancedBatches bankName bic companyId creditorId iban immediateDestination immediateOrigin name routingNumber }';
export const BankConnectionFields =
  'fragment BankConnectionFields on BankConnection { account { __typename ...BankAccountFields } createdAt currency { __typename ...CurrencyFields } cutOffs { __typename ...BankCutOffsFields } exchange { __typename ...BankExchangeFields } exchangeError format id lastCutOffAt lastExchangeAt maxPaymentsPerFile name nextCutOffAt openingBalance { __typename ...MoneyFields } preNotificationDays reviewAbove { __typename ...MoneyFields } status updatedAt virtualIbanRange { __typename ...VirtualIbanRangeFields } }';
export const BankCounterpartyFields =
  'fragment BankCounterpartyFields on BankCounterparty { account bic name routingNumber }';
export const BankCutOffsFields =
  'fragment BankCutOffsFields on BankCutOffs { calendar timeZone times }';
export const BankDecisionFields =
  'fragment BankDecisionFields on BankDecision { actor { __typename ...ActorFields } comment createdAt isApproval }';
export const BankEntryCountFields =
  'fragment BankEntryCountFields on BankEntryCount { count kind }';
export const BankEntryFields =
  'fragment BankEntryFields on BankEntry { amount { __typename ...MoneyFields } bankCode bankReference bookedAt bookedOn breakKind connection { __typename id } createdAt detailCount direction id isReversal kind note resolution resolvedAt resolvedBy statement { __typename id } transaction { __typename id } valueDate }';
export const BankExchangeFields =
  'fragment BankExchangeFields on BankExchange { accessKeyId authentication bucket endpoint host hostKeyFingerprint kind path port prefix region username }';
export const BankFileFields =
  'fragment BankFileFields on BankFile { byteLength connection { __typename id } count createdAt decisions { __typename ...BankDecisionFields } direction executionDate id kind line messageId name paymentDirection reason releases serviceLevel status total { __typename ...MoneyFields } updatedAt }';
export const BankPaymentFields =
  'fragment BankPaymentFields on BankPayment { amount createdAt direction endToEndId executionDate file { __typename id } id reasonCode reasonTitle serviceLevel status transaction { __typename id } updatedAt }';
export const BaseWalletFields =
  'fragment BaseWalletFields on BaseWallet { accountType address }';
export const BeneficialOwnerFields =
  'fragment BeneficialOwnerFields on BeneficialOwner { createdAt customer { __typename id } id kycStatus ownershipPercentage personalInfo { __typename ...PersonalInfoFields } roles updatedAt }';
export const BeneficiaryFields =
  'fragment BeneficiaryFields on Beneficiary { address { __typename ...AddressFields } beneficiaryType birthDate countryOfResidence documentNumber documentType email fullName legalName nationality phoneNumber registrationNumber taxId }';
export const BrlAccountFields =
  'fragment BrlAccountFields on BrlAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails pixKey pixKeyType taxId }';
export const BusinessInfoFields =
  'fragment BusinessInfoFields on BusinessInfo { businessType country doingBusinessAs entityType incorporatedOn legalName registrationNumber taxId }';
export const BwpAccountFields =
  'fragment BwpAccountFields on BwpAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber provider }';
export const CadAccountFields =
  'fragment CadAccountFields on CadAccount { accountNumber accountType bankCode beneficiary { __typename ...BeneficiaryFields } branchCode paymentRails }';
export const ConflictErrorFields =
  'fragment ConflictErrorFields on ConflictError { errorCode httpStatus message reason }';
export const CounterpartyFieldFields =
  'fragment CounterpartyFieldFields on CounterpartyField { mandatory name }';
export const CounterpartyFields =
  'fragment CounterpartyFields on Counterparty { displayName last4 umaAddress }';
export const CredentialRevokedFields =
  'fragment CredentialRevokedFields on CredentialRevoked { credentialId }';
export const CurrencyConfigFields =
  'fragment CurrencyConfigFields on CurrencyConfig { currencyCode enabledTransactionTypes maxAmount minAmount requiredCounterpartyFields { __typename ...CounterpartyFieldFields } }';
export const CurrencyFields =
  'fragment CurrencyFields on Currency { code decimals name symbol }';
export const CurrencyStatisticsFields =
  'fragment CurrencyStatisticsFields on CurrencyStatistics { completedCount currency { __typename ...CurrencyFields } expiredCount failedCount successRate transactionCount volume }';
export const CustomerFields =
  'fragment CustomerFields on Customer { address { __typename ...AddressFields } beneficialOwners { __typename id } birthDate businessInfo { __typename ...BusinessInfoFields } createdAt currencies customerType email fullName id internalAccounts { __typename id } isDeleted kybStatus kycStatus nationality platformCustomerId region umaAddress updatedAt }';
export const CustomerImportFields =
  'fragment CustomerImportFields on CustomerImport { completedAt createdAt dryRun format id progress { __typename ...CustomerImportProgressFields } status }';
export const CustomerImportProgressFields =
  'fragment CustomerImportProgressFields on CustomerImportProgress { failed processed successful total }';
export const DeletedFields =
  'fragment DeletedFields on Deleted { deletedId }';
export const DeviceCodeFields =
  'fragment DeviceCodeFields on DeviceCode { agentId code expiresAt redeemed }';
export const DirectDebitMandateFields =
  'fragment DirectDebitMandateFields on DirectDebitMandate { isOneOff reference signedOn }';
export const DocumentFields =
  'fragment DocumentFields on Document { country createdAt documentHolder documentNumber documentType fileName id issuingAuthority mediaType side updatedAt }';
export const EthereumWalletFields =
  'fragment EthereumWalletFields on EthereumWallet { accountType address }';
export const EventFields =
  'fragment EventFields on Event { id kind occurredAt payload { __typename ... on AgentAction { agentActionAgent: agent { __typename id } approvalReason { __typename ...ApprovalReasonFields } approvalsGiven comment createdAt agentActionCustomer: customer { __typename id } decidedAt decidedBy decision { __typename ...AgentActionDecisionFields } description evaluation { __typename ...PolicyEvaluationFields } exchangeRate agentActionExpiresAt: expiresAt agentActionFailureReason: failureReason agentActionFees: fees id payee { __typename ...PayeeFields } platformCustomerId quote { __typename id } reason receivingAmount { __typename ...MoneyFields } rejectionReason requiredApprovals sendingAmount { __typename ...MoneyFields } sourceAccount { __typename ...AgentActionSourceAccountFields } agentActionStatus: status transaction { __typename id } transferDetails { __typename ...TransferDetailsFields } agentActionType: type updatedAt } ... on Customer { address { __typename ...AddressFields } birthDate businessInfo { __typename ...BusinessInfoFields } createdAt customerType email fullName id isDeleted kybStatus kycStatus nationality platformCustomerId region umaAddress updatedAt } ... on CustomerImport { completedAt createdAt dryRun format id progress { __typename ...CustomerImportProgressFields } customerImportStatus: status } ... on InternalAccount { availableBalance { __typename ...MoneyFields } balance { __typename ...MoneyFields } createdAt internalAccountCustomer: customer { __typename id } id privateEnabled internalAccountStatus: status internalAccountType: type updatedAt } ... on Invitation { amountToSend { __typename ...MoneyFields } claimedAt code createdAt invitationExpiresAt: expiresAt firstName inviteeUma inviterUma invitationStatus: status url } ... on Transaction { transactionAgent: agent { __typename id } agentAction { __typename id } bankPayment { __typename id } counterparty { __typename ...CounterpartyFields } counterpartyInformation createdAt transactionCustomer: customer { __typename id } description destination { __typename ...TransactionPartyFields } direction exchangeRate transactionFailureReason: failureReason transactionFees: fees id transactionPlatformCustomerId: platformCustomerId quote { __typename id } rateDetails { __typename ...RateDetailsFields } receivedAmount { __typename ...MoneyFields } reconciliationInstructions { __typename ...ReconciliationInstructionsFields } refund { __typename ...RefundFields } sentAmount { __typename ...MoneyFields } settledAt source { __typename ...TransactionPartyFields } transactionStatus: status transactionType: type updatedAt } ... on Verification { createdAt verificationCustomer: customer { __typename id } id updatedAt verificationStatus } } resource { __typename id } resourceId sequence type }';
export const ExchangeRateFields =
  'fragment ExchangeRateFields on ExchangeRate { destinationCurrency { __typename ...CurrencyFields } destinationPaymentRail exchangeRate fixedFee maxSendingAmount minSendingAmount receivingAmount sendingAmount sourceCurrency { __typename ...CurrencyFields } updatedAt }';
export const ExplanationAmountFields =
  'fragment ExplanationAmountFields on ExplanationAmount { name value { __typename ...MoneyFields } }';
export const ExplanationAttemptFields =
  'fragment ExplanationAttemptFields on ExplanationAttempt { at durationMs error responseStatus }';
export const ExplanationRateFields =
  'fragment ExplanationRateFields on ExplanationRate { decimal exact publishedAt receivingCurrency { __typename ...CurrencyFields } sendingCurrency { __typename ...CurrencyFields } source }';
export const ExplanationStepFields =
  'fragment ExplanationStepFields on ExplanationStep { actor { __typename ...ActorFields } amounts { __typename ...ExplanationAmountFields } at attempts { __typename ...ExplanationAttemptFields } comment kind outcome policyVersion rate { __typename ...ExplanationRateFields } references roundings { __typename ...PriceRoundingFields } rules { __typename ...PolicyRuleResultFields } text }';
export const ExternalAccountFields =
  'fragment ExternalAccountFields on ExternalAccount { accountInfo { __typename ... on AedAccount { accountType beneficiary { __typename ...BeneficiaryFields } aedAccountIban: iban paymentRails aedAccountSwiftCode: swiftCode } ... on BaseWallet { ...BaseWalletFields } ... on BdtAccount { bdtAccountAccountNumber: accountNumber accountType beneficiary { __typename ...BeneficiaryFields } bdtAccountBranchCode: branchCode paymentRails bdtAccountPhoneNumber: phoneNumber bdtAccountSwiftCode: swiftCode } ... on BrlAccount { ...BrlAccountFields } ... on BwpAccount { ...BwpAccountFields } ... on CadAccount { ...CadAccountFields } ... on CopAccount { copAccountAccountNumber: accountNumber accountType bankAccountType copAccountBankName: bankName beneficiary { __typename ...BeneficiaryFields } paymentRails copAccountPhoneNumber: phoneNumber } ... on DkkAccount { accountType beneficiary { __typename ...BeneficiaryFields } dkkAccountIban: iban paymentRails dkkAccountSwiftCode: swiftCode } ... on EgpAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } egpAccountIban: iban paymentRails egpAccountSwiftCode: swiftCode } ... on EthereumWallet { ...EthereumWalletFields } ... on EurAccount { accountType beneficiary { __typename ...BeneficiaryFields } eurAccountIban: iban paymentRails eurAccountSwiftCode: swiftCode } ... on GbpAccount { ...GbpAccountFields } ... on GhsAccount { ghsAccountAccountNumber: accountNumber accountType beneficiary { __typename ...BeneficiaryFields } paymentRails ghsAccountPhoneNumber: phoneNumber } ... on GtqAccount { accountNumber accountType gtqAccountBankAccountType: bankAccountType beneficiary { __typename ...BeneficiaryFields } paymentRails } ... on HkdAccount { ...HkdAccountFields } ... on HtgAccount { ...HtgAccountFields } ... on IdrAccount { ...IdrAccountFields } ... on InrAccount { ...InrAccountFields } ... on JmdAccount { accountNumber accountType jmdAccountBankAccountType: bankAccountType beneficiary { __typename ...BeneficiaryFields } branchCode paymentRails } ... on KesAccount { ...KesAccountFields } ... on Lightning { ...LightningFields } ... on MwkAccount { ...MwkAccountFields } ... on MxnAccount { ...MxnAccountFields } ... on MyrAccount { ...MyrAccountFields } ... on NgnAccount { ...NgnAccountFields } ... on PhpAccount { ...PhpAccountFields } ... on PkrAccount { pkrAccountAccountNumber: accountNumber accountType pkrAccountBankName: bankName beneficiary { __typename ...BeneficiaryFields } pkrAccountIban: iban paymentRails pkrAccountPhoneNumber: phoneNumber } ... on PolygonWallet { ...PolygonWalletFields } ... on RwfAccount { ...RwfAccountFields } ... on SgdAccount { ...SgdAccountFields } ... on SlvAccount { slvAccountAccountNumber: accountNumber accountType bankAccountType slvAccountBankName: bankName beneficiary { __typename ...BeneficiaryFields } paymentRails slvAccountPhoneNumber: phoneNumber } ... on SolanaWallet { ...SolanaWalletFields } ... on SparkWallet { ...SparkWalletFields } ... on SwiftAccount { swiftAccountAccountNumber: accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } country swiftAccountIban: iban paymentRails swiftCode } ... on ThbAccount { ...ThbAccountFields } ... on TronWallet { ...TronWalletFields } ... on TzsAccount { ...TzsAccountFields } ... on UgxAccount { ...UgxAccountFields } ... on UsdAccount { accountNumber accountType bankAccountType usdAccountBankName: bankName beneficiary { __typename ...BeneficiaryFields } paymentRails routingNumber } ... on VndAccount { ...VndAccountFields } ... on XafAccount { ...XafAccountFields } ... on XofAccount { ...XofAccountFields } ... on ZarAccount { ...ZarAccountFields } ... on ZmwAccount { ...ZmwAccountFields } } bankName beneficiary { __typename ...AccountBeneficiaryFields } beneficiaryVerificationStatus beneficiaryVerifiedData changeNotices { __typename ...AccountChangeNoticeFields } country createdAt currency customer { __typename id } defaultUmaDepositAccount directDebitMandate { __typename ...DirectDebitMandateFields } displayName id last4 platformAccountId status updatedAt }';
export const FieldErrorFields =
  'fragment FieldErrorFields on FieldError { message path }';
export const ForbiddenErrorFields =
  'fragment ForbiddenErrorFields on ForbiddenError { errorCode httpStatus message reason requiredPermission requiredPermissions }';
export const FundingInfoFields =
  'fragment FundingInfoFields on FundingInfo { accountNumber accountType address assetType bankName clabeNumber iban invoice payloadToSign paymentRails paymentUrl qrCode reference routingNumber sortCode swiftCode vpa }';
export const GbpAccountFields =
  'fragment GbpAccountFields on GbpAccount { accountNumber accountType beneficiary { __typename ...BeneficiaryFields } paymentRails sortCode }';
export const HkdAccountFields =
  'fragment HkdAccountFields on HkdAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } paymentRails swiftCode }';
export const HoldFields =
  'fragment HoldFields on Hold { account { __typename id } amount { __typename ...MoneyFields } createdAt endedAt status }';
export const HtgAccountFields =
  'fragment HtgAccountFields on HtgAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber }';
export const IdrAccountFields =
  'fragment IdrAccountFields on IdrAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber swiftCode }';
export const InrAccountFields =
  'fragment InrAccountFields on InrAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails vpa }';
export const InsufficientBalanceErrorFields =
  'fragment InsufficientBalanceErrorFields on InsufficientBalanceError { available { __typename ...MoneyFields } errorCode httpStatus message reason required { __typename ...MoneyFields } }';
export const InternalAccountFields =
  'fragment InternalAccountFields on InternalAccount { availableBalance { __typename ...MoneyFields } balance { __typename ...MoneyFields } createdAt customer { __typename id } fundingPaymentInstructions { __typename ...PaymentInstructionsFields } id privateEnabled sessions { __typename id } status type updatedAt }';
export const InvalidInputErrorFields =
  'fragment InvalidInputErrorFields on InvalidInputError { errorCode fields { __typename ...FieldErrorFields } httpStatus message reason }';
export const InvitationFields =
  'fragment InvitationFields on Invitation { amountToSend { __typename ...MoneyFields } claimedAt code createdAt expiresAt firstName inviteeUma inviterUma status url }';
export const KesAccountFields =
  'fragment KesAccountFields on KesAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber provider }';
export const LightningFields =
  'fragment LightningFields on Lightning { accountType bolt12 invoice lightningAddress }';
export const MemberFields =
  'fragment MemberFields on Member { createdAt email id isDeleted lastSignedInAt name passkeys { __typename ...MemberPasskeyFields } platform { __typename id } roles sessions { __typename ...MemberSessionFields } updatedAt }';
export const MemberPasskeyFields =
  'fragment MemberPasskeyFields on MemberPasskey { createdAt id lastUsedAt name }';
export const MemberSessionFields =
  'fragment MemberSessionFields on MemberSession { address createdAt expiresAt id isCurrent lastUsedAt method userAgent }';
export const MoneyFields =
  'fragment MoneyFields on Money { amount currency { __typename ...CurrencyFields } }';
export const MwkAccountFields =
  'fragment MwkAccountFields on MwkAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber provider }';
export const MxnAccountFields =
  'fragment MxnAccountFields on MxnAccount { accountType beneficiary { __typename ...BeneficiaryFields } clabeNumber paymentRails }';
export const MyrAccountFields =
  'fragment MyrAccountFields on MyrAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } paymentRails swiftCode }';
export const NgnAccountFields =
  'fragment NgnAccountFields on NgnAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } paymentRails }';
export const NotFoundErrorFields =
  'fragment NotFoundErrorFields on NotFoundError { errorCode httpStatus message missingId reason }';
export const OidcIssuerFields =
  'fragment OidcIssuerFields on OidcIssuer { audiences issuer }';
export const OtpConfigFields =
  'fragment OtpConfigFields on OtpConfig { alphanumeric expirationSeconds length }';
export const PasskeyAuthenticatorSelectionFields =
  'fragment PasskeyAuthenticatorSelectionFields on PasskeyAuthenticatorSelection { requireResidentKey residentKey userVerification }';
export const PasskeyConfigFields =
  'fragment PasskeyConfigFields on PasskeyConfig { origins rpId }';
export const PasskeyDescriptorFields =
  'fragment PasskeyDescriptorFields on PasskeyDescriptor { id type }';
export const PasskeyParameterFields =
  'fragment PasskeyParameterFields on PasskeyParameter { alg type }';
export const PasskeyRelyingPartyFields =
  'fragment PasskeyRelyingPartyFields on PasskeyRelyingParty { id name }';
export const PasskeyUserFields =
  'fragment PasskeyUserFields on PasskeyUser { displayName id name }';
export const PastExchangeRateFields =
  'fragment PastExchangeRateFields on PastExchangeRate { destinationCurrency { __typename ...CurrencyFields } exchangeRate fetchedAt publishedAt rateSource sourceCurrency { __typename ...CurrencyFields } }';
export const PayeeFields =
  'fragment PayeeFields on Payee { bankName country displayName last4 }';
export const PayerDataFieldFields =
  'fragment PayerDataFieldFields on PayerDataField { mandatory name }';
export const PaymentFiguresFields =
  'fragment PaymentFiguresFields on PaymentFigures { exchangeRate fees quoteId receivingAmount { __typename ...MoneyFields } sendingAmount { __typename ...MoneyFields } }';
export const PaymentInstitutionFields =
  'fragment PaymentInstitutionFields on PaymentInstitution { bankName country currency displayName }';
export const PaymentInstructionsFields =
  'fragment PaymentInstructionsFields on PaymentInstructions { accountOrWalletInfo { __typename ...FundingInfoFields } instructionsNotes isPlatformAccount }';
export const PaymentPreviewFields =
  'fragment PaymentPreviewFields on PaymentPreview { balances { __typename ...PreviewedBalanceFields } failureCode policy { __typename ...PolicyPreviewFields } price { __typename ...PreviewedPriceFields } requiresSignature transactionStatus }';
export const PersonalInfoFields =
  'fragment PersonalInfoFields on PersonalInfo { address { __typename ...AddressFields } birthDate countryOfIssuance email firstName idType identifier lastName middleName nationality phoneNumber }';
export const PhpAccountFields =
  'fragment PhpAccountFields on PhpAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } paymentRails }';
export const PlatformConfigFields =
  'fragment PlatformConfigFields on PlatformConfig { approvals { __typename ...ApprovalRulesFields } autoCreateEmailOtp createdAt currencies { __typename ...CurrencyConfigFields } exportIssuerPublicKey id oidcIssuers { __typename ...OidcIssuerFields } otp { __typename ...OtpConfigFields } passkeys { __typename ...PasskeyConfigFields } rates { __typename ...RateSettingsFields } sandboxUmaDomain sessionTtlSeconds umaDomain updatedAt wallets { __typename ...WalletSettingsFields } webhookEndpoints { __typename id } webhookPublicKeys }';
export const PlatformFeesFields =
  'fragment PlatformFeesFields on PlatformFees { counterpartyFixed fixed variableRate }';
export const PlatformFields =
  'fragment PlatformFields on Platform { id mode name permissions }';
export const PolicyAllowedTimesFields =
  'fragment PolicyAllowedTimesFields on PolicyAllowedTimes { timeZone windows { __typename ...PolicyTimeWindowFields } }';
export const PolicyBacktestFields =
  'fragment PolicyBacktestFields on PolicyBacktest { actions { __typename ...BacktestedActionFields } after { __typename ...PolicyVerdictCountsFields } before { __typename ...PolicyVerdictCountsFields } changed nextAfter policy { __typename ...AgentPolicyFields } rules { __typename ...PolicyRuleCountFields } since total until }';
export const PolicyCorridorFields =
  'fragment PolicyCorridorFields on PolicyCorridor { receiving sending }';
export const PolicyEvaluationFields =
  'fragment PolicyEvaluationFields on PolicyEvaluation { evaluatedAt policyVersion rule rules { __typename ...PolicyRuleResultFields } verdict }';
export const PolicyPreviewFields =
  'fragment PolicyPreviewFields on PolicyPreview { actionStatus approvalReason { __typename ...ApprovalReasonFields } evaluation { __typename ...PolicyEvaluationFields } reason }';
export const PolicyRuleCountFields =
  'fragment PolicyRuleCountFields on PolicyRuleCount { count rule }';
export const PolicyRuleResultFields =
  'fragment PolicyRuleResultFields on PolicyRuleResult { currency { __typename ...CurrencyFields } limit rate requested reserved rule used verdict }';
export const PolicyRulesFields =
  'fragment PolicyRulesFields on PolicyRules { allowedCorridors { __typename ...PolicyCorridorFields } allowedCounterparties allowedTimes { __typename ...PolicyAllowedTimesFields } cooldownMinutes maxActionsPerMinute maxBalanceShare onlyApprovedCounterparties requireDescription }';
export const PolicyTimeWindowFields =
  'fragment PolicyTimeWindowFields on PolicyTimeWindow { days from to }';
export const PolicyVerdictCountsFields =
  'fragment PolicyVerdictCountsFields on PolicyVerdictCounts { reject run wait }';
export const PolicyVerdictWithRuleFields =
  'fragment PolicyVerdictWithRuleFields on PolicyVerdictWithRule { rule verdict }';
export const PolicyViolationErrorFields =
  'fragment PolicyViolationErrorFields on PolicyViolationError { errorCode httpStatus limit limitCurrency { __typename ...CurrencyFields } message missingPermission reason requested reserved rule used }';
export const PolygonWalletFields =
  'fragment PolygonWalletFields on PolygonWallet { accountType address }';
export const PreviewedBalanceFields =
  'fragment PreviewedBalanceFields on PreviewedBalance { accountId availableBalance { __typename ...MoneyFields } balance { __typename ...MoneyFields } }';
export const PreviewedPriceFields =
  'fragment PreviewedPriceFields on PreviewedPrice { exchangeRate fees quoteExpiresAt rateDetails { __typename ...RateDetailsFields } rateSource receivingAmount { __typename ...MoneyFields } sendingAmount { __typename ...MoneyFields } }';
export const PriceRoundingFields =
  'fragment PriceRoundingFields on PriceRounding { decimal direction exact name rounded { __typename ...MoneyFields } }';
export const PublicKeyCredentialCreationOptionsFields =
  'fragment PublicKeyCredentialCreationOptionsFields on PublicKeyCredentialCreationOptions { attestation authenticatorSelection { __typename ...PasskeyAuthenticatorSelectionFields } challenge excludeCredentials { __typename ...PasskeyDescriptorFields } expiresAt pubKeyCredParams { __typename ...PasskeyParameterFields } rp { __typename ...PasskeyRelyingPartyFields } timeout user { __typename ...PasskeyUserFields } }';
export const QuoteExpiredErrorFields =
  'fragment QuoteExpiredErrorFields on QuoteExpiredError { errorCode expiredAt httpStatus message reason }';
export const QuoteFields =
  'fragment QuoteFields on Quote { counterpartyInformation createdAt destination { __typename ...QuotePartyFields } exchangeRate expiresAt feesIncluded id paymentInstructions { __typename ...PaymentInstructionsFields } rateDetails { __typename ...RateDetailsFields } ratePublishedAt rateSource receivingCurrency { __typename ...CurrencyFields } repricedFromId sendingCurrency { __typename ...CurrencyFields } source { __typename ...QuotePartyFields } status totalReceivingAmount totalSendingAmount transaction { __typename id } }';
export const QuotePartyFields =
  'fragment QuotePartyFields on QuoteParty { account { __typename ... on Node { id } } currency { __typename ...CurrencyFields } customer { __typename id } paymentRail type umaAddress }';
export const RateCorridorFields =
  'fragment RateCorridorFields on RateCorridor { fees { __typename ...PlatformFeesFields } receiving sending spread }';
export const RateDetailsFields =
  'fragment RateDetailsFields on RateDetails { counterpartyFixedFee counterpartyMultiplier serviceApiFixedFee serviceApiMultiplier serviceApiVariableFeeAmount serviceApiVariableFeeRate }';
export const RateLimitedErrorFields =
  'fragment RateLimitedErrorFields on RateLimitedError { errorCode httpStatus message reason retryAfterSeconds }';
export const RateSettingsFields =
  'fragment RateSettingsFields on RateSettings { corridors { __typename ...RateCorridorFields } fees { __typename ...PlatformFeesFields } spread }';
export const ReceiverLookupFields =
  'fragment ReceiverLookupFields on ReceiverLookup { accountId expiresAt lookupId receiverUmaAddress requiredPayerDataFields { __typename ...PayerDataFieldFields } supportedCurrencies { __typename ...SupportedCurrencyFields } }';
export const ReconciliationInstructionsFields =
  'fragment ReconciliationInstructionsFields on ReconciliationInstructions { reference }';
export const RefundFields =
  'fragment RefundFields on Refund { initiatedAt reason reference settledAt status }';
export const RwfAccountFields =
  'fragment RwfAccountFields on RwfAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber provider }';
export const SandboxClockFields =
  'fragment SandboxClockFields on SandboxClock { isSettled now }';
export const SandboxFaultFields =
  'fragment SandboxFaultFields on SandboxFault { appliedCount createdAt delayMs eventType expiresAt hidden id kind operation remaining retryAfterSeconds target tokenId }';
export const SandboxFaultsDeletedFields =
  'fragment SandboxFaultsDeletedFields on SandboxFaultsDeleted { deletedCount }';
export const SandboxOidcTokenFields =
  'fragment SandboxOidcTokenFields on SandboxOidcToken { audience expiresAt issuer oidcToken }';
export const ScreeningMatchFields =
  'fragment ScreeningMatchFields on ScreeningMatch { comment createdAt customer { __typename id } decidedAt decidedBy entryId id listVersion matchedName program score status subjectId updatedAt }';
export const SessionRevokedFields =
  'fragment SessionRevokedFields on SessionRevoked { sessionId }';
export const SgdAccountFields =
  'fragment SgdAccountFields on SgdAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } paymentRails swiftCode }';
export const SignedRequestChallengeFields =
  'fragment SignedRequestChallengeFields on SignedRequestChallenge { credentialType expiresAt payloadToSign requestId }';
export const SolanaWalletFields =
  'fragment SolanaWalletFields on SolanaWallet { accountType address }';
export const SparkWalletFields =
  'fragment SparkWalletFields on SparkWallet { accountType address }';
export const SpendingLimitsFields =
  'fragment SpendingLimitsFields on SpendingLimits { currency dailyLimit dailyTransactionLimit monthlyLimit perTransactionLimit }';
export const StepUpThresholdFields =
  'fragment StepUpThresholdFields on StepUpThreshold { amount currency }';
export const SupportedCurrencyFields =
  'fragment SupportedCurrencyFields on SupportedCurrency { currency { __typename ...CurrencyFields } estimatedExchangeRate max min }';
export const TestWebhookSentFields =
  'fragment TestWebhookSentFields on TestWebhookSent { deliveryId responseBody responseStatus url }';
export const ThbAccountFields =
  'fragment ThbAccountFields on ThbAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } paymentRails swiftCode }';
export const TransactionEventFields =
  'fragment TransactionEventFields on TransactionEvent { note occurredAt refundStatus status }';
export const TransactionExplanationFields =
  'fragment TransactionExplanationFields on TransactionExplanation { isTruncated steps { __typename ...ExplanationStepFields } }';
export const TransactionFields =
  'fragment TransactionFields on Transaction { agent { __typename id } agentAction { __typename id } bankPayment { __typename id } counterparty { __typename ...CounterpartyFields } counterpartyInformation createdAt customer { __typename id } description destination { __typename ...TransactionPartyFields } direction exchangeRate failureReason fees id platformCustomerId quote { __typename id } rateDetails { __typename ...RateDetailsFields } receivedAmount { __typename ...MoneyFields } reconciliationInstructions { __typename ...ReconciliationInstructionsFields } refund { __typename ...RefundFields } sentAmount { __typename ...MoneyFields } settledAt source { __typename ...TransactionPartyFields } status timeline { __typename ...TransactionEventFields } type updatedAt }';
export const TransactionPartyFields =
  'fragment TransactionPartyFields on TransactionParty { account { __typename ... on Node { id } } currency { __typename ...CurrencyFields } type umaAddress }';
export const TransactionStatisticsFields =
  'fragment TransactionStatisticsFields on TransactionStatistics { currencies { __typename ...CurrencyStatisticsFields } end start }';
export const TransferDetailsFields =
  'fragment TransferDetailsFields on TransferDetails { amount currency destinationAccountId sourceAccountId }';
export const TronWalletFields =
  'fragment TronWalletFields on TronWallet { accountType address }';
export const TzsAccountFields =
  'fragment TzsAccountFields on TzsAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber provider }';
export const UgxAccountFields =
  'fragment UgxAccountFields on UgxAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber provider }';
export const UnauthorizedErrorFields =
  'fragment UnauthorizedErrorFields on UnauthorizedError { errorCode httpStatus message reason signatureProblem }';
export const UnmatchedDepositFields =
  'fragment UnmatchedDepositFields on UnmatchedDeposit { amount { __typename ...MoneyFields } connection { __typename id } createdAt decidedAccount { __typename id } decision decisions { __typename ...BankDecisionFields } depositor { __typename ...BankCounterpartyFields } entry { __typename id } id reason remittance status transaction { __typename id } updatedAt }';
export const UpstreamErrorFields =
  'fragment UpstreamErrorFields on UpstreamError { errorCode httpStatus message reason }';
export const VerificationFields =
  'fragment VerificationFields on Verification { createdAt customer { __typename id } errors { __typename ...VerificationProblemFields } id updatedAt verificationStatus }';
export const VerificationProblemFields =
  'fragment VerificationProblemFields on VerificationProblem { acceptedDocumentTypes field reason resourceId type }';
export const VerificationProviderFields =
  'fragment VerificationProviderFields on VerificationProvider { createdAt name updatedAt }';
export const VirtualIbanRangeFields =
  'fragment VirtualIbanRangeFields on VirtualIbanRange { country first last prefix }';
export const VndAccountFields =
  'fragment VndAccountFields on VndAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } paymentRails swiftCode }';
export const WalletConfigFields =
  'fragment WalletConfigFields on WalletConfig { clientHeldKeys exportIssuerPublicKey organizationId passkeys { __typename ...PasskeyConfigFields } platformId sessionTtlSeconds severalPasskeys }';
export const WalletExportFields =
  'fragment WalletExportFields on WalletExport { accountId encryptedWalletCredentials }';
export const WalletSettingsFields =
  'fragment WalletSettingsFields on WalletSettings { clientHeldKeys severalPasskeys }';
export const WebhookDeliveryFields =
  'fragment WebhookDeliveryFields on WebhookDelivery { createdAt endpoint { __typename id } eventId id nextAttemptAt resourceId sequence status type }';
export const WebhookKeysFields =
  'fragment WebhookKeysFields on WebhookKeys { webhookPublicKeys }';
export const WebhookRedeliveryFields =
  'fragment WebhookRedeliveryFields on WebhookRedelivery { events }';
export const WithdrawalFeeFields =
  'fragment WithdrawalFeeFields on WithdrawalFee { applicationFee netAmount networkFee networkFeeAsset totalFee }';
export const XafAccountFields =
  'fragment XafAccountFields on XafAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber provider region }';
export const XofAccountFields =
  'fragment XofAccountFields on XofAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber provider region }';
export const ZarAccountFields =
  'fragment ZarAccountFields on ZarAccount { accountNumber accountType bankName beneficiary { __typename ...BeneficiaryFields } paymentRails }';
export const ZmwAccountFields =
  'fragment ZmwAccountFields on ZmwAccount { accountType beneficiary { __typename ...BeneficiaryFields } paymentRails phoneNumber provider }';
