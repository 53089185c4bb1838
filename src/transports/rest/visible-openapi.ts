/**
 * The OpenAPI description for an agent or an access token: the endpoints that it can call, and the schemas that they use. It has no
 * webhooks, which are the platform's.
 *
 * Source: docs/behaviour/conventions.md#introspection.
 */
import { LRUCache } from 'lru-cache';
import { type Principal, requirePermission } from '../../platforms/access/principal.ts';
import { type StaticContent, staticContent } from '../http/static-content.ts';
import type { JsonSchema, OpenApi } from './openapi-document.ts';
import type { Route } from './route.ts';

type RestrictedPrincipal = Extract<Principal, { kind: 'agent' | 'access-token' }>;

function isCallable({ caller, permission }: Route, principal: RestrictedPrincipal): boolean {
  if (caller === 'anonymous') return true;
  if (caller !== (principal.kind === 'agent' ? 'agent' : 'platform')) return false;
  return permission === undefined || requirePermission(principal, permission) === true;
}

const prefix = '#/components/schemas/';

/** The names of the schemas that a value refers to. */
function referencesIn(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string' && inner.startsWith(prefix)) {
      found.add(inner.slice(prefix.length));
    } else referencesIn(inner, found);
  }
}

/** The schemas that the paths use, directly and through others, in their order. */
function usedSchemas(paths: OpenApi['paths'], schemas: Readonly<Record<string, JsonSchema>>) {
  const used = new Set<string>();
  referencesIn(paths, used);
  // A set is iterated in the order of insertion, those that are added meanwhile too.
  for (const name of used) referencesIn(schemas[name], used);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

/** The part of the description that has these operations. */
export function partOf(whole: OpenApi, names: ReadonlySet<string>): OpenApi {
  const paths = Object.fromEntries(
    Object.entries(whole.paths).flatMap(([path, methods]) => {
      const kept = Object.entries(methods).filter(([, { operationId }]) => names.has(operationId));
      return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : [];
    }),
  );
  const tags = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => [...one.tags])),
  );
  return {
    ...whole,
    tags: whole.tags.filter(({ name }) => tags.has(name)),
    paths,
    webhooks: {},
    components: { ...whole.components, schemas: usedSchemas(paths, whole.components.schemas) },
  };
}

/** Each takes up to half a megabyte. There are as many as different sets of permissions in use. */
const maxDescriptions = 32;

/** Returns a function that makes the description for a caller. Callers with the same endpoints share one. */
export function descriptionsFor(
  whole: () => OpenApi,
  routes: readonly Route[],
): (principal: RestrictedPrincipal) => Promise<StaticContent> {
  const made = new LRUCache<string, Promise<StaticContent>>({ max: maxDescriptions });
  return (principal) => {
    const names = routes.filter((route) => isCallable(route, principal)).map(({ name }) => name);
    const key = names.join();
    let content = made.get(key);
    if (!content) {
      const text = JSON.stringify(partOf(whole(), new Set(names)));
      content = staticContent('application/json; charset=utf-8', text);
      made.set(key, content);
      content.catch(() => made.delete(key));
    }
    return content;
  };
}
