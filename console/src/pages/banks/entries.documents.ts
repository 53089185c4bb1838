// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { MoneyPartsFragment, ErrorParts_ConflictError_Fragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, PagePartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type EntryPartsFragment = { readonly id: string, readonly bookedOn: string, readonly direction: types.EntryDirection, readonly kind: types.BankEntryKind | null, readonly breakKind: types.BankBreakKind | null, readonly note: string | null, readonly resolvedAt: string | null, readonly bankReference: string | null, readonly amount: MoneyPartsFragment, readonly connection: { readonly id: string, readonly name: string } };

export type EntryDetailPartsFragment = (
  { readonly valueDate: string | null, readonly bankCode: string | null, readonly isReversal: boolean, readonly bookedAt: string | null, readonly detailCount: number, readonly resolution: string | null, readonly resolvedBy: string | null, readonly statement: { readonly statementId: string, readonly sequenceNumber: number | null, readonly file: { readonly id: string, readonly name: string } } | null, readonly transaction: { readonly id: string } | null, readonly details: ReadonlyArray<{ readonly endToEndId: string | null, readonly reference: string | null, readonly remittance: string | null, readonly returnReason: string | null, readonly returnReasonTitle: string | null, readonly amount: MoneyPartsFragment | null, readonly counterparty: { readonly name: string | null, readonly account: string | null } | null }> }
  & EntryPartsFragment
);

export type BankEntriesQueryVariables = Exact<{
  filter?: types.BankEntryFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type BankEntriesQuery = { readonly bankEntries: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<EntryPartsFragment> } };

export type BankEntryQueryVariables = Exact<{
  id: string | number;
}>;


export type BankEntryQuery = { readonly bankEntry: EntryDetailPartsFragment | null };

export type ResolveEntryMutationVariables = Exact<{
  id: string | number;
  resolution: string;
  isBankFee: boolean;
  isExecution: boolean;
}>;


export type ResolveEntryMutation = { readonly resolveBankEntry:
    | (
      { readonly __typename: 'BankEntry' }
      & EntryDetailPartsFragment
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

export const BankEntriesDocument =
  "query BankEntries($filter:BankEntryFilter$first:Int$last:Int$after:String$before:String){bankEntries(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...EntryParts}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment EntryParts on BankEntry{id bookedOn direction amount{...MoneyParts}kind breakKind note resolvedAt bankReference connection{id name}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<BankEntriesQuery, BankEntriesQueryVariables>;

export const BankEntryDocument =
  "query BankEntry($id:ID!){bankEntry(id:$id){...EntryDetailParts}}fragment EntryDetailParts on BankEntry{...EntryParts valueDate bankCode isReversal bookedAt detailCount resolution resolvedBy statement{statementId sequenceNumber file{id name}}transaction{id}details(first:100){amount{...MoneyParts}endToEndId reference remittance returnReason returnReasonTitle counterparty{name account}}}fragment EntryParts on BankEntry{id bookedOn direction amount{...MoneyParts}kind breakKind note resolvedAt bankReference connection{id name}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<BankEntryQuery, BankEntryQueryVariables>;

export const ResolveEntryDocument =
  "mutation ResolveEntry($id:ID!$resolution:String!$isBankFee:Boolean!$isExecution:Boolean!){resolveBankEntry(id:$id resolution:$resolution isBankFee:$isBankFee isExecution:$isExecution){__typename ...on BankEntry{...EntryDetailParts}...ErrorParts}}fragment EntryDetailParts on BankEntry{...EntryParts valueDate bankCode isReversal bookedAt detailCount resolution resolvedBy statement{statementId sequenceNumber file{id name}}transaction{id}details(first:100){amount{...MoneyParts}endToEndId reference remittance returnReason returnReasonTitle counterparty{name account}}}fragment EntryParts on BankEntry{id bookedOn direction amount{...MoneyParts}kind breakKind note resolvedAt bankReference connection{id name}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ResolveEntryMutation, ResolveEntryMutationVariables>;
