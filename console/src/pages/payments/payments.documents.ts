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

export type PaymentPartsFragment = (
  { readonly updatedAt: string, readonly settledAt: string | null, readonly failureReason: types.TransactionFailureReason | null, readonly platformCustomerId: string | null, readonly exchangeRate: number | null, readonly fees: number | null, readonly counterpartyInformation: Record<string, string> | null, readonly source: { readonly type: types.PartyType, readonly umaAddress: string | null, readonly currency: CurrencyPartsFragment | null, readonly account:
      | AccountParts_ExternalAccount_Fragment
      | AccountParts_InternalAccount_Fragment
     | null }, readonly destination: { readonly type: types.PartyType, readonly umaAddress: string | null, readonly currency: CurrencyPartsFragment | null, readonly account:
      | AccountParts_ExternalAccount_Fragment
      | AccountParts_InternalAccount_Fragment
     | null }, readonly reconciliationInstructions: { readonly reference: string } | null, readonly quote: { readonly id: string } | null, readonly explanation: { readonly isTruncated: boolean, readonly steps: ReadonlyArray<{ readonly kind: types.ExplanationStepKind, readonly at: string, readonly text: string, readonly outcome: types.ExplanationStepOutcome, readonly comment: string | null, readonly references: ReadonlyArray<string>, readonly policyVersion: number | null, readonly amounts: ReadonlyArray<{ readonly name: types.ExplanationAmountName, readonly value: MoneyPartsFragment }>, readonly rate: { readonly decimal: string, readonly sendingCurrency: CurrencyPartsFragment, readonly receivingCurrency: CurrencyPartsFragment } | null, readonly roundings: ReadonlyArray<{ readonly name: types.PriceRoundingName, readonly decimal: string, readonly direction: types.RoundingDirection, readonly rounded: MoneyPartsFragment }>, readonly rules: ReadonlyArray<{ readonly rule: string, readonly verdict: types.RuleVerdict, readonly limit: number | null, readonly used: number | null, readonly requested: number | null, readonly currency: CurrencyPartsFragment | null }>, readonly attempts: ReadonlyArray<{ readonly at: string, readonly responseStatus: number | null, readonly durationMs: number, readonly error: string | null }> }> } }
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

export const PaymentsDocument =
  "query Payments($filter:TransactionFilter$first:Int$last:Int$after:String$before:String){eventCursor transactions(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...PaymentRow}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment PaymentRow on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<PaymentsQuery, PaymentsQueryVariables>;

export const PaymentsForExportDocument =
  "query PaymentsForExport($filter:TransactionFilter$first:Int$after:String){transactions(filter:$filter first:$first after:$after){pageInfo{...PageParts}nodes{...PaymentRow platformCustomerId fees settledAt failureReason reconciliationInstructions{reference}}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment PaymentRow on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<PaymentsForExportQuery, PaymentsForExportQueryVariables>;

export const PaymentUpdatesDocument =
  "subscription PaymentUpdates($after:String$customerId:ID){transactionUpdated(after:$after customerId:$customerId){cursor transaction{...PaymentRow}}}fragment PaymentRow on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<PaymentUpdatesSubscription, PaymentUpdatesSubscriptionVariables>;

export const PaymentDetailDocument =
  "query PaymentDetail($id:ID!){eventCursor transaction(id:$id){...PaymentParts}}fragment PaymentParts on Transaction{...PaymentRow updatedAt settledAt failureReason platformCustomerId exchangeRate fees counterpartyInformation source{type umaAddress currency{...CurrencyParts}account{...AccountParts}}destination{type umaAddress currency{...CurrencyParts}account{...AccountParts}}reconciliationInstructions{reference}quote{id}explanation{isTruncated steps{kind at text outcome comment references amounts{name value{...MoneyParts}}rate{decimal sendingCurrency{...CurrencyParts}receivingCurrency{...CurrencyParts}}roundings{name decimal direction rounded{...MoneyParts}}policyVersion rules{rule verdict limit used requested currency{...CurrencyParts}}attempts{at responseStatus durationMs error}}}}fragment PaymentRow on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment AccountParts on Account{__typename ...on InternalAccount{id internalType:type customer{...NamedCustomer}}...on ExternalAccount{id displayName bankName last4 country}}" as DocumentString<PaymentDetailQuery, PaymentDetailQueryVariables>;

export const PaymentDetailUpdatesDocument =
  "subscription PaymentDetailUpdates($after:String$id:ID){transactionUpdated(after:$after transactionId:$id){cursor status}}" as DocumentString<PaymentDetailUpdatesSubscription, PaymentDetailUpdatesSubscriptionVariables>;
