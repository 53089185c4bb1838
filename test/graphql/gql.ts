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
    "\n  mutation CreateCustomer($input: CreateCustomerInput!, $key: String) {\n    createCustomer(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Customer {\n        id\n        umaAddress\n        currencies\n        kycStatus\n        kybStatus\n        internalAccounts { id type balance { amount currency { code } } }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.CreateCustomerDocument,
    "\n  mutation CreateExternalAccount($input: CreateExternalAccountInput!, $key: String) {\n    createExternalAccount(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on ExternalAccount { id status beneficiaryVerificationStatus beneficiaryVerifiedData defaultUmaDepositAccount }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.CreateExternalAccountDocument,
    "\n  mutation FundAccount($accountId: ID!, $amount: Amount!, $key: String) {\n    sandboxFundAccount(accountId: $accountId, amount: $amount, idempotencyKey: $key) {\n      __typename\n      ... on InternalAccount { id balance { amount } availableBalance { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.FundAccountDocument,
    "\n  mutation TransferOut($input: TransferInput!, $key: String) {\n    transferOut(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason refund { status } }\n      ... on InvalidInputError { fields { path message } }\n      ... on InsufficientBalanceError { available { amount } required { amount } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.TransferOutDocument,
    "\n  mutation TransferIn($input: TransferInput!, $key: String) {\n    transferIn(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": typeof types.TransferInDocument,
    "\n  query AccountBalance($id: ID!) {\n    internalAccount(id: $id) {\n      balance { amount }\n      availableBalance { amount }\n      ledgerEntries(first: 100) {\n        totalCount\n        nodes { id direction amount { amount } balanceAfter { amount } description transaction { id } }\n      }\n    }\n  }\n": typeof types.AccountBalanceDocument,
    "\n  query TransactionTimeline($id: ID!) {\n    transaction(id: $id) {\n      id\n      status\n      type\n      direction\n      failureReason\n      refund { status reason }\n      settledAt\n      timeline { status refundStatus occurredAt }\n    }\n  }\n": typeof types.TransactionTimelineDocument,
    "\n  mutation AdvanceClock($seconds: Int!) {\n    sandboxAdvanceClock(seconds: $seconds) {\n      __typename\n      ... on SandboxClock { now }\n      ... on ServiceError { errorCode }\n    }\n  }\n": typeof types.AdvanceClockDocument,
};
const documents: Documents = {
    "\n  mutation CreateCustomer($input: CreateCustomerInput!, $key: String) {\n    createCustomer(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Customer {\n        id\n        umaAddress\n        currencies\n        kycStatus\n        kybStatus\n        internalAccounts { id type balance { amount currency { code } } }\n      }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.CreateCustomerDocument,
    "\n  mutation CreateExternalAccount($input: CreateExternalAccountInput!, $key: String) {\n    createExternalAccount(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on ExternalAccount { id status beneficiaryVerificationStatus beneficiaryVerifiedData defaultUmaDepositAccount }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.CreateExternalAccountDocument,
    "\n  mutation FundAccount($accountId: ID!, $amount: Amount!, $key: String) {\n    sandboxFundAccount(accountId: $accountId, amount: $amount, idempotencyKey: $key) {\n      __typename\n      ... on InternalAccount { id balance { amount } availableBalance { amount } }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.FundAccountDocument,
    "\n  mutation TransferOut($input: TransferInput!, $key: String) {\n    transferOut(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason refund { status } }\n      ... on InvalidInputError { fields { path message } }\n      ... on InsufficientBalanceError { available { amount } required { amount } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.TransferOutDocument,
    "\n  mutation TransferIn($input: TransferInput!, $key: String) {\n    transferIn(input: $input, idempotencyKey: $key) {\n      __typename\n      ... on Transaction { id status failureReason }\n      ... on InvalidInputError { fields { path message } }\n      ... on ServiceError { errorCode httpStatus reason }\n    }\n  }\n": types.TransferInDocument,
    "\n  query AccountBalance($id: ID!) {\n    internalAccount(id: $id) {\n      balance { amount }\n      availableBalance { amount }\n      ledgerEntries(first: 100) {\n        totalCount\n        nodes { id direction amount { amount } balanceAfter { amount } description transaction { id } }\n      }\n    }\n  }\n": types.AccountBalanceDocument,
    "\n  query TransactionTimeline($id: ID!) {\n    transaction(id: $id) {\n      id\n      status\n      type\n      direction\n      failureReason\n      refund { status reason }\n      settledAt\n      timeline { status refundStatus occurredAt }\n    }\n  }\n": types.TransactionTimelineDocument,
    "\n  mutation AdvanceClock($seconds: Int!) {\n    sandboxAdvanceClock(seconds: $seconds) {\n      __typename\n      ... on SandboxClock { now }\n      ... on ServiceError { errorCode }\n    }\n  }\n": types.AdvanceClockDocument,
};

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


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
