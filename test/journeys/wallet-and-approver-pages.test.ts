/**
 * The pages of the guides for wallets and approvers, in Chromium, on other origins than the service. A page has one access
 * token and no secret of the platform.
 */
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccessToken } from '../support/access-tokens.ts';
import {
  addAuthenticator,
  chromiumPath,
  noChromium,
  openPage,
  secretsOf,
  startChromium,
} from '../support/chromium.ts';
import { type ConnectedAgents, startConnectedAgents } from '../support/connected-agents.ts';
import { bundleFrontEnd, type FrontEnd, serveFrontEnd } from '../support/front-end.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { aBankAccount } from '../support/parties.ts';
import { type Rest, restClient } from '../support/rest.ts';
import { aWalletHolder, aWalletQuote } from '../support/rest-parties.ts';

if (!chromiumPath) console.log(noChromium);

/** A wallet, whose functions the test calls, and the list of actions that an approver reads. */
const entry = `
import { approverPage } from './approver.js';
import { authorizedFetch } from './session.js';
import { payQuote, registerPasskey, signIn, walletClient } from './wallet.js';

globalThis.walletPage = (service) => {
  const client = walletClient(service);
  let session;
  return {
    add: (accountId, nickname, signer) => registerPasskey(client, accountId, nickname, signer),
    signIn: async (credentialId) => {
      session = await signIn(client, credentialId);
      const { extractable } = session.key.cryptoKeys.privateKey;
      return { accountId: session.accountId, extractable };
    },
    stamp: (payload) => session.stamp(payload),
    pay: (quoteId) => payQuote(client, session, quoteId),
  };
};

const money = ({ amount, currency }) => (amount / 100).toFixed(2) + ' ' + currency.code;

globalThis.startApprover = async (service) => {
  const show = (action) => {
    const { payee, sourceAccount, decision } = action;
    const lines = [
      action.status,
      'to ' + payee.displayName + ', account ' + payee.last4 + ', ' + payee.country,
      'for ' + action.description,
      'sends ' + money(action.sendingAmount) + ', fees ' + action.fees,
      'receives ' + money(action.receivingAmount),
      'balance ' + sourceAccount.availableBalance + ' ' + sourceAccount.currency,
      ...action.limits.map((one) => one.name + ': ' + one.remaining + ' of ' + one.limit),
      'because ' + action.reason,
    ];
    if (decision) lines.push((decision.isApproved ? 'approved' : 'rejected') + ' by ' + decision.decidedBy + ': ' + decision.comment);
    const id = 'action-' + action.id.split(':')[1];
    const section = document.getElementById(id) ?? document.body.appendChild(document.createElement('section'));
    section.id = id;
    const button = (text, decide) => {
      const made = document.createElement('button');
      made.textContent = text;
      made.onclick = () => decide().catch(({ message }) => { document.body.dataset.error = message; });
      return made;
    };
    const list = document.createElement('ul');
    for (const line of lines) list.appendChild(document.createElement('li')).textContent = line;
    section.replaceChildren(
      list,
      button('Approve', () => decisions.approve(action.id, 'Agreed')),
      button('Reject', () => decisions.reject(action.id, 'Twice')),
    );
  };
  const decisions = await approverPage(service, show);
};

globalThis.request = async (url, init = {}) => {
  const response = await authorizedFetch(url, { ...init, headers: { 'content-type': 'application/json', accept: 'application/json', ...init.headers } });
  return { status: response.status, text: await response.text() };
};
`;

const call = <T>(page: Page, expression: string): Promise<T> => page.evaluate(expression) as Promise<T>;

