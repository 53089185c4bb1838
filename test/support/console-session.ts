/**
 * A member who is signed in to the console. Its session endpoint and its credential are those of the test: the page has no
 * credential, and the browser adds an API token to its requests.
 */
import type { BrowserContext } from 'playwright-core';
import type { Visitor } from './console-page.ts';
import { basic, type Service } from './service.ts';

export interface ConsoleMember extends Visitor {
  /** The bodies of sign-ins. Each of them starts the session again. */
  readonly signIns: readonly unknown[];
  /** Ends the session: every request is rejected until `resume`. */
  end(): void;
  resume(): void;
}

export function aConsoleMember(
  service: Service,
  { name = 'Grace Hopper', roles = ['VIEW', 'TRANSACT', 'MANAGE', 'APPROVE'] } = {},
): ConsoleMember {
  const authorization = basic(service.platform.token);
  const { platform } = service.platform.principal;
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const session = {
    id: 'MemberSession:019a0000-0000-7000-8000-000000000001',
    method: 'LINK',
    member: {
      id: `Member:${name}`,
      name,
      email: 'grace@example.com',
      roles,
      passkeys: [],
    },
    platform: { id: platform.id, name: platform.name, mode: platform.mode },
    createdAt: at(0),
    expiresAt: at(7),
    idleExpiresAt: at(0.5),
    stepUpExpiresAt: null,
  };
  let hasEnded = false;
  const signIns: unknown[] = [];
  const rejected = {
    status: 401,
    json: { errors: [{ message: 'No session.', extensions: { code: 'UNAUTHORIZED', httpStatus: 401 } }] },
  };
  return {
    origin: service.url,
    signIns,
    end: () => {
      hasEnded = true;
    },
    resume: () => {
      hasEnded = false;
    },
    async signIn(context: BrowserContext) {
      await context.route('**/session', (route) => {
        if (route.request().method() === 'POST') {
          signIns.push(route.request().postDataJSON());
          hasEnded = false;
        }
        return route.fulfill(hasEnded ? { status: 401, json: { code: 'UNAUTHORIZED' } } : { json: session });
      });
      await context.route('**/graphql', (route) =>
        hasEnded
          ? route.fulfill(rejected)
          : route.continue({ headers: { ...route.request().headers(), authorization } }),
      );
      await context.routeWebSocket(/\/graphql$/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((message) => {
          const { type } = JSON.parse(String(message)) as { type: string };
          server.send(
            type === 'connection_init' ? JSON.stringify({ type, payload: { authorization } }) : message,
          );
        });
      });
    },
  };
}
