// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type * as types from '../api/types.ts';

export const WaitingActionsDocument =
  "query WaitingActions($first:Int!){eventCursor agentActions(first:$first filter:{status:[PENDING_APPROVAL]sortOrder:ASC}){totalCount nodes{...WaitingAction}}}fragment WaitingAction on AgentAction{__typename id type status createdAt updatedAt expiresAt requiredApprovals approvalsGiven description reason agent{id name}customer{id fullName businessInfo{legalName}}payee{displayName bankName last4 country}sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.WaitingActionsQuery, types.WaitingActionsQueryVariables>;

export const ActionUpdatesDocument =
  "subscription ActionUpdates($after:String){agentActionUpdated(after:$after){cursor status action{...WaitingAction}}}fragment WaitingAction on AgentAction{__typename id type status createdAt updatedAt expiresAt requiredApprovals approvalsGiven description reason agent{id name}customer{id fullName businessInfo{legalName}}payee{displayName bankName last4 country}sendingAmount{...MoneyParts}receivingAmount{...MoneyParts}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.ActionUpdatesSubscription, types.ActionUpdatesSubscriptionVariables>;