describe.skipIf(!chromiumPath)('in Chromium', () => {
  let agents: ConnectedAgents;
  let rest: Rest;
  let browser: Browser;
  let folder: string;
  const frontEnds: FrontEnd[] = [];
  /** What pages have sent, and the messages of their sockets. */
  const traffic: string[] = [];
  let holder: Awaited<ReturnType<typeof aWalletHolder>>;

  const tokenOf = async (
    ...input: Parameters<typeof anAccessToken> extends [unknown, ...infer Rest] ? Rest : []
  ) => (await anAccessToken(agents.service, ...input)).authorization.slice('Bearer '.length);

  beforeAll(async () => {
    [folder, browser] = await Promise.all([bundleFrontEnd(entry), startChromium()]);
    const sessions = [
      () => tokenOf(['WALLET'], { customerId: holder.customerId }),
      () => tokenOf(['APPROVE'], { subject: 'grace@office' }),
      () => tokenOf(['APPROVE'], { subject: 'alan@office' }),
    ];
    for (const session of sessions) frontEnds.push(await serveFrontEnd(folder, session));
    const origins = frontEnds.flatMap(({ origin }) => [origin, atLocalhost(origin)]);
    agents = await startConnectedAgents({ ALLOWED_ORIGINS: origins.join(',') });
    rest = restClient(agents.service);
    await rest('PATCH', '/config', { body: { wallets: { severalPasskeys: true, clientHeldKeys: true } } });
    holder = await aWalletHolder(rest, 'ada@example.com');
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all(frontEnds.map((frontEnd) => frontEnd.close()));
    await agents?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Passkeys of the sandbox are bound to localhost. */
  const atLocalhost = (origin: string) => origin.replace('127.0.0.1', 'localhost');

  describe('a passkey wallet', () => {
    /** A page on a device with an authenticator of its own. */
    async function aDevice(): Promise<Page> {
      const page = await openPage(browser, atLocalhost(frontEnds[0]?.origin ?? ''), traffic);
      await addAuthenticator(page);
      await call(page, `void (globalThis.wallet = walletPage('${agents.service.url}'))`);
      return page;
    }

    test('registers a passkey, signs in with a key of the page, and pays; then with a passkey of another device', async () => {
      const { accountId } = holder;
      const phone = await aDevice();
      const first = await call<{ id: string }>(phone, `wallet.add('${accountId}', 'Phone')`);
      const signedIn = { accountId, extractable: false };
      expect(await call(phone, `wallet.signIn('${first.id}')`)).toEqual(signedIn);
      const quoteId = await aWalletQuote(rest, holder);
      const paid = await call<{ id: string; status: string }>(phone, `wallet.pay('${quoteId}')`);
      expect(paid).toMatchObject({ id: expect.stringMatching(/^Transaction:/), status: 'PROCESSING' });

      // The options name the passkey of this device, so the browser makes no second one here.
      const again = call(phone, `wallet.add('${accountId}', 'Phone again')`);
      await expect(again).rejects.toThrow('The device has a passkey of this account.');
      const laptop = await aDevice();
      await expect(call(laptop, `wallet.add('${accountId}', 'Laptop')`)).rejects.toThrow('withSigner');
      await laptop.exposeFunction('askPhone', (payload: string) =>
        call(phone, `wallet.stamp(${JSON.stringify(payload)})`),
      );
      const signed = `wallet.add('${accountId}', 'Laptop', { stamp: askPhone })`;
      const second = await call<{ id: string }>(laptop, signed);
      expect(await call(laptop, `wallet.signIn('${second.id}')`)).toEqual(signedIn);
      const next = await call<{ id: string }>(laptop, `wallet.pay('${await aWalletQuote(rest, holder)}')`);

      await agents.advance(60);
      for (const { id } of [paid, next]) {
        expect((await rest('GET', `/transactions/${id}`)).body.status).toBe('COMPLETED');
      }
      const { body } = await sendQuery(
        agents.service,
        'query ($id: ID!) { internalAccount(id: $id) { credentials(first: 12) { nickname type } } }',
        { id: accountId },
      );
      expect(body.data.internalAccount.credentials).toEqual([
        { nickname: 'Phone', type: 'PASSKEY' },
        { nickname: 'Laptop', type: 'PASSKEY' },
      ]);
      // The passkey of the other device cannot sign in here.
      await expect(call(phone, `wallet.signIn('${second.id}')`)).rejects.toThrow(
        'The user cancelled, or the time ran out.',
      );
      await Promise.all([phone.close(), laptop.close()]);
    });
  });

  describe('the page of an approver', () => {
    const waits = {
      permissions: ['CREATE_TRANSFERS'],
      approvalThresholds: { currency: 'USD', amount: 500 },
    } as const;
    let pages: readonly [Page, Page];

    beforeAll(async () => {
      const [, ...fronts] = frontEnds;
      const opened = await Promise.all(
        fronts.map(async ({ origin }) => {
          const page = await openPage(browser, origin, traffic);
          await call(page, `startApprover('${agents.service.url}')`);
          return page;
        }),
      );
      pages = opened as unknown as [Page, Page];
    });

    async function anAction(memo: string) {
      const agent = await agents.anAgent({ ...waits, permissions: [...waits.permissions] });
      const bank = await aBankAccount(agents.service, agent.payer.customerId, '4321');
      const input = { source: agent.payer.accountId, destination: bank, amount: 2_500, description: memo };
      const { body } = await sendQuery(
        agents.service,
        'mutation ($input: TransferInput!) { agentTransferOut(input: $input) { ... on AgentAction { id } } }',
        { input },
        { authorization: agent.authorization },
      );
      const id: string = body.data.agentTransferOut.id;
      return { agent, id, selector: `#action-${id.split(':')[1]}` };
    }
    const linesOf = async (page: Page, selector: string) =>
      (await page.locator(`${selector} li`).allTextContents()) as string[];

    test('shows what is waiting, decides, and shows the decision to the other approver', async () => {
      const [grace, alan] = pages;
      const { agent, id, selector } = await anAction('Invoice 17');
      const shown = [
        'PENDING_APPROVAL',
        'to Grace Hopper, account 4321, US',
        'for Invoice 17',
        'sends 25.00 USD, fees 0',
        'receives 25.00 USD',
        `balance ${await agents.balanceOf(agent)} USD`,
        'PER_TRANSACTION_LIMIT: 1000000 of 1000000',
        'because 25.00 USD is above the approval threshold of 5.00 USD.',
      ];
      for (const page of pages) await expect.poll(() => linesOf(page, selector)).toEqual(shown);
      await grace.click(`${selector} button:text('Approve')`);
      for (const page of pages) {
        await expect
          .poll(async () => (await linesOf(page, selector)).at(-1))
          .toBe('approved by grace@office: Agreed');
        expect((await linesOf(page, selector))[0]).toBe('APPROVED');
      }
      await alan.click(`${selector} button:text('Reject')`);
      await expect
        .poll(() => call(alan, 'document.body.dataset.error'))
        .toBe('The agent action is not waiting for a decision.');

      const other = await anAction('Invoice 18');
      await alan.click(`${other.selector} button:text('Reject')`);
      await expect
        .poll(async () => (await linesOf(grace, other.selector)).at(-1))
        .toBe('rejected by alan@office: Twice');
      expect(await agents.now(id)).toMatchObject({ status: 'APPROVED' });
      expect(await agents.now(other.id)).toMatchObject({ status: 'REJECTED' });
    });

    test('reads what already waits when it opens, and nothing else of the platform', async () => {
      const { selector, agent } = await anAction('Invoice 19');
      const page = await openPage(browser, frontEnds[1]?.origin ?? '', traffic);
      await call(page, `startApprover('${agents.service.url}')`);
      expect(await linesOf(page, selector)).toContain('for Invoice 19');

      const { customerId, accountId } = agent.payer;
      const url = agents.service.url;
      const requested = (path: string, init: object = {}) =>
        call<{ status: number; text: string }>(page, `request('${url}${path}', ${JSON.stringify(init)})`);
      for (const query of [
        '{ customers { nodes { id } } }',
        `{ customer(id: "${customerId}") { email } }`,
        `{ internalAccount(id: "${accountId}") { id } }`,
        '{ transactions { nodes { id } } }',
        '{ events { nodes { id } } }',
        '{ platformConfig { id } }',
        '{ agentActions { nodes { customer { email } } } }',
        `mutation { transferOut(input: { source: "${accountId}", destination: "${accountId}", amount: 1 }) { ... on ServiceError { errorCode } } }`,
        'mutation { createAccessToken(input: { scopes: [READ] }) { ... on ServiceError { errorCode } } }',
      ]) {
        const { text } = await requested('/graphql', { method: 'POST', body: JSON.stringify({ query }) });
        expect([query, /"(?:errorC|c)ode":"FORBIDDEN"/.test(text)]).toEqual([query, true]);
        expect(text).not.toMatch(/@example\.com|"id":/);
      }
      for (const path of [
        '/customers',
        '/transactions',
        '/config',
        '/customers/external-accounts',
        '/tokens',
      ]) {
        expect([path, (await requested(`/2025-10-13${path}`)).status]).toEqual([path, 403]);
      }
      await page.close();
    });
  });

  test('no page has had a secret of the platform', () => {
    const scopes = traffic.flatMap((text) => {
      const [, payload] = /Bearer [\w-]+\.([\w-]+)\./.exec(text) ?? [];
      return payload === undefined ? [] : [Buffer.from(payload, 'base64url').toString()];
    });
    expect(scopes.length).toBeGreaterThan(20);
    expect(secretsOf(agents.service.platform.token, traffic)).toEqual([]);
  });
});
