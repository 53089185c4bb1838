/** Signing in and out of the console in Chromium: links, passkeys, and a session or a connection that ends meanwhile. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TextMail } from '../../src/infrastructure/mail/mailer.ts';
import { addAuthenticator, chromiumPath, startChromium } from '../support/chromium.ts';
import { axeViolations, openConsole } from '../support/console-page.ts';
import {
  aConsoleMember,
  aVisitor,
  type ConsoleMember,
  consoleOrigin,
  openLink,
} from '../support/console-session.ts';
import { aConsoleWorld, type ConsoleWorld } from '../support/console-world.ts';
import { basic, type Service, startService } from '../support/service.ts';

describe.skipIf(!chromiumPath)('sessions of the console', () => {
  let service: Service;
  let browser: Browser;
  let world: ConsoleWorld;
  let member: ConsoleMember;
  const mails: TextMail[] = [];

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
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('typed text stays when the session is revoked, and the page continues after a sign-in in another tab', async () => {
    const own = await aConsoleMember(service, { name: 'Katherine Johnson' });
    const id = await world.request(5_300, 'Maps');
    const { page, context } = await openConsole(browser, own, `/approvals/${id}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByLabel('Comment (optional)').fill('Half a sentence');
    await own.end();
    await page.getByText('Your session has ended').waitFor();
    const added = world.request(5_400, 'Charts');
    const tab = await context.newPage();
    await openLink(tab, await own.link());
    await tab.getByLabel('What waits').waitFor();
    await expect.poll(() => page.getByText('Your session has ended').count()).toBe(0);
    expect(await page.getByLabel('Comment (optional)').inputValue()).toBe('Half a sentence');
    await added;
    await page.bringToFront();
    await page.getByLabel('Waiting actions').getByText('54.00').waitFor();
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await page.getByText('Half a sentence').waitFor();
    await page.getByText('Approved by Katherine Johnson').waitFor();
    await context.close();
  });

  test('a mailed link continues on a page of the console only, works once, and its token leaves the address at once', async () => {
    const own = await aConsoleMember(service, { name: 'Mary Jackson' });
    const visitor = aVisitor(service);
    const { page, context, defects } = await openConsole(browser, visitor, '/payments?query=paper');
    await page.waitForURL('**/sign-in?next=%2Fpayments%3Fquery%3Dpaper');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Enter the e-mail address of your account.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    mails.length = 0;
    await page.getByLabel('E-mail').fill(own.email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Check your e-mail').waitFor();
    const mailed = () => /#token=([\w-]{43})/.exec(mails.find(({ to }) => to === own.email)?.text ?? '')?.[1];
    await expect.poll(mailed).toBeTruthy();
    const token = String(mailed());
    await page.goto(`/sign-in?next=https://elsewhere.example#token=${token}`);
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    await button.waitFor();
    // A program that checks mails opens the page, and does not use the link up.
    expect(await page.evaluate(`fetch('/session').then(({ status }) => status)`)).toBe(401);
    expect(page.url()).not.toContain(token);
    await button.click();
    await page.getByLabel('What waits').waitFor();
    expect(page.url()).toBe(`${consoleOrigin(service)}/`);
    expect(await page.evaluate('history.length + JSON.stringify(history.state)')).not.toContain(token);
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('Object.keys({ ...localStorage, ...sessionStorage })')).toEqual([]);

    await page.getByRole('button', { name: 'Mary Jackson' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.evaluate(`fetch('/session').then(({ status }) => status)`)).toBe(401);
    // A person pastes the link in the tab that shows the page for sign-in.
    await openLink(page, `/sign-in#token=${token}`);
    await page.getByText('This link does not work').waitFor();
    expect(page.url()).toBe(`${consoleOrigin(service)}/sign-in`);
    await openLink(page, await own.link());
    await page.getByLabel('What waits').waitFor();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('a passkey is registered, signs in, and confirms the member who creates an API token', async () => {
    const own = await aConsoleMember(service, { name: 'Dorothy Vaughan' });
    const { page, context, defects } = await openConsole(browser, own, '/settings/passkeys');
    await addAuthenticator(page);
    const session = () =>
      page.evaluate(`fetch('/session').then((response) => response.json())`) as Promise<{
        method: string;
        stepUpExpiresAt: string | null;
      }>;
    const leave = async () => {
      await page.getByRole('button', { name: 'Dorothy Vaughan' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL('**/sign-in');
    };
    await page.getByLabel('Name of the device').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Your passkeys', { exact: true }).getByText('Laptop').waitFor();
    // This device has one.
    await page.getByLabel('Name of the device').fill('Laptop again');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This device has a passkey of yours already.').waitFor();

    await leave();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByLabel('What waits').waitFor();
    expect((await session()).method).toBe('PASSKEY');

    // A member with a passkey who signs in by a link has proved less.
    await leave();
    await openLink(page, await own.link());
    await page.getByLabel('What waits').waitFor();
    expect(await session()).toMatchObject({ method: 'LINK', stepUpExpiresAt: null });
    await page.goto('/developers/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name').fill('Reports');
    await page.getByRole('button', { name: 'Create token' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Confirm with your passkey and repeat the request.').waitFor();
    await page.getByRole('button', { name: 'Create token' }).click();
    await proof.getByRole('button', { name: 'Use the passkey' }).click();
    await page.getByText(/^[\w-]+:[\w-]{20,}$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();

    await page.goto('/settings/passkeys');
    await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
    await page.getByText('No passkey yet').waitFor();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('a restart of the server is announced and ends by itself, and nothing is missed', async () => {
    const { page, context } = await openConsole(browser, member, '/approvals');
    const list = page.getByLabel('Waiting actions');
    await list.waitFor();
    await context.setOffline(true);
    await page.getByText('The service cannot be reached.').waitFor();
    const added = world.request(77_700, 'While away');
    await added;
    await context.setOffline(false);
    await expect.poll(() => page.getByText('The service cannot be reached.').count()).toBe(0);
    await list.getByText('777.00').waitFor();
    await service.restartServer();
    await world.request(8_800, 'After the restart').catch(() => world.request(8_800, 'After the restart'));
    await list.getByText('88.00').waitFor();
    await context.close();
  });
});
