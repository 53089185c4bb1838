// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type * as types from '../../api/types.ts';

export const CustomersDocument =
  "query Customers($filter:CustomerFilter$first:Int$last:Int$after:String$before:String){customers(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id customerType fullName businessInfo{legalName}email platformCustomerId region kycStatus kybStatus isDeleted createdAt}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<types.CustomersQuery, types.CustomersQueryVariables>;

export const NewCustomerDocument =
  "mutation NewCustomer($input:CreateCustomerInput!$idempotencyKey:String){createCustomer(input:$input idempotencyKey:$idempotencyKey){__typename ...on Customer{id}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.NewCustomerMutation, types.NewCustomerMutationVariables>;
