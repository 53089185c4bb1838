/** Documents about agents. Typed against the printed schema by codegen. */
import { graphql } from '../graphql/index.ts';

export const CreateAgent = graphql(`
  mutation CreateAgent($input: CreateAgentInput!) {
    createAgent(input: $input) {
      __typename
      ... on AgentCreated { agent { id isConnected } deviceCode { code redeemed } }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const RedeemDeviceCode = graphql(`
  mutation RedeemDeviceCode($code: String!) {
    redeemDeviceCode(code: $code) {
      __typename
      ... on AgentConnected { accessToken agent { id name customer { id } usage { dailySpend } } }
      ... on RateLimitedError { retryAfterSeconds }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const UpdateAgent = graphql(`
  mutation UpdateAgent($id: ID!, $input: UpdateAgentInput!) {
    updateAgent(id: $id, input: $input) {
      __typename
      ... on Agent { id isPaused }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const AgentTransferOut = graphql(`
  mutation AgentTransferOut($input: TransferInput!, $key: String) {
    agentTransferOut(input: $input, idempotencyKey: $key) {
      __typename
      ... on AgentAction { id status transaction { id status } approvalReason { rule threshold requested } }
      ... on PolicyViolationError { rule limit requested used reserved limitCurrency { code } }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const ActionState = graphql(`
  fragment ActionState on AgentAction {
    id
    type
    status
    decidedBy
    rejectionReason
    failureReason
    quote { id status }
    transaction { id status failureReason agent { id } }
    approvalReason { rule threshold requested currency { code } }
  }
`);

export const SubmitTransferOut = graphql(`
  mutation SubmitTransferOut($input: TransferInput!) {
    response: agentTransferOut(input: $input) {
      __typename
      ...ActionState
      ... on PolicyViolationError { rule limit requested used reserved }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const SubmitTransferIn = graphql(`
  mutation SubmitTransferIn($input: TransferInput!) {
    response: agentTransferIn(input: $input) {
      __typename
      ...ActionState
      ... on PolicyViolationError { rule limit requested used reserved }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const SubmitQuote = graphql(`
  mutation SubmitQuote($quoteId: ID!) {
    response: agentExecuteQuote(quoteId: $quoteId) {
      __typename
      ...ActionState
      ... on PolicyViolationError { rule limit requested used reserved }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const AgentCreateQuote = graphql(`
  mutation AgentCreateQuote($input: CreateQuoteInput!) {
    response: agentCreateQuote(input: $input) {
      __typename
      ... on Quote { id totalSendingAmount }
      ... on PolicyViolationError { rule limit requested used reserved }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const ApproveAction = graphql(`
  mutation ApproveAction($id: ID!) {
    response: approveAgentAction(id: $id) {
      __typename
      ...ActionState
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const RejectAction = graphql(`
  mutation RejectAction($id: ID!, $reason: String) {
    response: rejectAgentAction(id: $id, reason: $reason) {
      __typename
      ...ActionState
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const ActionNow = graphql(`
  query ActionNow($id: ID!) {
    agentAction(id: $id) {
      ...ActionState
      agent {
        usage { dailyTransactionCount dailySpend monthlySpend reserved { transactionCount dailySpend monthlySpend } }
      }
    }
  }
`);

export const AgentInbox = graphql(`
  query AgentInbox($status: [AgentActionStatus!]) {
    eventCursor
    agentActions(first: 100, filter: { status: $status, sortOrder: ASC }) {
      totalCount
      nodes { id status agent { id name } customer { id } transferDetails { amount currency } }
    }
  }
`);

export const ApproveAgentAction = graphql(`
  mutation ApproveAgentAction($id: ID!) {
    approveAgentAction(id: $id) {
      __typename
      ... on AgentAction { id status decidedBy failureReason transaction { id status } }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const CreateAccessToken = graphql(`
  mutation CreateAccessToken($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) {
      __typename
      ... on AccessTokenCreated { id accessToken expiresAt }
      ... on InvalidInputError { fields { path message } }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const RevokeAccessToken = graphql(`
  mutation RevokeAccessToken($id: ID!) {
    revokeAccessToken(id: $id) {
      __typename
      ... on Deleted { deletedId }
      ... on ServiceError { errorCode reason }
    }
  }
`);

export const Viewer = graphql(`
  query Viewer {
    viewer {
      __typename
      ... on Platform { id permissions }
      ... on Agent { id name isPaused policy { permissions } usage { dailyTransactionCount reserved { transactionCount } } customer { id } }
      ... on AccessTokenHolder { scopes restrictedTo { id } platform { id } }
    }
  }
`);
