/** How members sign in, prove their presence and sign out. Source: docs/behaviour/members.md#sign-in. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import type { TextMail } from '../../src/infrastructure/mail/mailer.ts';
import { invitationWindows } from '../../src/members/attempts.ts';
import { createMember } from '../../src/members/create-member.ts';
import { deleteMember } from '../../src/members/delete-member.ts';
import { absoluteLifetimeMs, maxSessions } from '../../src/members/sessions/session.ts';
import { mailedLinkMinutes, printedLinkHours } from '../../src/members/sign-in/link.ts';
import { mailLink } from '../../src/members/sign-in/link-mail.ts';
import { findMember } from '../../src/members/store.ts';
import { updateMember } from '../../src/members/update-member.ts';
import { memberRoles } from '../../src/platforms/access/member-roles.ts';
import { aSignedInMember, aSignInLink, openBrowser } from '../support/members.ts';
import { restClient } from '../support/rest.ts';
import { type Service, startService } from '../support/service.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';

const mails: TextMail[] = [];
const lines: string[] = [];
let service: Service;
beforeAll(async () => {
  service = await startService({
    server: true,
    standing: true,
    logTo: { write: (line) => void lines.push(line) },
    ports: {
      mailer: {
        send: async () => false,
        sendText: async (mail) => {
          mails.push(mail);
          return true;
        },
      },
    },
  });
});
afterAll(() => service?.stop());

const minutes = (count: number) => count * 60;

async function mailTo(email: string): Promise<TextMail | undefined> {
  await service.ports.background.idle();
  return mails.findLast(({ to }) => to === email);
}

const tokenIn = (mail: TextMail | undefined): string =>
  /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';

describe('a link in a mail', () => {
  test('signs the member in once', async () => {
    const { memberId } = await aSignInLink(service, { email: 'Ada@example.com', roles: ['VIEW', 'APPROVE'] });
    const browser = openBrowser(service);
    const requested = await browser.session('POST', '/links', { email: 'ada@EXAMPLE.com' });
    expect([requested.status, requested.body]).toEqual([202, {}]);
    const mail = await mailTo('Ada@example.com');
    expect(mail?.text).toContain('/sign-in#token=');
    const token = tokenIn(mail);

    const { status, body, setCookie, headers } = await browser.session('POST', '', { token });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(setCookie).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/);
    const now = service.clock.real().getTime();
    expect(body).toMatchObject({
      method: 'LINK',
      member: {
        id: memberId,
        name: 'Ada',
        email: 'Ada@example.com',
        roles: ['VIEW', 'APPROVE'],
        passkeys: [],
      },
      platform: { id: service.platform.principal.platform.id, mode: 'SANDBOX' },
      expiresAt: new Date(now + absoluteLifetimeMs).toISOString(),
      idleExpiresAt: new Date(now + 12 * 60 * 60_000).toISOString(),
      stepUpExpiresAt: new Date(now + minutes(5) * 1000).toISOString(),
    });
    expect((await browser.session('GET', '')).body).toEqual(body);
    const viewer = await browser.query(
      '{ viewer { __typename ... on Member { id email platform { permissions } } } }',
    );
    expect(viewer.body.data.viewer).toEqual({
      __typename: 'Member',
      id: memberId,
      email: 'Ada@example.com',
      platform: { permissions: ['VIEW'] },
    });

    const again = await openBrowser(service).session('POST', '', { token });
    expect(again).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED', reason: 'Invalid link' } });
  });

  test.each([
    ['one millisecond before its end', -1, 200],
    ['not at its end', 0, 401],
  ])('works %s', async (_title, ms, status) => {
    const email = `end${ms}@example.com`;
    await aSignInLink(service, { email, roles: ['VIEW'] });
    const browser = openBrowser(service);
    await browser.session('POST', '/links', { email });
    const token = tokenIn(await mailTo(email));
    service.clock.advance(minutes(mailedLinkMinutes) + ms / 1000);
    expect((await browser.session('POST', '', { token })).status).toBe(status);
  });

  test('a printed link works for a day', async () => {
    const first = await aSignInLink(service, { email: 'printed@example.com', roles: ['VIEW'] });
    service.clock.advance(printedLinkHours * 3600 - 1);
    const second = await aSignInLink(service, { email: 'printed@example.com' });
    expect((await openBrowser(service).session('POST', '', { token: first.token })).status).toBe(200);
    service.clock.advance(printedLinkHours * 3600);
    expect((await openBrowser(service).session('POST', '', { token: second.token })).status).toBe(401);
  });

  test('that was requested before the address changed is not sent to the old one', async () => {
    const { memberId } = await aSignInLink(service, { email: 'old@example.com', roles: ['VIEW'] });
    const { platform } = service.platform.principal;
    const before = await findMember(service.db.orm, platform.id, memberId);
    if (!before) throw new Error('the member exists');
    await updateMember(service.ports, service.platform.principal, memberId, {
      name: undefined,
      email: 'new@example.com',
      roles: undefined,
    });
    await mailLink(service.ports, platform, before);
    expect(await mailTo('old@example.com')).toBeUndefined();
    await mailLink(service.ports, platform, { ...before, email: 'new@example.com' });
    expect(tokenIn(await mailTo('new@example.com'))).not.toBe('');
  });

  test('an unknown address has the same response, and gets no mail', async () => {
    const response = await openBrowser(service).session('POST', '/links', { email: 'unknown@example.com' });
    expect([response.status, response.body]).toEqual([202, {}]);
    expect(await mailTo('unknown@example.com')).toBeUndefined();
  });

  test('a person gets one mail for each platform', async () => {
    const other = await service.addPlatform();
    await aSignInLink(service, { email: 'both@example.com', roles: ['VIEW'] });
    const elsewhere = await aSignInLink(service, {
      email: 'both@example.com',
      roles: ['VIEW'],
      platform: other,
    });
    const before = mails.length;
    const browser = openBrowser(service);
    await browser.session('POST', '/links', { email: 'both@example.com' });
    await service.ports.background.idle();
    expect(mails.length - before).toBe(2);
    const signedIn = await browser.session('POST', '', { token: elsewhere.token });
    expect(signedIn.body.platform.id).toBe(other.principal.platform.id);
  });

  test('is in the audit log when it is created and when it is used, without its token', async () => {
    const email = 'audited@example.com';
    const { memberId } = await aSignInLink(service, { email, roles: ['VIEW'] });
    const browser = openBrowser(service);
    await browser.session('POST', '/links', { email });
    const token = tokenIn(await mailTo(email));
    expect((await browser.session('POST', '', { token })).status).toBe(200);

    const rest = restClient(service);
    const entries = (await rest('GET', `/audit-log?recordId=${memberId}`)).body.data;
    const anonymous = { actor: { kind: 'ANONYMOUS' }, address: '127.0.0.1' };
    const expiry = expect.stringMatching(/^2026-11-\d\dT.+Z$/);
    expect(entries).toMatchObject([
      {
        ...anonymous,
        operation: 'POST /session',
        changes: [
          { field: 'signInLink.digest', before: '****', after: null },
          { field: 'signInLink.expiresAt', before: expiry, after: null },
        ],
      },
      {
        ...anonymous,
        operation: 'POST /session/links',
        changes: [
          { field: 'signInLink.digest', before: null, after: '****' },
          { field: 'signInLink.expiresAt', before: null, after: expiry },
        ],
      },
    ]);
    const log = JSON.stringify((await rest('GET', '/audit-log?limit=100')).body);
    for (const secret of [token, browser.cookie?.split('=')[1], email]) expect(log).not.toContain(secret);
  });

  test('no token, cookie or address is in the log or in the database', async () => {
    const email = 'secret@example.com';
    const { token } = await aSignInLink(service, { email, roles: ['VIEW'] });
    const browser = openBrowser(service);
    await browser.session('POST', '/links', { email });
    await browser.session('POST', '', { token });
    await browser.session('POST', '', { token: 'x'.repeat(43) });
    const cookie = browser.cookie?.split('=')[1] ?? '';
    const log = lines.join('');
    for (const secret of [token, tokenIn(await mailTo(email)), cookie, email]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(log).not.toContain(secret);
    }
    const stored = JSON.stringify([
      await rawRows(service.db.orm, sql`select s::text from member_sessions s`),
      await rawRows(service.db.orm, sql`select l::text from sign_in_links l`),
    ]);
    for (const secret of [token, cookie]) expect(stored).not.toContain(secret);
  });
});

describe('attempts are limited', () => {
  test('links of one address, known or unknown', async () => {
    const statuses = async (email: string) => {
      const all: number[] = [];
      for (let index = 0; index < 4; index += 1) {
        service.clock.advance(minutes(1.5));
        all.push((await openBrowser(service).session('POST', '/links', { email })).status);
      }
      return all;
    };
    await aSignInLink(service, { email: 'often@example.com', roles: ['VIEW'] });
    expect(await statuses('often@example.com')).toEqual([202, 202, 202, 429]);
    expect(await statuses('nobody@example.com')).toEqual([202, 202, 202, 429]);
  });

  test('links of one mailbox, in spellings that the database folds too', async () => {
    service.clock.advance(minutes(2));
    await aSignInLink(service, { email: 'admin.kim@example.com', roles: ['VIEW'] });
    const before = mails.length;
    // PostgreSQL folds the second letter to `i`, and the third to `k`.
    for (const email of ['adm\u0130n.kim@example.com', 'adm\u0130n.\u212aim@example.com']) {
      expect((await openBrowser(service).session('POST', '/links', { email })).status).toBe(202);
    }
    await service.ports.background.idle();
    expect(mails.slice(before)).toEqual([]);
  });

  test('mails to new members of one address, and of one platform', async () => {
    const platform = await service.addPlatform();
    const invite = async (count: number, emailOf: (index: number) => string) => {
      const before = mails.length;
      for (let index = 0; index < count; index += 1) {
        const created = await createMember(service.ports, platform.principal, {
          name: 'New',
          email: emailOf(index),
          roles: ['VIEW'],
        });
        if (!('id' in created)) throw created;
        await service.ports.background.idle();
        await deleteMember(service.ports, platform.principal, created.id);
      }
      return mails.length - before;
    };
    expect(await invite(5, () => 'bystander@example.org')).toBe(3);
    expect(
      (await openBrowser(service).session('POST', '/links', { email: 'Bystander@example.org' })).status,
    ).toBe(429);
    const [{ attempts } = { attempts: 0 }] = invitationWindows;
    expect(await invite(attempts, (index) => `bystander-${index}@example.org`)).toBe(attempts - 5);
  });

  test('sign-ins of one source address, successful ones too', async () => {
    service.clock.advance(minutes(2));
    const browser = openBrowser(service);
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1) {
      const { token } =
        index % 10 === 0
          ? await aSignInLink(service, { email: 'printed@example.com' })
          : { token: 'x'.repeat(43) };
      statuses.push((await browser.session('POST', '', { token })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses[30]).toBe(429);
    expect((await browser.session('POST', '/passkey/options', {})).status).toBe(429);
    service.clock.advance(minutes(2));
  });
});

describe('a session', () => {
  test('ends when it is not used for the idle lifetime, and each use extends it', async () => {
    const member = await aSignedInMember(service, ['VIEW']);
    service.clock.advance(minutes(719));
    expect((await member.query('{ eventCursor }')).status).toBe(200);
    service.clock.advance(minutes(719));
    expect((await member.session('GET', '')).status).toBe(200);
    service.clock.advance(minutes(720));
    expect((await member.query('{ eventCursor }')).status).toBe(401);
    expect((await member.session('GET', '')).status).toBe(401);
  });

  test('ends after its absolute lifetime, however often it is used', async () => {
    const member = await aSignedInMember(service, ['VIEW']);
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      service.clock.advance(minutes(8 * 60));
      expect((await member.query('{ eventCursor }')).status).toBe(200);
    }
    service.clock.advance(minutes(8 * 60));
    expect((await member.query('{ eventCursor }')).status).toBe(401);
  });

  test('is not that of the cookie that the browser had: a planted cookie is worth nothing', async () => {
    const attacker = await aSignedInMember(service, ['VIEW']);
    const { token } = await aSignInLink(service, { email: 'victim@example.com', roles: ['VIEW'] });
    const victim = openBrowser(service);
    const planted = attacker.cookie ?? '';
    victim.cookie = planted;
    await victim.session('POST', '', { token });
    expect(victim.cookie).not.toBe(planted);
    expect((await victim.session('GET', '')).body.member.email).toBe('victim@example.com');
    // The session of the planted cookie ends, so nothing of the two people mixes.
    expect((await attacker.session('GET', '')).status).toBe(401);
    victim.cookie = `session=${'A'.repeat(43)}`;
    expect((await victim.session('GET', '')).status).toBe(401);
  });

  test('ends with the sign-out, which clears the cookie', async () => {
    const member = await aSignedInMember(service, ['VIEW']);
    const { cookie } = member;
    const out = await member.session('DELETE', '');
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()).toEqual([
      '__Host-session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
      'session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    member.cookie = cookie;
    expect((await member.query('{ eventCursor }')).status).toBe(401);
    expect((await member.session('DELETE', '')).status).toBe(204);
  });

  test('a member has a limited number: another sign-in ends the one that was not used for the longest time', async () => {
    const { email } = await aSignedInMember(service, ['VIEW']);
    const browsers = [];
    for (let index = 0; index < maxSessions; index += 1) {
      service.clock.advance(minutes(1));
      const browser = openBrowser(service);
      await browser.session('POST', '', { token: (await aSignInLink(service, { email })).token });
      browsers.push(browser);
    }
    service.clock.advance(minutes(2));
    const [first, second] = browsers as [(typeof browsers)[0], (typeof browsers)[0]];
    expect((await first.session('GET', '')).status).toBe(200);
    const last = openBrowser(service);
    await last.session('POST', '', { token: (await aSignInLink(service, { email })).token });
    expect((await first.session('GET', '')).status).toBe(200);
    expect((await second.session('GET', '')).status).toBe(401);
    const { body } = await last.query('{ viewer { ... on Member { sessions { isCurrent } } } }');
    expect(body.data.viewer.sessions).toHaveLength(maxSessions);
    expect(body.data.viewer.sessions.filter((one: { isCurrent: boolean }) => one.isCurrent)).toHaveLength(1);
  });
});

describe('a passkey', () => {
  /** A member with a registered passkey. */
  async function withPasskey() {
    service.clock.advance(minutes(2));
    const member = await aSignedInMember(service, memberRoles);
    const passkey = new SoftwarePasskey({ origin: member.origin, rpId: 'localhost' });
    const options = await member.session('POST', '/passkeys/options', {});
    expect(options.body).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const made = passkey.register(options.body.challenge);
    const registered = await member.session('POST', '/passkeys', registrationOf(made));
    expect([registered.status, registered.body.name]).toEqual([201, 'Laptop']);
    return { member, passkey, id: registered.body.id as string };
  }
  const registrationOf = (made: ReturnType<SoftwarePasskey['register']>) => ({
    name: 'Laptop',
    credential: {
      id: made.credentialId,
      rawId: made.credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: made.clientDataJson,
        attestationObject: made.attestationObject,
        transports: made.transports,
      },
    },
  });
  const assertionOf = ({ credentialId, clientDataJson, ...rest }: ReturnType<SoftwarePasskey['assert']>) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: clientDataJson, ...rest },
  });
  const challengeOf = async (browser: ReturnType<typeof openBrowser>, path = '/passkey/options') =>
    (await browser.session('POST', path, {})).body.challenge as string;

  test('signs the member in, and proves presence', async () => {
    const { member, passkey } = await withPasskey();
    const browser = openBrowser(service);
    const options = await browser.session('POST', '/passkey/options', {});
    expect(options.body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
    const assertion = assertionOf(passkey.assert(options.body.challenge));
    const { status, body } = await browser.session('POST', '/passkey', assertion);
    expect(status).toBe(200);
    expect(body).toMatchObject({ method: 'PASSKEY', member: { id: member.memberId } });
    expect(body.member.passkeys[0].lastUsedAt).toBe(service.clock.real().toISOString());
    const replayed = await openBrowser(service).session('POST', '/passkey', assertion);
    expect(replayed).toMatchObject({ status: 401, body: { reason: 'Invalid passkey signature' } });
  });

  test.each<[string, Parameters<SoftwarePasskey['assert']>[1]]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { flags: { userVerified: false } }],
    ['over another challenge', { challenge: 'A'.repeat(43) }],
    ['of another ceremony', { type: 'webauthn.create' }],
  ])('an assertion %s is rejected', async (_title, deviation) => {
    const { passkey } = await withPasskey();
    const browser = openBrowser(service);
    const assertion = passkey.assert(await challengeOf(browser), deviation);
    const response = await browser.session('POST', '/passkey', assertionOf(assertion));
    expect(response).toMatchObject({ status: 401, body: { reason: 'Invalid passkey signature' } });
    expect(browser.cookie).toBeUndefined();
  });

  test('two assertions with one signature counter, as a copied authenticator makes them, sign in once', async () => {
    const { passkey } = await withPasskey();
    const browsers = [openBrowser(service), openBrowser(service)] as const;
    const challenges = [await challengeOf(browsers[0]), await challengeOf(browsers[1])] as const;
    const statuses = await Promise.all(
      browsers.map(async (browser, index) => {
        const assertion = passkey.assert(challenges[index] ?? '', { counter: 7 });
        return (await browser.session('POST', '/passkey', assertionOf(assertion))).status;
      }),
    );
    expect(statuses.sort()).toEqual([200, 401]);
  });

  test('a challenge is for its purpose, its session and five minutes', async () => {
    const { member, passkey } = await withPasskey();
    const browser = openBrowser(service);
    const assert = (challenge: string) => assertionOf(passkey.assert(challenge));
    const forStepUp = await challengeOf(member, '/step-up/options');
    expect((await browser.session('POST', '/passkey', assert(forStepUp))).status).toBe(401);
    const forSignIn = await challengeOf(browser);
    expect((await member.session('POST', '/step-up', assert(forSignIn))).status).toBe(401);
    const other = await withPasskey();
    const ofOther = await challengeOf(other.member, '/step-up/options');
    expect((await member.session('POST', '/step-up', assert(ofOther))).status).toBe(401);
    const late = await challengeOf(browser);
    service.clock.advance(minutes(5));
    expect((await browser.session('POST', '/passkey', assert(late))).status).toBe(401);
  });

  test('step-up: operations that create credentials need a fresh assertion', async () => {
    const { member, passkey, id } = await withPasskey();
    const create = () =>
      member.rest('POST', '/tokens', { name: 'Back end', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] });
    expect((await create()).status).toBe(201);
    service.clock.advance(minutes(5));
    expect(await create()).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
    const overGraphql = await member.query(
      'mutation { createAccessToken(input: { scopes: [READ] }) { ... on ForbiddenError { errorCode } } }',
    );
    expect(overGraphql.body.data.createAccessToken).toEqual({ errorCode: 'STEP_UP_REQUIRED' });
    for (const [method, path] of [
      ['POST', '/passkeys/options'],
      ['DELETE', `/passkeys/${id}`],
    ] as const) {
      const response = await member.session(method, path, method === 'POST' ? {} : undefined);
      expect(response).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
    }

    const { body: options } = await member.session('POST', '/step-up/options', {});
    expect(options.allowCredentials).toHaveLength(1);
    const confirmed = await member.session(
      'POST',
      '/step-up',
      assertionOf(passkey.assert(options.challenge)),
    );
    expect(confirmed.status).toBe(200);
    expect((await create()).status).toBe(201);
    expect((await member.session('DELETE', `/passkeys/${id}`)).status).toBe(204);
    expect((await member.session('DELETE', `/passkeys/${id}`)).status).toBe(404);
    const none = await member.session('POST', '/step-up/options', {});
    expect(none).toMatchObject({ status: 409, body: { reason: 'No passkey' } });
  });

  test('a link proves no presence of a member who has a passkey', async () => {
    const { member } = await withPasskey();
    const browser = openBrowser(service);
    const { token } = await aSignInLink(service, { email: member.email });
    const { body } = await browser.session('POST', '', { token });
    expect(body.stepUpExpiresAt).toBeNull();
    const response = await browser.rest('POST', '/tokens', { name: 'x', permissions: ['VIEW'] });
    expect(response.body.code).toBe('STEP_UP_REQUIRED');
  });

  test('of another member, or registered twice, is not registered', async () => {
    const { passkey } = await withPasskey();
    const other = await aSignedInMember(service, ['VIEW']);
    const made = passkey.register(await challengeOf(other, '/passkeys/options'));
    const response = await other.session('POST', '/passkeys', registrationOf(made));
    expect(response).toMatchObject({ status: 400, body: { code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS' } });
    const stale = await other.session('POST', '/passkeys', registrationOf(made));
    expect(stale.body.details.field).toBe('credential.response.clientDataJSON');
  });

  test('needs a domain name', async () => {
    const response = await fetch(`${service.url}/session/passkey/options`, {
      method: 'POST',
      headers: { origin: service.url, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'CONFLICT', reason: 'No domain name' });
  });
});
