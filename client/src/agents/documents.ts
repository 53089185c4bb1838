/**
 * The documents of the kit. They select what every agent may read. The generated documents also select fields that need a
 * permission, such as `payee`: without it their responses have an error, although the payment is made.
 */
import { type Executed, typedDocument } from '../document.ts';
import * as fragments from '../operations/generated/fragments.ts';
import type * as types from '../operations/generated/types.ts';

/** An action, without `payee` and the balance of its source, which need permissions, and without the votes, which no agent sees. */
export type AgentAction = Omit<types.AgentActionFieldsFragment, 'payee' | 'sourceAccount' | 'votes'> & {
  readonly sourceAccount: { readonly id: string; readonly currency: string };
};

/** A result of the generated document, with an action as the kit reads it. */
type Readable<Result> =
  | Exclude<Result, { __typename: 'AgentAction' }>
  | (AgentAction & { readonly __typename: 'AgentAction' });

type TransferOut = Executed<types.AgentTransferOutMutation>['agentTransferOut'];
type TransferIn = Executed<types.AgentTransferInMutation>['agentTransferIn'];
type ExecuteQuote = Executed<types.AgentExecuteQuoteMutation>['agentExecuteQuote'];
type Update = types.AgentActionUpdatedSubscription['agentActionUpdated'];

export type Submitted = Readable<TransferOut> | Readable<TransferIn> | Readable<ExecuteQuote>;

const action = [
  `fragment AgentActionOfAgent on AgentAction {
    agent { __typename id } approvalReason { __typename ...ApprovalReasonFields } approvalsGiven comment createdAt
    customer { __typename id } decidedAt decidedBy decision { __typename ...AgentActionDecisionFields } description
    exchangeRate expiresAt failureReason fees id limits { __typename ...AgentLimitFields } platformCustomerId
    quote { __typename id } reason receivingAmount { __typename ...MoneyFields } rejectionReason requiredApprovals
    sendingAmount { __typename ...MoneyFields } sourceAccount { id currency } status
    transaction { __typename id } transferDetails { __typename ...TransferDetailsFields } type updatedAt
  }`,
  fragments.AgentActionDecisionFields,
  fragments.AgentLimitFields,
  fragments.ApprovalReasonFields,
  fragments.CurrencyFields,
  fragments.MoneyFields,
  fragments.TransferDetailsFields,
];

/** The errors of all operations of the kit. A result has those of its union. */
const rejected = [
  `fragment Rejected on ServiceError {
    ... on ConflictError { ...ConflictErrorFields }
    ... on ForbiddenError { ...ForbiddenErrorFields }
    ... on InsufficientBalanceError { ...InsufficientBalanceErrorFields }
    ... on InvalidInputError { ...InvalidInputErrorFields }
    ... on NotFoundError { ...NotFoundErrorFields }
    ... on PolicyViolationError { ...PolicyViolationErrorFields }
    ... on QuoteExpiredError { ...QuoteExpiredErrorFields }
    ... on RateLimitedError { ...RateLimitedErrorFields }
    ... on UnauthorizedError { ...UnauthorizedErrorFields }
    ... on UpstreamError { ...UpstreamErrorFields }
  }`,
  fragments.ConflictErrorFields,
  fragments.FieldErrorFields,
  fragments.ForbiddenErrorFields,
  fragments.InsufficientBalanceErrorFields,
  fragments.InvalidInputErrorFields,
  fragments.NotFoundErrorFields,
  fragments.PolicyViolationErrorFields,
  fragments.QuoteExpiredErrorFields,
  fragments.RateLimitedErrorFields,
  fragments.UnauthorizedErrorFields,
  fragments.UpstreamErrorFields,
];

/**
 * A mutation whose result is an action or an error.
 *
 * @param declared its variables, which are its arguments.
 */
function submission<Field extends string, Result, Variables>(field: Field, declared: string) {
  const name = `${field[0]?.toUpperCase()}${field.slice(1)}`;
  const given = [...declared.matchAll(/\$(\w+)/g)].map(([variable, argument]) => `${argument}: ${variable}`);
  return typedDocument<{ readonly [Name in Field]: Readable<Result> }, Variables>(
    `mutation ${name}(${declared}) { ${field}(${given.join(', ')}) {
      __typename
      ... on AgentAction { ...AgentActionOfAgent }
      ... on SignedRequestChallenge { ...SignedRequestChallengeFields }
      ...Rejected
    } }`,
    ...action,
    ...rejected,
    fragments.SignedRequestChallengeFields,
  );
}

const transferVariables = '$idempotencyKey: String, $input: TransferInput!';

export const TransferOutDocument = /*#__PURE__*/ submission<
  'agentTransferOut',
  TransferOut,
  types.AgentTransferOutMutationVariables
>('agentTransferOut', transferVariables);

export const TransferInDocument = /*#__PURE__*/ submission<
  'agentTransferIn',
  TransferIn,
  types.AgentTransferInMutationVariables
>('agentTransferIn', transferVariables);

export const ExecuteQuoteDocument = /*#__PURE__*/ submission<
  'agentExecuteQuote',
  ExecuteQuote,
  types.AgentExecuteQuoteMutationVariables
>('agentExecuteQuote', '$idempotencyKey: String, $quoteId: ID!, $signature: String');

export const ActionDocument = /*#__PURE__*/ typedDocument<
  { readonly agentAction: AgentAction | null },
  types.AgentActionQueryVariables
>('query AgentAction($id: ID!) { agentAction(id: $id) { ...AgentActionOfAgent } }', ...action);

export const ActionUpdatedDocument = /*#__PURE__*/ typedDocument<
  { readonly agentActionUpdated: Pick<Update, 'cursor'> & { readonly action: AgentAction } },
  { readonly actionId: string; readonly after: string }
>(
  `subscription AgentActionUpdated($actionId: ID!, $after: String) {
    agentActionUpdated(actionId: $actionId, after: $after) { cursor action { ...AgentActionOfAgent } }
  }`,
  ...action,
);

export type QuoteResult = Executed<types.AgentCreateQuoteMutation>['agentCreateQuote'];
type GeneratedQuote = Extract<QuoteResult, { __typename: 'Quote' }>;

/** A quote, without the records of its accounts, which need permissions. */
export type AgentQuote = Omit<GeneratedQuote, 'source' | 'destination'>;

export const CreateQuoteDocument = /*#__PURE__*/ typedDocument<
  { readonly agentCreateQuote: Exclude<QuoteResult, GeneratedQuote> | AgentQuote },
  types.AgentCreateQuoteMutationVariables
>(
  `mutation AgentCreateQuote($idempotencyKey: String, $input: CreateQuoteInput!) {
    agentCreateQuote(idempotencyKey: $idempotencyKey, input: $input) {
      __typename
      ... on Quote {
        counterpartyInformation createdAt exchangeRate expiresAt feesIncluded id
        paymentInstructions { __typename ...PaymentInstructionsFields } rateDetails { __typename ...RateDetailsFields }
        receivingCurrency { __typename ...CurrencyFields } sendingCurrency { __typename ...CurrencyFields } status
        totalReceivingAmount totalSendingAmount transaction { __typename id }
      }
      ...Rejected
    }
  }`,
  ...rejected,
  fragments.CurrencyFields,
  fragments.FundingInfoFields,
  fragments.MoneyFields,
  fragments.PaymentInstructionsFields,
  fragments.RateDetailsFields,
);
