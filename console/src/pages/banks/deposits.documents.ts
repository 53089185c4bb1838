// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { MoneyPartsFragment, ErrorParts_ConflictError_Fragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, PagePartsFragment, ActorPartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type DepositPartsFragment = { readonly id: string, readonly status: types.UnmatchedDepositStatus, readonly reason: string | null, readonly remittance: string | null, readonly decision: types.UnmatchedDepositDecision | null, readonly createdAt: string, readonly amount: MoneyPartsFragment, readonly depositor: { readonly name: string | null, readonly account: string | null, readonly bic: string | null, readonly routingNumber: string | null } | null };

export type DepositDetailPartsFragment = (
  { readonly connection: { readonly id: string, readonly name: string, readonly reviewAbove: { readonly amount: number } | null }, readonly entry: { readonly id: string, readonly bookedOn: string, readonly bankReference: string | null }, readonly decidedAccount: { readonly id: string, readonly type: types.InternalAccountType } | null, readonly decisions: ReadonlyArray<{ readonly isApproval: boolean, readonly comment: string | null, readonly createdAt: string, readonly actor: ActorPartsFragment }>, readonly transaction: { readonly id: string, readonly status: types.TransactionStatus } | null }
  & DepositPartsFragment
);

export type UnmatchedDepositsQueryVariables = Exact<{
  filter?: types.UnmatchedDepositFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type UnmatchedDepositsQuery = { readonly unmatchedDeposits: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<DepositPartsFragment> } };

export type UnmatchedDepositQueryVariables = Exact<{
  id: string | number;
}>;


export type UnmatchedDepositQuery = { readonly unmatchedDeposit: DepositDetailPartsFragment | null };

export type AssignDepositMutationVariables = Exact<{
  id: string | number;
  accountId: string | number;
  comment?: string | null | undefined;
}>;


export type AssignDepositMutation = { readonly assignUnmatchedDeposit:
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
    | (
      { readonly __typename: 'UnmatchedDeposit' }
      & DepositDetailPartsFragment
    )
   };

export type ReturnDepositMutationVariables = Exact<{
  id: string | number;
  comment?: string | null | undefined;
}>;


export type ReturnDepositMutation = { readonly returnUnmatchedDeposit:
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
    | (
      { readonly __typename: 'UnmatchedDeposit' }
      & DepositDetailPartsFragment
    )
   };

export const UnmatchedDepositsDocument =
  "query UnmatchedDeposits($filter:UnmatchedDepositFilter$first:Int$last:Int$after:String$before:String){unmatchedDeposits(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...DepositParts}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment DepositParts on UnmatchedDeposit{id status amount{...MoneyParts}reason remittance decision createdAt depositor{name account bic routingNumber}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<UnmatchedDepositsQuery, UnmatchedDepositsQueryVariables>;

export const UnmatchedDepositDocument =
  "query UnmatchedDeposit($id:ID!){unmatchedDeposit(id:$id){...DepositDetailParts}}fragment DepositDetailParts on UnmatchedDeposit{...DepositParts connection{id name reviewAbove{amount}}entry{id bookedOn bankReference}decidedAccount{id type}decisions{isApproval comment createdAt actor{...ActorParts}}transaction{id status}}fragment DepositParts on UnmatchedDeposit{id status amount{...MoneyParts}reason remittance decision createdAt depositor{name account bic routingNumber}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ActorParts on Actor{kind id name}" as DocumentString<UnmatchedDepositQuery, UnmatchedDepositQueryVariables>;

export const AssignDepositDocument =
  "mutation AssignDeposit($id:ID!$accountId:ID!$comment:String){assignUnmatchedDeposit(id:$id accountId:$accountId comment:$comment){__typename ...on UnmatchedDeposit{...DepositDetailParts}...ErrorParts}}fragment DepositDetailParts on UnmatchedDeposit{...DepositParts connection{id name reviewAbove{amount}}entry{id bookedOn bankReference}decidedAccount{id type}decisions{isApproval comment createdAt actor{...ActorParts}}transaction{id status}}fragment DepositParts on UnmatchedDeposit{id status amount{...MoneyParts}reason remittance decision createdAt depositor{name account bic routingNumber}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ActorParts on Actor{kind id name}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<AssignDepositMutation, AssignDepositMutationVariables>;

export const ReturnDepositDocument =
  "mutation ReturnDeposit($id:ID!$comment:String){returnUnmatchedDeposit(id:$id comment:$comment){__typename ...on UnmatchedDeposit{...DepositDetailParts}...ErrorParts}}fragment DepositDetailParts on UnmatchedDeposit{...DepositParts connection{id name reviewAbove{amount}}entry{id bookedOn bankReference}decidedAccount{id type}decisions{isApproval comment createdAt actor{...ActorParts}}transaction{id status}}fragment DepositParts on UnmatchedDeposit{id status amount{...MoneyParts}reason remittance decision createdAt depositor{name account bic routingNumber}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ActorParts on Actor{kind id name}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ReturnDepositMutation, ReturnDepositMutationVariables>;
