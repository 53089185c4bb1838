/** The browser of this machine. */
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const candidates = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of Chromium; undefined where it is not installed. */
export const chromiumPath = candidates.find((path) => path !== undefined && existsSync(path));

/** What to do where tests are skipped because there is no browser. */
export const noChromium =
  'skip  browser tests: Chromium is not installed. Install it (apt-get install chromium), or set CHROMIUM to its path.';

export async function startChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  if (!chromiumPath) throw new Error(noChromium);
  // Chromium does not run in its sandbox for root, which CI often is.
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
