// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { CurrencyPartsFragment, MoneyPartsFragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, ErrorParts_UpstreamError_Fragment, ErrorParts_ConflictError_Fragment, ErrorParts_InsufficientBalanceError_Fragment, ErrorParts_RateLimitedError_Fragment, ErrorParts_QuoteExpiredError_Fragment, ErrorParts_UnauthorizedError_Fragment, NamedCustomerFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type PayingAccountFragment = { readonly id: string, readonly type: types.InternalAccountType, readonly status: types.InternalAccountStatus, readonly balance: { readonly currency: CurrencyPartsFragment }, readonly availableBalance: MoneyPartsFragment };

export type PayableAccountFragment = { readonly id: string, readonly displayName: string, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null, readonly currency: string, readonly status: types.ExternalAccountStatus };

export type PayerSearchQueryVariables = Exact<{
  query?: string | null | undefined;
}>;


export type PayerSearchQuery = { readonly customers: { readonly nodes: ReadonlyArray<(
      { readonly platformCustomerId: string, readonly email: string | null }
      & NamedCustomerFragment
    )> } };

export type PlatformPartiesQueryVariables = Exact<{ [key: string]: never; }>;


export type PlatformPartiesQuery = { readonly platformAccounts: ReadonlyArray<PayingAccountFragment>, readonly externalAccounts: { readonly nodes: ReadonlyArray<PayableAccountFragment> } };

export type CustomerPartiesQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerPartiesQuery = { readonly customer: (
    { readonly internalAccounts: ReadonlyArray<PayingAccountFragment>, readonly externalAccounts: { readonly nodes: ReadonlyArray<PayableAccountFragment> } }
    & NamedCustomerFragment
  ) | null };

export type ReceiverOfQueryVariables = Exact<{
  input: types.ReceiverLookupInput;
}>;


export type ReceiverOfQuery = { readonly receiverLookup:
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
    | { readonly __typename: 'ReceiverLookup', readonly lookupId: string, readonly supportedCurrencies: ReadonlyArray<{ readonly min: number, readonly max: number, readonly estimatedExchangeRate: number, readonly currency: CurrencyPartsFragment }>, readonly requiredPayerDataFields: ReadonlyArray<{ readonly name: string, readonly mandatory: boolean }> }
    | (
      { readonly __typename: 'UpstreamError' }
      & ErrorParts_UpstreamError_Fragment
    )
   };

export type QuotePartsFragment = { readonly __typename: 'Quote', readonly id: string, readonly status: types.QuoteStatus, readonly expiresAt: string, readonly exchangeRate: number, readonly feesIncluded: number, readonly totalSendingAmount: number, readonly totalReceivingAmount: number, readonly counterpartyInformation: Record<string, string> | null, readonly sendingCurrency: CurrencyPartsFragment, readonly receivingCurrency: CurrencyPartsFragment, readonly paymentInstructions: ReadonlyArray<{ readonly accountOrWalletInfo: { readonly payloadToSign: string | null } }>, readonly transaction: { readonly id: string } };

export type NewQuoteMutationVariables = Exact<{
  input: types.CreateQuoteInput;
  idempotencyKey?: string | null | undefined;
}>;


export type NewQuoteMutation = { readonly createQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & ErrorParts_InsufficientBalanceError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'Quote' }
      & QuotePartsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & ErrorParts_RateLimitedError_Fragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & ErrorParts_UpstreamError_Fragment
    )
   };

export type ExecuteNewQuoteMutationVariables = Exact<{
  quoteId: string | number;
  idempotencyKey?: string | null | undefined;
  signature?: string | null | undefined;
}>;


export type ExecuteNewQuoteMutation = { readonly executeQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & ErrorParts_InsufficientBalanceError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & ErrorParts_QuoteExpiredError_Fragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & ErrorParts_RateLimitedError_Fragment
    )
    | { readonly __typename: 'SignedRequestChallenge', readonly payloadToSign: string, readonly expiresAt: string }
    | { readonly __typename: 'Transaction', readonly id: string, readonly status: types.TransactionStatus }
    | (
      { readonly __typename: 'UnauthorizedError' }
      & ErrorParts_UnauthorizedError_Fragment
    )
   };

export const PayerSearchDocument =
  "query PayerSearch($query:String){customers(first:20 filter:{query:$query}){nodes{...NamedCustomer platformCustomerId email}}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}" as DocumentString<PayerSearchQuery, PayerSearchQueryVariables>;

export const PlatformPartiesDocument =
  "query PlatformParties{platformAccounts{...PayingAccount}externalAccounts(first:100 filter:{platformOwned:true}){nodes{...PayableAccount}}}fragment PayingAccount on InternalAccount{id type status balance{currency{...CurrencyParts}}availableBalance{...MoneyParts}}fragment CurrencyParts on Currency{code decimals}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment PayableAccount on ExternalAccount{id displayName bankName last4 country currency status}" as DocumentString<PlatformPartiesQuery, PlatformPartiesQueryVariables>;

export const CustomerPartiesDocument =
  "query CustomerParties($id:ID!){customer(id:$id){...NamedCustomer internalAccounts{...PayingAccount}externalAccounts(first:100){nodes{...PayableAccount}}}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment PayingAccount on InternalAccount{id type status balance{currency{...CurrencyParts}}availableBalance{...MoneyParts}}fragment CurrencyParts on Currency{code decimals}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment PayableAccount on ExternalAccount{id displayName bankName last4 country currency status}" as DocumentString<CustomerPartiesQuery, CustomerPartiesQueryVariables>;

export const ReceiverOfDocument =
  "query ReceiverOf($input:ReceiverLookupInput!){receiverLookup(input:$input){__typename ...on ReceiverLookup{lookupId supportedCurrencies{currency{...CurrencyParts}min max estimatedExchangeRate}requiredPayerDataFields{name mandatory}}...ErrorParts}}fragment CurrencyParts on Currency{code decimals}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ReceiverOfQuery, ReceiverOfQueryVariables>;

export const NewQuoteDocument =
  "mutation NewQuote($input:CreateQuoteInput!$idempotencyKey:String){createQuote(input:$input idempotencyKey:$idempotencyKey){__typename ...on Quote{...QuoteParts}...ErrorParts}}fragment QuoteParts on Quote{__typename id status expiresAt exchangeRate feesIncluded totalSendingAmount totalReceivingAmount sendingCurrency{...CurrencyParts}receivingCurrency{...CurrencyParts}counterpartyInformation paymentInstructions{accountOrWalletInfo{payloadToSign}}transaction{id}}fragment CurrencyParts on Currency{code decimals}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<NewQuoteMutation, NewQuoteMutationVariables>;

export const ExecuteNewQuoteDocument =
  "mutation ExecuteNewQuote($quoteId:ID!$idempotencyKey:String$signature:String){executeQuote(quoteId:$quoteId idempotencyKey:$idempotencyKey signature:$signature){__typename ...on Transaction{id status}...on SignedRequestChallenge{payloadToSign expiresAt}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ExecuteNewQuoteMutation, ExecuteNewQuoteMutationVariables>;
