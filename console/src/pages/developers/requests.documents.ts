// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { PagePartsFragment, ActorPartsFragment, ChangePartsFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type RequestRowFragment = { readonly id: string, readonly requestId: string, readonly startedAt: string, readonly durationMs: number, readonly transport: types.RequestTransport, readonly method: string, readonly operation: string, readonly operationName: string | null, readonly status: number, readonly errorCode: string | null, readonly actor: ActorPartsFragment };

export type RequestsQueryVariables = Exact<{
  filter?: types.ApiRequestFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type RequestsQuery = { readonly requests: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<RequestRowFragment> } };

export type RequestDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type RequestDetailQuery = { readonly node:
    | { readonly __typename: 'Agent' }
    | { readonly __typename: 'AgentAction' }
    | (
      { readonly __typename: 'ApiRequest', readonly address: string | null, readonly requestBody: string | null, readonly responseBody: string | null, readonly changes: ReadonlyArray<{ readonly id: string, readonly operation: string, readonly recordType: string, readonly recordId: string, readonly changes: ReadonlyArray<ChangePartsFragment> }>, readonly events: ReadonlyArray<{ readonly id: string, readonly type: string, readonly occurredAt: string, readonly resourceId: string | null }>, readonly deliveries: ReadonlyArray<{ readonly id: string, readonly type: string, readonly status: types.WebhookDeliveryStatus, readonly createdAt: string, readonly endpoint: { readonly id: string, readonly url: string } | null }> }
      & RequestRowFragment
    )
    | { readonly __typename: 'ApiToken' }
    | { readonly __typename: 'AuditEntry' }
    | { readonly __typename: 'AuthMethod' }
    | { readonly __typename: 'AuthSession' }
    | { readonly __typename: 'BankConnection' }
    | { readonly __typename: 'BankEntry' }
    | { readonly __typename: 'BankFile' }
    | { readonly __typename: 'BankPayment' }
    | { readonly __typename: 'BankStatement' }
    | { readonly __typename: 'BeneficialOwner' }
    | { readonly __typename: 'Customer' }
    | { readonly __typename: 'CustomerImport' }
    | { readonly __typename: 'Document' }
    | { readonly __typename: 'Event' }
    | { readonly __typename: 'ExternalAccount' }
    | { readonly __typename: 'InternalAccount' }
    | { readonly __typename: 'LedgerEntry' }
    | { readonly __typename: 'Member' }
    | { readonly __typename: 'Platform' }
    | { readonly __typename: 'PlatformConfig' }
    | { readonly __typename: 'Quote' }
    | { readonly __typename: 'ScreeningMatch' }
    | { readonly __typename: 'Transaction' }
    | { readonly __typename: 'UnmatchedDeposit' }
    | { readonly __typename: 'Verification' }
    | { readonly __typename: 'WebhookDelivery' }
    | { readonly __typename: 'WebhookEndpoint' }
   | null };

export const RequestsDocument =
  "query Requests($filter:ApiRequestFilter$first:Int$last:Int$after:String$before:String){requests(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{...RequestRow}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}fragment RequestRow on ApiRequest{id requestId startedAt durationMs transport method operation operationName status errorCode actor{...ActorParts}}fragment ActorParts on Actor{kind id name}" as DocumentString<RequestsQuery, RequestsQueryVariables>;

export const RequestDetailDocument =
  "query RequestDetail($id:ID!){node(id:$id){__typename ...on ApiRequest{...RequestRow address requestBody responseBody changes{id operation recordType recordId changes{...ChangeParts}}events{id type occurredAt resourceId}deliveries{id type status createdAt endpoint{id url}}}}}fragment RequestRow on ApiRequest{id requestId startedAt durationMs transport method operation operationName status errorCode actor{...ActorParts}}fragment ActorParts on Actor{kind id name}fragment ChangeParts on AuditedChange{field before after}" as DocumentString<RequestDetailQuery, RequestDetailQueryVariables>;
