// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { MoneyPartsFragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, ErrorParts_ConflictError_Fragment, ErrorParts_RateLimitedError_Fragment, PagePartsFragment, NamedCustomerFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type AgentPolicyPartsFragment = { readonly permissions: ReadonlyArray<types.AgentPermission>, readonly defaultExecutionMode: types.AgentExecutionMode, readonly approvalThresholds: { readonly amount: number | null, readonly currency: string } | null, readonly spendingLimits: { readonly currency: string, readonly perTransactionLimit: number, readonly dailyLimit: number | null, readonly monthlyLimit: number | null, readonly dailyTransactionLimit: number | null }, readonly rules: { readonly requireDescription: boolean, readonly onlyApprovedCounterparties: boolean, readonly maxActionsPerMinute: number | null, readonly cooldownMinutes: number | null, readonly maxBalanceShare: string | null } | null, readonly accountRestrictions: { readonly allowedAccountIds: ReadonlyArray<string> | null, readonly accountRules: ReadonlyArray<{ readonly accountId: string, readonly executionMode: types.AgentExecutionMode | null, readonly perTransactionLimit: number | null }> } | null };

export type AgentRowFragment = { readonly id: string, readonly name: string, readonly isPaused: boolean, readonly isConnected: boolean, readonly createdAt: string, readonly customer: NamedCustomerFragment, readonly policy: { readonly defaultExecutionMode: types.AgentExecutionMode, readonly spendingLimits: { readonly currency: string, readonly dailyLimit: number | null, readonly perTransactionLimit: number } }, readonly usage: { readonly dailySpend: number } };

export type AgentsQueryVariables = Exact<{
  filter?: types.AgentFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type AgentsQuery = { readonly agents: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<AgentRowFragment> } };

export type AgentPartsFragment = (
  { readonly updatedAt: string, readonly policy: AgentPolicyPartsFragment, readonly usage: { readonly dailySpend: number, readonly monthlySpend: number, readonly dailyTransactionCount: number, readonly dailyResetDate: string, readonly monthlyResetMonth: string, readonly reserved: { readonly dailySpend: number, readonly monthlySpend: number, readonly transactionCount: number } }, readonly customer: (
    { readonly internalAccounts: ReadonlyArray<{ readonly id: string, readonly type: types.InternalAccountType, readonly balance: MoneyPartsFragment }> }
    & NamedCustomerFragment
  ), readonly actions: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: types.AgentActionStatus, readonly createdAt: string, readonly payee: { readonly displayName: string | null, readonly last4: string | null } | null, readonly sendingAmount: MoneyPartsFragment }> } }
  & AgentRowFragment
);

export type AgentDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type AgentDetailQuery = { readonly agent: AgentPartsFragment | null };

export type PolicyBacktestQueryVariables = Exact<{
  agentId: string | number;
  policy: types.UpdateAgentPolicyInput;
  since: string;
}>;


export type PolicyBacktestQuery = { readonly backtestAgentPolicy:
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
    | { readonly __typename: 'PolicyBacktest', readonly total: number, readonly changed: number, readonly nextAfter: string | null, readonly before: { readonly run: number, readonly wait: number, readonly reject: number }, readonly after: { readonly run: number, readonly wait: number, readonly reject: number }, readonly actions: ReadonlyArray<{ readonly id: string, readonly actionId: string | null, readonly submittedAt: string, readonly sendingAmount: MoneyPartsFragment, readonly before: { readonly verdict: types.PolicyVerdict }, readonly after: { readonly verdict: types.PolicyVerdict, readonly rule: string | null }, readonly result: { readonly limit: number | null, readonly used: number | null, readonly reserved: number | null, readonly requested: number | null, readonly currency: { readonly code: string, readonly decimals: number, readonly symbol: string, readonly name: string } | null } | null }> }
   };

export type CustomerAccountsQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerAccountsQuery = { readonly customer: (
    { readonly internalAccounts: ReadonlyArray<{ readonly id: string, readonly type: types.InternalAccountType, readonly balance: MoneyPartsFragment }> }
    & NamedCustomerFragment
  ) | null };

