// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type * as types from '../../api/types.ts';

export const ApiTokenListDocument =
  "query ApiTokenList($first:Int$last:Int$after:String$before:String){apiTokens(first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id clientId name permissions createdAt}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<types.ApiTokenListQuery, types.ApiTokenListQueryVariables>;

export const NewApiTokenDocument =
  "mutation NewApiToken($input:CreateApiTokenInput!){createApiToken(input:$input){__typename ...on ApiTokenCreated{clientSecret token{id clientId name}}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.NewApiTokenMutation, types.NewApiTokenMutationVariables>;

export const RemoveApiTokenDocument =
  "mutation RemoveApiToken($id:ID!){deleteApiToken(id:$id){__typename ...on Deleted{deletedId}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.RemoveApiTokenMutation, types.RemoveApiTokenMutationVariables>;

export const EndpointsDocument =
  "query Endpoints{platformConfig{id webhookEndpoints{...EndpointParts}}}fragment EndpointParts on WebhookEndpoint{id url isPaused extensions eventTypes}" as DocumentString<types.EndpointsQuery, types.EndpointsQueryVariables>;

export const SetEndpointsDocument =
  "mutation SetEndpoints($endpoints:[WebhookEndpointInput!]){updatePlatformConfig(input:{webhookEndpoints:$endpoints}){__typename ...on PlatformConfig{id webhookEndpoints{...EndpointParts}}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment EndpointParts on WebhookEndpoint{id url isPaused extensions eventTypes}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.SetEndpointsMutation, types.SetEndpointsMutationVariables>;

export const SendTestDocument =
  "mutation SendTest($endpointId:ID){sandboxSendTestWebhook(endpointId:$endpointId){__typename ...on TestWebhookSent{deliveryId responseStatus responseBody url}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.SendTestMutation, types.SendTestMutationVariables>;

export const DeliveriesDocument =
  "query Deliveries($filter:WebhookDeliveryFilter$first:Int$last:Int$after:String$before:String){webhookDeliveries(filter:$filter first:$first last:$last after:$after before:$before){totalCount pageInfo{...PageParts}nodes{id type status createdAt nextAttemptAt resourceId endpoint{id url}attempts(last:1){responseStatus error}}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<types.DeliveriesQuery, types.DeliveriesQueryVariables>;

export const DeliveryDetailDocument =
  "query DeliveryDetail($id:ID!){node(id:$id){__typename ...on WebhookDelivery{id type status createdAt nextAttemptAt eventId resourceId sequence endpoint{id url}attempts(last:50){at durationMs responseStatus error requestBody responseBody}}}}" as DocumentString<types.DeliveryDetailQuery, types.DeliveryDetailQueryVariables>;

export const ResendDocument =
  "mutation Resend($deliveryId:ID!){redeliverWebhook(deliveryId:$deliveryId){__typename ...on WebhookDelivery{id status}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.ResendMutation, types.ResendMutationVariables>;

export const EventListDocument =
  "query EventList($filter:EventFilter$first:Int$last:Int$after:String$before:String){events(filter:$filter order:NEWEST_FIRST first:$first last:$last after:$after before:$before){pageInfo{...PageParts}nodes{id type kind occurredAt resourceId sequence}}}fragment PageParts on PageInfo{startCursor endCursor hasNextPage hasPreviousPage}" as DocumentString<types.EventListQuery, types.EventListQueryVariables>;

export const SandboxStateDocument =
  "query SandboxState{sandboxClock{now isSettled}sandboxFaults{id kind target operation eventType remaining appliedCount expiresAt}}" as DocumentString<types.SandboxStateQuery, types.SandboxStateQueryVariables>;

export const MoveClockDocument =
  "mutation MoveClock($seconds:Int!){sandboxAdvanceClock(seconds:$seconds){__typename ...on SandboxClock{now isSettled}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.MoveClockMutation, types.MoveClockMutationVariables>;

export const FundDocument =
  "mutation Fund($accountId:ID!$amount:Amount!$idempotencyKey:String){sandboxFundAccount(accountId:$accountId amount:$amount idempotencyKey:$idempotencyKey){__typename ...on InternalAccount{id availableBalance{...MoneyParts}}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment MoneyParts on Money{amount currency{...CurrencyParts}}fragment CurrencyParts on Currency{code decimals}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.FundMutation, types.FundMutationVariables>;

export const FundedAccountDocument =
  "query FundedAccount($id:ID!){internalAccount(id:$id){id balance{currency{...CurrencyParts}}customer{id fullName businessInfo{legalName}}}}fragment CurrencyParts on Currency{code decimals}" as DocumentString<types.FundedAccountQuery, types.FundedAccountQueryVariables>;

export const NewFaultDocument =
  "mutation NewFault($input:SandboxFaultInput!){sandboxFault(input:$input){__typename ...on SandboxFault{id}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.NewFaultMutation, types.NewFaultMutationVariables>;

export const RemoveFaultDocument =
  "mutation RemoveFault($id:ID!){deleteSandboxFault(id:$id){__typename ...on Deleted{deletedId}...on ServiceError{...ErrorParts}...on InvalidInputError{...InputErrorParts}}}fragment ErrorParts on ServiceError{__typename message errorCode}fragment InputErrorParts on InvalidInputError{fields{path message}}" as DocumentString<types.RemoveFaultMutation, types.RemoveFaultMutationVariables>;
