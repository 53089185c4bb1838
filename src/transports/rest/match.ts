/**
 * Matches a path to its routes. Each segment is decoded once and then compared, so an id matches raw and percent-encoded.
 * A static segment has precedence over a parameter, without backtracking.
 *
 * Source: docs/behaviour/conventions.md#transport.
 */
import type { Method, Route } from './route.ts';

interface Node {
  readonly statics: Map<string, Node>;
  parameter: Node | undefined;
  readonly methods: Map<Method, { readonly route: Route; readonly names: readonly string[] }>;
}

const newNode = (): Node => ({ statics: new Map(), parameter: undefined, methods: new Map() });

const parameterName = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1];

/** The routes of a path, with the values of its parameters. */
interface Match {
  /** The same for every method of a path. */
  readonly caller: Route['caller'];
  readonly methods: readonly Method[];
  readonly route: (method: string) => Route | undefined;
  readonly params: (route: Route) => Readonly<Record<string, string>>;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** @returns a function that matches a path without its query string. */
export function matcher(routes: readonly Route[]): (path: string) => Match | undefined {
  const root = newNode();
  for (const route of routes) {
    let node = root;
    const names: string[] = [];
    for (const segment of route.path.split('/').slice(1)) {
      const name = parameterName(segment);
      if (name === undefined) {
        const next = node.statics.get(segment) ?? newNode();
        node.statics.set(segment, next);
        node = next;
      } else {
        names.push(name);
        node.parameter ??= newNode();
        node = node.parameter;
      }
    }
    if (node.methods.has(route.method)) throw new Error(`Two endpoints: ${route.method} ${route.path}`);
    const [other] = node.methods.values();
    if (other && other.route.caller !== route.caller) throw new Error(`Two kinds of caller: ${route.path}`);
    node.methods.set(route.method, { route, names });
  }

  return (path) => {
    let node = root;
    const values: string[] = [];
    for (const segment of path.split('/').slice(1)) {
      const text = decoded(segment);
      if (text === undefined || text === '') return undefined;
      const fixed = node.statics.get(text);
      if (!fixed) values.push(text);
      const next = fixed ?? node.parameter;
      if (!next) return undefined;
      node = next;
    }
    const [first] = node.methods.values();
    if (!first) return undefined;
    const { methods } = node;
    return {
      caller: first.route.caller,
      methods: [...methods.keys()],
      route: (method) => methods.get(method as Method)?.route,
      params: (route) => {
        const names = methods.get(route.method)?.names ?? [];
        return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
      },
    };
  };
}
