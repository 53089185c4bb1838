// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type BasicsQueryVariables = Exact<{ [key: string]: never; }>;


export type BasicsQuery = { readonly currencies: ReadonlyArray<{ readonly code: string, readonly decimals: number, readonly name: string }>, readonly sandboxClock: { readonly now: string } | null };

export const BasicsDocument =
  "query Basics{currencies{code decimals name}sandboxClock{now}}" as DocumentString<BasicsQuery, BasicsQueryVariables>;
