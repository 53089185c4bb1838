// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type * as types from '../../api/types.ts';

export const CustomerDetailDocument =
  "query CustomerDetail($id:ID!){customer(id:$id){...CustomerParts}}fragment CustomerParts on Customer{id customerType fullName email birthDate nationality region umaAddress platformCustomerId kycStatus kybStatus isDeleted createdAt updatedAt address{line1 line2 city state postalCode country}businessInfo{legalName doingBusinessAs registrationNumber taxId country incorporatedOn}internalAccounts{...CustomerAccount}agents(first:20){id name isPaused isConnected}}fragment CustomerAccount on InternalAccount{id type status createdAt balance{...MoneyParts}availableBalance{...MoneyParts}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.CustomerDetailQuery, types.CustomerDetailQueryVariables>;

export const CustomerExternalAccountsDocument =
  "query CustomerExternalAccounts($id:ID!$first:Int$last:Int$after:String$before:String){externalAccounts(filter:{customerId:$id}first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id displayName bankName last4 country currency status beneficiaryVerificationStatus createdAt}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<types.CustomerExternalAccountsQuery, types.CustomerExternalAccountsQueryVariables>;

export const AccountLedgerDocument =
  "query AccountLedger($id:ID!$first:Int$last:Int$after:String$before:String){internalAccount(id:$id){...CustomerAccount customer{id fullName businessInfo{legalName}}ledgerEntries(first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id direction description createdAt amount{...MoneyParts}balanceAfter{...MoneyParts}transaction{id}}}}}fragment CustomerAccount on InternalAccount{id type status createdAt balance{...MoneyParts}availableBalance{...MoneyParts}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<types.AccountLedgerQuery, types.AccountLedgerQueryVariables>;

export const WalletAccessDocument =
  "query WalletAccess($id:ID!){credentials(accountId:$id){id type nickname createdAt}sessions(accountId:$id){id type nickname createdAt expiresAt}}" as DocumentString<types.WalletAccessQuery, types.WalletAccessQueryVariables>;

export const CustomerVerificationsDocument =
  "query CustomerVerifications($id:ID!){verifications(filter:{customerId:$id}first:20){nodes{id verificationStatus createdAt updatedAt errors{type reason field resourceId acceptedDocumentTypes}}}documents(customerId:$id first:50){nodes{id documentHolder mediaType documentType side country fileName documentNumber createdAt}}}" as DocumentString<types.CustomerVerificationsQuery, types.CustomerVerificationsQueryVariables>;

export const SubmitForVerificationDocument =
  "mutation SubmitForVerification($input:SubmitVerificationInput!){submitVerification(input:$input){__typename ...on Verification{id verificationStatus}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.SubmitForVerificationMutation, types.SubmitForVerificationMutationVariables>;

export const DecideVerificationDocument =
  "mutation DecideVerification($input:DecideVerificationInput!){decideVerification(input:$input){__typename ...on Verification{id verificationStatus}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.DecideVerificationMutation, types.DecideVerificationMutationVariables>;

export const CustomerPaymentsDocument =
  "query CustomerPayments($id:ID!$first:Int){transactions(filter:{customerId:$id}first:$first){totalCount nodes{...CustomerPayment}}}fragment CustomerPayment on Transaction{id type direction status createdAt description counterparty{displayName last4 umaAddress}customer{id fullName businessInfo{legalName}}agent{id name}sentAmount{...MoneyParts}receivedAmount{...MoneyParts}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.CustomerPaymentsQuery, types.CustomerPaymentsQueryVariables>;
