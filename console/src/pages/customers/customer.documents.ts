// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { MoneyPartsFragment, ErrorParts_ConflictError_Fragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, PagePartsFragment, NamedCustomerFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type CustomerAccountFragment = { readonly id: string, readonly type: types.InternalAccountType, readonly status: types.InternalAccountStatus, readonly createdAt: string, readonly balance: MoneyPartsFragment, readonly availableBalance: MoneyPartsFragment };

export type CustomerPartsFragment = { readonly id: string, readonly customerType: types.CustomerType, readonly fullName: string | null, readonly email: string | null, readonly birthDate: string | null, readonly nationality: string | null, readonly region: string | null, readonly umaAddress: string | null, readonly platformCustomerId: string, readonly kycStatus: types.VerificationStatus | null, readonly kybStatus: types.VerificationStatus | null, readonly isDeleted: boolean, readonly createdAt: string, readonly updatedAt: string, readonly address: { readonly line1: string | null, readonly line2: string | null, readonly city: string | null, readonly state: string | null, readonly postalCode: string | null, readonly country: string | null } | null, readonly businessInfo: { readonly legalName: string, readonly doingBusinessAs: string | null, readonly registrationNumber: string | null, readonly taxId: string | null, readonly country: string | null, readonly incorporatedOn: string | null } | null, readonly internalAccounts: ReadonlyArray<CustomerAccountFragment>, readonly agents: ReadonlyArray<{ readonly id: string, readonly name: string, readonly isPaused: boolean, readonly isConnected: boolean }> };

export type CustomerDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerDetailQuery = { readonly customer: CustomerPartsFragment | null };

export type CustomerExternalAccountsQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type CustomerExternalAccountsQuery = { readonly externalAccounts: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly displayName: string, readonly bankName: string | null, readonly last4: string | null, readonly country: string | null, readonly currency: string, readonly status: types.ExternalAccountStatus, readonly beneficiaryVerificationStatus: types.BeneficiaryVerificationStatus | null, readonly createdAt: string }> } };

export type AccountLedgerQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type AccountLedgerQuery = { readonly internalAccount: (
    { readonly customer: NamedCustomerFragment | null, readonly ledgerEntries: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly direction: types.EntryDirection, readonly description: string, readonly createdAt: string, readonly amount: MoneyPartsFragment, readonly balanceAfter: MoneyPartsFragment, readonly transaction: { readonly id: string } | null }> } }
    & CustomerAccountFragment
  ) | null };

export type WalletAccessQueryVariables = Exact<{
  id: string | number;
}>;


export type WalletAccessQuery = { readonly credentials: ReadonlyArray<{ readonly id: string, readonly type: types.CredentialType, readonly nickname: string, readonly createdAt: string }>, readonly sessions: ReadonlyArray<{ readonly id: string, readonly type: types.CredentialType, readonly nickname: string, readonly createdAt: string, readonly expiresAt: string }> };

export type CustomerVerificationsQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerVerificationsQuery = { readonly verifications: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly verificationStatus: types.VerificationOutcome, readonly createdAt: string, readonly updatedAt: string, readonly errors: ReadonlyArray<{ readonly type: string, readonly reason: string, readonly field: string | null, readonly resourceId: string, readonly acceptedDocumentTypes: ReadonlyArray<string> | null }> }> }, readonly documents: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly documentHolder: string, readonly mediaType: string, readonly documentType: types.DocumentType, readonly side: types.DocumentSide | null, readonly country: string, readonly fileName: string, readonly documentNumber: string | null, readonly createdAt: string }> } };

export type SubmitForVerificationMutationVariables = Exact<{
  input: types.SubmitVerificationInput;
}>;


export type SubmitForVerificationMutation = { readonly submitVerification:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
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
    | { readonly __typename: 'Verification', readonly id: string, readonly verificationStatus: types.VerificationOutcome }
   };

export type DecideVerificationMutationVariables = Exact<{
  input: types.DecideVerificationInput;
}>;


