// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { CurrencyPartsFragment, MoneyPartsFragment, ErrorParts_ConflictError_Fragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, PagePartsFragment, NamedCustomerFragment, ActorPartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type PolicyPartsFragment = { readonly defaultExecutionMode: types.AgentExecutionMode, readonly approvalThresholds: { readonly amount: number | null, readonly currency: string } | null, readonly spendingLimits: { readonly currency: string, readonly perTransactionLimit: number, readonly dailyLimit: number | null, readonly monthlyLimit: number | null, readonly dailyTransactionLimit: number | null } };

export type VotePartsFragment = { readonly decision: types.VoteDecision, readonly comment: string | null, readonly createdAt: string, readonly actor: ActorPartsFragment, readonly tolerance: { readonly maxSlippage: string | null, readonly maxSendingAmount: number | null } | null };

export type FiguresPartsFragment = { readonly exchangeRate: number, readonly fees: number, readonly sendingAmount: MoneyPartsFragment, readonly receivingAmount: MoneyPartsFragment };

export type ActionPartsFragment = { readonly __typename: 'AgentAction', readonly id: string, readonly type: types.AgentActionType, readonly status: types.AgentActionStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string, readonly description: string | null, readonly reason: string | null, readonly fees: number, readonly exchangeRate: number | null, readonly failureReason: string | null, readonly platformCustomerId: string, readonly requiredApprovals: number, readonly approvalsGiven: number, readonly approvalReason: { readonly rule: types.ApprovalRule, readonly requested: number, readonly threshold: number | null, readonly currency: CurrencyPartsFragment } | null, readonly agent: { readonly id: string, readonly name: string, readonly isPaused: boolean, readonly policy: PolicyPartsFragment }, readonly customer: NamedCustomerFragment, readonly payee: { readonly displayName: string | null, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null } | null, readonly sourceAccount: { readonly id: string, readonly currency: string, readonly availableBalance: number | null }, readonly sendingAmount: MoneyPartsFragment, readonly receivingAmount: MoneyPartsFragment, readonly quote: { readonly id: string, readonly expiresAt: string } | null, readonly limits: ReadonlyArray<{ readonly name: types.PolicyRule, readonly limit: number, readonly used: number, readonly reserved: number, readonly remaining: number, readonly currency: CurrencyPartsFragment | null }>, readonly votes: ReadonlyArray<VotePartsFragment> | null, readonly supersededVotes: ReadonlyArray<VotePartsFragment> | null, readonly repricings: ReadonlyArray<{ readonly createdAt: string, readonly outcome: types.RepricingOutcome, readonly slippage: string, readonly before: FiguresPartsFragment, readonly after: FiguresPartsFragment }>, readonly decision: { readonly isApproved: boolean, readonly decidedBy: string, readonly decidedAt: string, readonly comment: string | null } | null, readonly transaction: { readonly id: string, readonly status: types.TransactionStatus } | null, readonly history: ReadonlyArray<{ readonly id: string, readonly status: types.AgentActionStatus, readonly createdAt: string, readonly sendingAmount: MoneyPartsFragment }> };

export type ActionDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type ActionDetailQuery = { readonly agentAction: ActionPartsFragment | null };

export type DecidedActionsQueryVariables = Exact<{
  filter: types.AgentActionFilter;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type DecidedActionsQuery = { readonly agentActions: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: types.AgentActionStatus, readonly createdAt: string, readonly agent: { readonly id: string, readonly name: string }, readonly payee: { readonly displayName: string | null, readonly last4: string | null } | null, readonly sendingAmount: MoneyPartsFragment, readonly decision: { readonly isApproved: boolean, readonly decidedBy: string, readonly decidedAt: string } | null }> } };

