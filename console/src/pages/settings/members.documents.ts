// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { ErrorParts_ConflictError_Fragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_NotFoundError_Fragment, PagePartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type MemberRowFragment = { readonly id: string, readonly name: string, readonly email: string, readonly roles: ReadonlyArray<types.MemberRole>, readonly lastSignedInAt: string | null, readonly passkeys: ReadonlyArray<{ readonly id: string, readonly name: string, readonly createdAt: string, readonly lastUsedAt: string | null }> };

export type MemberListQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type MemberListQuery = { readonly members: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<MemberRowFragment> } };

export type MemberPartsFragment = (
  { readonly isDeleted: boolean, readonly createdAt: string, readonly sessions: ReadonlyArray<{ readonly id: string, readonly method: types.SignInMethod, readonly address: string, readonly userAgent: string | null, readonly isCurrent: boolean, readonly createdAt: string, readonly lastUsedAt: string, readonly expiresAt: string }> | null }
  & MemberRowFragment
);

export type MemberDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type MemberDetailQuery = { readonly member: MemberPartsFragment | null };

export type NewMemberMutationVariables = Exact<{
  input: types.CreateMemberInput;
}>;


export type NewMemberMutation = { readonly createMember:
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
      { readonly __typename: 'Member' }
      & MemberRowFragment
    )
   };

export type ChangeMemberMutationVariables = Exact<{
  id: string | number;
  input: types.UpdateMemberInput;
}>;


export type ChangeMemberMutation = { readonly updateMember:
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
      { readonly __typename: 'Member' }
      & MemberRowFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type RemoveMemberMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveMemberMutation = { readonly deleteMember:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | { readonly __typename: 'Deleted', readonly deletedId: string }
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

export type EndSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndSessionMutation = { readonly revokeMemberSession:
    | { readonly __typename: 'Deleted', readonly deletedId: string }
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

export const MemberListDocument =
  "query MemberList($first:Int$last:Int$after:String$before:String){members(first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...MemberRow}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment MemberRow on Member{id name email roles lastSignedInAt passkeys{id name createdAt lastUsedAt}}" as DocumentString<MemberListQuery, MemberListQueryVariables>;

export const MemberDetailDocument =
  "query MemberDetail($id:ID!){member(id:$id){...MemberParts}}fragment MemberParts on Member{...MemberRow isDeleted createdAt sessions{id method address userAgent isCurrent createdAt lastUsedAt expiresAt}}fragment MemberRow on Member{id name email roles lastSignedInAt passkeys{id name createdAt lastUsedAt}}" as DocumentString<MemberDetailQuery, MemberDetailQueryVariables>;

export const NewMemberDocument =
  "mutation NewMember($input:CreateMemberInput!){createMember(input:$input){__typename ...on Member{...MemberRow}...ErrorParts}}fragment MemberRow on Member{id name email roles lastSignedInAt passkeys{id name createdAt lastUsedAt}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<NewMemberMutation, NewMemberMutationVariables>;

export const ChangeMemberDocument =
  "mutation ChangeMember($id:ID!$input:UpdateMemberInput!){updateMember(id:$id input:$input){__typename ...on Member{...MemberRow}...ErrorParts}}fragment MemberRow on Member{id name email roles lastSignedInAt passkeys{id name createdAt lastUsedAt}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ChangeMemberMutation, ChangeMemberMutationVariables>;

export const RemoveMemberDocument =
  "mutation RemoveMember($id:ID!){deleteMember(id:$id){__typename ...on Deleted{deletedId}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<RemoveMemberMutation, RemoveMemberMutationVariables>;

export const EndSessionDocument =
  "mutation EndSession($id:ID!){revokeMemberSession(id:$id){__typename ...on Deleted{deletedId}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<EndSessionMutation, EndSessionMutationVariables>;
