// Written by npm run schema.
import type * as types from '@payments-platform/client/operations';


export type CurrencyPartsFragment = { readonly code: string, readonly decimals: number };

export type MoneyPartsFragment = { readonly amount: number, readonly currency: CurrencyPartsFragment };

export type ErrorParts_ConflictError_Fragment = { readonly __typename: 'ConflictError', readonly message: string, readonly errorCode: types.ErrorCode };

export type ErrorParts_ForbiddenError_Fragment = { readonly __typename: 'ForbiddenError', readonly message: string, readonly errorCode: types.ErrorCode };

export type ErrorParts_InsufficientBalanceError_Fragment = { readonly __typename: 'InsufficientBalanceError', readonly message: string, readonly errorCode: types.ErrorCode };

export type ErrorParts_InvalidInputError_Fragment = { readonly __typename: 'InvalidInputError', readonly message: string, readonly errorCode: types.ErrorCode, readonly fields: ReadonlyArray<{ readonly path: string, readonly message: string }> };

export type ErrorParts_NotFoundError_Fragment = { readonly __typename: 'NotFoundError', readonly message: string, readonly errorCode: types.ErrorCode };

export type ErrorParts_PolicyViolationError_Fragment = { readonly __typename: 'PolicyViolationError', readonly message: string, readonly errorCode: types.ErrorCode };

export type ErrorParts_QuoteExpiredError_Fragment = { readonly __typename: 'QuoteExpiredError', readonly message: string, readonly errorCode: types.ErrorCode };

export type ErrorParts_RateLimitedError_Fragment = { readonly __typename: 'RateLimitedError', readonly message: string, readonly errorCode: types.ErrorCode };

export type ErrorParts_UnauthorizedError_Fragment = { readonly __typename: 'UnauthorizedError', readonly message: string, readonly errorCode: types.ErrorCode };

export type ErrorParts_UpstreamError_Fragment = { readonly __typename: 'UpstreamError', readonly message: string, readonly errorCode: types.ErrorCode };

export type ErrorPartsFragment =
  | ErrorParts_ConflictError_Fragment
  | ErrorParts_ForbiddenError_Fragment
  | ErrorParts_InsufficientBalanceError_Fragment
  | ErrorParts_InvalidInputError_Fragment
  | ErrorParts_NotFoundError_Fragment
  | ErrorParts_PolicyViolationError_Fragment
  | ErrorParts_QuoteExpiredError_Fragment
  | ErrorParts_RateLimitedError_Fragment
  | ErrorParts_UnauthorizedError_Fragment
  | ErrorParts_UpstreamError_Fragment
;

export type PagePartsFragment = { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasNextPage: boolean, readonly hasPreviousPage: boolean };

export type NamedCustomerFragment = { readonly id: string, readonly fullName: string | null, readonly businessInfo: { readonly legalName: string } | null };

export type ActorPartsFragment = { readonly kind: types.ActorKind, readonly id: string | null, readonly name: string | null };

export type ChangePartsFragment = { readonly field: string, readonly before: string | null, readonly after: string | null };


