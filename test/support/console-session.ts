/** Members who sign in to the console with one-time links. The browser has the cookie of the session, and the test no credential. */
import { sql } from 'drizzle-orm';
import type { BrowserContext, Page } from 'playwright-core';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../src/kernel/ids.ts';
import type { MemberRole } from '../../src/platforms/access/member-roles.ts';
import type { Visitor } from './console-page.ts';
import { sendTo } from './console-world.ts';
import { aSignInLink } from './members.ts';
import { basic, type Service } from './service.ts';

export interface ConsoleMember extends Visitor {
  readonly email: string;
  /** A path with a new sign-in link. */
  link(): Promise<string>;
  /** The proof of presence becomes too old for step-up. */
  age(): Promise<void>;
  /** The sessions are revoked. */
  end(): Promise<void>;
}

/** Passkeys need a domain name, so the console is not opened by its address. */
export const consoleOrigin = ({ url }: Pick<Service, 'url'>): string =>
  `http://localhost:${new URL(url).port}`;

/** A browser without a session. */
export const aVisitor = (service: Service): Visitor => ({
  origin: consoleOrigin(service),
  signIn: async () => undefined,
});

/** A session is shared by the browsers of a member until then, so that its step-up is valid at the start of each test. */
const sharedMs = 120_000;

/** Opens a sign-in link and uses it, as a person does. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

let count = 0;

export async function aConsoleMember(
  service: Service,
  {
    name = 'Grace Hopper',
    roles = ['VIEW', 'TRANSACT', 'MANAGE', 'APPROVE'],
  }: { readonly name?: string; readonly roles?: readonly MemberRole[] } = {},
): Promise<ConsoleMember> {
  count += 1;
  const email = `console-${count}@example.com`;
  const operator = basic(service.platform.token);
  const { createMember } = (await sendTo(
    service,
    operator,
    `mutation ($input: CreateMemberInput!) {
      createMember(input: $input) { ... on Member { id } ... on ServiceError { message } }
    }`,
    { input: { name, email, roles } },
  )) as unknown as { createMember: { id?: string; message?: string } };
  const { id } = createMember;
  if (id === undefined) throw new Error(createMember.message);

  const link = async () => `/sign-in#token=${(await aSignInLink(service, { email })).token}`;
  let shared: { readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>; readonly until: number };
  shared = { cookies: [], until: 0 };
  return {
    origin: consoleOrigin(service),
    email,
    link,
    async signIn(context) {
      if (Date.now() < shared.until) return context.addCookies(shared.cookies);
      const page = await context.newPage();
      await openLink(page, await link());
      await page.getByRole('button', { name }).waitFor();
      await page.close();
      shared = { cookies: await context.cookies(), until: Date.now() + sharedMs };
    },
    async age() {
      shared = { cookies: [], until: 0 };
      await rawRows(
        service.db.orm,
        sql`update member_sessions set step_up_at = step_up_at - interval '10 minutes'
          where member_id = ${uuidOf(id as Id<'Member'>)} returning id`,
      );
    },
    async end() {
      shared = { cookies: [], until: 0 };
      const { member } = (await sendTo(
        service,
        operator,
        'query ($id: ID!) { member(id: $id) { sessions { id } } }',
        { id },
      )) as unknown as { member: { sessions: { id: string }[] } };
      for (const session of member.sessions) {
        await sendTo(
          service,
          operator,
          'mutation ($id: ID!) { revokeMemberSession(id: $id) { ... on ServiceError { message } __typename } }',
          { id: session.id },
        );
      }
    },
  };
}
