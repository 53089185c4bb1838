/** Matches with sanctions lists in the console, in Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, noChromium, startChromium } from '../support/chromium.ts';
import { axeViolations, openConsole, phone } from '../support/console-page.ts';
import { aConsoleMember, type ConsoleMember } from '../support/console-session.ts';
import { hostileText } from '../support/console-world.ts';
import { testList } from '../support/screening.ts';
import { type Service, startService } from '../support/service.ts';
import { completeBusiness, identityOperations, ownerInfo } from '../support/verifications.ts';

if (!chromiumPath) console.log(noChromium);

const name = hostileText.slice(0, 100);

describe.skipIf(!chromiumPath)('the matches with sanctions lists', () => {
  let service: Service;
  let browser: Browser;
  let member: ConsoleMember;
  let platform: ReturnType<typeof identityOperations>;
  beforeAll(async () => {
    const screening = testList(['Abu Abbas', 'Grace Hopper', name], 'v1', ['SANDBOX']);
    [service, browser] = await Promise.all([
      startService({ server: true, ports: { screening } }),
      startChromium(),
    ]);
    platform = identityOperations(service, service.platform.principal);
    member = await aConsoleMember(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const person = (fullName: string) =>
    platform.customer({ customerType: 'INDIVIDUAL', currencies: ['USD'], fullName });

  test('are listed, cleared with a reason, and then found among the cleared ones', async () => {
    await person('Abu Abbas');
    const { page, context, defects } = await openConsole(browser, member, '/customers');
    await page.getByRole('link', { name: 'Screening' }).click();
    await page.getByRole('heading', { level: 1, name: 'Screening' }).waitFor();
    await page.getByRole('button', { name: 'Decide about Abu Abbas, TEST:1' }).click();
    const window = page.getByRole('dialog', { name: 'Match with a sanctions list' });
    await window.getByRole('button', { name: 'Record the decision' }).click();
    await window.getByText('Choose a decision.').waitFor();
    await window.getByText('A decision needs a reason.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await window.getByRole('radio', { name: /^Clear/ }).click();
    await window.getByRole('textbox', { name: 'Reason' }).fill('Another birth date.');
    await window.getByRole('button', { name: 'Record the decision' }).click();
    await page.getByText('No open matches').waitFor();
    await page.goto('/customers/screening?status=CLEARED');
    const matches = page.getByLabel('Matches', { exact: true });
    await matches.getByText('Another birth date.').waitFor();
    await matches.getByText('97').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    expect(defects).toEqual([]);
    await context.close();
  });

  test('of a beneficial owner are confirmed in the verification of the business, which is rejected', async () => {
    const { id } = await platform.customer(completeBusiness);
    await platform.owner(id, { personalInfo: ownerInfo });
    const { page, context, defects } = await openConsole(
      browser,
      member,
      `/customers/${id}?tab=verification`,
    );
    const section = page.getByLabel('Matches with sanctions lists');
    await section.getByText('of a beneficial owner').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await section.getByRole('button', { name: /^Decide about Grace Hopper/ }).click();
    const window = page.getByRole('dialog', { name: 'Match with a sanctions list' });
    await window.getByRole('radio', { name: /^Confirm/ }).click();
    await window.getByRole('textbox', { name: 'Reason' }).fill('Same passport.');
    await window.getByRole('button', { name: 'Record the decision' }).click();
    await section.getByText('Confirmed').waitFor();
    await expect.poll(async () => (await platform.readCustomer(id)).kybStatus).toBe('REJECTED');
    expect(defects).toEqual([]);
    await context.close();
  });

  test('show markup as text, and a member with the role View cannot decide', async () => {
    await person(name);
    const viewer = await aConsoleMember(service, { name: 'Ada Byron', roles: ['VIEW'] });
    const { page, context, defects } = await openConsole(browser, viewer, '/customers/screening');
    await page.getByText('A member with the role Manage can clear and confirm matches.').waitFor();
    await page.getByLabel('Matches', { exact: true }).getByText(name).first().waitFor();
    expect(await page.getByRole('button', { name: /^(Decide|Change)/ }).count()).toBe(0);
    expect(await page.evaluate('globalThis.hostile')).toBeUndefined();
    expect(defects).toEqual([]);
    await context.close();
  });
});
