// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { CurrencyPartsFragment, MoneyPartsFragment, NamedCustomerFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type HomeBalancesQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeBalancesQuery = { readonly platformAccounts: ReadonlyArray<{ readonly id: string, readonly type: types.InternalAccountType, readonly status: types.InternalAccountStatus, readonly balance: MoneyPartsFragment, readonly availableBalance: MoneyPartsFragment }> };

export type HomeWorkQueryVariables = Exact<{
  pendingSince: string;
}>;


export type HomeWorkQuery = { readonly eventCursor: string, readonly manualReviews: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly customer: NamedCustomerFragment }> }, readonly latePayments: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: types.TransactionStatus, readonly createdAt: string, readonly counterparty: { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null }, readonly sentAmount: MoneyPartsFragment | null }> }, readonly latest: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: types.TransactionType, readonly direction: types.EntryDirection, readonly status: types.TransactionStatus, readonly createdAt: string, readonly description: string | null, readonly counterparty: { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null }, readonly customer: NamedCustomerFragment | null, readonly agent: { readonly id: string, readonly name: string } | null, readonly sentAmount: MoneyPartsFragment | null, readonly receivedAmount: MoneyPartsFragment | null }> } };

export type HomeWebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeWebhooksQuery = { readonly failedDeliveries: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly createdAt: string, readonly endpoint: { readonly url: string } | null }> } };

export type HomeUpdatesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type HomeUpdatesSubscription = { readonly transactionUpdated: { readonly cursor: string, readonly status: types.TransactionStatus } };

export type PaymentStatisticsQueryVariables = Exact<{
  since: string;
  until: string;
  interval: types.StatisticsInterval;
  timeZone?: string | null | undefined;
  type?: types.TransactionType | null | undefined;
}>;


export type PaymentStatisticsQuery = { readonly transactionStatistics: ReadonlyArray<{ readonly start: string, readonly end: string, readonly currencies: ReadonlyArray<{ readonly transactionCount: number, readonly completedCount: number, readonly failedCount: number, readonly successRate: number | null, readonly volume: number | null, readonly currency: CurrencyPartsFragment }> }> };

export const HomeBalancesDocument =
  "query HomeBalances{platformAccounts{id type status balance{...MoneyParts}availableBalance{...MoneyParts}}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<HomeBalancesQuery, HomeBalancesQueryVariables>;

export const HomeWorkDocument =
  "query HomeWork($pendingSince:DateTime!){manualReviews:verifications(first:5 filter:{status:PENDING_MANUAL_REVIEW}){totalCount nodes{id createdAt customer{...NamedCustomer}}}latePayments:transactions(first:5 filter:{status:[PENDING PROCESSING]createdBefore:$pendingSince}){totalCount nodes{id status createdAt counterparty{displayName last4 umaAddress}sentAmount{...MoneyParts}}}latest:transactions(first:8){nodes{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}}eventCursor}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<HomeWorkQuery, HomeWorkQueryVariables>;

export const HomeWebhooksDocument =
  "query HomeWebhooks{failedDeliveries:webhookDeliveries(first:5 filter:{status:FAILED}){totalCount nodes{id type createdAt endpoint{url}}}}" as DocumentString<HomeWebhooksQuery, HomeWebhooksQueryVariables>;

export const HomeUpdatesDocument =
  "subscription HomeUpdates($after:String){transactionUpdated(after:$after){cursor status}}" as DocumentString<HomeUpdatesSubscription, HomeUpdatesSubscriptionVariables>;

export const PaymentStatisticsDocument =
  "query PaymentStatistics($since:DateTime!$until:DateTime!$interval:StatisticsInterval!$timeZone:String$type:TransactionType){transactionStatistics(since:$since until:$until interval:$interval timeZone:$timeZone type:$type){start end currencies{currency{...CurrencyParts}transactionCount completedCount failedCount successRate volume}}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<PaymentStatisticsQuery, PaymentStatisticsQueryVariables>;
