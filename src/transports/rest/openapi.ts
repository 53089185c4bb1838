/**
 * Generates the OpenAPI 3.1 description from the routes. Its schemas come from the zod schemas that parse the input, and
 * from those of the response bodies, which tests compare with actual responses.
 *
 * Source: OpenAPI 3.1.1; JSON Schema 2020-12.
 */
import { permissionSummary } from '../../platforms/access/permissions.ts';
import type { JsonSchema, OpenApi, Operation } from './openapi-document.ts';
import { parametersOf, requestBodyOf } from './openapi-request.ts';
import { responsesOf } from './openapi-responses.ts';
import { type Route, tags } from './route.ts';

const introduction = `Payments, embedded-wallet authentication and agents. Amounts are integers in the smallest unit of their currency. Instants are ISO 8601 in UTC. Ids have the form \`<Type>:<uuid>\`; in a path they can be percent-encoded.

Every error response has the body \`Error\`, with a stable \`code\`. A method that a path does not support returns 405 with the header \`Allow\`. Unknown fields and query parameters are ignored, except in an agent's policy. A list parameter can be repeated or separated by commas.`;

const schemes = {
  platform: [{ platform: [] }],
  agent: [{ agent: [] }],
  anonymous: [],
} as const;

function descriptionOf({ permission, alsoNeeds, graphql }: Route): string {
  const counterpart = graphql ? `GraphQL: \`${graphql}\`.` : 'REST only.';
  return [permission && permissionSummary(permission), alsoNeeds, counterpart].filter(Boolean).join(' ');
}

export function describeApi(routes: readonly Route[], basePath: string): OpenApi {
  const components: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const parameters = parametersOf(route, components);
    const requestBody = requestBodyOf(route, components);
    const operation: Operation = {
      operationId: route.name,
      summary: route.summary,
      description: descriptionOf(route),
      tags: [route.tag],
      security: schemes[route.caller],
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      responses: responsesOf(route, components),
    };
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Payments',
      version: basePath.slice(1),
      description: introduction,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes: {
        platform: {
          type: 'http',
          scheme: 'basic',
          description: 'Token id as user name, client secret as password.',
        },
        agent: { type: 'http', scheme: 'bearer', description: 'Access token of an agent.' },
      },
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
