/** The GraphQL documents of the demo. */
const serviceError = '... on ServiceError { errorCode message }';

export const Viewer = `{ viewer { __typename ... on Platform { name mode } } }`;

export const EventCursor = `{ eventCursor }`;

export const CreateCustomer = `mutation ($input: CreateCustomerInput!) {
  createCustomer(input: $input) {
    ... on Customer { id fullName internalAccounts { id type balance { currency { code } } } }
    ${serviceError}
  }
}`;

export const CreateExternalAccount = `mutation ($input: CreateExternalAccountInput!) {
  createExternalAccount(input: $input) { ... on ExternalAccount { id status } ${serviceError} }
}`;

export const FundAccount = `mutation ($accountId: ID!, $amount: Amount!) {
  sandboxFundAccount(accountId: $accountId, amount: $amount) {
    ... on InternalAccount { id balance { amount } }
    ${serviceError}
  }
}`;

export const TransferOut = `mutation ($input: TransferInput!, $key: String) {
  transferOut(input: $input, idempotencyKey: $key) { ... on Transaction { id status } ${serviceError} }
}`;

export const TransferIn = `mutation ($input: TransferInput!, $key: String) {
  transferIn(input: $input, idempotencyKey: $key) { ... on Transaction { id status } ${serviceError} }
}`;

export const CreateQuote = `mutation ($input: CreateQuoteInput!) {
  createQuote(input: $input) {
    ... on Quote {
      id status totalSendingAmount totalReceivingAmount exchangeRate feesIncluded expiresAt transaction { id }
    }
    ${serviceError}
  }
}`;

export const ExecuteQuote = `mutation ($quoteId: ID!) {
  executeQuote(quoteId: $quoteId) { ... on Transaction { id status } ${serviceError} }
}`;

export const TransactionUpdated = `subscription ($id: ID!, $after: String) {
  transactionUpdated(transactionId: $id, after: $after) { status refundStatus }
}`;

export const AccountWithLedger = `query ($id: ID!) {
  internalAccount(id: $id) {
    balance { amount }
    availableBalance { amount }
    ledgerEntries(first: 10) { nodes { direction amount { amount } balanceAfter { amount } description } }
  }
}`;

export const AdvanceClock = `mutation ($seconds: Int!) {
  sandboxAdvanceClock(seconds: $seconds) { ... on SandboxClock { now } ${serviceError} }
}`;

export const CountTransactions = `query ($status: [TransactionStatus!]) {
  transactions(first: 1, filter: { status: $status }) { totalCount }
}`;

export const CountCustomers = `{ customers(first: 1) { totalCount } }`;

export const SandboxUmaDomain = `{ platformConfig { sandboxUmaDomain } }`;

export const LookUpUma = `query ($input: ReceiverLookupInput!) {
  receiverLookup(input: $input) { ... on ReceiverLookup { lookupId } ${serviceError} }
}`;

export const Timeline = `query ($id: ID!) { transaction(id: $id) { timeline { status refundStatus } } }`;

export const CreateAgent = `mutation ($input: CreateAgentInput!) {
  createAgent(input: $input) { ... on AgentCreated { agent { id } deviceCode { code } } ${serviceError} }
}`;

export const RedeemDeviceCode = `mutation ($code: String!) {
  redeemDeviceCode(code: $code) { ... on AgentConnected { accessToken } ${serviceError} }
}`;

export const AgentTransferOut = `mutation ($input: TransferInput!) {
  agentTransferOut(input: $input) { ... on AgentAction { id status approvalReason { rule } } ${serviceError} }
}`;
