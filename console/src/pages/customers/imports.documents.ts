// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type CustomerImportQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerImportQuery = { readonly customerImport: { readonly id: string, readonly status: types.CustomerImportStatus, readonly dryRun: boolean, readonly progress: { readonly total: number, readonly processed: number, readonly successful: number, readonly failed: number }, readonly errors: ReadonlyArray<{ readonly row: number, readonly correlationId: string, readonly message: string, readonly fields: ReadonlyArray<{ readonly path: string, readonly message: string }> }> } | null };

export const CustomerImportDocument =
  "query CustomerImport($id:ID!){customerImport(id:$id){id status dryRun progress{total processed successful failed}errors(first:100){row correlationId message fields{path message}}}}" as DocumentString<CustomerImportQuery, CustomerImportQueryVariables>;
