// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { CurrencyPartsFragment, MoneyPartsFragment, ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_ConflictError_Fragment, ErrorParts_NotFoundError_Fragment, ErrorParts_UpstreamError_Fragment, PagePartsFragment, NamedCustomerFragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type ApiTokenListQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type ApiTokenListQuery = { readonly apiTokens: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly clientId: string, readonly name: string, readonly permissions: ReadonlyArray<types.Permission>, readonly createdAt: string }> } };

export type NewApiTokenMutationVariables = Exact<{
  input: types.CreateApiTokenInput;
}>;


export type NewApiTokenMutation = { readonly createApiToken:
    | { readonly __typename: 'ApiTokenCreated', readonly clientSecret: string, readonly token: { readonly id: string, readonly clientId: string, readonly name: string } }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
   };

export type RemoveApiTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveApiTokenMutation = { readonly deleteApiToken:
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

export type EndpointPartsFragment = { readonly id: string, readonly url: string, readonly isPaused: boolean, readonly extensions: boolean, readonly eventTypes: ReadonlyArray<string> | null };

export type EndpointsQueryVariables = Exact<{ [key: string]: never; }>;


export type EndpointsQuery = { readonly platformConfig: { readonly id: string, readonly webhookEndpoints: ReadonlyArray<EndpointPartsFragment> } };

export type SetEndpointsMutationVariables = Exact<{
  endpoints?: ReadonlyArray<types.WebhookEndpointInput> | types.WebhookEndpointInput | null | undefined;
}>;


export type SetEndpointsMutation = { readonly updatePlatformConfig:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
    | { readonly __typename: 'PlatformConfig', readonly id: string, readonly webhookEndpoints: ReadonlyArray<EndpointPartsFragment> }
   };

export type SendTestMutationVariables = Exact<{
  endpointId?: string | number | null | undefined;
}>;


export type SendTestMutation = { readonly sandboxSendTestWebhook:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
    | { readonly __typename: 'TestWebhookSent', readonly deliveryId: string, readonly responseStatus: number, readonly responseBody: string | null, readonly url: string }
    | (
      { readonly __typename: 'UpstreamError' }
      & ErrorParts_UpstreamError_Fragment
    )
   };

export type DeliveriesQueryVariables = Exact<{
  filter?: types.WebhookDeliveryFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type DeliveriesQuery = { readonly webhookDeliveries: { readonly totalCount: number, readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly status: types.WebhookDeliveryStatus, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly resourceId: string | null, readonly endpoint: { readonly id: string, readonly url: string } | null, readonly attempts: ReadonlyArray<{ readonly responseStatus: number | null, readonly error: string | null }> }> } };

export type DeliveryDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type DeliveryDetailQuery = { readonly node:
    | { readonly __typename: 'Agent' }
    | { readonly __typename: 'AgentAction' }
    | { readonly __typename: 'ApiRequest' }
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
    | { readonly __typename: 'WebhookDelivery', readonly id: string, readonly type: string, readonly status: types.WebhookDeliveryStatus, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly eventId: string, readonly resourceId: string | null, readonly sequence: number | null, readonly endpoint: { readonly id: string, readonly url: string } | null, readonly attempts: ReadonlyArray<{ readonly at: string, readonly durationMs: number, readonly responseStatus: number | null, readonly error: string | null, readonly requestBody: string, readonly responseBody: string | null }> }
    | { readonly __typename: 'WebhookEndpoint' }
   | null };

export type ResendMutationVariables = Exact<{
  deliveryId: string | number;
}>;


export type ResendMutation = { readonly redeliverWebhook:
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
    | { readonly __typename: 'WebhookDelivery', readonly id: string, readonly status: types.WebhookDeliveryStatus }
   };

export type EventListQueryVariables = Exact<{
  filter?: types.EventFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type EventListQuery = { readonly events: { readonly pageInfo: PagePartsFragment, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly kind: types.EventKind | null, readonly occurredAt: string, readonly resourceId: string | null, readonly sequence: number }> } };

export type SandboxStateQueryVariables = Exact<{ [key: string]: never; }>;


export type SandboxStateQuery = { readonly sandboxClock: { readonly now: string, readonly isSettled: boolean } | null, readonly sandboxFaults: ReadonlyArray<{ readonly id: string, readonly kind: types.SandboxFaultKind, readonly target: types.SandboxFaultTarget, readonly operation: string | null, readonly eventType: string | null, readonly remaining: number | null, readonly appliedCount: number, readonly expiresAt: string }> };

export type MoveClockMutationVariables = Exact<{
  seconds: number;
}>;


export type MoveClockMutation = { readonly sandboxAdvanceClock:
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
    | { readonly __typename: 'SandboxClock', readonly now: string, readonly isSettled: boolean }
   };

export type FundMutationVariables = Exact<{
  accountId: string | number;
  amount: number;
  idempotencyKey?: string | null | undefined;
}>;


export type FundMutation = { readonly sandboxFundAccount:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | { readonly __typename: 'InternalAccount', readonly id: string, readonly availableBalance: MoneyPartsFragment }
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & ErrorParts_NotFoundError_Fragment
    )
   };

export type FundedAccountQueryVariables = Exact<{
  id: string | number;
}>;


