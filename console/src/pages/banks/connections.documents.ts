// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { CurrencyPartsFragment, MoneyPartsFragment, ErrorParts_ConflictError_Fragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, PagePartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type ConnectionPartsFragment = { readonly id: string, readonly name: string, readonly status: types.BankConnectionStatus, readonly format: types.BankFormat, readonly lastExchangeAt: string | null, readonly exchangeError: string | null, readonly nextCutOffAt: string | null, readonly currency: CurrencyPartsFragment };

export type ConnectionDetailPartsFragment = (
  { readonly maxPaymentsPerFile: number, readonly preNotificationDays: number, readonly lastCutOffAt: string | null, readonly createdAt: string, readonly account: { readonly name: string, readonly iban: string | null, readonly bic: string | null, readonly accountNumber: string | null, readonly routingNumber: string | null, readonly bankName: string | null, readonly creditorId: string | null, readonly companyId: string | null, readonly immediateOrigin: string | null, readonly immediateDestination: string | null, readonly balancedBatches: boolean }, readonly exchange: { readonly kind: types.BankExchangeKind, readonly host: string | null, readonly port: number | null, readonly username: string | null, readonly hostKeyFingerprint: string | null, readonly path: string | null, readonly authentication: types.BankExchangeAuthentication | null, readonly endpoint: string | null, readonly region: string | null, readonly bucket: string | null, readonly prefix: string | null, readonly accessKeyId: string | null }, readonly cutOffs: { readonly timeZone: string, readonly times: ReadonlyArray<string>, readonly calendar: types.BankCalendar }, readonly openingBalance: MoneyPartsFragment, readonly reviewAbove: MoneyPartsFragment | null }
  & ConnectionPartsFragment
);

export type BankConnectionsQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type BankConnectionsQuery = { readonly bankConnections: { readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<ConnectionPartsFragment> } };

export type BankConnectionQueryVariables = Exact<{
  id: string | number;
}>;


export type BankConnectionQuery = { readonly bankConnection: ConnectionDetailPartsFragment | null };

export type ConnectionNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type ConnectionNamesQuery = { readonly bankConnections: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly status: types.BankConnectionStatus, readonly currency: { readonly code: string } }> } };

export type PlatformCurrenciesQueryVariables = Exact<{ [key: string]: never; }>;


export type PlatformCurrenciesQuery = { readonly platformConfig: { readonly id: string, readonly currencies: ReadonlyArray<{ readonly currencyCode: string }> } };

export type CreateBankConnectionMutationVariables = Exact<{
  input: types.CreateBankConnectionInput;
}>;


export type CreateBankConnectionMutation = { readonly createBankConnection:
    | (
      { readonly __typename: 'BankConnection' }
      & ConnectionDetailPartsFragment
    )
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
   };

export type UpdateBankConnectionMutationVariables = Exact<{
  id: string | number;
  input: types.UpdateBankConnectionInput;
}>;


export type UpdateBankConnectionMutation = { readonly updateBankConnection:
    | (
      { readonly __typename: 'BankConnection' }
      & ConnectionDetailPartsFragment
    )
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
   };

export type CloseBankConnectionMutationVariables = Exact<{
  id: string | number;
}>;


export type CloseBankConnectionMutation = { readonly closeBankConnection:
    | (
      { readonly __typename: 'BankConnection' }
      & ConnectionDetailPartsFragment
    )
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
   };

export type ExchangeBankFilesMutationVariables = Exact<{
  id: string | number;
}>;


export type ExchangeBankFilesMutation = { readonly exchangeBankFiles:
    | (
      { readonly __typename: 'BankConnection' }
      & ConnectionDetailPartsFragment
    )
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
   };

export const BankConnectionsDocument =
  "query BankConnections($first:Int$last:Int$after:String$before:String){bankConnections(first:$first last:$last after:$after before:$before){pageInfo{...PageParts}nodes{...ConnectionParts}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment ConnectionParts on BankConnection{id name status format currency{...CurrencyParts}lastExchangeAt exchangeError nextCutOffAt}fragment CurrencyParts on Currency{code decimals}" as DocumentString<BankConnectionsQuery, BankConnectionsQueryVariables>;

export const BankConnectionDocument =
  "query BankConnection($id:ID!){bankConnection(id:$id){...ConnectionDetailParts}}fragment ConnectionDetailParts on BankConnection{...ConnectionParts account{name iban bic accountNumber routingNumber bankName creditorId companyId immediateOrigin immediateDestination balancedBatches}exchange{kind host port username hostKeyFingerprint path authentication endpoint region bucket prefix accessKeyId}cutOffs{timeZone times calendar}maxPaymentsPerFile preNotificationDays openingBalance{...MoneyParts}reviewAbove{...MoneyParts}lastCutOffAt createdAt}fragment ConnectionParts on BankConnection{id name status format currency{...CurrencyParts}lastExchangeAt exchangeError nextCutOffAt}fragment CurrencyParts on Currency{code decimals}fragment MoneyParts on Money{amount currency{...CurrencyParts}}" as DocumentString<BankConnectionQuery, BankConnectionQueryVariables>;