export type ApproveActionMutationVariables = Exact<{
  id: string | number;
  comment?: string | null | undefined;
  tolerance?: types.ApprovalToleranceInput | null | undefined;
  quoteId?: string | number | null | undefined;
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
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type CommentRuleQueryVariables = Exact<{ [key: string]: never; }>;


export type CommentRuleQuery = { readonly platformConfig: { readonly id: string, readonly approvals: { readonly requireComment: boolean } } };

export const ActionDetailDocument =
  "query ActionDetail($id:ID!){agentAction(id:$id){...ActionParts}}fragment ActionParts on AgentAction{__typename id type status createdAt updatedAt expiresAt description reason fees exchangeRate failureReason platformCustomerId approvalReason{rule requested threshold currency{...CurrencyParts}}agent{id name isPaused policy{...PolicyParts}}customer{...NamedCustomer}payee{displayName bankName last4 country}sourceAccount{id currency availableBalance}sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}quote{id expiresAt}limits{name limit used reserved remaining currency{...CurrencyParts}}requiredApprovals approvalsGiven votes{...VoteParts}supersededVotes{...VoteParts}repricings{createdAt outcome slippage before{...FiguresParts}after{...FiguresParts}}decision{isApproved decidedBy decidedAt comment}transaction{id status}history(first:5){id status createdAt sendingAmount{...MoneyParts}}}fragment CurrencyParts on Currency{code decimals}fragment PolicyParts on AgentPolicy{defaultExecutionMode approvalThresholds{amount currency}spendingLimits{currency perTransactionLimit dailyLimit monthlyLimit dailyTransactionLimit}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment VoteParts on AgentActionVote{actor{...ActorParts}decision comment createdAt tolerance{maxSlippage maxSendingAmount}}fragment ActorParts on Actor{kind id name}fragment FiguresParts on PaymentFigures{exchangeRate fees sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}}" as DocumentString<ActionDetailQuery, ActionDetailQueryVariables>;

export const DecidedActionsDocument =
  "query DecidedActions($filter:AgentActionFilter!$first:Int$last:Int$after:String$before:String){agentActions(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id status createdAt agent{id name}payee{displayName last4}sendingAmount{...MoneyParts}decision{isApproved decidedBy decidedAt}}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<DecidedActionsQuery, DecidedActionsQueryVariables>;

export const ApproveActionDocument =
  "mutation ApproveAction($id:ID!$comment:String$tolerance:ApprovalToleranceInput$quoteId:ID){approveAgentAction(id:$id comment:$comment tolerance:$tolerance quoteId:$quoteId){__typename ...on AgentAction{...ActionParts}...ErrorParts}}fragment ActionParts on AgentAction{__typename id type status createdAt updatedAt expiresAt description reason fees exchangeRate failureReason platformCustomerId approvalReason{rule requested threshold currency{...CurrencyParts}}agent{id name isPaused policy{...PolicyParts}}customer{...NamedCustomer}payee{displayName bankName last4 country}sourceAccount{id currency availableBalance}sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}quote{id expiresAt}limits{name limit used reserved remaining currency{...CurrencyParts}}requiredApprovals approvalsGiven votes{...VoteParts}supersededVotes{...VoteParts}repricings{createdAt outcome slippage before{...FiguresParts}after{...FiguresParts}}decision{isApproved decidedBy decidedAt comment}transaction{id status}history(first:5){id status createdAt sendingAmount{...MoneyParts}}}fragment CurrencyParts on Currency{code decimals}fragment PolicyParts on AgentPolicy{defaultExecutionMode approvalThresholds{amount currency}spendingLimits{currency perTransactionLimit dailyLimit monthlyLimit dailyTransactionLimit}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment VoteParts on AgentActionVote{actor{...ActorParts}decision comment createdAt tolerance{maxSlippage maxSendingAmount}}fragment ActorParts on Actor{kind id name}fragment FiguresParts on PaymentFigures{exchangeRate fees sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ApproveActionMutation, ApproveActionMutationVariables>;

export const RejectActionDocument =
  "mutation RejectAction($id:ID!$reason:String){rejectAgentAction(id:$id reason:$reason){__typename ...on AgentAction{...ActionParts}...ErrorParts}}fragment ActionParts on AgentAction{__typename id type status createdAt updatedAt expiresAt description reason fees exchangeRate failureReason platformCustomerId approvalReason{rule requested threshold currency{...CurrencyParts}}agent{id name isPaused policy{...PolicyParts}}customer{...NamedCustomer}payee{displayName bankName last4 country}sourceAccount{id currency availableBalance}sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}quote{id expiresAt}limits{name limit used reserved remaining currency{...CurrencyParts}}requiredApprovals approvalsGiven votes{...VoteParts}supersededVotes{...VoteParts}repricings{createdAt outcome slippage before{...FiguresParts}after{...FiguresParts}}decision{isApproved decidedBy decidedAt comment}transaction{id status}history(first:5){id status createdAt sendingAmount{...MoneyParts}}}fragment CurrencyParts on Currency{code decimals}fragment PolicyParts on AgentPolicy{defaultExecutionMode approvalThresholds{amount currency}spendingLimits{currency perTransactionLimit dailyLimit monthlyLimit dailyTransactionLimit}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment VoteParts on AgentActionVote{actor{...ActorParts}decision comment createdAt tolerance{maxSlippage maxSendingAmount}}fragment ActorParts on Actor{kind id name}fragment FiguresParts on PaymentFigures{exchangeRate fees sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<RejectActionMutation, RejectActionMutationVariables>;

export const CommentRuleDocument =
  "query CommentRule{platformConfig{id approvals{requireComment}}}" as DocumentString<CommentRuleQuery, CommentRuleQueryVariables>;
