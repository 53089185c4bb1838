/** How a path selects its route, and what a route gets of the request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestRecord, Transport } from '../infrastructure/observability/request-record.ts';
import type { Ports } from '../sandbox/ports.ts';

interface RoutedRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The query string without its `?`. */
  readonly search: string;
  readonly record: RequestRecord;
  /** Ports whose database statements are attributed to `record`. */
  readonly ports: Ports;
}

interface PathMatcher {
  /** The parameters in a path that matches, as many as the matcher has; undefined for any other path. */
  readonly match: (path: string) => readonly string[] | undefined;
  /** A path without parameters. Logs, metrics and traces name the operation after it. */
  readonly fixedPath?: string;
}

export interface PathRoute extends PathMatcher {
  /** The transport in metrics; `other` when absent. */
  readonly transport?: Transport;
  /** The operation to which the audit log attributes what a POST changes. The transports of operations name their own. */
  readonly writeOperation?: string;
  /** Methods other than GET and HEAD are rejected. */
  readonly isReadOnly?: true;
  readonly serve: (request: RoutedRequest, parameter: string) => void | Promise<void>;
}

/** Matches one path. */
export const exactly = (fixedPath: string): PathMatcher => ({
  fixedPath,
  match: (path) => (path === fixedPath ? [] : undefined),
});

/** Matches every path below a base path. The parameter is the rest, with its leading slash. */
export const below = (basePath: string): PathMatcher => ({
  match: (path) => (path.startsWith(`${basePath}/`) ? [path.slice(basePath.length)] : undefined),
});

/** Matches a pattern. The parameter is its group. */
export const like = (pattern: RegExp): PathMatcher => ({
  match: (path) => pattern.exec(path)?.slice(1),
});

interface MatchedRoute {
  readonly route: PathRoute;
  readonly parameter: string;
}

/** The first route that matches the path. */
export function matchRoute(routes: readonly PathRoute[], path: string): MatchedRoute | undefined {
  for (const route of routes) {
    const parameters = route.match(path);
    if (parameters) return { route, parameter: parameters[0] ?? '' };
  }
  return undefined;
}
