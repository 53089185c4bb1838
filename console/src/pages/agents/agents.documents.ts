// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type * as types from '../../api/types.ts';

export const AgentsDocument =
  "query Agents($filter:AgentFilter$first:Int$last:Int$after:String$before:String){agents(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...AgentRow}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment AgentRow on Agent{id name isPaused isConnected createdAt customer{id fullName businessInfo{legalName}}policy{defaultExecutionMode spendingLimits{currency dailyLimit perTransactionLimit}}usage{dailySpend}}" as DocumentString<types.AgentsQuery, types.AgentsQueryVariables>;

export const AgentDetailDocument =
  "query AgentDetail($id:ID!){agent(id:$id){...AgentParts}}fragment AgentParts on Agent{...AgentRow updatedAt policy{...AgentPolicyParts}usage{dailySpend monthlySpend dailyTransactionCount dailyResetDate monthlyResetMonth reserved{dailySpend monthlySpend transactionCount}}customer{id fullName businessInfo{legalName}internalAccounts{id type balance{...MoneyParts}}}actions(first:10){totalCount nodes{id status createdAt payee{displayName last4}sendingAmount{...MoneyParts}}}}fragment AgentRow on Agent{id name isPaused isConnected createdAt customer{id fullName businessInfo{legalName}}policy{defaultExecutionMode spendingLimits{currency dailyLimit perTransactionLimit}}usage{dailySpend}}fragment AgentPolicyParts on AgentPolicy{permissions defaultExecutionMode approvalThresholds{amount currency}spendingLimits{currency perTransactionLimit dailyLimit monthlyLimit dailyTransactionLimit}accountRestrictions{allowedAccountIds accountRules{accountId executionMode perTransactionLimit}}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.AgentDetailQuery, types.AgentDetailQueryVariables>;

export const CustomerAccountsDocument =
  "query CustomerAccounts($id:ID!){customer(id:$id){id fullName businessInfo{legalName}internalAccounts{id type balance{...MoneyParts}}}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.CustomerAccountsQuery, types.CustomerAccountsQueryVariables>;

export const NewAgentDocument =
  "mutation NewAgent($input:CreateAgentInput!){createAgent(input:$input){__typename ...on AgentCreated{agent{id}deviceCode{code expiresAt}}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.NewAgentMutation, types.NewAgentMutationVariables>;

export const ChangeAgentDocument =
  "mutation ChangeAgent($id:ID!$input:UpdateAgentInput!){updateAgent(id:$id input:$input){__typename ...on Agent{id isPaused name}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.ChangeAgentMutation, types.ChangeAgentMutationVariables>;

export const ChangeAgentPolicyDocument =
  "mutation ChangeAgentPolicy($id:ID!$input:UpdateAgentPolicyInput!){updateAgentPolicy(id:$id input:$input){__typename ...on Agent{id policy{...AgentPolicyParts}}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment AgentPolicyParts on AgentPolicy{permissions defaultExecutionMode approvalThresholds{amount currency}spendingLimits{currency perTransactionLimit dailyLimit monthlyLimit dailyTransactionLimit}accountRestrictions{allowedAccountIds accountRules{accountId executionMode perTransactionLimit}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.ChangeAgentPolicyMutation, types.ChangeAgentPolicyMutationVariables>;

export const NewDeviceCodeDocument =
  "mutation NewDeviceCode($agentId:ID!){createDeviceCode(agentId:$agentId){__typename ...on DeviceCode{code expiresAt}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.NewDeviceCodeMutation, types.NewDeviceCodeMutationVariables>;

export const RemoveAgentDocument =
  "mutation RemoveAgent($id:ID!){deleteAgent(id:$id){__typename ...on Deleted{deletedId}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.RemoveAgentMutation, types.RemoveAgentMutationVariables>;
