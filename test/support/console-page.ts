/** Pages of the console in Chromium, with what every test of them observes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { onPostgres } from './database.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface ConsolePage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Violations of the content security policy, errors of the console and uncaught exceptions. */
  readonly defects: string[];
}

/** A page that a test signs in. */
export interface Visitor {
  readonly origin: string;
  readonly signIn: (context: BrowserContext) => Promise<void>;
}

export const phone = { width: 360, height: 740 };

export async function openConsole(
  browser: Browser,
  { origin, signIn }: Visitor,
  path: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  await signIn(context);
  const page = await context.newPage();
  const defects: string[] = [];
  await page.exposeFunction('reportDefect', (text: string) => void defects.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (globalThis as unknown as { reportDefect(text: string): void }).reportDefect(
        `policy: ${violatedDirective} ${blockedURI} ${sample}`,
      ),
    );
  });
  page.on('pageerror', (error) => defects.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    // A request that the test lets fail is reported by the browser too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      defects.push(`console: ${message.text()}`);
  });
  await page.goto(path);
  return { context, page, defects };
}

/**
 * Waits until the page is drawn as it stays: what depends on its size and colours is rendered again, and transitions have ended. A
 * transition starts with the next frame.
 */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
    for (;;) {
      await frame();
      await frame();
      const ending = document.getAnimations().filter(isEnding);
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  });

/** What axe examines, and the part of it that depends on the colours. */
const axeRules = {
  all: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  colours: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
} as const;

/** The look of a page does not depend on the database, so the run with PostgreSQL opens the pages and does not examine them again. */
export const examinesPages = !onPostgres;

/** The violations that axe finds, one line for each element. */
export async function axeViolations(page: Page, rules: keyof typeof axeRules = 'all'): Promise<string[]> {
  if (!examinesPages) return [];
  await settled(page);
  await page.evaluate(axe);
  const results = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ ...axeRules[rules], resultTypes: ['violations'], preload: false })})`,
  )) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/**
 * The elements that are cut off at the right, one line for each. A frame that hides what does not fit keeps the page as narrow as
 * the screen, so the width of the page does not show them.
 */
export const clippedElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isHidden = ({ clipPath, visibility }: CSSStyleDeclaration) =>
      clipPath !== 'none' || visibility === 'hidden';
    const frameOf = (element: Element): Element | null => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        const style = getComputedStyle(parent);
        // A text that ends with an ellipsis shows that there is more of it.
        if (isHidden(style) || style.textOverflow === 'ellipsis' || style.overflowX === 'auto') return null;
        if (style.overflowX === 'hidden' || parent.matches('section, main')) return parent;
      }
      return null;
    };
    return [...document.querySelectorAll('main *')].flatMap((element) => {
      const isContent =
        element.matches('input, textarea, button, table, img') ||
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      if (!isContent || isHidden(getComputedStyle(element))) return [];
      const { right, width } = element.getBoundingClientRect();
      const limit = frameOf(element)?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
      return width > 0 && right > limit + 1 ? [`${element.outerHTML.slice(0, 120)} by ${right - limit}`] : [];
    });
  });

const wide = { width: 1280, height: 720 };

/**
 * What is wrong with a page, loaded once: violations that axe finds in light and in dark colours, and what does not fit a phone.
 *
 * @param label of a part of the page that is shown when its data is.
 */
export async function problemsOf(page: Page, path: string, label: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('main').getByLabel(label, { exact: true }).first().waitFor();
  if (!examinesPages) return [];
  const problems = await axeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  problems.push(...(await axeViolations(page, 'colours')).map((problem) => `dark: ${problem}`));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  await settled(page);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  if (width !== phone.width) problems.push(`phone: ${width} pixels wide`);
  problems.push(...(await clippedElements(page)).map((problem) => `phone: ${problem}`));
  await page.setViewportSize(wide);
  return problems.map((problem) => `${path}: ${problem}`);
}
