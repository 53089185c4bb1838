// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type * as types from '../../api/types.ts';

export const HomeBalancesDocument =
  "query HomeBalances{platformAccounts{id type status balance{...MoneyParts}availableBalance{...MoneyParts}}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.HomeBalancesQuery, types.HomeBalancesQueryVariables>;

export const HomeWorkDocument =
  "query HomeWork($pendingSince:DateTime!){manualReviews:verifications(first:5 filter:{status:PENDING_MANUAL_REVIEW}){totalCount nodes{id createdAt customer{id fullName businessInfo{legalName}}}}latePayments:transactions(first:5 filter:{status:[PENDING PROCESSING]createdBefore:$pendingSince}){totalCount nodes{id status createdAt counterparty{displayName last4 umaAddress}sentAmount{...MoneyParts}}}latest:transactions(first:8){nodes{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{id fullName businessInfo{legalName}}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}}eventCursor}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.HomeWorkQuery, types.HomeWorkQueryVariables>;

export const HomeWebhooksDocument =
  "query HomeWebhooks{failedDeliveries:webhookDeliveries(first:5 filter:{status:FAILED}){totalCount nodes{id type createdAt endpoint{url}}}}" as DocumentString<types.HomeWebhooksQuery, types.HomeWebhooksQueryVariables>;

export const HomeUpdatesDocument =
  "subscription HomeUpdates($after:String){transactionUpdated(after:$after){cursor status}}" as DocumentString<types.HomeUpdatesSubscription, types.HomeUpdatesSubscriptionVariables>;

export const PaymentStatisticsDocument =
  "query PaymentStatistics($since:DateTime!$until:DateTime!$interval:StatisticsInterval!$timeZone:String$type:TransactionType){transactionStatistics(since:$since until:$until interval:$interval timeZone:$timeZone type:$type){start end currencies{currency{...CurrencyParts}transactionCount completedCount failedCount successRate volume}}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.PaymentStatisticsQuery, types.PaymentStatisticsQueryVariables>;
