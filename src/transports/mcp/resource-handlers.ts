/** The handlers of resources. Source: docs/behaviour/mcp.md#resources. */
import { maxSubscriptions } from '../../agents/mcp-sessions/mcp-session.ts';
import { addSubscription, removeSubscription } from '../../agents/mcp-sessions/mcp-session-store.ts';
import { isRequestError } from '../http/http-errors.ts';
import { actionTemplate, findResource, readResource, resourcesOf } from './resources.ts';
import type { Handling } from './server-context.ts';
import { resourceNote } from './untrusted-text.ts';

const missing = 'This resource does not exist.';

export function addResourceHandlers(handling: Handling): void {
  const { sdk, server, ports, principal, sessionId, guarded, reject, rejectWith } = handling;
  const { types } = sdk;
  const { orm } = ports.db;
  const { id: agentId } = principal.agent;

  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({
    resources: resourcesOf(principal).map(({ uri, name, title, description }) => ({
      uri,
      name,
      title,
      description,
      mimeType: 'application/json',
    })),
  }));
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [actionTemplate],
  }));
  server.setRequestHandler(types.ReadResourceRequestSchema, ({ params: { uri } }) =>
    guarded(async () => {
      const content = await readResource(uri, handling);
      if (content === undefined) return rejectWith(missing);
      if (isRequestError(content)) return reject(content);
      const text = JSON.stringify({ note: resourceNote, ...(content as object) });
      return { contents: [{ uri, mimeType: 'application/json', text }] };
    }),
  );
  server.setRequestHandler(types.SubscribeRequestSchema, ({ params }) =>
    guarded(async () => {
      const uri = findResource(principal, params.uri);
      if (uri === undefined) return rejectWith(missing);
      const isAdded = await addSubscription(orm, agentId, sessionId, uri, maxSubscriptions);
      if (isAdded) return {};
      return rejectWith(`A session follows at most ${maxSubscriptions} resources. Unsubscribe from others.`);
    }),
  );
  server.setRequestHandler(types.UnsubscribeRequestSchema, ({ params }) =>
    guarded(async () => {
      // Also a resource that the policy does not permit any more.
      const uri = findResource(principal, params.uri) ?? params.uri;
      await removeSubscription(orm, agentId, sessionId, uri);
      return {};
    }),
  );
}
