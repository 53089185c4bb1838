/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  mutation UploadDocument($input: UploadDocumentInput!, $file: Upload!) {\n    uploadDocument(input: $input, file: $file) {\n      __typename\n      ... on Document { id documentHolder documentType side country fileName }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus }\n    }\n  }\n": typeof types.UploadDocumentDocument,
    "\n  mutation ReplaceDocument($id: ID!, $input: ReplaceDocumentInput!, $file: Upload!) {\n    replaceDocument(id: $id, input: $input, file: $file) {\n      __typename\n      ... on Document { id documentType side country fileName }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus }\n    }\n  }\n": typeof types.ReplaceDocumentDocument,
    "\n  mutation SetWebhook($url: String!) {\n    updatePlatformConfig(input: { webhookEndpoints: [{ url: $url }] }) {\n      __typename\n    }\n  }\n": typeof types.SetWebhookDocument,
    "\n  mutation CreateAgent($input: CreateAgentInput!) {\n    createAgent(input: $input) {\n      __typename\n      ... on AgentCreated { agent { id isConnected } deviceCode { code redeemed } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.CreateAgentDocument,
    "\n  mutation RedeemDeviceCode($code: String!) {\n    redeemDeviceCode(code: $code) {\n      __typename\n      ... on AgentConnected { accessToken agent { id name customer { id } usage { dailySpend } } }\n      ... on RateLimitedError { retryAfterSeconds }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.RedeemDeviceCodeDocument,
    "\n  mutation UpdateAgent($id: ID!, $input: UpdateAgentInput!) {\n    updateAgent(id: $id, input: $input) {\n      __typename\n      ... on Agent { id isPaused }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.UpdateAgentDocument,
    "\n  mutation AgentTransferOut($input: TransferInput!, $key: String) {\n    agentTransferOut(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on AgentAction { id status transaction { id status } approvalReason { rule threshold requested } }\n      ... on PolicyViolationError { rule limit requested used reserved limitCurrency { code } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.AgentTransferOutDocument,
    "\n  fragment ActionState on AgentAction {\n    id\n    type\n    status\n    decidedBy\n    rejectionReason\n    failureReason\n    quote { id status }\n    transaction { id status failureReason agent { id } }\n    approvalReason { rule threshold requested currency { code } }\n  }\n": typeof types.ActionStateFragmentDoc,
    "\n  mutation SubmitTransferOut($input: TransferInput!) {\n    response: agentTransferOut(input: $input) {\n      __typename\n      ...ActionState\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.SubmitTransferOutDocument,
    "\n  mutation SubmitTransferIn($input: TransferInput!) {\n    response: agentTransferIn(input: $input) {\n      __typename\n      ...ActionState\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.SubmitTransferInDocument,
    "\n  mutation SubmitQuote($quoteId: ID!) {\n    response: agentExecuteQuote(quoteId: $quoteId) {\n      __typename\n      ...ActionState\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.SubmitQuoteDocument,
    "\n  mutation AgentCreateQuote($input: CreateQuoteInput!) {\n    response: agentCreateQuote(input: $input) {\n      __typename\n      ... on Quote { id totalSendingAmount }\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.AgentCreateQuoteDocument,
    "\n  mutation ApproveAction($id: ID!) {\n    response: approveAgentAction(id: $id) {\n      __typename\n      ...ActionState\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.ApproveActionDocument,
    "\n  mutation RejectAction($id: ID!, $reason: String) {\n    response: rejectAgentAction(id: $id, reason: $reason) {\n      __typename\n      ...ActionState\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.RejectActionDocument,
    "\n  query ActionNow($id: ID!) {\n    agentAction(id: $id) {\n      ...ActionState\n      agent {\n        usage { dailyTransactionCount dailySpend monthlySpend reserved { transactionCount dailySpend monthlySpend } }\n      }\n    }\n  }\n": typeof types.ActionNowDocument,
    "\n  query AgentInbox($status: [AgentActionStatus!]) {\n    eventCursor\n    agentActions(first: 100, filter: { status: $status, sortOrder: ASC }) {\n      totalCount\n      nodes { id status agent { id name } customer { id } transferDetails { amount currency } }\n    }\n  }\n": typeof types.AgentInboxDocument,
    "\n  mutation ApproveAgentAction($id: ID!) {\n    approveAgentAction(id: $id) {\n      __typename\n      ... on AgentAction { id status decidedBy failureReason transaction { id status } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.ApproveAgentActionDocument,
    "\n  mutation CreateAccessToken($input: CreateAccessTokenInput!) {\n    createAccessToken(input: $input) {\n      __typename\n      ... on AccessTokenCreated { id accessToken expiresAt }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.CreateAccessTokenDocument,
    "\n  mutation RevokeAccessToken($id: ID!) {\n    revokeAccessToken(id: $id) {\n      __typename\n      ... on Deleted { deletedId }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": typeof types.RevokeAccessTokenDocument,
    "\n  query Viewer {\n    viewer {\n      __typename\n      ... on Platform { id permissions }\n      ... on Agent { id name isPaused policy { permissions } usage { dailyTransactionCount reserved { transactionCount } } customer { id } }\n      ... on AccessTokenHolder { scopes restrictedTo { id } platform { id } }\n    }\n  }\n": typeof types.ViewerDocument,
    "\n  mutation CreateCustomer($input: CreateCustomerInput!, $key: String) {\n    createCustomer(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Customer {\n        id\n        umaAddress\n        currencies\n        kycStatus\n        kybStatus\n        internalAccounts { id type balance { amount currency { code } } }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.CreateCustomerDocument,
    "\n  mutation CreateExternalAccount($input: CreateExternalAccountInput!, $key: String) {\n    createExternalAccount(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on ExternalAccount { id status beneficiaryVerificationStatus beneficiaryVerifiedData defaultUmaDepositAccount }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.CreateExternalAccountDocument,
    "\n  mutation FundAccount($accountId: ID!, $amount: Amount!, $key: String) {\n    sandboxFundAccount(accountId: $accountId, amount: $amount, idempotencyKey: $key) {\n      __typename\n      ... on InternalAccount { id balance { amount } availableBalance { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.FundAccountDocument,
    "\n  mutation TransferOut($input: TransferInput!, $key: String) {\n    transferOut(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason refund { status } }\n      ... on InvalidInputError { fields { path message } }\n      ... on InsufficientBalanceError { available { amount } required { amount } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.TransferOutDocument,
    "\n  mutation TransferIn($input: TransferInput!, $key: String) {\n    transferIn(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.TransferInDocument,
    "\n  query AccountBalance($id: ID!) {\n    internalAccount(id: $id) {\n      balance { amount }\n      availableBalance { amount }\n      ledgerEntries(first: 100) {\n        totalCount\n        nodes { id direction amount { amount } balanceAfter { amount } description transaction { id } }\n      }\n    }\n  }\n": typeof types.AccountBalanceDocument,
    "\n  query TransactionTimeline($id: ID!) {\n    transaction(id: $id) {\n      id\n      status\n      type\n      direction\n      failureReason\n      refund { status reason }\n      settledAt\n      timeline { status refundStatus occurredAt }\n    }\n  }\n": typeof types.TransactionTimelineDocument,
    "\n  mutation AdvanceClock($seconds: Int!) {\n    sandboxAdvanceClock(seconds: $seconds) {\n      __typename\n      ... on SandboxClock { now }\n      ... on ServiceError { errorCode }\n    }\n  }\n": typeof types.AdvanceClockDocument,
    "\n  query LookUpReceiver($input: ReceiverLookupInput!) {\n    receiverLookup(input: $input) {\n      __typename\n      ... on ReceiverLookup {\n        lookupId\n        accountId\n        receiverUmaAddress\n        expiresAt\n        supportedCurrencies { currency { code } estimatedExchangeRate min max }\n        requiredPayerDataFields { name mandatory }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.LookUpReceiverDocument,
    "\n  mutation CreateQuote($input: CreateQuoteInput!, $key: String) {\n    createQuote(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Quote {\n        id\n        status\n        source { type account { __typename } customer { id } currency { code } }\n        destination { type account { __typename } umaAddress paymentRail currency { code } }\n        sendingCurrency { code }\n        receivingCurrency { code }\n        totalSendingAmount\n        totalReceivingAmount\n        exchangeRate\n        feesIncluded\n        rateDetails { serviceApiVariableFeeRate serviceApiVariableFeeAmount serviceApiFixedFee }\n        paymentInstructions { accountOrWalletInfo { accountType reference payloadToSign } }\n        createdAt\n        expiresAt\n        transaction { id status quote { id } }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.CreateQuoteDocument,
    "\n  mutation ExecuteQuote($quoteId: ID!, $signature: String, $key: String) {\n    executeQuote(quoteId: $quoteId, signature: $signature, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status quote { id status } }\n      ... on SignedRequestChallenge { payloadToSign requestId expiresAt credentialType }\n      ... on QuoteExpiredError { expiredAt }\n      ... on InsufficientBalanceError { available { amount } required { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.ExecuteQuoteDocument,
    "\n  query QuoteNow($id: ID!) {\n    quote(id: $id) {\n      id\n      status\n      transaction {\n        id\n        status\n        direction\n        sentAmount { amount currency { code } }\n        receivedAmount { amount currency { code } }\n        exchangeRate\n        fees\n        failureReason\n        refund { status reason }\n        reconciliationInstructions { reference }\n        timeline { status refundStatus occurredAt }\n      }\n    }\n  }\n": typeof types.QuoteNowDocument,
    "\n  mutation SandboxSend($quoteId: ID!, $currencyCode: String!, $currencyAmount: Amount) {\n    sandboxSend(quoteId: $quoteId, currencyCode: $currencyCode, currencyAmount: $currencyAmount) {\n      __typename\n      ... on Transaction { id status failureReason }\n      ... on QuoteExpiredError { expiredAt }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.SandboxSendDocument,
    "\n  mutation ReceiveUma($input: SandboxReceiveUmaInput!) {\n    sandboxReceiveUma(input: $input) {\n      __typename\n      ... on Transaction { id status type receivedAmount { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.ReceiveUmaDocument,
    "\n  mutation ApproveTransaction($id: ID!, $info: StringMap) {\n    approveTransaction(id: $id, receiverCustomerInfo: $info) {\n      __typename\n      ... on Transaction { id status }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.ApproveTransactionDocument,
    "\n  mutation RejectTransaction($id: ID!, $reason: String) {\n    rejectTransaction(id: $id, reason: $reason) {\n      __typename\n      ... on Transaction { id status timeline { status note } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.RejectTransactionDocument,
    "\n  query Rates($source: String, $destinations: [String!], $amount: Amount) {\n    exchangeRates(sourceCurrency: $source, destinationCurrencies: $destinations, sendingAmount: $amount) {\n      sourceCurrency { code }\n      destinationCurrency { code }\n      destinationPaymentRail\n      sendingAmount\n      receivingAmount\n      minSendingAmount\n      maxSendingAmount\n      exchangeRate\n      fixedFee\n      updatedAt\n    }\n  }\n": typeof types.RatesDocument,
    "\n  query Institutions($country: String, $currency: String) {\n    paymentInstitutions(country: $country, currency: $currency) { bankName displayName country currency }\n  }\n": typeof types.InstitutionsDocument,
    "\n  subscription TransactionUpdates($transactionId: ID, $customerId: ID, $accountId: ID, $after: String) {\n    transactionUpdated(transactionId: $transactionId, customerId: $customerId, accountId: $accountId, after: $after) {\n      cursor\n      previousStatus\n      status\n      refundStatus\n      transaction { id status }\n    }\n  }\n": typeof types.TransactionUpdatesDocument,
    "\n  query EventCursor {\n    eventCursor\n  }\n": typeof types.EventCursorDocument,
    "\n  mutation CreateTokenToDelete {\n    createApiToken(input: { name: \"short-lived\", permissions: [VIEW] }) {\n      __typename\n      ... on ApiTokenCreated { token { id clientId } clientSecret }\n    }\n  }\n": typeof types.CreateTokenToDeleteDocument,
    "\n  mutation DeleteTokenOfStreams($tokenId: ID!) {\n    deleteApiToken(id: $tokenId) { __typename }\n  }\n": typeof types.DeleteTokenOfStreamsDocument,
    "query NextCustomers($after: String) { customers(first: 1, after: $after) { nodes { id } } }": typeof types.NextCustomersDocument,
};
const documents: Documents = {
    "\n  mutation UploadDocument($input: UploadDocumentInput!, $file: Upload!) {\n    uploadDocument(input: $input, file: $file) {\n      __typename\n      ... on Document { id documentHolder documentType side country fileName }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus }\n    }\n  }\n": types.UploadDocumentDocument,
    "\n  mutation ReplaceDocument($id: ID!, $input: ReplaceDocumentInput!, $file: Upload!) {\n    replaceDocument(id: $id, input: $input, file: $file) {\n      __typename\n      ... on Document { id documentType side country fileName }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus }\n    }\n  }\n": types.ReplaceDocumentDocument,
    "\n  mutation SetWebhook($url: String!) {\n    updatePlatformConfig(input: { webhookEndpoints: [{ url: $url }] }) {\n      __typename\n    }\n  }\n": types.SetWebhookDocument,
    "\n  mutation CreateAgent($input: CreateAgentInput!) {\n    createAgent(input: $input) {\n      __typename\n      ... on AgentCreated { agent { id isConnected } deviceCode { code redeemed } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.CreateAgentDocument,
    "\n  mutation RedeemDeviceCode($code: String!) {\n    redeemDeviceCode(code: $code) {\n      __typename\n      ... on AgentConnected { accessToken agent { id name customer { id } usage { dailySpend } } }\n      ... on RateLimitedError { retryAfterSeconds }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.RedeemDeviceCodeDocument,
    "\n  mutation UpdateAgent($id: ID!, $input: UpdateAgentInput!) {\n    updateAgent(id: $id, input: $input) {\n      __typename\n      ... on Agent { id isPaused }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.UpdateAgentDocument,
    "\n  mutation AgentTransferOut($input: TransferInput!, $key: String) {\n    agentTransferOut(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on AgentAction { id status transaction { id status } approvalReason { rule threshold requested } }\n      ... on PolicyViolationError { rule limit requested used reserved limitCurrency { code } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.AgentTransferOutDocument,
    "\n  fragment ActionState on AgentAction {\n    id\n    type\n    status\n    decidedBy\n    rejectionReason\n    failureReason\n    quote { id status }\n    transaction { id status failureReason agent { id } }\n    approvalReason { rule threshold requested currency { code } }\n  }\n": types.ActionStateFragmentDoc,
    "\n  mutation SubmitTransferOut($input: TransferInput!) {\n    response: agentTransferOut(input: $input) {\n      __typename\n      ...ActionState\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.SubmitTransferOutDocument,
    "\n  mutation SubmitTransferIn($input: TransferInput!) {\n    response: agentTransferIn(input: $input) {\n      __typename\n      ...ActionState\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.SubmitTransferInDocument,
    "\n  mutation SubmitQuote($quoteId: ID!) {\n    response: agentExecuteQuote(quoteId: $quoteId) {\n      __typename\n      ...ActionState\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.SubmitQuoteDocument,
    "\n  mutation AgentCreateQuote($input: CreateQuoteInput!) {\n    response: agentCreateQuote(input: $input) {\n      __typename\n      ... on Quote { id totalSendingAmount }\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.AgentCreateQuoteDocument,
    "\n  mutation ApproveAction($id: ID!) {\n    response: approveAgentAction(id: $id) {\n      __typename\n      ...ActionState\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.ApproveActionDocument,
    "\n  mutation RejectAction($id: ID!, $reason: String) {\n    response: rejectAgentAction(id: $id, reason: $reason) {\n      __typename\n      ...ActionState\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.RejectActionDocument,
    "\n  query ActionNow($id: ID!) {\n    agentAction(id: $id) {\n      ...ActionState\n      agent {\n        usage { dailyTransactionCount dailySpend monthlySpend reserved { transactionCount dailySpend monthlySpend } }\n      }\n    }\n  }\n": types.ActionNowDocument,
    "\n  query AgentInbox($status: [AgentActionStatus!]) {\n    eventCursor\n    agentActions(first: 100, filter: { status: $status, sortOrder: ASC }) {\n      totalCount\n      nodes { id status agent { id name } customer { id } transferDetails { amount currency } }\n    }\n  }\n": types.AgentInboxDocument,
    "\n  mutation ApproveAgentAction($id: ID!) {\n    approveAgentAction(id: $id) {\n      __typename\n      ... on AgentAction { id status decidedBy failureReason transaction { id status } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.ApproveAgentActionDocument,
    "\n  mutation CreateAccessToken($input: CreateAccessTokenInput!) {\n    createAccessToken(input: $input) {\n      __typename\n      ... on AccessTokenCreated { id accessToken expiresAt }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.CreateAccessTokenDocument,
    "\n  mutation RevokeAccessToken($id: ID!) {\n    revokeAccessToken(id: $id) {\n      __typename\n      ... on Deleted { deletedId }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n": types.RevokeAccessTokenDocument,
    "\n  query Viewer {\n    viewer {\n      __typename\n      ... on Platform { id permissions }\n      ... on Agent { id name isPaused policy { permissions } usage { dailyTransactionCount reserved { transactionCount } } customer { id } }\n      ... on AccessTokenHolder { scopes restrictedTo { id } platform { id } }\n    }\n  }\n": types.ViewerDocument,
    "\n  mutation CreateCustomer($input: CreateCustomerInput!, $key: String) {\n    createCustomer(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Customer {\n        id\n        umaAddress\n        currencies\n        kycStatus\n        kybStatus\n        internalAccounts { id type balance { amount currency { code } } }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.CreateCustomerDocument,
    "\n  mutation CreateExternalAccount($input: CreateExternalAccountInput!, $key: String) {\n    createExternalAccount(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on ExternalAccount { id status beneficiaryVerificationStatus beneficiaryVerifiedData defaultUmaDepositAccount }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.CreateExternalAccountDocument,
    "\n  mutation FundAccount($accountId: ID!, $amount: Amount!, $key: String) {\n    sandboxFundAccount(accountId: $accountId, amount: $amount, idempotencyKey: $key) {\n      __typename\n      ... on InternalAccount { id balance { amount } availableBalance { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.FundAccountDocument,
    "\n  mutation TransferOut($input: TransferInput!, $key: String) {\n    transferOut(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason refund { status } }\n      ... on InvalidInputError { fields { path message } }\n      ... on InsufficientBalanceError { available { amount } required { amount } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.TransferOutDocument,
    "\n  mutation TransferIn($input: TransferInput!, $key: String) {\n    transferIn(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.TransferInDocument,
    "\n  query AccountBalance($id: ID!) {\n    internalAccount(id: $id) {\n      balance { amount }\n      availableBalance { amount }\n      ledgerEntries(first: 100) {\n        totalCount\n        nodes { id direction amount { amount } balanceAfter { amount } description transaction { id } }\n      }\n    }\n  }\n": types.AccountBalanceDocument,
    "\n  query TransactionTimeline($id: ID!) {\n    transaction(id: $id) {\n      id\n      status\n      type\n      direction\n      failureReason\n      refund { status reason }\n      settledAt\n      timeline { status refundStatus occurredAt }\n    }\n  }\n": types.TransactionTimelineDocument,
    "\n  mutation AdvanceClock($seconds: Int!) {\n    sandboxAdvanceClock(seconds: $seconds) {\n      __typename\n      ... on SandboxClock { now }\n      ... on ServiceError { errorCode }\n    }\n  }\n": types.AdvanceClockDocument,
    "\n  query LookUpReceiver($input: ReceiverLookupInput!) {\n    receiverLookup(input: $input) {\n      __typename\n      ... on ReceiverLookup {\n        lookupId\n        accountId\n        receiverUmaAddress\n        expiresAt\n        supportedCurrencies { currency { code } estimatedExchangeRate min max }\n        requiredPayerDataFields { name mandatory }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.LookUpReceiverDocument,
    "\n  mutation CreateQuote($input: CreateQuoteInput!, $key: String) {\n    createQuote(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Quote {\n        id\n        status\n        source { type account { __typename } customer { id } currency { code } }\n        destination { type account { __typename } umaAddress paymentRail currency { code } }\n        sendingCurrency { code }\n        receivingCurrency { code }\n        totalSendingAmount\n        totalReceivingAmount\n        exchangeRate\n        feesIncluded\n        rateDetails { serviceApiVariableFeeRate serviceApiVariableFeeAmount serviceApiFixedFee }\n        paymentInstructions { accountOrWalletInfo { accountType reference payloadToSign } }\n        createdAt\n        expiresAt\n        transaction { id status quote { id } }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.CreateQuoteDocument,
    "\n  mutation ExecuteQuote($quoteId: ID!, $signature: String, $key: String) {\n    executeQuote(quoteId: $quoteId, signature: $signature, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status quote { id status } }\n      ... on SignedRequestChallenge { payloadToSign requestId expiresAt credentialType }\n      ... on QuoteExpiredError { expiredAt }\n      ... on InsufficientBalanceError { available { amount } required { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.ExecuteQuoteDocument,
    "\n  query QuoteNow($id: ID!) {\n    quote(id: $id) {\n      id\n      status\n      transaction {\n        id\n        status\n        direction\n        sentAmount { amount currency { code } }\n        receivedAmount { amount currency { code } }\n        exchangeRate\n        fees\n        failureReason\n        refund { status reason }\n        reconciliationInstructions { reference }\n        timeline { status refundStatus occurredAt }\n      }\n    }\n  }\n": types.QuoteNowDocument,
    "\n  mutation SandboxSend($quoteId: ID!, $currencyCode: String!, $currencyAmount: Amount) {\n    sandboxSend(quoteId: $quoteId, currencyCode: $currencyCode, currencyAmount: $currencyAmount) {\n      __typename\n      ... on Transaction { id status failureReason }\n      ... on QuoteExpiredError { expiredAt }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.SandboxSendDocument,
    "\n  mutation ReceiveUma($input: SandboxReceiveUmaInput!) {\n    sandboxReceiveUma(input: $input) {\n      __typename\n      ... on Transaction { id status type receivedAmount { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.ReceiveUmaDocument,
    "\n  mutation ApproveTransaction($id: ID!, $info: StringMap) {\n    approveTransaction(id: $id, receiverCustomerInfo: $info) {\n      __typename\n      ... on Transaction { id status }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.ApproveTransactionDocument,
    "\n  mutation RejectTransaction($id: ID!, $reason: String) {\n    rejectTransaction(id: $id, reason: $reason) {\n      __typename\n      ... on Transaction { id status timeline { status note } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.RejectTransactionDocument,
    "\n  query Rates($source: String, $destinations: [String!], $amount: Amount) {\n    exchangeRates(sourceCurrency: $source, destinationCurrencies: $destinations, sendingAmount: $amount) {\n      sourceCurrency { code }\n      destinationCurrency { code }\n      destinationPaymentRail\n      sendingAmount\n      receivingAmount\n      minSendingAmount\n      maxSendingAmount\n      exchangeRate\n      fixedFee\n      updatedAt\n    }\n  }\n": types.RatesDocument,
    "\n  query Institutions($country: String, $currency: String) {\n    paymentInstitutions(country: $country, currency: $currency) { bankName displayName country currency }\n  }\n": types.InstitutionsDocument,
    "\n  subscription TransactionUpdates($transactionId: ID, $customerId: ID, $accountId: ID, $after: String) {\n    transactionUpdated(transactionId: $transactionId, customerId: $customerId, accountId: $accountId, after: $after) {\n      cursor\n      previousStatus\n      status\n      refundStatus\n      transaction { id status }\n    }\n  }\n": types.TransactionUpdatesDocument,
    "\n  query EventCursor {\n    eventCursor\n  }\n": types.EventCursorDocument,
    "\n  mutation CreateTokenToDelete {\n    createApiToken(input: { name: \"short-lived\", permissions: [VIEW] }) {\n      __typename\n      ... on ApiTokenCreated { token { id clientId } clientSecret }\n    }\n  }\n": types.CreateTokenToDeleteDocument,
    "\n  mutation DeleteTokenOfStreams($tokenId: ID!) {\n    deleteApiToken(id: $tokenId) { __typename }\n  }\n": types.DeleteTokenOfStreamsDocument,
    "query NextCustomers($after: String) { customers(first: 1, after: $after) { nodes { id } } }": types.NextCustomersDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UploadDocument($input: UploadDocumentInput!, $file: Upload!) {\n    uploadDocument(input: $input, file: $file) {\n      __typename\n      ... on Document { id documentHolder documentType side country fileName }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus }\n    }\n  }\n"): typeof import('./graphql.ts').UploadDocumentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReplaceDocument($id: ID!, $input: ReplaceDocumentInput!, $file: Upload!) {\n    replaceDocument(id: $id, input: $input, file: $file) {\n      __typename\n      ... on Document { id documentType side country fileName }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus }\n    }\n  }\n"): typeof import('./graphql.ts').ReplaceDocumentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetWebhook($url: String!) {\n    updatePlatformConfig(input: { webhookEndpoints: [{ url: $url }] }) {\n      __typename\n    }\n  }\n"): typeof import('./graphql.ts').SetWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateAgent($input: CreateAgentInput!) {\n    createAgent(input: $input) {\n      __typename\n      ... on AgentCreated { agent { id isConnected } deviceCode { code redeemed } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').CreateAgentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RedeemDeviceCode($code: String!) {\n    redeemDeviceCode(code: $code) {\n      __typename\n      ... on AgentConnected { accessToken agent { id name customer { id } usage { dailySpend } } }\n      ... on RateLimitedError { retryAfterSeconds }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').RedeemDeviceCodeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateAgent($id: ID!, $input: UpdateAgentInput!) {\n    updateAgent(id: $id, input: $input) {\n      __typename\n      ... on Agent { id isPaused }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').UpdateAgentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AgentTransferOut($input: TransferInput!, $key: String) {\n    agentTransferOut(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on AgentAction { id status transaction { id status } approvalReason { rule threshold requested } }\n      ... on PolicyViolationError { rule limit requested used reserved limitCurrency { code } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').AgentTransferOutDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ActionState on AgentAction {\n    id\n    type\n    status\n    decidedBy\n    rejectionReason\n    failureReason\n    quote { id status }\n    transaction { id status failureReason agent { id } }\n    approvalReason { rule threshold requested currency { code } }\n  }\n"): typeof import('./graphql.ts').ActionStateFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SubmitTransferOut($input: TransferInput!) {\n    response: agentTransferOut(input: $input) {\n      __typename\n      ...ActionState\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').SubmitTransferOutDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SubmitTransferIn($input: TransferInput!) {\n    response: agentTransferIn(input: $input) {\n      __typename\n      ...ActionState\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').SubmitTransferInDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SubmitQuote($quoteId: ID!) {\n    response: agentExecuteQuote(quoteId: $quoteId) {\n      __typename\n      ...ActionState\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').SubmitQuoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AgentCreateQuote($input: CreateQuoteInput!) {\n    response: agentCreateQuote(input: $input) {\n      __typename\n      ... on Quote { id totalSendingAmount }\n      ... on PolicyViolationError { rule limit requested used reserved }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').AgentCreateQuoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApproveAction($id: ID!) {\n    response: approveAgentAction(id: $id) {\n      __typename\n      ...ActionState\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').ApproveActionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RejectAction($id: ID!, $reason: String) {\n    response: rejectAgentAction(id: $id, reason: $reason) {\n      __typename\n      ...ActionState\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').RejectActionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActionNow($id: ID!) {\n    agentAction(id: $id) {\n      ...ActionState\n      agent {\n        usage { dailyTransactionCount dailySpend monthlySpend reserved { transactionCount dailySpend monthlySpend } }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ActionNowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AgentInbox($status: [AgentActionStatus!]) {\n    eventCursor\n    agentActions(first: 100, filter: { status: $status, sortOrder: ASC }) {\n      totalCount\n      nodes { id status agent { id name } customer { id } transferDetails { amount currency } }\n    }\n  }\n"): typeof import('./graphql.ts').AgentInboxDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApproveAgentAction($id: ID!) {\n    approveAgentAction(id: $id) {\n      __typename\n      ... on AgentAction { id status decidedBy failureReason transaction { id status } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').ApproveAgentActionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateAccessToken($input: CreateAccessTokenInput!) {\n    createAccessToken(input: $input) {\n      __typename\n      ... on AccessTokenCreated { id accessToken expiresAt }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').CreateAccessTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeAccessToken($id: ID!) {\n    revokeAccessToken(id: $id) {\n      __typename\n      ... on Deleted { deletedId }\n      ... on ServiceError { errorCode reason }\n    }\n  }\n"): typeof import('./graphql.ts').RevokeAccessTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Viewer {\n    viewer {\n      __typename\n      ... on Platform { id permissions }\n      ... on Agent { id name isPaused policy { permissions } usage { dailyTransactionCount reserved { transactionCount } } customer { id } }\n      ... on AccessTokenHolder { scopes restrictedTo { id } platform { id } }\n    }\n  }\n"): typeof import('./graphql.ts').ViewerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateCustomer($input: CreateCustomerInput!, $key: String) {\n    createCustomer(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Customer {\n        id\n        umaAddress\n        currencies\n        kycStatus\n        kybStatus\n        internalAccounts { id type balance { amount currency { code } } }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').CreateCustomerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateExternalAccount($input: CreateExternalAccountInput!, $key: String) {\n    createExternalAccount(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on ExternalAccount { id status beneficiaryVerificationStatus beneficiaryVerifiedData defaultUmaDepositAccount }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').CreateExternalAccountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FundAccount($accountId: ID!, $amount: Amount!, $key: String) {\n    sandboxFundAccount(accountId: $accountId, amount: $amount, idempotencyKey: $key) {\n      __typename\n      ... on InternalAccount { id balance { amount } availableBalance { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').FundAccountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TransferOut($input: TransferInput!, $key: String) {\n    transferOut(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason refund { status } }\n      ... on InvalidInputError { fields { path message } }\n      ... on InsufficientBalanceError { available { amount } required { amount } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').TransferOutDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TransferIn($input: TransferInput!, $key: String) {\n    transferIn(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').TransferInDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AccountBalance($id: ID!) {\n    internalAccount(id: $id) {\n      balance { amount }\n      availableBalance { amount }\n      ledgerEntries(first: 100) {\n        totalCount\n        nodes { id direction amount { amount } balanceAfter { amount } description transaction { id } }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountBalanceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TransactionTimeline($id: ID!) {\n    transaction(id: $id) {\n      id\n      status\n      type\n      direction\n      failureReason\n      refund { status reason }\n      settledAt\n      timeline { status refundStatus occurredAt }\n    }\n  }\n"): typeof import('./graphql.ts').TransactionTimelineDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AdvanceClock($seconds: Int!) {\n    sandboxAdvanceClock(seconds: $seconds) {\n      __typename\n      ... on SandboxClock { now }\n      ... on ServiceError { errorCode }\n    }\n  }\n"): typeof import('./graphql.ts').AdvanceClockDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LookUpReceiver($input: ReceiverLookupInput!) {\n    receiverLookup(input: $input) {\n      __typename\n      ... on ReceiverLookup {\n        lookupId\n        accountId\n        receiverUmaAddress\n        expiresAt\n        supportedCurrencies { currency { code } estimatedExchangeRate min max }\n        requiredPayerDataFields { name mandatory }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').LookUpReceiverDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateQuote($input: CreateQuoteInput!, $key: String) {\n    createQuote(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Quote {\n        id\n        status\n        source { type account { __typename } customer { id } currency { code } }\n        destination { type account { __typename } umaAddress paymentRail currency { code } }\n        sendingCurrency { code }\n        receivingCurrency { code }\n        totalSendingAmount\n        totalReceivingAmount\n        exchangeRate\n        feesIncluded\n        rateDetails { serviceApiVariableFeeRate serviceApiVariableFeeAmount serviceApiFixedFee }\n        paymentInstructions { accountOrWalletInfo { accountType reference payloadToSign } }\n        createdAt\n        expiresAt\n        transaction { id status quote { id } }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').CreateQuoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ExecuteQuote($quoteId: ID!, $signature: String, $key: String) {\n    executeQuote(quoteId: $quoteId, signature: $signature, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status quote { id status } }\n      ... on SignedRequestChallenge { payloadToSign requestId expiresAt credentialType }\n      ... on QuoteExpiredError { expiredAt }\n      ... on InsufficientBalanceError { available { amount } required { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').ExecuteQuoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query QuoteNow($id: ID!) {\n    quote(id: $id) {\n      id\n      status\n      transaction {\n        id\n        status\n        direction\n        sentAmount { amount currency { code } }\n        receivedAmount { amount currency { code } }\n        exchangeRate\n        fees\n        failureReason\n        refund { status reason }\n        reconciliationInstructions { reference }\n        timeline { status refundStatus occurredAt }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').QuoteNowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SandboxSend($quoteId: ID!, $currencyCode: String!, $currencyAmount: Amount) {\n    sandboxSend(quoteId: $quoteId, currencyCode: $currencyCode, currencyAmount: $currencyAmount) {\n      __typename\n      ... on Transaction { id status failureReason }\n      ... on QuoteExpiredError { expiredAt }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').SandboxSendDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReceiveUma($input: SandboxReceiveUmaInput!) {\n    sandboxReceiveUma(input: $input) {\n      __typename\n      ... on Transaction { id status type receivedAmount { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').ReceiveUmaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApproveTransaction($id: ID!, $info: StringMap) {\n    approveTransaction(id: $id, receiverCustomerInfo: $info) {\n      __typename\n      ... on Transaction { id status }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').ApproveTransactionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RejectTransaction($id: ID!, $reason: String) {\n    rejectTransaction(id: $id, reason: $reason) {\n      __typename\n      ... on Transaction { id status timeline { status note } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n"): typeof import('./graphql.ts').RejectTransactionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Rates($source: String, $destinations: [String!], $amount: Amount) {\n    exchangeRates(sourceCurrency: $source, destinationCurrencies: $destinations, sendingAmount: $amount) {\n      sourceCurrency { code }\n      destinationCurrency { code }\n      destinationPaymentRail\n      sendingAmount\n      receivingAmount\n      minSendingAmount\n      maxSendingAmount\n      exchangeRate\n      fixedFee\n      updatedAt\n    }\n  }\n"): typeof import('./graphql.ts').RatesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Institutions($country: String, $currency: String) {\n    paymentInstitutions(country: $country, currency: $currency) { bankName displayName country currency }\n  }\n"): typeof import('./graphql.ts').InstitutionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription TransactionUpdates($transactionId: ID, $customerId: ID, $accountId: ID, $after: String) {\n    transactionUpdated(transactionId: $transactionId, customerId: $customerId, accountId: $accountId, after: $after) {\n      cursor\n      previousStatus\n      status\n      refundStatus\n      transaction { id status }\n    }\n  }\n"): typeof import('./graphql.ts').TransactionUpdatesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EventCursor {\n    eventCursor\n  }\n"): typeof import('./graphql.ts').EventCursorDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateTokenToDelete {\n    createApiToken(input: { name: \"short-lived\", permissions: [VIEW] }) {\n      __typename\n      ... on ApiTokenCreated { token { id clientId } clientSecret }\n    }\n  }\n"): typeof import('./graphql.ts').CreateTokenToDeleteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteTokenOfStreams($tokenId: ID!) {\n    deleteApiToken(id: $tokenId) { __typename }\n  }\n"): typeof import('./graphql.ts').DeleteTokenOfStreamsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query NextCustomers($after: String) { customers(first: 1, after: $after) { nodes { id } } }"): typeof import('./graphql.ts').NextCustomersDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