export type DecideVerificationMutation = { readonly decideVerification:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
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
    | { readonly __typename: 'Verification', readonly id: string, readonly verificationStatus: types.VerificationOutcome }
   };

export type CustomerPaymentsQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
}>;


export type CustomerPaymentsQuery = { readonly transactions: { readonly totalCount: number, readonly nodes: ReadonlyArray<CustomerPaymentFragment> } };

export type CustomerPaymentFragment = { readonly id: string, readonly type: types.TransactionType, readonly direction: types.EntryDirection, readonly status: types.TransactionStatus, readonly createdAt: string, readonly description: string | null, readonly counterparty: { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null }, readonly customer: NamedCustomerFragment | null, readonly agent: { readonly id: string, readonly name: string } | null, readonly sentAmount: MoneyPartsFragment | null, readonly receivedAmount: MoneyPartsFragment | null };

export const CustomerDetailDocument =
  "query CustomerDetail($id:ID!){customer(id:$id){...CustomerParts}}fragment CustomerParts on Customer{id customerType fullName email birthDate nationality region umaAddress platformCustomerId kycStatus kybStatus isDeleted createdAt updatedAt address{line1 line2 city state postalCode country}businessInfo{legalName doingBusinessAs registrationNumber taxId country incorporatedOn}internalAccounts{...CustomerAccount}agents(first:20){id name isPaused isConnected}}fragment CustomerAccount on InternalAccount{id type status createdAt balance{...MoneyParts}availableBalance{...MoneyParts}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<CustomerDetailQuery, CustomerDetailQueryVariables>;

export const CustomerExternalAccountsDocument =
  "query CustomerExternalAccounts($id:ID!$first:Int$last:Int$after:String$before:String){externalAccounts(filter:{customerId:$id}first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id displayName bankName last4 country currency status beneficiaryVerificationStatus createdAt}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<CustomerExternalAccountsQuery, CustomerExternalAccountsQueryVariables>;

export const AccountLedgerDocument =
  "query AccountLedger($id:ID!$first:Int$last:Int$after:String$before:String){internalAccount(id:$id){...CustomerAccount customer{...NamedCustomer}ledgerEntries(first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id direction description createdAt amount{...MoneyParts}balanceAfter{...MoneyParts}transaction{id}}}}}fragment CustomerAccount on InternalAccount{id type status createdAt balance{...MoneyParts}availableBalance{...MoneyParts}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<AccountLedgerQuery, AccountLedgerQueryVariables>;

export const WalletAccessDocument =
  "query WalletAccess($id:ID!){credentials(accountId:$id){id type nickname createdAt}sessions(accountId:$id){id type nickname createdAt expiresAt}}" as DocumentString<WalletAccessQuery, WalletAccessQueryVariables>;

export const CustomerVerificationsDocument =
  "query CustomerVerifications($id:ID!){verifications(filter:{customerId:$id}first:20){nodes{id verificationStatus createdAt updatedAt errors{type reason field resourceId acceptedDocumentTypes}}}documents(customerId:$id first:50){nodes{id documentHolder mediaType documentType side country fileName documentNumber createdAt}}}" as DocumentString<CustomerVerificationsQuery, CustomerVerificationsQueryVariables>;

export const SubmitForVerificationDocument =
  "mutation SubmitForVerification($input:SubmitVerificationInput!){submitVerification(input:$input){__typename ...on Verification{id verificationStatus}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<SubmitForVerificationMutation, SubmitForVerificationMutationVariables>;

export const DecideVerificationDocument =
  "mutation DecideVerification($input:DecideVerificationInput!){decideVerification(input:$input){__typename ...on Verification{id verificationStatus}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<DecideVerificationMutation, DecideVerificationMutationVariables>;

export const CustomerPaymentsDocument =
  "query CustomerPayments($id:ID!$first:Int){transactions(filter:{customerId:$id}first:$first){totalCount nodes{...CustomerPayment}}}fragment CustomerPayment on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{...NamedCustomer}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<CustomerPaymentsQuery, CustomerPaymentsQueryVariables>;
