// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { ErrorParts_ConflictError_Fragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, PagePartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type CustomersQueryVariables = Exact<{
  filter?: types.CustomerFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type CustomersQuery = { readonly customers: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly customerType: types.CustomerType, readonly fullName: string | null, readonly email: string | null, readonly platformCustomerId: string, readonly region: string | null, readonly kycStatus: types.VerificationStatus | null, readonly kybStatus: types.VerificationStatus | null, readonly isDeleted: boolean, readonly createdAt: string, readonly businessInfo: { readonly legalName: string } | null }> } };

export type NewCustomerMutationVariables = Exact<{
  input: types.CreateCustomerInput;
  idempotencyKey?: string | null | undefined;
}>;


export type NewCustomerMutation = { readonly createCustomer:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | { readonly __typename: 'Customer', readonly id: string }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
   };

export const CustomersDocument =
  "query Customers($filter:CustomerFilter$first:Int$last:Int$after:String$before:String){customers(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id customerType fullName businessInfo{legalName}email platformCustomerId region kycStatus kybStatus isDeleted createdAt}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<CustomersQuery, CustomersQueryVariables>;

export const NewCustomerDocument =
  "mutation NewCustomer($input:CreateCustomerInput!$idempotencyKey:String){createCustomer(input:$input idempotencyKey:$idempotencyKey){__typename ...on Customer{id}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<NewCustomerMutation, NewCustomerMutationVariables>;
