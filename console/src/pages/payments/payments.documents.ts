// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { CurrencyPartsFragment, MoneyPartsFragment, PagePartsFragment, NamedCustomerFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type AccountParts_ExternalAccount_Fragment = { readonly __typename: 'ExternalAccount', readonly id: string, readonly displayName: string, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null };

export type AccountParts_InternalAccount_Fragment = { readonly __typename: 'InternalAccount', readonly id: string, readonly internalType: types.InternalAccountType, readonly customer: NamedCustomerFragment | null };

export type AccountPartsFragment =
  | AccountParts_ExternalAccount_Fragment
  | AccountParts_InternalAccount_Fragment
;

export type PaymentRowFragment = { readonly id: string, readonly type: types.TransactionType, readonly direction: types.EntryDirection, readonly status: types.TransactionStatus, readonly createdAt: string, readonly description: string | null, readonly counterparty: { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null }, readonly customer: NamedCustomerFragment | null, readonly agent: { readonly id: string, readonly name: string } | null, readonly sentAmount: MoneyPartsFragment | null, readonly receivedAmount: MoneyPartsFragment | null };

export type PaymentsQueryVariables = Exact<{
  filter?: types.TransactionFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type PaymentsQuery = { readonly eventCursor: string, readonly transactions: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<PaymentRowFragment> } };

export type PaymentsForExportQueryVariables = Exact<{
  filter?: types.TransactionFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PaymentsForExportQuery = { readonly transactions: { readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<(
      { readonly platformCustomerId: string | null, readonly fees: number | null, readonly settledAt: string | null, readonly failureReason: types.TransactionFailureReason | null, readonly reconciliationInstructions: { readonly reference: string } | null }
      & PaymentRowFragment
    )> } };

export type PaymentUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  customerId?: string | number | null | undefined;
}>;


export type PaymentUpdatesSubscription = { readonly transactionUpdated: { readonly cursor: string, readonly transaction: PaymentRowFragment } };

export type LedgerAccountPartsFragment = { readonly id: string, readonly type: types.InternalAccountType, readonly customer: { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null } | null };

export type PaymentPartsFragment = (
  { readonly updatedAt: string, readonly settledAt: string | null, readonly failureReason: types.TransactionFailureReason | null, readonly platformCustomerId: string | null, readonly exchangeRate: number | null, readonly fees: number | null, readonly counterpartyInformation: Record<string, string> | null, readonly source: { readonly type: types.PartyType, readonly umaAddress: string | null, readonly currency: CurrencyPartsFragment | null, readonly account:
      | AccountParts_ExternalAccount_Fragment
      | AccountParts_InternalAccount_Fragment
     | null }, readonly destination: { readonly type: types.PartyType, readonly umaAddress: string | null, readonly currency: CurrencyPartsFragment | null, readonly account:
      | AccountParts_ExternalAccount_Fragment
      | AccountParts_InternalAccount_Fragment
     | null }, readonly timeline: ReadonlyArray<{ readonly status: types.TransactionStatus, readonly refundStatus: types.RefundStatus | null, readonly occurredAt: string, readonly note: string | null }>, readonly refund: { readonly status: types.RefundStatus, readonly reason: types.RefundReason | null, readonly reference: string, readonly initiatedAt: string, readonly settledAt: string | null } | null, readonly reconciliationInstructions: { readonly reference: string } | null, readonly rateDetails: { readonly counterpartyFixedFee: number | null, readonly counterpartyMultiplier: number | null, readonly serviceApiFixedFee: number | null, readonly serviceApiMultiplier: number | null, readonly serviceApiVariableFeeAmount: number | null, readonly serviceApiVariableFeeRate: number | null } | null, readonly ledgerEntries: ReadonlyArray<{ readonly id: string, readonly direction: types.EntryDirection, readonly description: string, readonly createdAt: string, readonly amount: MoneyPartsFragment, readonly balanceAfter: MoneyPartsFragment, readonly account: LedgerAccountPartsFragment }>, readonly hold: { readonly status: types.HoldStatus, readonly createdAt: string, readonly endedAt: string | null, readonly amount: MoneyPartsFragment, readonly account: LedgerAccountPartsFragment } | null, readonly agentAction: { readonly requiredApprovals: number, readonly id: string, readonly type: types.AgentActionType, readonly status: types.AgentActionStatus, readonly createdAt: string, readonly reason: string | null, readonly failureReason: string | null, readonly votes: ReadonlyArray<{ readonly decision: types.VoteDecision, readonly comment: string | null, readonly createdAt: string, readonly actor: { readonly id: string | null, readonly name: string | null } }> | null, readonly approvalReason: { readonly rule: types.ApprovalRule, readonly requested: number, readonly threshold: number | null, readonly currency: CurrencyPartsFragment } | null, readonly decision: { readonly isApproved: boolean, readonly decidedBy: string, readonly decidedAt: string, readonly comment: string | null } | null } | null, readonly quote: { readonly id: string, readonly status: types.QuoteStatus, readonly createdAt: string, readonly expiresAt: string, readonly exchangeRate: number, readonly feesIncluded: number, readonly totalSendingAmount: number, readonly totalReceivingAmount: number, readonly sendingCurrency: CurrencyPartsFragment, readonly receivingCurrency: CurrencyPartsFragment } | null }
  & PaymentRowFragment
);

