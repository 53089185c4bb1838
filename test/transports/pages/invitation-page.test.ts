/** The page at an invitation's `url`. */
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const lines: string[] = [];
let service: Service;
let rest: Rest;

beforeAll(async () => {
  service = await startService({
    server: true,
    standing: true,
    env: { LOG_LEVEL: 'trace', TRUSTED_PROXIES: '1' },
    logTo: { write: (line) => lines.push(line) },
  });
  rest = restClient(service);
  const umaAddress = '$ada@uma.example.com';
  await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', umaAddress, currencies: ['EUR'] } });
});
afterAll(() => service?.stop());

const invite = async (fields: object = {}) => {
  const made = await rest('POST', '/invitations', {
    body: { inviterUma: '$ada@uma.example.com', ...fields },
  });
  expect(made.status).toBe(201);
  return made.body as { code: string; url: string };
};

/** Replaces the host of a URL: the server listens on a free port that PUBLIC_URL does not have. */
const at = (url: string) => `${service.url}${new URL(url).pathname}`;
let lastAddress = 0;
const anAddress = () => {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
};
const open = async (url: string, method = 'GET', from = anAddress()) => {
  const response = await fetch(at(url), { method, headers: { 'X-Forwarded-For': from } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('shows the inviter, the amount, and the code', async () => {
  const { code, url } = await invite({
    firstName: 'Ada',
    amountToSend: 1_250,
    expiresAt: '2027-01-02T03:04:05Z',
  });
  const page = await open(url);
  expect(page.status).toBe(200);
  for (const shown of [
    'Ada ($ada@uma.example.com)',
    '12.50 EUR',
    code,
    '2027-01-02T03:04:05.000Z',
    '(sandbox)',
  ]) {
    expect(page.text).toContain(shown);
  }
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const csp = page.headers.get('content-security-policy') ?? '';
  expect(csp).toContain("default-src 'none'");
  expect(csp).toContain("frame-ancestors 'none'");
  expect(csp).not.toContain('unsafe');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  // The code is case-insensitive. HEAD has the same headers and no body.
  expect((await open(url.toLowerCase())).text).toContain(code);
  expect(await open(url, 'HEAD')).toMatchObject({ status: 200, text: '' });
  expect((await open(url, 'POST')).status).toBe(405);
  // Opening the page does not claim the invitation.
  expect((await rest('GET', `/invitations/${code}`)).body.status).toBe('PENDING');
});

test('escapes text from other platforms', async () => {
  const firstName = `<script>alert("x")</script>'&amp;`;
  const { text } = await open((await invite({ firstName })).url);
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;amp;');
});

test('of a claimed, cancelled or expired invitation shows only its state', async () => {
  const claimed = await invite({ firstName: 'Ada' });
  const authorization = basic((await service.addPlatform()).token);
  await rest('POST', `/invitations/${claimed.code}/claim`, {
    body: { inviteeUma: '$grace@other.example' },
    authorization,
  });
  const cancelled = await invite({ firstName: 'Ada' });
  await rest('POST', `/invitations/${cancelled.code}/cancel`);
  const expiresAt = new Date(service.clock.real().getTime() + 1000).toISOString();
  const expired = await invite({ firstName: 'Ada', expiresAt });
  service.clock.advance(1);
  for (const [{ url, code }, said] of [
    [claimed, 'was claimed'],
    [cancelled, 'was cancelled'],
    [expired, 'has expired'],
  ] as const) {
    const { status, text } = await open(url);
    expect(status).toBe(200);
    expect(text).toContain(said);
    for (const hidden of ['Ada', '$ada', '$grace', code]) expect(text).not.toContain(hidden);
  }
});

test('of an unknown code is 404, and 429 after ten requests of one address in a minute', async () => {
  const { url } = await invite();
  const unknown = (index: number) => `${service.url}/invitations/ABCDEFGH2345678${index}`;
  const from = '192.0.2.1';
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await open(unknown(tries), 'GET', from)).status).toBe(404);
  }
  const limited = await open(url, 'GET', from);
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await open(url)).status).toBe(200);
});

test('a path without a valid code is 404', async () => {
  for (const path of [
    '/invitations/',
    '/invitations/a/b',
    `/invitations/${'A'.repeat(65)}`,
    '/invitations/a%20b',
  ]) {
    const status = await new Promise((resolve, reject) => {
      request(`${service.url}${path}`, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status, path).toBe(404);
  }
});

test('codes are not logged', async () => {
  const { code, url } = await invite();
  await open(url);
  await rest('GET', `/invitations/${code}`);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toContain(code);
});

test('INVITATION_URL replaces the page', async () => {
  const elsewhere = await startService({
    server: true,
    standing: true,
    env: { INVITATION_URL: 'https://app.example/claim?code={code}' },
  });
  try {
    const client = restClient(elsewhere);
    const umaAddress = '$ada@uma.example.com';
    await client('POST', '/customers', { body: { customerType: 'INDIVIDUAL', umaAddress } });
    const { body } = await client('POST', '/invitations', { body: { inviterUma: umaAddress } });
    expect(body.url).toBe(`https://app.example/claim?code=${body.code}`);
  } finally {
    await elsewhere.stop();
  }
});