export const ConnectionNamesDocument =
  "query ConnectionNames{bankConnections(first:100){nodes{id name currency{code}status}}}" as DocumentString<ConnectionNamesQuery, ConnectionNamesQueryVariables>;

export const PlatformCurrenciesDocument =
  "query PlatformCurrencies{platformConfig{id currencies{currencyCode}}}" as DocumentString<PlatformCurrenciesQuery, PlatformCurrenciesQueryVariables>;

export const CreateBankConnectionDocument =
  "mutation CreateBankConnection($input:CreateBankConnectionInput!){createBankConnection(input:$input){__typename ...on BankConnection{...ConnectionDetailParts}...ErrorParts}}fragment ConnectionDetailParts on BankConnection{...ConnectionParts account{name iban bic accountNumber routingNumber bankName creditorId companyId immediateOrigin immediateDestination balancedBatches}exchange{kind host port username hostKeyFingerprint path authentication endpoint region bucket prefix accessKeyId}cutOffs{timeZone times calendar}maxPaymentsPerFile preNotificationDays openingBalance{...MoneyParts}reviewAbove{...MoneyParts}lastCutOffAt createdAt}fragment ConnectionParts on BankConnection{id name status format currency{...CurrencyParts}lastExchangeAt exchangeError nextCutOffAt}fragment CurrencyParts on Currency{code decimals}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<CreateBankConnectionMutation, CreateBankConnectionMutationVariables>;

export const UpdateBankConnectionDocument =
  "mutation UpdateBankConnection($id:ID!$input:UpdateBankConnectionInput!){updateBankConnection(id:$id input:$input){__typename ...on BankConnection{...ConnectionDetailParts}...ErrorParts}}fragment ConnectionDetailParts on BankConnection{...ConnectionParts account{name iban bic accountNumber routingNumber bankName creditorId companyId immediateOrigin immediateDestination balancedBatches}exchange{kind host port username hostKeyFingerprint path authentication endpoint region bucket prefix accessKeyId}cutOffs{timeZone times calendar}maxPaymentsPerFile preNotificationDays openingBalance{...MoneyParts}reviewAbove{...MoneyParts}lastCutOffAt createdAt}fragment ConnectionParts on BankConnection{id name status format currency{...CurrencyParts}lastExchangeAt exchangeError nextCutOffAt}fragment CurrencyParts on Currency{code decimals}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<UpdateBankConnectionMutation, UpdateBankConnectionMutationVariables>;

export const CloseBankConnectionDocument =
  "mutation CloseBankConnection($id:ID!){closeBankConnection(id:$id){__typename ...on BankConnection{...ConnectionDetailParts}...ErrorParts}}fragment ConnectionDetailParts on BankConnection{...ConnectionParts account{name iban bic accountNumber routingNumber bankName creditorId companyId immediateOrigin immediateDestination balancedBatches}exchange{kind host port username hostKeyFingerprint path authentication endpoint region bucket prefix accessKeyId}cutOffs{timeZone times calendar}maxPaymentsPerFile preNotificationDays openingBalance{...MoneyParts}reviewAbove{...MoneyParts}lastCutOffAt createdAt}fragment ConnectionParts on BankConnection{id name status format currency{...CurrencyParts}lastExchangeAt exchangeError nextCutOffAt}fragment CurrencyParts on Currency{code decimals}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<CloseBankConnectionMutation, CloseBankConnectionMutationVariables>;

export const ExchangeBankFilesDocument =
  "mutation ExchangeBankFiles($id:ID!){exchangeBankFiles(id:$id){__typename ...on BankConnection{...ConnectionDetailParts}...ErrorParts}}fragment ConnectionDetailParts on BankConnection{...ConnectionParts account{name iban bic accountNumber routingNumber bankName creditorId companyId immediateOrigin immediateDestination balancedBatches}exchange{kind host port username hostKeyFingerprint path authentication endpoint region bucket prefix accessKeyId}cutOffs{timeZone times calendar}maxPaymentsPerFile preNotificationDays openingBalance{...MoneyParts}reviewAbove{...MoneyParts}lastCutOffAt createdAt}fragment ConnectionParts on BankConnection{id name status format currency{...CurrencyParts}lastExchangeAt exchangeError nextCutOffAt}fragment CurrencyParts on Currency{code decimals}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ExchangeBankFilesMutation, ExchangeBankFilesMutationVariables>;
