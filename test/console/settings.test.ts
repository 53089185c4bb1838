/** The settings, the audit log, the request log and the GraphQL page of the console, in Chromium. */
import { readFileSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TextMail } from '../../src/infrastructure/mail/mailer.ts';
import { chromiumPath, noChromium, startChromium } from '../support/chromium.ts';
import { axeViolations, openConsole, problemsOf } from '../support/console-page.ts';
import { aConsoleMember, type ConsoleMember, openLink } from '../support/console-session.ts';
import { aConsoleWorld, type ConsoleWorld, hostileText, sendTo } from '../support/console-world.ts';
import { basic, type Service, startService } from '../support/service.ts';

if (!chromiumPath) console.log(noChromium);

/** A member that nobody deletes, whose texts are markup. */
const hostileName = hostileText.slice(0, 100);

describe.skipIf(!chromiumPath)('the settings and logs of the console', () => {
  let service: Service;
  let browser: Browser;
  let world: ConsoleWorld;
  let member: ConsoleMember;
  let viewer: ConsoleMember;
  let hostileId = '';
  const mails: TextMail[] = [];
  const platform = (query: string, variables?: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: the test reads what its document selects.
    sendTo(service, basic(service.platform.token), query, variables) as Promise<any>;

  beforeAll(async () => {
    const mailer = {
      send: async () => false,
      sendText: async (mail: TextMail) => {
        mails.push(mail);
        return true;
      },
    };
    [service, browser] = await Promise.all([
      startService({ server: true, ports: { mailer } }),
      startChromium(),
    ]);
    world = await aConsoleWorld(service, basic(service.platform.token));
    member = await aConsoleMember(service);
    viewer = await aConsoleMember(service, { name: 'Ada Byron', roles: ['VIEW'] });
    const { createMember } = await platform(
      `mutation ($input: CreateMemberInput!) { createMember(input: $input) { ... on Member { id } } }`,
      { input: { name: hostileName, email: 'hostile@example.com', roles: ['VIEW'] } },
    );
    hostileId = createMember.id;
    expect(hostileId).toBeTruthy();
    await platform(
      `mutation ($input: UpdatePlatformConfigInput!) { updatePlatformConfig(input: $input) { __typename } }`,
      { input: { oidcIssuers: [{ issuer: 'https://accounts.google.com', audiences: [hostileName] }] } },
    );
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const pages = () => [
    ['/settings/members', 'Members'],
    [`/settings/members/${hostileId}`, 'Sessions'],
    ['/settings/approvals', 'Notifications'],
    ['/settings/currencies', 'Currencies'],
    ['/settings/rates', 'Corridors'],
    ['/settings/wallets', 'Issuers'],
    ['/settings/webhook-keys', 'Key that signs'],
    ['/settings/audit-log', 'Audit log'],
    ['/developers/requests', 'Requests'],
    ['/developers/graphql', 'Document'],
  ];

  test('no page has an accessibility violation, a violation of the policy or an error, and each fits a phone', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/settings');
    for (const [path = '', label = ''] of pages()) expect(await problemsOf(page, path, label)).toEqual([]);
    expect(defects).toEqual([]);
    await context.close();
  });

  test('markup in the records of the settings and logs is shown as text', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/settings/members');
    await page.getByLabel('Members', { exact: true }).getByText(hostileName).waitFor();
    await page.getByRole('link', { name: hostileName }).click();
    await page.getByRole('heading', { level: 1, name: hostileName }).waitFor();
    await page.goto('/settings/wallets');
    await page.getByLabel('Issuers', { exact: true }).getByText(hostileName).waitFor();
    expect(await page.evaluate('globalThis.hostile')).toBeUndefined();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('a member with the role View sees each page, with the reason why nothing on it can be changed', async () => {
    const { page, context } = await openConsole(browser, viewer, '/settings/members');
    const reasons = [
      ['/settings/members', 'A member with the role Manage can add, change and remove members.'],
      ['/settings/approvals', 'A member with the roles Manage and Transact can change the approval rules.'],
      ['/settings/currencies', 'A member with the role Manage can change currencies and limits.'],
      ['/settings/rates', 'A member with the role Manage can change spread and fees.'],
      ['/settings/wallets', 'A member with the role Manage can change these settings.'],
      ['/settings/webhook-keys', 'A member with the role Manage can rotate the key.'],
    ] as const;
    for (const [path, reason] of reasons) {
      await page.goto(path);
      await page.getByText(reason).waitFor();
      await page.getByLabel('Loading').waitFor({ state: 'detached' });
      const controls = page.getByRole('button', { name: /^(New|Add|Save|Change|Remove|Rotate|Replace)/ });
      expect([path, await controls.count()]).toEqual([path, 0]);
    }
    await page.goto('/settings/members');
    await page.getByRole('link', { name: hostileName }).click();
    await page
      .getByText('A member with the role Manage can change members and see their sessions.')
      .waitFor();
    expect(await page.getByLabel('Sessions', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Send sign-in link' }).count()).toBe(0);
    await context.close();
  });

  test('a member is added, gets a link, gets another role, and is removed; its session ends', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/settings/members');
    await page.getByRole('button', { name: 'New member' }).click();
    const window = page.getByRole('dialog', { name: 'New member' });
    await window.getByRole('textbox', { name: 'Name' }).fill('Joan Clarke');
    await window.getByRole('textbox', { name: 'E-mail' }).fill(viewer.email);
    await window.getByRole('button', { name: 'Add member' }).click();
    await window.getByRole('alert').waitFor();
    await window.getByRole('textbox', { name: 'E-mail' }).fill('no address');
    await window.getByRole('button', { name: 'Add member' }).click();
    await expect
      .poll(() => window.getByRole('textbox', { name: 'E-mail' }).getAttribute('aria-invalid'))
      .toBe('true');
    await window.getByRole('textbox', { name: 'E-mail' }).fill('joan@example.com');
    expect(await axeViolations(page)).toEqual([]);
    await window.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('heading', { level: 1, name: 'Joan Clarke' }).waitFor();
    await page.getByText('Not signed in').waitFor();
    await expect.poll(() => mails.filter(({ to }) => to === 'joan@example.com').length).toBe(1);
    await page.getByRole('button', { name: 'Send sign-in link' }).click();
    await page.getByText('A link is on its way to joan@example.com').waitFor();
    await expect.poll(() => mails.filter(({ to }) => to === 'joan@example.com').length).toBe(2);

    const save = page.getByRole('button', { name: 'Save member' });
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /^Approve/ }).check();
    await save.click();
    await page.getByText('Saved. It applies at once.').waitFor();
    const [token] = mails.flatMap(({ to, text }) =>
      to === 'joan@example.com' ? (/#token=([\w-]{43})/.exec(text)?.[1] ?? []) : [],
    );
    const joan = await browser.newContext({ baseURL: member.origin });
    const tab = await joan.newPage();
    await openLink(tab, `/sign-in#token=${token}`);
    await tab.getByLabel('What waits').waitFor();
    await page.reload();
    const sessions = page.getByLabel('Sessions of the member', { exact: true });
    await sessions.getByRole('button', { name: /^End the session of / }).click();
    await page.getByText('Not signed in').waitFor();
    await tab.getByText('Your session has ended').waitFor();

    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove the member' }).click();
    await page.waitForURL('**/settings/members');
    await page.getByLabel('Members', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('joan@example.com').count()).toBe(0);
    expect(defects).toEqual([]);
    await Promise.all([context.close(), joan.close()]);
  });

  test('a member cannot give a role that it lacks, or change its own roles', async () => {
    const manager = await aConsoleMember(service, { name: 'Edith Clarke', roles: ['VIEW', 'MANAGE'] });
    const { page, context } = await openConsole(browser, manager, '/settings/members');
    await page.getByRole('link', { name: 'Ada Byron' }).click();
    const role = (name: RegExp) => page.getByRole('checkbox', { name });
    expect(await role(/^Manage/).isDisabled()).toBe(false);
    expect(await role(/^Approve/).isDisabled()).toBe(true);
    await page.goto('/settings/members');
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    expect(await page.getByRole('textbox', { name: 'E-mail' }).isDisabled()).toBe(true);
    await page.getByText('Only a member who has all roles of this member can change the address.').waitFor();
    // A role can be taken away by a member who lacks it.
    expect(await role(/^Approve/).isDisabled()).toBe(false);
    await page.goto('/settings/members');
    await page.getByRole('link', { name: 'Edith Clarke (you)' }).click();
    await page.getByText('Another member can change your roles.').waitFor();
    expect(await role(/^Manage/).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    await page.getByText('This session').waitFor();
    await context.close();
  });

  test('limits of a currency are changed at their fields, and a currency is added and removed', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/settings/currencies');
    const list = page.getByLabel('Currencies', { exact: true });
    const configured = async () =>
      (
        await platform(
          '{ platformConfig { currencies { currencyCode minAmount maxAmount requiredCounterpartyFields { name mandatory } } } }',
        )
      ).platformConfig.currencies;
    const before = await configured();
    await page.getByRole('button', { name: 'Change USD', exact: true }).click();
    const window = page.getByRole('dialog', { name: 'Limits of USD' });
    await window.getByLabel('At least, each payment').fill('1.005');
    await window.getByRole('button', { name: 'Save currency' }).click();
    await window.getByText('USD has at most 2 decimals.').waitFor();
    await window.getByLabel('At least, each payment').fill('20');
    await window.getByLabel('At most, each payment').fill('10');
    await window.getByRole('button', { name: 'Save currency' }).click();
    await expect
      .poll(() => window.getByLabel('At most, each payment').getAttribute('aria-invalid'))
      .toBe('true');
    await window.getByLabel('At least, each payment').fill('1.50');
    await window.getByLabel('At most, each payment').fill('60000');
    expect(await axeViolations(page)).toEqual([]);
    await window.getByRole('button', { name: 'Save currency' }).click();
    await list.getByText('60,000.00').first().waitFor();
    expect(await configured()).toEqual(
      before.map((one: { currencyCode: string }) =>
        one.currencyCode === 'USD' ? { ...one, minAmount: 150, maxAmount: 6_000_000 } : one,
      ),
    );

    // The sandbox has every currency.
    const change = page.getByRole('button', { name: 'Change THB' });
    expect(await page.getByRole('button', { name: 'Add currency' }).count()).toBe(0);
    await change.click();
    await page.getByRole('button', { name: 'Remove the currency' }).click();
    await page.getByRole('button', { name: 'Add currency' }).click();
    expect(await change.count()).toBe(0);
    const added = page.getByRole('dialog', { name: 'Add a currency' });
    await added.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'THB' }).click();
    await added.getByLabel('At least, each payment').fill('10');
    await added.getByLabel('At most, each payment').fill('90000');
    await added.getByRole('button', { name: 'Save currency' }).click();
    await change.waitFor();
    await list.getByText('90,000.00').first().waitFor();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('the relying party and the issuers of wallets are changed, with errors at their field', async () => {
    const { page, context } = await openConsole(browser, member, '/settings/wallets');
    await page.getByLabel('Domain (relying party id)').fill('Not a domain');
    await page.getByLabel('Origins').fill('http://elsewhere.example');
    await page.getByRole('button', { name: 'Save relying party' }).click();
    const isInvalid = (label: string) => page.getByLabel(label).getAttribute('aria-invalid');
    await expect.poll(() => isInvalid('Domain (relying party id)')).toBe('true');
    await page.getByLabel('Domain (relying party id)').fill('example.com');
    await page.getByRole('button', { name: 'Save relying party' }).click();
    await expect.poll(() => isInvalid('Origins')).toBe('true');
    expect(await isInvalid('Domain (relying party id)')).not.toBe('true');
    await page.getByLabel('Origins').fill('https://app.example.com\nhttps://www.example.com');
    await page.getByRole('button', { name: 'Save relying party' }).click();
    await page.getByText('Saved.').waitFor();

    await page.getByRole('button', { name: 'Add issuer' }).click();
    const window = page.getByRole('dialog', { name: 'OpenID Connect issuer' });
    await window.getByLabel('Issuer').fill('nowhere');
    await window.getByLabel('Audiences').fill('app');
    await window.getByRole('button', { name: 'Save issuer' }).click();
    await expect.poll(() => window.getByLabel('Issuer').getAttribute('aria-invalid')).toBe('true');
    await window.getByLabel('Issuer').fill('https://login.example.com');
    await window.getByRole('button', { name: 'Save issuer' }).click();
    await page.getByRole('button', { name: 'Remove https://accounts.google.com' }).click();
    await expect.poll(() => page.getByText('https://accounts.google.com').count()).toBe(0);
    const { platformConfig } = await platform(
      '{ platformConfig { passkeys { rpId origins } oidcIssuers { issuer audiences } } }',
    );
    expect(platformConfig).toEqual({
      passkeys: { rpId: 'example.com', origins: ['https://app.example.com', 'https://www.example.com'] },
      oidcIssuers: [{ issuer: 'https://login.example.com', audiences: ['app'] }],
    });
    await context.close();
  });

  test.each<[string, string, (page: Page) => Promise<void>, RegExp]>([
    [
      '/settings/wallets',
      'WalletSignInSettings',
      async (page) => {
        await page.getByRole('button', { name: 'Add issuer' }).click();
        const window = page.getByRole('dialog', { name: 'OpenID Connect issuer' });
        await window.getByLabel('Issuer').fill('https://other.example.com');
        await window.getByLabel('Audiences').fill('app');
        await window.getByRole('button', { name: 'Save issuer' }).click();
        await window.waitFor({ state: 'hidden' });
        // The window returns the focus, for those who use the keyboard.
        await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add issuer');
      },
      /^(Add issuer|Change|Remove)/,
    ],
    [
      '/developers/webhooks',
      'Endpoints',
      async (page) => {
        await page.getByLabel('New endpoint').fill('https://example.com/another');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
      },
      /^(Add|Pause|Resume|Remove)$/,
    ],
  ])(
    'a list on %s cannot be changed again before it is loaded after a change, which it would undo',
    async (path, query, change, actions) => {
      const { page, context, defects } = await openConsole(browser, member, path);
      const buttons = page.getByRole('main').getByRole('button', { name: actions });
      await expect.poll(() => buttons.count()).toBeGreaterThan(0);
      const held: Route[] = [];
      let isHolding = true;
      await page.route('**/graphql', async (route) => {
        if (isHolding && route.request().postData()?.includes(`query ${query}`)) held.push(route);
        else await route.continue();
      });
      await change(page);
      await expect.poll(() => held.length).toBeGreaterThan(0);
      const areDisabled = async () => Promise.all((await buttons.all()).map((one) => one.isDisabled()));
      await expect.poll(async () => new Set(await areDisabled())).toEqual(new Set([true]));
      isHolding = false;
      for (const route of held) await route.continue();
      await expect.poll(async () => new Set(await areDisabled())).toEqual(new Set([false]));
      expect(defects).toEqual([]);
      await context.close();
    },
  );

  test('an endpoint is not added before the list is known, which it would replace', async () => {
    const { page, context } = await openConsole(browser, member, '/developers/tokens');
    const held: Route[] = [];
    const sent: string[] = [];
    let isHolding = true;
    await page.route('**/graphql', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('mutation SetEndpoints')) sent.push(body);
      if (isHolding && body.includes('query Endpoints')) held.push(route);
      else await route.continue();
    });
    await page.goto('/developers/webhooks');
    const field = page.getByLabel('New endpoint');
    await field.fill('https://example.com/third');
    await field.press('Enter');
    await expect.poll(() => held.length).toBe(1);
    expect(sent).toEqual([]);
    isHolding = false;
    for (const route of held) await route.continue();
    const list = page.getByRole('list', { name: 'Endpoints' });
    await list.getByText('https://example.com/another').waitFor();
    await field.press('Enter');
    await list.getByText('https://example.com/third').waitFor();
    expect(sent).toHaveLength(1);
    expect(await list.getByText('https://example.com/another').count()).toBe(1);
    await context.close();
  });

  test('approval rules are changed after a step-up, and a decision then requires its comment', async () => {
    const { page, context } = await openConsole(browser, member, '/settings/approvals');
    await page.getByLabel('Required approvals').fill('');
    await page.getByRole('switch', { name: 'A decision needs a comment' }).check();
    await page.getByRole('button', { name: 'Add threshold' }).click();
    const threshold = page.getByRole('group', { name: 'Threshold 1', exact: true });
    await threshold.getByLabel('Above').fill('600');
    await threshold.getByLabel('Approvals').fill('11');
    await page.getByLabel('Other e-mail addresses').fill('treasury@example.com\nno address');
    await page.getByLabel('Slack webhook').fill('https://hooks.slack.com/services/T0/B0/secret');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Enter a whole number from 1 to 10.').waitFor();
    await page.getByLabel('Required approvals').fill('1');
    await page.getByRole('button', { name: 'Save rules' }).click();
    for (const field of [threshold.getByLabel('Approvals'), page.getByLabel('Other e-mail addresses')]) {
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    }
    await threshold.getByLabel('Approvals').fill('2');
    await page.getByLabel('Other e-mail addresses').fill('treasury@example.com');
    expect(await axeViolations(page)).toEqual([]);
    await member.age();
    await page.getByRole('button', { name: 'Save rules' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('button', { name: 'Use the passkey' }).click();
    const tab = await context.newPage();
    await openLink(tab, await member.link());
    await tab.getByLabel('What waits').waitFor();
    await page.bringToFront();
    await proof.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Saved. The rules apply to actions that wait, too.').waitFor();
    await page.getByText('Messages are sent to hooks.slack.com.').waitFor();
    expect(await page.content()).not.toContain('T0/B0/secret');
    const { platformConfig } = await platform(`{ platformConfig { approvals { requiredApprovals requireComment
      thresholds { currency amount requiredApprovals } notifications { emails slackWebhookHost } } } }`);
    expect(platformConfig.approvals).toEqual({
      requiredApprovals: 1,
      requireComment: true,
      thresholds: [{ currency: 'USD', amount: 60_000, requiredApprovals: 2 }],
      notifications: { emails: ['treasury@example.com'], slackWebhookHost: 'hooks.slack.com' },
    });

    await page.goto(`/approvals/${world.waiting[0]}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await expect.poll(() => comment.getAttribute('required')).not.toBeNull();
    expect(await page.getByText('(optional)').count()).toBe(0);
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await expect.poll(() => comment.getAttribute('aria-invalid')).toBe('true');
    await comment.fill('As ordered');
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await page.getByText('As ordered').waitFor();
    await context.close();
  });

  test('a webhook key is copied and rotated, and a second rotation is rejected in words', async () => {
    const { page, context } = await openConsole(browser, member, '/settings/webhook-keys', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Copy the key that signs' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    const rotate = async () => {
      await page.getByRole('main').getByRole('button', { name: 'Rotate the key' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).click();
    };
    await rotate();
    await page.getByText('The new key is published. It signs in 24 hours.').waitFor();
    await page.getByLabel('Other valid key', { exact: true }).waitFor();
    await rotate();
    await page.getByText('A rotation of the webhook key is already in progress.').waitFor();
    await context.close();
  });

  test('the audit log shows who changed what, is filtered in the address, paged and exported', async () => {
    await platform('mutation ($id: ID!) { updateAgent(id: $id, input: { isPaused: true }) { __typename } }', {
      id: world.agentId,
    });
    for (let seconds = 601; seconds <= 626; seconds += 1) {
      await platform(
        'mutation ($seconds: Int!) { updatePlatformConfig(input: { sessionTtlSeconds: $seconds }) { __typename } }',
        { seconds },
      );
    }
    await platform(
      'mutation ($id: ID!) { updateAgent(id: $id, input: { isPaused: false }) { __typename } }',
      {
        id: world.agentId,
      },
    );
    const { page, context, defects } = await openConsole(browser, member, '/settings/audit-log');
    const list = page.getByLabel('Audit log', { exact: true });
    await page.getByLabel('Operation').fill('updateAgent');
    await page.waitForURL('**/settings/audit-log?operation=updateAgent');
    await expect.poll(() => list.getByRole('row').count()).toBe(3);
    await list.locator('summary').last().click();
    expect(await list.locator('dl').last().textContent()).toMatch(/isPaused\s*false → true/);
    await list.getByText('(API token)').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    expect(await page.getByLabel('Operation').inputValue()).toBe('updateAgent');
    await page.goto('/settings/audit-log?operation=nothing-has-this');
    await page.getByText('No entry matches').waitFor();

    await page.goto('/settings/audit-log');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/after=/);
    await list.waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export NDJSON' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).position)).toEqual(lines.map((_, index) => index + 1));
    expect(defects).toEqual([]);
    await context.close();
  });

  test('the request log leads from a failed request to its code, and from a change to its events', async () => {
    await world.request(350, 'Pens');
    await platform('{ nothing }').catch(() => undefined);
    const { page, context, defects } = await openConsole(browser, member, '/developers/requests');
    const list = page.getByLabel('Requests', { exact: true });
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await page.getByLabel('Operation').fill('mutation agentTransferOut');
    await page.waitForURL('**/developers/requests?operation=mutation+agentTransferOut');
    await expect
      .poll(async () => {
        await refresh.click();
        return list.getByRole('row').count();
      })
      .toBe(5);
    await list.getByRole('link').first().click();
    const body = page.getByLabel('Request body', { exact: true });
    await expect.poll(() => body.textContent()).toContain('"amount": 350');
    expect(await page.content()).not.toContain('Pens');
    await page.getByLabel('Changed records', { exact: true }).getByText('AgentAction').first().waitFor();
    await page.getByLabel('Events of the request', { exact: true }).getByRole('row').nth(1).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'In the audit log' }).click();
    await page.waitForURL('**/settings/audit-log?request=*');
    await page.getByLabel('Audit log', { exact: true }).getByText('agentTransferOut').first().waitFor();
    await page.getByRole('link', { name: 'Request', exact: true }).first().click();
    await page.waitForURL('**/developers/requests?request=*');
    await expect.poll(() => list.getByRole('row').count()).toBe(2);
    await page.goto('/developers/requests?result=FAILED');
    await list
      .getByText(/^\d{3} [A-Z_]+$/)
      .first()
      .waitFor();
    await page.goto('/developers/requests?result=SUCCEEDED&error=INVALID_INPUT');
    await page.getByText('No request matches').waitFor();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('a document runs as the signed-in member, with its roles only', async () => {
    const { page, context, defects } = await openConsole(browser, viewer, '/developers/graphql');
    const response = page.getByLabel('Response body', { exact: true });
    await page.getByLabel('Query or mutation').fill('{ viewer { ... on Member { name } } }');
    await page.getByLabel('Variables').fill('[]');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Enter a JSON object.').waitFor();
    await page.getByLabel('Variables').fill('');
    await page.keyboard.press('Control+Enter');
    await response.waitFor();
    await expect.poll(() => response.textContent()).toContain('"name": "Ada Byron"');
    await page
      .getByLabel('Query or mutation')
      .fill('mutation ($id: ID!) { deleteAgent(id: $id) { __typename ... on ServiceError { errorCode } } }');
    await page.getByLabel('Variables').fill(JSON.stringify({ id: world.agentId }));
    await page.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => response.textContent()).toContain('FORBIDDEN');
    expect(await axeViolations(page)).toEqual([]);
    expect(defects).toEqual([]);
    await context.close();
  });
});