export type FundedAccountQuery = { readonly internalAccount: { readonly id: string, readonly balance: { readonly currency: CurrencyPartsFragment }, readonly customer: NamedCustomerFragment | null } | null };

export type NewFaultMutationVariables = Exact<{
  input: types.SandboxFaultInput;
}>;


export type NewFaultMutation = { readonly sandboxFault:
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
    | { readonly __typename: 'SandboxFault', readonly id: string }
   };

export type RemoveFaultMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveFaultMutation = { readonly deleteSandboxFault:
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

export const ApiTokenListDocument =
  "query ApiTokenList($first:Int$last:Int$after:String$before:String){apiTokens(first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id clientId name permissions createdAt}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<ApiTokenListQuery, ApiTokenListQueryVariables>;

export const NewApiTokenDocument =
  "mutation NewApiToken($input:CreateApiTokenInput!){createApiToken(input:$input){__typename ...on ApiTokenCreated{clientSecret token{id clientId name}}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<NewApiTokenMutation, NewApiTokenMutationVariables>;

export const RemoveApiTokenDocument =
  "mutation RemoveApiToken($id:ID!){deleteApiToken(id:$id){__typename ...on Deleted{deletedId}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<RemoveApiTokenMutation, RemoveApiTokenMutationVariables>;

export const EndpointsDocument =
  "query Endpoints{platformConfig{id webhookEndpoints{...EndpointParts}}}fragment EndpointParts on WebhookEndpoint{id url isPaused extensions eventTypes}" as DocumentString<EndpointsQuery, EndpointsQueryVariables>;

export const SetEndpointsDocument =
  "mutation SetEndpoints($endpoints:[WebhookEndpointInput!]){updatePlatformConfig(input:{webhookEndpoints:$endpoints}){__typename ...on PlatformConfig{id webhookEndpoints{...EndpointParts}}...ErrorParts}}fragment EndpointParts on WebhookEndpoint{id url isPaused extensions eventTypes}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<SetEndpointsMutation, SetEndpointsMutationVariables>;

export const SendTestDocument =
  "mutation SendTest($endpointId:ID){sandboxSendTestWebhook(endpointId:$endpointId){__typename ...on TestWebhookSent{deliveryId responseStatus responseBody url}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<SendTestMutation, SendTestMutationVariables>;

export const DeliveriesDocument =
  "query Deliveries($filter:WebhookDeliveryFilter$first:Int$last:Int$after:String$before:String){webhookDeliveries(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id type status createdAt nextAttemptAt resourceId endpoint{id url}attempts(last:1){responseStatus error}}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<DeliveriesQuery, DeliveriesQueryVariables>;

export const DeliveryDetailDocument =
  "query DeliveryDetail($id:ID!){node(id:$id){__typename ...on WebhookDelivery{id type status createdAt nextAttemptAt eventId resourceId sequence endpoint{id url}attempts(last:50){at durationMs responseStatus error requestBody responseBody}}}}" as DocumentString<DeliveryDetailQuery, DeliveryDetailQueryVariables>;

export const ResendDocument =
  "mutation Resend($deliveryId:ID!){redeliverWebhook(deliveryId:$deliveryId){__typename ...on WebhookDelivery{id status}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<ResendMutation, ResendMutationVariables>;

export const EventListDocument =
  "query EventList($filter:EventFilter$first:Int$last:Int$after:String$before:String){events(filter:$filter order:NEWEST_FIRST first:$first last:$last after:$after before:$before){pageInfo{...PageParts}nodes{id type kind occurredAt resourceId sequence}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<EventListQuery, EventListQueryVariables>;

export const SandboxStateDocument =
  "query SandboxState{sandboxClock{now isSettled}sandboxFaults{id kind target operation eventType remaining appliedCount expiresAt}}" as DocumentString<SandboxStateQuery, SandboxStateQueryVariables>;

export const MoveClockDocument =
  "mutation MoveClock($seconds:Int!){sandboxAdvanceClock(seconds:$seconds){__typename ...on SandboxClock{now isSettled}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<MoveClockMutation, MoveClockMutationVariables>;

export const FundDocument =
  "mutation Fund($accountId:ID!$amount:Amount!$idempotencyKey:String){sandboxFundAccount(accountId:$accountId amount:$amount idempotencyKey:$idempotencyKey){__typename ...on InternalAccount{id availableBalance{...MoneyParts}}...ErrorParts}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<FundMutation, FundMutationVariables>;

export const FundedAccountDocument =
  "query FundedAccount($id:ID!){internalAccount(id:$id){id balance{currency{...CurrencyParts}}customer{...NamedCustomer}}}fragment CurrencyParts on Currency{code decimals}fragment NamedCustomer on Customer{id fullName businessInfo{legalName}}" as DocumentString<FundedAccountQuery, FundedAccountQueryVariables>;

export const NewFaultDocument =
  "mutation NewFault($input:SandboxFaultInput!){sandboxFault(input:$input){__typename ...on SandboxFault{id}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<NewFaultMutation, NewFaultMutationVariables>;

export const RemoveFaultDocument =
  "mutation RemoveFault($id:ID!){deleteSandboxFault(id:$id){__typename ...on Deleted{deletedId}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<RemoveFaultMutation, RemoveFaultMutationVariables>;
