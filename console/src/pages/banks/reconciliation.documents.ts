// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { MoneyPartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type ReconciliationQueryVariables = Exact<{
  connectionId: string | number;
  from: string;
  to: string;
}>;


export type ReconciliationQuery = { readonly bankReconciliation: { readonly isReconciled: boolean, readonly breakCount: number, readonly from: string, readonly to: string, readonly ledgerDifference: MoneyPartsFragment, readonly days: ReadonlyArray<{ readonly date: string, readonly statementCount: number, readonly breakCount: number, readonly opening: MoneyPartsFragment | null, readonly sum: MoneyPartsFragment, readonly closing: MoneyPartsFragment | null, readonly ledgerBalance: MoneyPartsFragment, readonly breaks: ReadonlyArray<{ readonly kind: types.ReconciliationBreakKind, readonly description: string, readonly amount: MoneyPartsFragment | null, readonly record:
          | { readonly __typename: 'Agent', readonly id: string }
          | { readonly __typename: 'AgentAction', readonly id: string }
          | { readonly __typename: 'ApiRequest', readonly id: string }
          | { readonly __typename: 'ApiToken', readonly id: string }
          | { readonly __typename: 'AuditEntry', readonly id: string }
          | { readonly __typename: 'AuthMethod', readonly id: string }
          | { readonly __typename: 'AuthSession', readonly id: string }
          | { readonly __typename: 'BankConnection', readonly id: string }
          | { readonly __typename: 'BankEntry', readonly id: string }
          | { readonly __typename: 'BankFile', readonly id: string }
          | { readonly __typename: 'BankPayment', readonly id: string }
          | { readonly __typename: 'BankStatement', readonly id: string }
          | { readonly __typename: 'BeneficialOwner', readonly id: string }
          | { readonly __typename: 'Customer', readonly id: string }
          | { readonly __typename: 'CustomerImport', readonly id: string }
          | { readonly __typename: 'Document', readonly id: string }
          | { readonly __typename: 'Event', readonly id: string }
          | { readonly __typename: 'ExternalAccount', readonly id: string }
          | { readonly __typename: 'InternalAccount', readonly id: string }
          | { readonly __typename: 'LedgerEntry', readonly id: string }
          | { readonly __typename: 'Member', readonly id: string }
          | { readonly __typename: 'Platform', readonly id: string }
          | { readonly __typename: 'PlatformConfig', readonly id: string }
          | { readonly __typename: 'Quote', readonly id: string }
          | { readonly __typename: 'ScreeningMatch', readonly id: string }
          | { readonly __typename: 'Transaction', readonly id: string }
          | { readonly __typename: 'UnmatchedDeposit', readonly id: string }
          | { readonly __typename: 'Verification', readonly id: string }
          | { readonly __typename: 'WebhookDelivery', readonly id: string }
          | { readonly __typename: 'WebhookEndpoint', readonly id: string }
         | null }> }> } | null };

export const ReconciliationDocument =
  "query Reconciliation($connectionId:ID!$from:Date!$to:Date!){bankReconciliation(connectionId:$connectionId from:$from to:$to){isReconciled breakCount from to ledgerDifference{...MoneyParts}days{date statementCount opening{...MoneyParts}sum{...MoneyParts}closing{...MoneyParts}ledgerBalance{...MoneyParts}breakCount breaks(first:50){kind description amount{...MoneyParts}record{__typename id}}}}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<ReconciliationQuery, ReconciliationQueryVariables>;
