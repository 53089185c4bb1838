/** Members for tests: created by an operator, signed in as a browser does it. */
import { expect } from 'vitest';
import type { Id } from '../../src/kernel/ids.ts';
import { issueSignInLink } from '../../src/members/sign-in/issue-sign-in-link.ts';
import type { MemberRole } from '../../src/platforms/access/member-roles.ts';
import type { Service, TestPlatform } from './service.ts';

/** A response of the endpoints of sign-in. */
export interface SessionResult {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a body is what its endpoint returns.
  readonly body: any;
  /** The first Set-Cookie. */
  readonly setCookie: string | undefined;
}

/** A browser with a page of the service. */
export interface TestBrowser {
  /** The origin of the page: `http://localhost:<port>`. */
  readonly origin: string;
  /** The header Cookie; undefined before the sign-in. */
  cookie: string | undefined;
  /** The headers of a request of the page. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls an endpoint of sign-in, and keeps the cookie that it sets. */
  session(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<SessionResult>;
  /** Sends a document over GraphQL. */
  query(
    query: string,
    variables?: object,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: tests read the fields of the response.
  ): Promise<{ status: number; body: any }>;
  rest(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: tests read the fields of the response.
  ): Promise<{ status: number; body: any }>;
}

export function openBrowser(service: Pick<Service, 'url'>): TestBrowser {
  const origin = `http://localhost:${new URL(service.url).port}`;
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...browser.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json(;|$)/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: text && isJson ? JSON.parse(text) : undefined,
    };
  };
  const browser: TestBrowser = {
    origin,
    cookie: undefined,
    get headers() {
      return { origin, ...(this.cookie !== undefined && { cookie: this.cookie }) };
    },
    async session(method, path, body, headers) {
      const result = await call(method, `/session${path}`, body, headers);
      const [setCookie] = result.headers.getSetCookie();
      if (setCookie) this.cookie = setCookie.split(';', 1)[0];
      return { ...result, setCookie };
    },
    query: (query, variables, headers) => call('POST', '/graphql', { query, variables }, headers),
    rest: (method, path, body, headers) => call(method, `/2025-10-13${path}`, body, headers),
  };
  return browser;
}

/** The token of a new sign-in link of a member, who is created if needed. */
export async function aSignInLink(
  service: Service,
  {
    email,
    roles,
    platform = service.platform,
  }: {
    readonly email: string;
    readonly roles?: readonly MemberRole[];
    readonly platform?: TestPlatform;
  },
): Promise<{ readonly memberId: Id<'Member'>; readonly token: string }> {
  const issued = await issueSignInLink(service.ports, {
    platform: platform.principal.platform.id,
    email,
    name: email.split('@')[0],
    roles: roles && [...roles],
    removePasskeys: false,
  });
  if (issued instanceof Error) throw issued;
  return { memberId: issued.member.id, token: issued.token };
}

let count = 0;

export interface SignedInMember extends TestBrowser {
  readonly memberId: Id<'Member'>;
  readonly email: string;
}

/** A member with these roles, signed in by a link. */
export async function aSignedInMember(
  service: Service,
  roles: readonly MemberRole[],
  platform?: TestPlatform,
): Promise<SignedInMember> {
  count += 1;
  const email = `member-${count}@example.com`;
  const { memberId, token } = await aSignInLink(service, { email, roles, ...(platform && { platform }) });
  const browser = openBrowser(service);
  const { status } = await browser.session('POST', '', { token });
  expect(status).toBe(200);
  return Object.assign(browser, { memberId, email });
}
