// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { MoneyPartsFragment, ErrorParts_ConflictError_Fragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, PagePartsFragment, ActorPartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type FilePartsFragment = { readonly id: string, readonly name: string, readonly direction: types.BankFileDirection, readonly kind: types.BankFileKind | null, readonly status: types.BankFileStatus, readonly count: number, readonly reason: string | null, readonly line: number | null, readonly releases: number, readonly executionDate: string | null, readonly createdAt: string, readonly total: MoneyPartsFragment | null, readonly connection: { readonly id: string, readonly name: string } };

export type FileDetailPartsFragment = (
  { readonly messageId: string | null, readonly paymentDirection: types.BankPaymentDirection | null, readonly serviceLevel: types.BankServiceLevel | null, readonly byteLength: number | null, readonly updatedAt: string, readonly decisions: ReadonlyArray<{ readonly isApproval: boolean, readonly comment: string | null, readonly createdAt: string, readonly actor: ActorPartsFragment }> }
  & FilePartsFragment
);

export type BankFilesQueryVariables = Exact<{
  filter?: types.BankFileFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type BankFilesQuery = { readonly bankFiles: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<FilePartsFragment> } };

export type BankFileQueryVariables = Exact<{
  id: string | number;
}>;


export type BankFileQuery = { readonly bankFile: FileDetailPartsFragment | null };

export type FilePaymentsQueryVariables = Exact<{
  fileId: string | number;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type FilePaymentsQuery = { readonly bankPayments: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly amount: number, readonly endToEndId: string, readonly status: types.BankPaymentStatus, readonly reasonCode: string | null, readonly reasonTitle: string | null, readonly transaction: { readonly id: string, readonly type: types.TransactionType, readonly counterparty: { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null } } | null }> } };

export type ReleaseBankFileMutationVariables = Exact<{
  id: string | number;
  comment?: string | null | undefined;
}>;


export type ReleaseBankFileMutation = { readonly releaseBankFile:
    | (
      { readonly __typename: 'BankFile' }
      & FileDetailPartsFragment
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

export type DismissBankFileMutationVariables = Exact<{
  id: string | number;
  comment?: string | null | undefined;
}>;


export type DismissBankFileMutation = { readonly dismissBankFile:
    | (
      { readonly __typename: 'BankFile' }
      & FileDetailPartsFragment
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

export type CancelBankFileMutationVariables = Exact<{
  id: string | number;
  comment?: string | null | undefined;
}>;


export type CancelBankFileMutation = { readonly cancelBankFile:
    | (
      { readonly __typename: 'BankFile' }
      & FileDetailPartsFragment
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

export const BankFilesDocument =
  "query BankFiles($filter:BankFileFilter$first:Int$last:Int$after:String$before:String){bankFiles(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...FileParts}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment FileParts on BankFile{id name direction kind status count total{...MoneyParts}reason line releases executionDate createdAt connection{id name}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<BankFilesQuery, BankFilesQueryVariables>;

export const BankFileDocument =
  "query BankFile($id:ID!){bankFile(id:$id){...FileDetailParts}}fragment FileDetailParts on BankFile{...FileParts messageId paymentDirection serviceLevel byteLength updatedAt decisions{isApproval comment createdAt actor{...ActorParts}}}fragment FileParts on BankFile{id name direction kind status count total{...MoneyParts}reason line releases executionDate createdAt connection{id name}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ActorParts on Actor{kind id name}" as DocumentString<BankFileQuery, BankFileQueryVariables>;

export const FilePaymentsDocument =
  "query FilePayments($fileId:ID!$first:Int$last:Int$after:String$before:String){bankPayments(fileId:$fileId first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id amount endToEndId status reasonCode reasonTitle transaction{id type counterparty{displayName last4 umaAddress}}}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<FilePaymentsQuery, FilePaymentsQueryVariables>;

export const ReleaseBankFileDocument =
  "mutation ReleaseBankFile($id:ID!$comment:String){releaseBankFile(id:$id comment:$comment){__typename ...on BankFile{...FileDetailParts}...ErrorParts}}fragment FileDetailParts on BankFile{...FileParts messageId paymentDirection serviceLevel byteLength updatedAt decisions{isApproval comment createdAt actor{...ActorParts}}}fragment FileParts on BankFile{id name direction kind status count total{...MoneyParts}reason line releases executionDate createdAt connection{id name}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ActorParts on Actor{kind id name}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ReleaseBankFileMutation, ReleaseBankFileMutationVariables>;

export const DismissBankFileDocument =
  "mutation DismissBankFile($id:ID!$comment:String){dismissBankFile(id:$id comment:$comment){__typename ...on BankFile{...FileDetailParts}...ErrorParts}}fragment FileDetailParts on BankFile{...FileParts messageId paymentDirection serviceLevel byteLength updatedAt decisions{isApproval comment createdAt actor{...ActorParts}}}fragment FileParts on BankFile{id name direction kind status count total{...MoneyParts}reason line releases executionDate createdAt connection{id name}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ActorParts on Actor{kind id name}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<DismissBankFileMutation, DismissBankFileMutationVariables>;

export const CancelBankFileDocument =
  "mutation CancelBankFile($id:ID!$comment:String){cancelBankFile(id:$id comment:$comment){__typename ...on BankFile{...FileDetailParts}...ErrorParts}}fragment FileDetailParts on BankFile{...FileParts messageId paymentDirection serviceLevel byteLength updatedAt decisions{isApproval comment createdAt actor{...ActorParts}}}fragment FileParts on BankFile{id name direction kind status count total{...MoneyParts}reason line releases executionDate createdAt connection{id name}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ActorParts on Actor{kind id name}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<CancelBankFileMutation, CancelBankFileMutationVariables>;
