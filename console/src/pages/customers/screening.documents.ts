// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { ErrorParts_ConflictError_Fragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, PagePartsFragment, NamedCustomerFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type MatchPartsFragment = { readonly id: string, readonly subjectId: string, readonly status: types.ScreeningMatchStatus, readonly score: number, readonly matchedName: string, readonly entryId: string, readonly program: string | null, readonly decidedBy: string | null, readonly comment: string | null, readonly decidedAt: string | null, readonly createdAt: string, readonly customer: NamedCustomerFragment };

export type ScreeningMatchesQueryVariables = Exact<{
  filter?: types.ScreeningMatchFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type ScreeningMatchesQuery = { readonly screeningMatches: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<MatchPartsFragment> } };

export type DecideScreeningMatchMutationVariables = Exact<{
  input: types.DecideScreeningMatchInput;
}>;


export type DecideScreeningMatchMutation = { readonly decideScreeningMatch:
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
    | { readonly __typename: 'ScreeningMatch', readonly id: string, readonly status: types.ScreeningMatchStatus, readonly customer: { readonly id: string, readonly kycStatus: types.VerificationStatus | null, readonly kybStatus: types.VerificationStatus | null } }
   };

export const ScreeningMatchesDocument =
  "query ScreeningMatches($filter:ScreeningMatchFilter$first:Int$last:Int$after:String$before:String){screeningMatches(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...MatchParts}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment MatchParts on ScreeningMatch{id subjectId status score matchedName entryId program decidedBy comment decidedAt createdAt customer{...NamedCustomer}}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}" as DocumentString<ScreeningMatchesQuery, ScreeningMatchesQueryVariables>;

export const DecideScreeningMatchDocument =
  "mutation DecideScreeningMatch($input:DecideScreeningMatchInput!){decideScreeningMatch(input:$input){__typename ...on ScreeningMatch{id status customer{id kycStatus kybStatus}}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<DecideScreeningMatchMutation, DecideScreeningMatchMutationVariables>;