export type PaymentDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type PaymentDetailQuery = { readonly eventCursor: string, readonly transaction: PaymentPartsFragment | null };

export type PaymentDetailUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  id?: string | number | null | undefined;
}>;


export type PaymentDetailUpdatesSubscription = { readonly transactionUpdated: { readonly cursor: string, readonly status: types.TransactionStatus } };

export type PaymentDeliveriesQueryVariables = Exact<{
  id: string | number;
}>;


export type PaymentDeliveriesQuery = { readonly webhookDeliveries: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly status: types.WebhookDeliveryStatus, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly endpoint: { readonly id: string, readonly url: string } | null, readonly attempts: ReadonlyArray<{ readonly at: string, readonly durationMs: number, readonly responseStatus: number | null, readonly error: string | null }> }> } };

export const PaymentsDocument =
  "query Payments($filter:TransactionFilter$first:Int$last:Int$after:String$before:String){eventCursor transactions(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...PaymentRow}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment PaymentRow on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<PaymentsQuery, PaymentsQueryVariables>;

export const PaymentsForExportDocument =
  "query PaymentsForExport($filter:TransactionFilter$first:Int$after:String){transactions(filter:$filter first:$first after:$after){pageInfo{...PageParts}nodes{...PaymentRow platformCustomerId fees settledAt failureReason reconciliationInstructions{reference}}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment PaymentRow on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<PaymentsForExportQuery, PaymentsForExportQueryVariables>;

export const PaymentUpdatesDocument =
  "subscription PaymentUpdates($after:String$customerId:ID){transactionUpdated(after:$after customerId:$customerId){cursor transaction{...PaymentRow}}}fragment PaymentRow on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<PaymentUpdatesSubscription, PaymentUpdatesSubscriptionVariables>;

export const PaymentDetailDocument =
  "query PaymentDetail($id:ID!){eventCursor transaction(id:$id){...PaymentParts}}fragment PaymentParts on Transaction{...PaymentRow updatedAt settledAt failureReason platformCustomerId exchangeRate fees counterpartyInformation source{type umaAddress currency{...CurrencyParts}account{...AccountParts}}destination{type umaAddress currency{...CurrencyParts}account{...AccountParts}}timeline{status refundStatus occurredAt note}refund{status reason reference initiatedAt settledAt}reconciliationInstructions{reference}rateDetails{counterpartyFixedFee counterpartyMultiplier serviceApiFixedFee serviceApiMultiplier serviceApiVariableFeeAmount serviceApiVariableFeeRate}ledgerEntries{id direction description createdAt amount{...MoneyParts}balanceAfter{...MoneyParts}account{...LedgerAccountParts}}hold{status createdAt endedAt amount{...MoneyParts}account{...LedgerAccountParts}}agentAction{votes{decision comment createdAt actor{id name}}requiredApprovals id type status createdAt reason failureReason approvalReason{rule requested threshold currency{...CurrencyParts}}decision{isApproved decidedBy decidedAt comment}}quote{id status createdAt expiresAt exchangeRate feesIncluded totalSendingAmount totalReceivingAmount sendingCurrency{...CurrencyParts}receivingCurrency{...CurrencyParts}}}fragment PaymentRow on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment AccountParts on Account{__typename ...on InternalAccount{id internalType:type customer{...NamedCustomer}}...on ExternalAccount{id displayName bankName last4 country}}fragment LedgerAccountParts on InternalAccount{id type customer{id fullName businessInfo{legalName}}}" as DocumentString<PaymentDetailQuery, PaymentDetailQueryVariables>;

export const PaymentDetailUpdatesDocument =
  "subscription PaymentDetailUpdates($after:String$id:ID){transactionUpdated(after:$after transactionId:$id){cursor status}}" as DocumentString<PaymentDetailUpdatesSubscription, PaymentDetailUpdatesSubscriptionVariables>;

export const PaymentDeliveriesDocument =
  "query PaymentDeliveries($id:ID!){webhookDeliveries(filter:{resourceId:$id}first:50){nodes{id type status createdAt nextAttemptAt endpoint{id url}attempts(last:5){at durationMs responseStatus error}}}}" as DocumentString<PaymentDeliveriesQuery, PaymentDeliveriesQueryVariables>;
