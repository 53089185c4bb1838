/** Platform settings, API tokens and webhook tests. Source: docs/behaviour/platforms.md#api-tokens, docs/behaviour/platforms.md#settings-of-a-platform, docs/behaviour/endpoints.md#further-endpoints, docs/behaviour/webhooks.md#test-endpoint. */
import { z } from 'zod';
import { UpdateApprovalRulesInput } from '../../../agents/approval-rules/approval-rules.ts';
import { approvalRulesView } from '../../../agents/approval-rules/approval-rules-view.ts';
import { updateApprovalRules } from '../../../agents/approval-rules/update-approval-rules.ts';
import { optional, text } from '../../../kernel/parse.ts';
import {
  type PlatformConfig as PlatformConfigRecord,
  readPlatformConfig,
} from '../../../operations/platforms/platform-config.ts';
import {
  apiTokenCreatedView,
  apiTokenView,
  platformConfigView,
} from '../../../operations/platforms/platform-view.ts';
import { updatePlatformConfig } from '../../../operations/platforms/update-platform-config.ts';
import { UpdateRateSettingsInput } from '../../../payments/rates/rate-settings.ts';
import { rateSettingsView } from '../../../payments/rates/rate-settings-view.ts';
import { updateRateSettings } from '../../../payments/rates/update-rate-settings.ts';
import { CreateApiTokenInput, createApiToken } from '../../../platforms/access/create-api-token.ts';
import { deleteApiToken } from '../../../platforms/access/delete-api-token.ts';
import { countTokens, findToken, listTokens } from '../../../platforms/access/token-store.ts';
import { TokenNotFound } from '../../../platforms/errors.ts';
import { sendTestWebhook } from '../../../webhooks/deliveries/send-test.ts';
import { pageOf } from '../bodies/common.ts';
import {
  ApiToken,
  ApiTokenCreated,
  ApprovalRules,
  PlatformConfig,
  RateSettings,
  WebhookTest,
} from '../bodies/platform.ts';
import { configBody, configField, settingsFrom } from '../config-input.ts';
import { createdRange, pageView, paging, readPage, updatedRange } from '../query.ts';
import type { Call } from '../route.ts';
import { found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Platform');

const tokenId = { tokenId: idIn('Token', TokenNotFound) };

const configView = (config: PlatformConfigRecord, { ports, principal }: Call<'platform'>) =>
  platformConfigView(config, principal.platform.mode === 'SANDBOX' ? ports.sandboxUmaDomain : undefined);

export const platformRoutes = [
  route({
    method: 'GET',
    path: '/config',
    name: 'getConfig',
    graphql: 'platformConfig',
    summary: 'Returns the settings of the platform.',
    permission: 'VIEW_PLATFORM',
    status: 200,
    response: PlatformConfig,
    run: ({ ports, principal }) => readPlatformConfig(ports.db.orm, ports, principal.platform),
    view: configView,
  }),
  route({
    method: 'PATCH',
    path: '/config',
    name: 'updateConfig',
    graphql: 'updatePlatformConfig',
    summary:
      'Updates the settings of the platform. Omitted fields stay unchanged. Lists are replaced completely.',
    permission: 'MANAGE',
    alsoNeeds:
      'Also requires TRANSACT if webhookEndpoint changes to a URL that will receive INCOMING_PAYMENT.PENDING.',
    body: configBody,
    fieldName: configField,
    status: 200,
    response: PlatformConfig,
    run: async ({ ports, principal }, { body }) =>
      updatePlatformConfig(ports, principal, await settingsFrom(ports, principal.platform, body)),
    view: configView,
  }),
  route({
    method: 'PATCH',
    path: '/config/approval-rules',
    name: 'updateApprovalRules',
    graphql: 'updateApprovalRules',
    summary:
      'Changes the rules for the approval of agent actions. Omitted fields stay unchanged. Lists are replaced completely.',
    permission: 'CHANGE_APPROVAL_RULES',
    alsoNeeds: 'Also requires VIEW if notifications change.',
    body: UpdateApprovalRulesInput,
    status: 200,
    response: ApprovalRules,
    run: ({ ports, principal }, { body }) => updateApprovalRules(ports, principal, body),
    view: approvalRulesView,
  }),
  route({
    method: 'PATCH',
    path: '/config/rates',
    name: 'updateRateSettings',
    graphql: 'updateRateSettings',
    summary:
      'Changes the spread and the fees of the platform. Omitted fields stay unchanged. `fees` and `corridors` are replaced completely.',
    permission: 'MANAGE',
    body: UpdateRateSettingsInput,
    status: 200,
    response: RateSettings,
    run: ({ ports, principal }, { body }) => updateRateSettings(ports, principal, body),
    view: rateSettingsView,
  }),
  route({
    method: 'GET',
    path: '/tokens',
    name: 'listTokens',
    graphql: 'apiTokens',
    summary: 'API tokens of the platform, newest first, without their secrets.',
    permission: 'VIEW_PLATFORM',
    query: z.object({
      name: optional(text(100)).meta({ description: 'Name of the token, exactly.' }),
      ...createdRange,
      ...updatedRange,
      ...paging,
    }),
    status: 200,
    response: pageOf(ApiToken),
    run: ({ ports, principal: { platform } }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'apiTokens',
        { limit, cursor, ...filter },
        (db, page) => listTokens(db, platform.id, page, filter),
        (db) => countTokens(db, platform.id, filter),
      ),
    view: (result) => pageView(result, result.page.items.map(apiTokenView)),
  }),
  route({
    method: 'POST',
    path: '/tokens',
    name: 'createToken',
    graphql: 'createApiToken',
    summary: 'Creates an API token. Its secret is returned only once.',
    permission: 'MANAGE',
    alsoNeeds: 'The calling token must have all permissions that the new token gets.',
    body: CreateApiTokenInput,
    status: 201,
    response: ApiTokenCreated,
    run: ({ ports, principal }, { body }) => createApiToken(ports, principal, body),
    view: apiTokenCreatedView,
  }),
  route({
    method: 'GET',
    path: '/tokens/{tokenId}',
    name: 'getToken',
    graphql: 'node',
    summary: 'Returns one API token.',
    permission: 'VIEW_PLATFORM',
    params: tokenId,
    status: 200,
    response: ApiToken,
    run: async ({ ports, principal: { platform } }, { params: { tokenId: id } }) =>
      found(await findToken(ports.db.orm, platform.id, id), () => new TokenNotFound(id)),
    view: apiTokenView,
  }),
  route({
    method: 'DELETE',
    path: '/tokens/{tokenId}',
    name: 'deleteToken',
    graphql: 'deleteApiToken',
    summary: 'Deletes an API token immediately.',
    permission: 'MANAGE',
    params: tokenId,
    status: 204,
    errorStatuses: [409],
    run: ({ ports, principal }, { params }) => deleteApiToken(ports, principal, params.tokenId),
  }),
  route({
    method: 'POST',
    path: '/sandbox/webhooks/test',
    name: 'sendTestWebhook',
    graphql: 'sandboxSendTestWebhook',
    summary: 'Sends a TEST event immediately, also in production, and returns the response of the endpoint.',
    permission: 'MANAGE',
    status: 200,
    response: WebhookTest,
    run: ({ ports, principal }) => sendTestWebhook(ports, principal, { endpointId: undefined }),
    view: ({ url, responseStatus, responseBody }) => ({
      url,
      response_status: responseStatus,
      response_body: responseBody,
    }),
  }),
];
