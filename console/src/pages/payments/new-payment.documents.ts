// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type * as types from '../../api/types.ts';

export const PayerSearchDocument =
  "query PayerSearch($query:String){customers(first:20 filter:{query:$query}){nodes{id fullName businessInfo{legalName}platformCustomerId email}}}" as DocumentString<types.PayerSearchQuery, types.PayerSearchQueryVariables>;

export const PlatformPartiesDocument =
  "query PlatformParties{platformAccounts{...PayingAccount}externalAccounts(first:100 filter:{platformOwned:true}){nodes{...PayableAccount}}}fragment PayingAccount on InternalAccount{id type status balance{currency{...CurrencyParts}}availableBalance{...MoneyParts}}fragment CurrencyParts on Currency{code decimals}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment PayableAccount on ExternalAccount{id displayName bankName last4 country currency status}" as DocumentString<types.PlatformPartiesQuery, types.PlatformPartiesQueryVariables>;

export const CustomerPartiesDocument =
  "query CustomerParties($id:ID!){customer(id:$id){id fullName businessInfo{legalName}internalAccounts{...PayingAccount}externalAccounts(first:100){nodes{...PayableAccount}}}}fragment PayingAccount on InternalAccount{id type status balance{currency{...CurrencyParts}}availableBalance{...MoneyParts}}fragment CurrencyParts on Currency{code decimals}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment PayableAccount on ExternalAccount{id displayName bankName last4 country currency status}" as DocumentString<types.CustomerPartiesQuery, types.CustomerPartiesQueryVariables>;

export const ReceiverOfDocument =
  "query ReceiverOf($input:ReceiverLookupInput!){receiverLookup(input:$input){__typename ...on ReceiverLookup{lookupId supportedCurrencies{currency{...CurrencyParts}min max estimatedExchangeRate}requiredPayerDataFields{name mandatory}}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment CurrencyParts on Currency{code decimals}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.ReceiverOfQuery, types.ReceiverOfQueryVariables>;

export const NewQuoteDocument =
  "mutation NewQuote($input:CreateQuoteInput!$idempotencyKey:String){createQuote(input:$input idempotencyKey:$idempotencyKey){__typename ...on Quote{...QuoteParts}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment QuoteParts on Quote{__typename id status expiresAt exchangeRate feesIncluded totalSendingAmount totalReceivingAmount sendingCurrency{...CurrencyParts}receivingCurrency{...CurrencyParts}counterpartyInformation paymentInstructions{accountOrWalletInfo{payloadToSign}}transaction{id}}fragment CurrencyParts on Currency{code decimals}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.NewQuoteMutation, types.NewQuoteMutationVariables>;

export const ExecuteNewQuoteDocument =
  "mutation ExecuteNewQuote($quoteId:ID!$idempotencyKey:String$signature:String){executeQuote(quoteId:$quoteId idempotencyKey:$idempotencyKey signature:$signature){__typename ...on Transaction{id status}...on SignedRequestChallenge{payloadToSign expiresAt}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.ExecuteNewQuoteMutation, types.ExecuteNewQuoteMutationVariables>;
