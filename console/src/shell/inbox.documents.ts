// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { MoneyPartsFragment, NamedCustomerFragment } from '../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type WaitingActionFragment = { readonly __typename: 'AgentAction', readonly id: string, readonly type: types.AgentActionType, readonly status: types.AgentActionStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string, readonly requiredApprovals: number, readonly approvalsGiven: number, readonly description: string | null, readonly reason: string | null, readonly agent: { readonly id: string, readonly name: string }, readonly customer: NamedCustomerFragment, readonly payee: { readonly displayName: string | null, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null } | null, readonly sendingAmount: MoneyPartsFragment, readonly receivingAmount: MoneyPartsFragment };

export type WaitingActionsQueryVariables = Exact<{
  first: number;
}>;


export type WaitingActionsQuery = { readonly eventCursor: string, readonly agentActions: { readonly totalCount: number, readonly nodes: ReadonlyArray<WaitingActionFragment> } };

export type ActionUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ActionUpdatesSubscription = { readonly agentActionUpdated: { readonly cursor: string, readonly status: types.AgentActionStatus, readonly action: WaitingActionFragment } };

export const WaitingActionsDocument =
  "query WaitingActions($first:Int!){eventCursor agentActions(first:$first filter:{status:[PENDING_APPROVAL]sortOrder:ASC}){totalCount nodes{...WaitingAction}}}fragment WaitingAction on AgentAction{__typename id type status createdAt updatedAt expiresAt requiredApprovals approvalsGiven description reason agent{id name}customer{...NamedCustomer}payee{displayName bankName last4 country}sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<WaitingActionsQuery, WaitingActionsQueryVariables>;

export const ActionUpdatesDocument =
  "subscription ActionUpdates($after:String){agentActionUpdated(after:$after){cursor status action{...WaitingAction}}}fragment WaitingAction on AgentAction{__typename id type status createdAt updatedAt expiresAt requiredApprovals approvalsGiven description reason agent{id name}customer{...NamedCustomer}payee{displayName bankName last4 country}sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<ActionUpdatesSubscription, ActionUpdatesSubscriptionVariables>;