export type NewAgentMutationVariables = Exact<{
  input: types.CreateAgentInput;
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
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type ChangeAgentMutationVariables = Exact<{
  id: string | number;
  input: types.UpdateAgentInput;
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
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type ChangeAgentPolicyMutationVariables = Exact<{
  id: string | number;
  input: types.UpdateAgentPolicyInput;
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
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export const AgentsDocument =
  "query Agents($filter:AgentFilter$first:Int$last:Int$after:String$before:String){agents(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...AgentRow}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment AgentRow on Agent{id name isPaused isConnected createdAt customer{...NamedCustomer}policy{defaultExecutionMode spendingLimits{currency dailyLimit perTransactionLimit}}usage{dailySpend}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}" as DocumentString<AgentsQuery, AgentsQueryVariables>;

export const AgentDetailDocument =
  "query AgentDetail($id:ID!){agent(id:$id){...AgentParts}}fragment AgentParts on Agent{...AgentRow updatedAt policy{...AgentPolicyParts}usage{dailySpend monthlySpend dailyTransactionCount dailyResetDate monthlyResetMonth reserved{dailySpend monthlySpend transactionCount}}customer{...NamedCustomer internalAccounts{id type balance{...MoneyParts}}}actions(first:10){totalCount nodes{id status createdAt payee{displayName last4}sendingAmount{...MoneyParts}}}}fragment AgentRow on Agent{id name isPaused isConnected createdAt customer{...NamedCustomer}policy{defaultExecutionMode spendingLimits{currency dailyLimit perTransactionLimit}}usage{dailySpend}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment AgentPolicyParts on AgentPolicy{permissions defaultExecutionMode approvalThresholds{amount currency}spendingLimits{currency perTransactionLimit dailyLimit monthlyLimit dailyTransactionLimit}rules{requireDescription onlyApprovedCounterparties maxActionsPerMinute cooldownMinutes maxBalanceShare}accountRestrictions{allowedAccountIds accountRules{accountId executionMode perTransactionLimit}}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<AgentDetailQuery, AgentDetailQueryVariables>;

export const PolicyBacktestDocument =
  "query PolicyBacktest($agentId:ID!$policy:UpdateAgentPolicyInput!$since:DateTime!){backtestAgentPolicy(agentId:$agentId policy:$policy since:$since onlyChanged:true first:50){__typename ...on PolicyBacktest{total changed before{run wait reject}after{run wait reject}actions{id actionId submittedAt sendingAmount{...MoneyParts}before{verdict}after{verdict rule}result{limit used reserved requested currency{code decimals symbol name}}}nextAfter}...ErrorParts}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<PolicyBacktestQuery, PolicyBacktestQueryVariables>;

export const CustomerAccountsDocument =
  "query CustomerAccounts($id:ID!){customer(id:$id){...NamedCustomer internalAccounts{id type balance{...MoneyParts}}}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<CustomerAccountsQuery, CustomerAccountsQueryVariables>;

export const NewAgentDocument =
  "mutation NewAgent($input:CreateAgentInput!){createAgent(input:$input){__typename ...on AgentCreated{agent{id}deviceCode{code expiresAt}}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<NewAgentMutation, NewAgentMutationVariables>;

export const ChangeAgentDocument =
  "mutation ChangeAgent($id:ID!$input:UpdateAgentInput!){updateAgent(id:$id input:$input){__typename ...on Agent{id isPaused name}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ChangeAgentMutation, ChangeAgentMutationVariables>;

export const ChangeAgentPolicyDocument =
  "mutation ChangeAgentPolicy($id:ID!$input:UpdateAgentPolicyInput!){updateAgentPolicy(id:$id input:$input){__typename ...on Agent{id policy{...AgentPolicyParts}}...ErrorParts}}fragment AgentPolicyParts on AgentPolicy{permissions defaultExecutionMode approvalThresholds{amount currency}spendingLimits{currency perTransactionLimit dailyLimit monthlyLimit dailyTransactionLimit}rules{requireDescription onlyApprovedCounterparties maxActionsPerMinute cooldownMinutes maxBalanceShare}accountRestrictions{allowedAccountIds accountRules{accountId executionMode perTransactionLimit}}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ChangeAgentPolicyMutation, ChangeAgentPolicyMutationVariables>;

export const NewDeviceCodeDocument =
  "mutation NewDeviceCode($agentId:ID!){createDeviceCode(agentId:$agentId){__typename ...on DeviceCode{code expiresAt}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<NewDeviceCodeMutation, NewDeviceCodeMutationVariables>;

export const RemoveAgentDocument =
  "mutation RemoveAgent($id:ID!){deleteAgent(id:$id){__typename ...on Deleted{deletedId}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<RemoveAgentMutation, RemoveAgentMutationVariables>;
