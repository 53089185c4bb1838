/**
 * Generates the OpenAPI 3.1 description from the routes. Its schemas come from the zod schemas that parse the input, and
 * from those of the response bodies, which tests compare with actual responses.
 *
 * Source: OpenAPI 3.1.1; JSON Schema 2020-12.
 */
import { schema } from '../../../schema/index.ts';
import { permissionSummary, scopesFor } from '../../platforms/access/permissions.ts';
import type { JsonSchema, OpenApi, Operation } from './openapi-document.ts';
import { describeBody, describeComponents, describeParameters } from './openapi-field-descriptions.ts';
import { parametersOf, requestBodyOf } from './openapi-request.ts';
import { responsesOf, sharedHeaders } from './openapi-responses.ts';
import { webhooksOf } from './openapi-webhooks.ts';
import { type Route, tags } from './route.ts';

const introduction = `Payments, embedded-wallet authentication and agents. Amounts are integers in the smallest unit of their currency. Instants are ISO 8601 in UTC. Ids have the form \`<Type>:<uuid>\`; in a path they can be percent-encoded.

Every error response has the body \`Error\`, with a stable \`code\`. A method that a path does not support returns 405 with the header \`Allow\`. Unknown fields and query parameters are ignored, except in an agent's policy. A list parameter can be repeated or separated by commas.`;

/** The scopes of the access tokens that the endpoint accepts. */
const scopesOf = ({ caller, permission }: Route) =>
  caller === 'platform' && permission ? scopesFor(permission) : [];

/** The credentials that the endpoint accepts: one of them. */
function securityOf(route: Route): Operation['security'] {
  if (route.caller === 'anonymous') return [];
  const token = scopesOf(route).length > 0 ? [{ accessToken: [] }] : [];
  const session = route.caller === 'platform' ? [{ session: [] }] : [];
  return [{ [route.caller]: [] }, ...token, ...session];
}

function descriptionOf(route: Route): string {
  const { permission, alsoNeeds, graphql } = route;
  const scopes = scopesOf(route);
  return [
    permission && permissionSummary(permission),
    scopes.length > 0 && `Access tokens need the scope ${scopes.join(' or ')}.`,
    alsoNeeds,
    graphql ? `GraphQL: \`${graphql}\`.` : 'REST only.',
  ]
    .filter(Boolean)
    .join(' ');
}

export function describeApi(routes: readonly Route[], basePath: string): OpenApi {
  const components: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const parameters = describeParameters(parametersOf(route, components), route, schema);
    const requestBody = describeBody(requestBodyOf(route, components), route, schema, components);
    const operation: Operation = {
      operationId: route.name,
      summary: route.summary,
      description: descriptionOf(route),
      tags: [route.tag],
      security: securityOf(route),
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      responses: responsesOf(route, components),
    };
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  const webhooks = webhooksOf(components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Payments',
      version: basePath.slice(1),
      description: introduction,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath }],
    tags: [
      ...[...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: tags[name] })),
      { name: 'Webhooks', description: 'Events that the service sends to webhook endpoints.' },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        platform: {
          type: 'http',
          scheme: 'basic',
          description: 'Token id as user name, client secret as password.',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'Access token of a browser or mobile app, which a back end of the platform created with `createAccessToken`.',
        },
        agent: { type: 'http', scheme: 'bearer', description: 'Access token of an agent.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-session',
          description: 'Session of a member, in requests of the pages of this service.',
        },
      },
      headers: sharedHeaders,
      schemas: Object.fromEntries(
        Object.entries(describeComponents(components, schema)).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    },
  };
}
