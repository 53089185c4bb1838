/** The platform and its API tokens. */

import { eventCursor } from '../../src/infrastructure/events/log.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { currencies } from '../../src/kernel/money/currencies.ts';
import {
  type ApiTokenCreated,
  CreateApiTokenInput,
  createApiToken,
} from '../../src/platforms/access/create-api-token.ts';
import { deleteApiToken } from '../../src/platforms/access/delete-api-token.ts';
import { type Principal, permissionsOf } from '../../src/platforms/access/principal.ts';
import { countTokens, findToken, listTokens } from '../../src/platforms/access/token-store.ts';
import type { ApiToken, Permission, Platform } from '../../src/platforms/platform.ts';
import { permissions } from '../../src/platforms/platform.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from '../core/connections.ts';
import { platformOf, principalOf } from '../core/context.ts';
import { PermissionEnum } from '../core/errors.ts';
import { CurrencyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { DeletedRef } from '../core/shared.ts';
import { PlatformModeEnum } from './enums.ts';

interface CallingPlatform extends Platform {
  readonly permissions: readonly Permission[];
}

export const PlatformRef = builder.objectRef<CallingPlatform>('Platform').implement({
  description:
    'A tenant of the service. Each record belongs to one platform and is invisible to other platforms.',
  interfaces: [NodeRef],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the platform.' }),
    mode: t.field({
      type: PlatformModeEnum,
      description: 'Mode of the platform: sandbox or production.',
      resolve: (p) => p.mode,
    }),
    permissions: t.field({
      type: [PermissionEnum],
      bound: permissions.length,
      description: 'Permissions of the calling token or member.',
      resolve: (platform) => [...platform.permissions],
    }),
  }),
});

/** The caller's platform with the permissions of the calling API token or member. Other callers have none. */
export const callingPlatform = (caller: Principal): CallingPlatform => ({
  ...caller.platform,
  permissions: caller.kind === 'platform' || caller.kind === 'member' ? permissionsOf(caller) : [],
});

registerNode('Platform', 'Platform', async (context, id) => {
  const platform = callingPlatform(principalOf(context));
  return platform.id === id ? platform : undefined;
});

const ApiTokenRef = builder.objectRef<ApiToken>('ApiToken').implement({
  description: 'Credential of a back end. Its secret is returned only once, at creation.',
  interfaces: [NodeRef],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name that describes the purpose of the token.' }),
    clientId: t.exposeString('clientId', { description: 'User name of HTTP Basic authentication.' }),
    permissions: t.field({
      type: [PermissionEnum],
      bound: permissions.length,
      description: 'Permissions of the token.',
      resolve: (token) => [...token.permissions],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (token) => token.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (token) => token.updatedAt,
    }),
  }),
});

registerNode('Token', 'ApiToken', (context, id) =>
  findToken(context.ports.db.orm, principalOf(context).platform.id, id),
);

const ApiTokenConnection = connectionOf('ApiToken', ApiTokenRef, { createdIn: 'apiTokens' });

builder.queryFields((t) => ({
  apiTokens: t.field({
    type: ApiTokenConnection,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'API tokens of the platform, newest first, without their secrets.',
    args: pageArguments(t),
    ...accepting(pageShape, (page, context) => {
      const { orm } = context.ports.db;
      const { platform } = principalOf(context);
      return connect(
        'apiTokens',
        {},
        page,
        (request) => listTokens(orm, platform.id, request),
        (db) => countTokens(db, platform.id),
      );
    }),
  }),
  currencies: t.field({
    type: [CurrencyRef],
    bound: currencies.length,
    authScopes: { permission: 'VIEW_REFERENCE' },
    description: 'All currencies that the service supports, ordered by code.',
    resolve: () => [...currencies],
  }),
  eventCursor: t.string({
    authScopes: { permission: 'VIEW_SELF' },
    description:
      'Current cursor of the event log. A client that queries records together with this cursor and then subscribes with it as `after` misses no change.',
    // Execution lets the tail catch up first, so the position is after all changes that the response shows.
    resolve: (_root, _args, context) => eventCursor(context.tail.position),
  }),
}));

const ApiTokenCreatedRef = builder.objectRef<ApiTokenCreated>('ApiTokenCreated').implement({
  description: 'A new API token with its secret.',
  fields: (t) => ({
    token: t.field({ type: ApiTokenRef, description: 'The new token.', resolve: (created) => created.token }),
    clientSecret: t.exposeString('clientSecret', { description: 'Secret of the token. Returned only once.' }),
  }),
});

const CreateApiTokenArgs = builder.inputType('CreateApiTokenInput', {
  description: 'Input of createApiToken.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name that describes the purpose of the token, 1 to 100 characters.',
    }),
    permissions: t.field({
      type: [PermissionEnum],
      required: true,
      description: `Permissions, at least one and at most ${maxChoices}. The calling token must have all of them.`,
    }),
  }),
});

builder.mutationFields((t) => ({
  createApiToken: t.errorUnionField({
    description: 'Creates an API token. The calling token must have all permissions that the new token gets.',
    authScopes: { permission: 'MANAGE' },
    args: { input: t.arg({ type: CreateApiTokenArgs, required: true, description: 'The token to create.' }) },
    types: [ApiTokenCreatedRef, InvalidInput, Forbidden],
    union: {
      name: 'CreateApiTokenResult',
      description: 'Result of createApiToken.',
      resolveType: () => ApiTokenCreatedRef,
    },
    ...accepting({ input: CreateApiTokenInput }, ({ input }, context) =>
      createApiToken(context.ports, platformOf(context), input),
    ),
  }),
  deleteApiToken: t.errorUnionField({
    description: 'Deletes an API token immediately and closes its WebSockets and streams.',
    authScopes: { permission: 'MANAGE' },
    args: { id: t.arg.id({ required: true, description: 'Token:<uuid>' }) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'DeleteApiTokenResult',
      description: 'Result of deleteApiToken.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('Token') }, ({ id }, context) =>
      deleteApiToken(context.ports, platformOf(context), id),
    ),
  }),
}));
