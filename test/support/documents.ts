/** Documents that many tests send. Typed against the printed schema by codegen. */
import { graphql } from '../graphql/index.ts';

export const CreateCustomer = graphql(`
  mutation CreateCustomer($input: CreateCustomerInput!, $key: String) {
    createCustomer(input: $input, idempotencyKey: $key) {
      __typename
      ... on Customer {
        id
        umaAddress
        currencies
        kycStatus
        kybStatus
        internalAccounts { id type balance { amount currency { code } } }
      }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const CreateExternalAccount = graphql(`
  mutation CreateExternalAccount($input: CreateExternalAccountInput!, $key: String) {
    createExternalAccount(input: $input, idempotencyKey: $key) {
      __typename
      ... on ExternalAccount { id status beneficiaryVerificationStatus beneficiaryVerifiedData defaultUmaDepositAccount }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const FundAccount = graphql(`
  mutation FundAccount($accountId: ID!, $amount: Amount!, $key: String) {
    sandboxFundAccount(accountId: $accountId, amount: $amount, idempotencyKey: $key) {
      __typename
      ... on InternalAccount { id balance { amount } availableBalance { amount } }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const TransferOut = graphql(`
  mutation TransferOut($input: TransferInput!, $key: String) {
    transferOut(input: $input, idempotencyKey: $key) {
      __typename
      ... on Transaction { id status failureReason refund { status } }
      ... on InvalidInputError { fields { path message } }
      ... on InsufficientBalanceError { available { amount } required { amount } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const TransferIn = graphql(`
  mutation TransferIn($input: TransferInput!, $key: String) {
    transferIn(input: $input, idempotencyKey: $key) {
      __typename
      ... on Transaction { id status failureReason }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const AccountBalance = graphql(`
  query AccountBalance($id: ID!) {
    internalAccount(id: $id) {
      balance { amount }
      availableBalance { amount }
      ledgerEntries(first: 100) {
        totalCount
        nodes { id direction amount { amount } balanceAfter { amount } description transaction { id } }
      }
    }
  }
`);

export const TransactionTimeline = graphql(`
  query TransactionTimeline($id: ID!) {
    transaction(id: $id) {
      id
      status
      type
      direction
      failureReason
      refund { status reason }
      settledAt
      timeline { status refundStatus occurredAt }
    }
  }
`);

export const AdvanceClock = graphql(`
  mutation AdvanceClock($seconds: Int!) {
    sandboxAdvanceClock(seconds: $seconds) {
      __typename
      ... on SandboxClock { now }
      ... on ServiceError { errorCode }
    }
  }
`);

export const LookUpReceiver = graphql(`
  query LookUpReceiver($input: ReceiverLookupInput!) {
    receiverLookup(input: $input) {
      __typename
      ... on ReceiverLookup {
        lookupId
        accountId
        receiverUmaAddress
        expiresAt
        supportedCurrencies { currency { code } estimatedExchangeRate min max }
        requiredPayerDataFields { name mandatory }
      }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const CreateQuote = graphql(`
  mutation CreateQuote($input: CreateQuoteInput!, $key: String) {
    createQuote(input: $input, idempotencyKey: $key) {
      __typename
      ... on Quote {
        id
        status
        source { type account { __typename } customer { id } currency { code } }
        destination { type account { __typename } umaAddress paymentRail currency { code } }
        sendingCurrency { code }
        receivingCurrency { code }
        totalSendingAmount
        totalReceivingAmount
        exchangeRate
        feesIncluded
        rateDetails { serviceApiVariableFeeRate serviceApiVariableFeeAmount serviceApiFixedFee }
        paymentInstructions { accountOrWalletInfo { accountType reference payloadToSign } }
        createdAt
        expiresAt
        transaction { id status quote { id } }
      }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const ExecuteQuote = graphql(`
  mutation ExecuteQuote($quoteId: ID!, $signature: String, $key: String) {
    executeQuote(quoteId: $quoteId, signature: $signature, idempotencyKey: $key) {
      __typename
      ... on Transaction { id status quote { id status } }
      ... on SignedRequestChallenge { payloadToSign requestId expiresAt credentialType }
      ... on QuoteExpiredError { expiredAt }
      ... on InsufficientBalanceError { available { amount } required { amount } }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const QuoteNow = graphql(`
  query QuoteNow($id: ID!) {
    quote(id: $id) {
      id
      status
      transaction {
        id
        status
        direction
        sentAmount { amount currency { code } }
        receivedAmount { amount currency { code } }
        exchangeRate
        fees
        failureReason
        refund { status reason }
        reconciliationInstructions { reference }
        timeline { status refundStatus occurredAt }
      }
    }
  }
`);

export const SandboxSend = graphql(`
  mutation SandboxSend($quoteId: ID!, $currencyCode: String!, $currencyAmount: Amount) {
    sandboxSend(quoteId: $quoteId, currencyCode: $currencyCode, currencyAmount: $currencyAmount) {
      __typename
      ... on Transaction { id status failureReason }
      ... on QuoteExpiredError { expiredAt }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const ReceiveUma = graphql(`
  mutation ReceiveUma($input: SandboxReceiveUmaInput!) {
    sandboxReceiveUma(input: $input) {
      __typename
      ... on Transaction { id status type receivedAmount { amount } }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const ApproveTransaction = graphql(`
  mutation ApproveTransaction($id: ID!, $info: StringMap) {
    approveTransaction(id: $id, receiverCustomerInfo: $info) {
      __typename
      ... on Transaction { id status }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const RejectTransaction = graphql(`
  mutation RejectTransaction($id: ID!, $reason: String) {
    rejectTransaction(id: $id, reason: $reason) {
      __typename
      ... on Transaction { id status timeline { status note } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }
`);

export const Rates = graphql(`
  query Rates($source: String, $destinations: [String!], $amount: Amount) {
    exchangeRates(sourceCurrency: $source, destinationCurrencies: $destinations, sendingAmount: $amount) {
      sourceCurrency { code }
      destinationCurrency { code }
      destinationPaymentRail
      sendingAmount
      receivingAmount
      minSendingAmount
      maxSendingAmount
      exchangeRate
      fixedFee
      updatedAt
    }
  }
`);

export const Institutions = graphql(`
  query Institutions($country: String, $currency: String) {
    paymentInstitutions(country: $country, currency: $currency) { bankName displayName country currency }
  }
`);
