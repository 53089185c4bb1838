/** Spread, fees and rates in the settings of the console, in Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newIdAt } from '../../src/kernel/ids.ts';
import { insertSnapshot } from '../../src/payments/rates/rate-snapshot-store.ts';
import { chromiumPath, noChromium, startChromium } from '../support/chromium.ts';
import { axeViolations, clippedElements, openConsole, phone } from '../support/console-page.ts';
import { aConsoleMember, type ConsoleMember } from '../support/console-session.ts';
import { hostileText, sendTo } from '../support/console-world.ts';
import { rateOf } from '../support/rates.ts';
import { basic, type Service, startService } from '../support/service.ts';

if (!chromiumPath) console.log(noChromium);

const dayMs = 24 * 60 * 60 * 1_000;

describe.skipIf(!chromiumPath)('the rates in the settings', () => {
  let service: Service;
  let browser: Browser;
  let member: ConsoleMember;

  const storedRates = async () => {
    const { platformConfig } = (await sendTo(
      service,
      basic(service.platform.token),
      `{ platformConfig { rates {
        spread fees { fixed variableRate counterpartyFixed }
        corridors { sending receiving spread fees { fixed variableRate counterpartyFixed } }
      } } }`,
    )) as unknown as { platformConfig: { rates: unknown } };
    return platformConfig.rates;
  };

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService({ server: true }), startChromium()]);
    member = await aConsoleMember(service);
    for (const [daysAgo, usd] of [
      [3, '1.25'],
      [2, '1.20'],
      [1, '1.10'],
    ] as const) {
      const publishedAt = new Date(Date.now() - daysAgo * dayMs);
      await insertSnapshot(service.db.orm, {
        id: newIdAt('RateSnapshot', publishedAt),
        source: hostileText,
        base: 'EUR',
        publishedAt,
        isDay: false,
        fetchedAt: publishedAt,
        rates: new Map([
          ['EUR', rateOf('1')],
          ['USD', rateOf(usd)],
        ]),
      });
    }
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('have their age and their history as a chart and a table, with the texts of a feed as text', async () => {
    const { page, context, defects } = await openConsole(
      browser,
      member,
      '/settings/rates?sending=USD&receiving=EUR',
    );
    const section = page.getByLabel('Age and history of rates', { exact: true });
    await section.getByText('Lowest 1.1, highest 1.25 USD for 1 EUR.').waitFor();
    await section.getByRole('img', { name: /^USD for 1 EUR from .*: from 1\.1 to 1\.25$/ }).waitFor();
    await section.getByText('1 day ago').first().waitFor();
    await section.getByText(hostileText).first().waitFor();
    await section.getByText('All publications').click();
    const rows = section.getByRole('table', { name: 'Published rates' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(4);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    expect(await clippedElements(page)).toEqual([]);
    await page.goto('/settings/rates?sending=EUR&receiving=MXN');
    await page.getByText('No feed published a rate between these currencies in this period.').waitFor();
    expect(await page.evaluate('globalThis.hostile')).toBeUndefined();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('get the spread and the fees of the platform as percentages, exactly', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/settings/rates');
    const terms = page.getByLabel('Spread and fees', { exact: true });
    await terms.getByLabel('Spread, %').fill('100');
    await terms.getByLabel('Fixed fee, smallest units').fill('1.5');
    await terms.getByRole('button', { name: 'Save spread and fees' }).click();
    await terms.getByText('Enter a percentage from 0 to below 100, with at most 6 decimals.').waitFor();
    await terms.getByText('This number has no decimals.').waitFor();
    await terms.getByLabel('Spread, %').fill('0.4');
    await terms.getByLabel('Fixed fee, smallest units').fill('30');
    await terms.getByLabel('Variable fee, %').fill('12.345678 %');
    await terms.getByRole('button', { name: 'Save spread and fees' }).click();
    await terms.getByText('Saved. It applies to prices from now on.').waitFor();
    expect(await storedRates()).toMatchObject({
      spread: '0.004',
      fees: { fixed: 30, variableRate: '0.12345678', counterpartyFixed: null },
    });
    await page.reload();
    expect(await terms.getByLabel('Variable fee, %').inputValue()).toBe('12.345678');
    expect(defects).toEqual([]);
    await context.close();
  });

  test('get terms for one direction, whose errors are at their fields', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/settings/rates');
    const choose = async (label: string, code: string) => {
      await page.getByRole('combobox', { name: label }).fill(code);
      await page.getByRole('option', { name: code, exact: true }).click();
    };
    const add = async () => {
      await page.getByRole('button', { name: 'Add corridor' }).click();
      await choose('Currency that is sent', 'USD');
      await choose('Currency that is received', 'EUR');
      await page.getByRole('dialog').getByLabel('Spread, %').fill('1.25');
      await page.getByRole('dialog').getByLabel('Fixed fee, USD').fill('2.50');
    };
    await add();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save corridor' }).click();
    const list = page.getByRole('table', { name: 'Corridors with their own terms' });
    await list.getByText('1.25 %').waitFor();
    await list.getByText('2.50').waitFor();
    expect(await storedRates()).toMatchObject({
      corridors: [
        {
          sending: 'USD',
          receiving: 'EUR',
          spread: '0.0125',
          fees: { fixed: 250, variableRate: null, counterpartyFixed: null },
        },
      ],
    });
    await add();
    await page.getByRole('button', { name: 'Save corridor' }).click();
    await page.getByText('repeats a corridor').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Change USD to EUR' }).click();
    await page.getByRole('button', { name: 'Remove the corridor' }).click();
    await page.getByText('No direction of payment has a spread or fees of its own.').waitFor();
    expect(defects).toEqual([]);
    await context.close();
  });
});
