// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { PagePartsFragment, ActorPartsFragment, ChangePartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type AuditEntriesQueryVariables = Exact<{
  filter?: types.AuditLogFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type AuditEntriesQuery = { readonly auditLog: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly position: number, readonly operation: string, readonly recordType: string, readonly recordId: string, readonly createdAt: string, readonly requestId: string | null, readonly address: string | null, readonly actor: ActorPartsFragment, readonly changes: ReadonlyArray<ChangePartsFragment> }> } };

export const AuditEntriesDocument =
  "query AuditEntries($filter:AuditLogFilter$first:Int$last:Int$after:String$before:String){auditLog(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id position actor{...ActorParts}operation recordType recordId changes{...ChangeParts}createdAt requestId address}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment ActorParts on Actor{kind id name}fragment ChangeParts on AuditedChange{field before after}" as DocumentString<AuditEntriesQuery, AuditEntriesQueryVariables>;
