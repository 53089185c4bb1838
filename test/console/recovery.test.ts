/** Nothing is lost when the network goes away, when updates are missed, and when the session ends in the middle of a form. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAuthenticator, chromiumPath, startChromium } from '../support/chromium.ts';
import { openConsole, phone } from '../support/console-page.ts';
import { aConsoleMember, aVisitor, type ConsoleMember } from '../support/console-session.ts';
import { aConsoleWorld, type ConsoleWorld, sendTo } from '../support/console-world.ts';
import { basic, type Service, startService } from '../support/service.ts';

describe.skipIf(!chromiumPath)('the console', () => {
  let service: Service;
  let browser: Browser;
  let world: ConsoleWorld;
  let member: ConsoleMember;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService({ server: true }), startChromium()]);
    world = await aConsoleWorld(service, basic(service.platform.token));
    member = await aConsoleMember(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const newPayment = () => `/payments/new?payer=${world.payer.customerId}`;

  async function fillPayment(page: Page, memo: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Account', exact: true }).click();
    await page.getByRole('option', { name: /USD available/ }).click();
    await page.getByRole('combobox', { name: 'Saved account' }).click();
    await page.getByRole('option', { name: /EUR/ }).first().click();
    await page.getByLabel('Amount in USD').fill('12.50');
    await page.getByLabel('Memo (optional)').fill(memo);
  }

  async function expectPayment(page: Page, memo: string): Promise<void> {
    expect(await page.getByLabel('Memo (optional)').inputValue()).toBe(memo);
    expect(await page.getByLabel('Amount in USD').inputValue()).toBe('12.50');
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page.getByText('The rate is locked for').waitFor();
  }

  test('a form that is sent without a network says so, and is sent with what was typed when it is back', async () => {
    const { page, context } = await openConsole(browser, member, newPayment());
    await fillPayment(page, 'Written offline');
    await context.setOffline(true);
    await page.getByText('The service cannot be reached. What you typed stays here').waitFor();
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page.getByRole('alert').getByText('The service could not be reached.').waitFor();
    await context.setOffline(false);
    await expect.poll(() => page.getByText('The service cannot be reached.').count()).toBe(0);
    await expectPayment(page, 'Written offline');
    await context.close();
  });

  test('updates that were missed are read from the last cursor, without loading the list again', async () => {
    const { page, context } = await openConsole(browser, member, '/settings/passkeys');
    let isDown = false;
    const close = new Set<() => void>();
    await page.routeWebSocket(/\/graphql$/, (socket) => {
      if (isDown) return void socket.close({ code: 1012 });
      socket.connectToServer();
      close.add(() => void socket.close({ code: 1012 }));
    });
    let lists = 0;
    page.on('request', (request) => {
      if (/\bquery WaitingActions/.test(request.postData() ?? '')) lists += 1;
    });
    await page.goto('/approvals');
    const list = page.getByLabel('Waiting actions');
    await list.getByText('250.00').waitFor();
    await world.request(1_111, 'Seen');
    await list.getByText('11.11').waitFor();
    isDown = true;
    for (const end of close) end();
    await world.request(2_222, 'Missed');
    await world.request(3_333, 'Missed too');
    isDown = false;
    await list.getByText('33.33').waitFor();
    await list.getByText('22.22').waitFor();
    expect(lists).toBe(1);
    await context.close();
  });

  test('a session that ends in the middle of a form is renewed over it, with a passkey, and the draft stays', async () => {
    const own = await aConsoleMember(service, { name: 'Hedy Lamarr' });
    const { page, context } = await openConsole(browser, own, '/settings/passkeys');
    await addAuthenticator(page);
    await page.getByLabel('Name of the device').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Your passkeys', { exact: true }).getByText('Laptop').waitFor();
    await page.goto(newPayment());
    await fillPayment(page, 'Half of a payment');
    await own.end();
    const proof = page.getByRole('dialog', { name: 'Your session has ended' });
    await proof.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await proof.waitFor({ state: 'hidden' });
    await expectPayment(page, 'Half of a payment');
    await context.close();
  });

  test('the link of a notification leads a signed-out approver on a phone over the sign-in to the action', async () => {
    const own = await aConsoleMember(service, { name: 'Annie Easley', roles: ['VIEW', 'APPROVE'] });
    const { page, context } = await openConsole(browser, own, '/settings/passkeys', { viewport: phone });
    await addAuthenticator(page);
    await page.getByLabel('Name of the device').fill('Phone');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Your passkeys', { exact: true }).getByText('Phone').waitFor();
    await context.clearCookies();
    const id = await world.request(4_321, 'Repair');
    await page.goto(`/approvals/${id}`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(`**/approvals/${id}`);
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    // The decision is on the screen without scrolling, however long the details are.
    const box = await approve.boundingBox();
    expect((box?.y ?? phone.height) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height);
    await approve.tap().catch(() => approve.click());
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await page.getByText('Approved by Annie Easley').waitFor();
    await context.close();
  });

  test('times are those of the clock of the sandbox, also after it was moved', async () => {
    await sendTo(
      service,
      basic(service.platform.token),
      'mutation { sandboxAdvanceClock(seconds: 7200) { __typename } }',
    );
    const id = await world.request(5_432, 'Later');
    const { page, context } = await openConsole(browser, member, `/approvals/${id}`);
    await page
      .getByLabel('Waiting actions')
      .getByRole('link', { name: /54\.32/ })
      .getByText(/ seconds? ago$/)
      .waitFor();
    await page.goto(newPayment());
    await fillPayment(page, 'Now');
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page
      .getByRole('timer')
      .getByText(/^[0-4]:\d\d$/)
      .waitFor();
    await context.close();
  });

  test.each([
    '/approvals/AgentAction:1',
    '/payments/Transaction:1',
    '/customers/Customer:1',
    '/agents/Agent:1',
  ])('an address that is cut off, %s, is called so', async (path) => {
    const { page, context } = await openConsole(browser, member, path);
    await page.getByText('The address of this page may be mistyped or cut off.').waitFor();
    await context.close();
  });

  test('the keyboard reaches the page by the skip link, and what has the focus is visible', async () => {
    const { page, context } = await openConsole(browser, aVisitor(service), '/sign-in');
    await member.signIn(context);
    await page.goto('/approvals');
    await page.getByLabel('Waiting actions').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      const focus = (await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const after = getComputedStyle(element, '::after');
        const { top, bottom, width, height } = element.getBoundingClientRect();
        return {
          name: element.outerHTML.slice(0, 100),
          isOutlined: outlineStyle !== 'none' || after.outlineStyle !== 'none' || outlineWidth === '2px',
          isOnScreen: bottom > 0 && top < innerHeight,
          isLargeEnough:
            Math.min(width, height) >= 24 || element.closest('p, td, dd, .mantine-Anchor-root') !== null,
        };
      })) as { name: string };
      if (focus.name.startsWith('<body')) break;
      expect(focus).toEqual({ name: focus.name, isOutlined: true, isOnScreen: true, isLargeEnough: true });
    }
    await context.close();
  });
});
