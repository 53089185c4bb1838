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
