/**
 * The front end of the guide in Chromium, on another origin than the service: it lists, paginates and follows payments over a
 * restart of the server and the end of its token. Apollo Client and urql are the published packages.
 */
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createViteServer } from 'vitest/node';
import { anAccessToken } from '../support/access-tokens.ts';
import { chromiumPath, noChromium, openPage, secretsOf, startChromium } from '../support/chromium.ts';
import { TransferOut } from '../support/documents.ts';
import { freePort } from '../support/free-port.ts';
import { bundleFrontEnd, dashboard, type FrontEnd, serveFrontEnd } from '../support/front-end.ts';
import { aBankAccount, aPayer, type Payer } from '../support/parties.ts';
import { type Service, startService } from '../support/service.ts';

if (!chromiumPath) console.log(noChromium);

interface PageState {
  readonly seen: readonly {
    cursor?: string;
    status?: string;
    transaction?: { id: string };
    error?: string;
  }[];
  readonly closes: readonly (readonly [number, string])[];
}

describe.skipIf(!chromiumPath)('in Chromium', () => {
  let service: Service;
  let browser: Browser;
  let folder: string;
  let listed: FrontEnd;
  let unlisted: FrontEnd;
  let vitePort: string;
  let payer: Payer;
  let bank: string;
  /** The credentials and bodies that pages have sent and received. */
  const traffic: string[] = [];

  const pay = async (): Promise<string> => {
    const input = { source: payer.accountId, destination: bank, amount: 100 };
    const { transferOut } = (await service.send(TransferOut, { input })).data;
    if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
    return transferOut.id;
  };
  const aToken = async (expiresInMs?: number) => {
    const { authorization } = await anAccessToken(service, ['READ'], {
      customerId: payer.customerId,
      subject: 'grace@office',
      ...(expiresInMs !== undefined && { expiresInMs }),
    });
    return authorization.slice('Bearer '.length);
  };

  beforeAll(async () => {
    [folder, browser, vitePort] = await Promise.all([bundleFrontEnd(dashboard), startChromium(), freePort()]);
    // The first tokens end during the test.
    let tokens = 0;
    const session = async () => {
      tokens += 1;
      return aToken(tokens <= 9 ? 4_000 : undefined);
    };
    listed = await serveFrontEnd(folder, session);
    unlisted = await serveFrontEnd(folder, session);
    service = await startService({
      server: true,
      env: { ALLOWED_ORIGINS: `${listed.origin},http://localhost:${vitePort}`, GRAPHIQL: 'on' },
    });
    payer = await aPayer(service, 1_000_000);
    bank = await aBankAccount(service, payer.customerId);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([listed?.close(), unlisted?.close()]);
    await service?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a page that records the close codes of its sockets. */
  const open = (url: string): Promise<Page> =>
    openPage(
      browser,
      url,
      traffic,
      `globalThis.closes = [];
      const Native = globalThis.WebSocket;
      globalThis.WebSocket = class extends Native {
        constructor(...args) {
          super(...args);
          this.addEventListener('close', ({ code, reason }) => globalThis.closes.push([code, reason]));
        }
      };
      globalThis.blocked = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => globalThis.blocked.push(effectiveDirective));`,
    );
  const call = <T>(page: Page, expression: string): Promise<T> => page.evaluate(expression) as Promise<T>;
  const stateOf = (page: Page) => call<PageState>(page, '({ seen, closes })');
  const stepsOf = ({ seen }: PageState) =>
    seen.map(({ status, transaction, error }) => error ?? `${transaction?.id} ${status}`);

  test('pages with Apollo Client, urql and server-sent events miss no update and show none twice', async () => {
    const existing = [await pay(), await pay(), await pay()];
    const pages = await Promise.all(['apollo', 'urql', 'sse'].map(() => open(listed.origin)));
    const [apollo, urql, sse] = pages as [Page, Page, Page];
    for (const [page, name] of [
      [apollo, 'apollo'],
      [urql, 'urql'],
    ] as const) {
      const { ids, pages: count } = await call<{ ids: string[]; pages: number }>(
        page,
        `frontEnd.start('${name}', '${service.url}')`,
      );
      // With the deposit of the payer.
      expect([name, count, new Set(ids).size]).toEqual([name, 2, existing.length + 1]);
      expect(ids).toEqual(expect.arrayContaining(existing));
    }
    await call(sse, `frontEnd.follow('${service.url}')`);
    await expect
      .poll(() => service.app.tail.bufferOf(service.platform.principal.platform.id).subscriberCount)
      .toBe(3);

    const paid: string[] = [];
    const allSeen = async () => {
      const expected = paid.flatMap((id) =>
        ['PENDING', 'PROCESSING', 'COMPLETED'].map((status) => `${id} ${status}`),
      );
      for (const page of pages) {
        await expect
          .poll(async () => stepsOf(await stateOf(page)).filter((step) => expected.includes(step)).length)
          .toBeGreaterThanOrEqual(expected.length);
      }
    };
    paid.push(await pay());
    await allSeen();
    // During the restart, nothing is connected.
    await service.restartServer();
    // The first request on a kept connection fails, and the service has not received it.
    paid.push(await pay().catch(pay));
    await allSeen();
    for (const page of [apollo, urql]) {
      await expect.poll(async () => (await stateOf(page)).closes).toContainEqual([4403, 'token expired']);
    }
    paid.push(await pay(), await pay());
    await allSeen();

    for (const page of pages) {
      const state = await stateOf(page);
      const steps = stepsOf(state).filter((step) => !existing.some((id) => step.startsWith(id)));
      const expected = paid.flatMap((id) =>
        ['PENDING', 'PROCESSING', 'COMPLETED'].map((status) => `${id} ${status}`),
      );
      expect([...steps].sort()).toEqual([...expected].sort());
      expect(new Set(stepsOf(state)).size).toBe(state.seen.length);
      await page.close();
    }
    expect((await stateOf(await open(listed.origin))).closes).toEqual([]);
  });

  test('a page reads errors, their headers and REST, and its signed requests pass the preflight', async () => {
    const page = await open(listed.origin);
    const token = await aToken();
    const fetched = (path: string, init: object) =>
      call<{ status: number; requestId: string | null; body: { code?: string; errors?: unknown } }>(
        page,
        `fetch('${service.url}${path}', ${JSON.stringify(init)}).then(async (response) => ({
          status: response.status, requestId: response.headers.get('x-request-id'), body: await response.json() }))`,
      );
    const authorization = `Bearer ${token}`;
    const read = await fetched('/2025-10-13/transactions', { headers: { authorization } });
    expect(read).toMatchObject({ status: 200, requestId: expect.any(String) });
    for (const [path, init, status] of [
      ['/2025-10-13/transactions', { headers: { authorization: 'Bearer x' } }, 401],
      ['/2025-10-13/transactions', {}, 401],
      ['/2025-10-13/none', { headers: { authorization } }, 404],
      [
        '/2025-10-13/quotes',
        {
          method: 'POST',
          headers: {
            authorization,
            'content-type': 'application/json',
            'idempotency-key': 'k',
            'request-id': 'r',
            'service-wallet-signature': 's',
            'last-event-id': 'l',
          },
          body: '{}',
        },
        403,
      ],
      [
        '/graphql',
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: `"${'x'.repeat(2_000_000)}"`,
        },
        413,
      ],
    ] as const) {
      expect([path, status, (await fetched(path, init)).status]).toEqual([path, status, status]);
    }
    await page.close();
  });

  test('a page of an origin that is not listed reads nothing and opens no socket', async () => {
    const page = await open(unlisted.origin);
    const token = await aToken();
    for (const path of [
      '/graphql?query={__typename}',
      '/2025-10-13/transactions',
      '/2025-10-13/openapi.json',
    ]) {
      const outcome = await call<string>(
        page,
        `fetch('${service.url}${path}', { headers: { authorization: 'Bearer ${token}' } }).then(({ status }) => String(status), ({ name }) => name)`,
      );
      expect([path, outcome]).toEqual([path, 'TypeError']);
    }
    const socket = `new Promise((resolve) => {
      const socket = new WebSocket('${service.url.replace('http', 'ws')}/graphql', 'graphql-transport-ws');
      socket.onopen = () => resolve('open');
      socket.onclose = ({ code }) => resolve(code);
    })`;
    expect(await call(page, socket)).toBe(1006);
    await page.close();
    const own = await open(listed.origin);
    expect(await call(own, socket)).toBe('open');
    await own.close();
  });

  test('the proxy of Vite passes HTTP and WebSocket of a listed origin', async () => {
    const vite = await createViteServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      server: {
        port: Number(vitePort),
        strictPort: true,
        host: 'localhost',
        hmr: false,
        proxy: {
          '/graphql': { target: service.url, changeOrigin: true, ws: true },
          '/2025-10-13': { target: service.url, changeOrigin: true },
          '/session': { target: listed.origin },
        },
      },
    });
    try {
      await vite.listen();
      const origin = `http://localhost:${vitePort}`;
      const page = await open(origin);
      await page.waitForFunction('globalThis.frontEnd');
      const { ids } = await call<{ ids: string[] }>(page, `frontEnd.start('urql', location.origin)`);
      expect(ids.length).toBeGreaterThan(2);
      const id = await pay();
      await expect.poll(async () => stepsOf(await stateOf(page))).toContain(`${id} COMPLETED`);
      const rest = `fetch('/2025-10-13/exchange-rates', { headers: { authorization: 'Bearer ${await aToken()}' } }).then(({ status }) => status)`;
      expect(await call(page, rest)).toBe(200);
      await page.close();
    } finally {
      await vite.close();
    }
  });

  test('the pages of the service work: GraphiQL, and a failed Bearer request without a password window', async () => {
    const page = await open(`${service.url}/graphql`);
    await page.waitForSelector('.graphiql-container');
    for (const authorization of ['Bearer x', '']) {
      const request = `fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: '${authorization}' },
        body: JSON.stringify({ query: '{ viewer { __typename } }' }),
      }).then(({ status }) => status)`;
      expect([authorization, await call(page, request)]).toEqual([authorization, 401]);
    }
    const introspection = `fetch('/graphql', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __schema { queryType { name } } }"}',
    }).then(({ status }) => status)`;
    expect(await call(page, introspection)).toBe(200);
    expect(await call(page, 'blocked')).toEqual([]);
    await page.close();
  });

  test('GraphiQL runs no script but its own', async () => {
    const page = await open(`${service.url}/graphql`);
    await page.waitForSelector('.graphiql-container');
    const inserted = `
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="globalThis.ran = 1"><a href="javascript:globalThis.ran = 2">link</a>');
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = 3' }));
      document.querySelector('a[href^=javascript]').click();`;
    await page.evaluate(inserted);
    await expect.poll(() => call<string[]>(page, 'blocked')).toHaveLength(3);
    expect(await call(page, 'globalThis.ran ?? "nothing"')).toBe('nothing');
    await page.close();
  });

  test('no page has had a secret of the platform', () => {
    expect(traffic.length).toBeGreaterThan(50);
    expect(traffic.some((text) => text.includes('Bearer '))).toBe(true);
    expect(secretsOf(service.platform.token, traffic)).toEqual([]);
  });
});
