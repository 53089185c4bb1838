/** The browser of this machine. */
import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

const candidates = [
  process.env['CHROMIUM'],
  // Without the parts of a browser with windows, which its headless mode would run too.
  '/usr/bin/chromium-headless-shell',
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
  'skip  browser tests: Chromium is not installed. Install it (apt-get install chromium-headless-shell), or set CHROMIUM to its path.';

export async function startChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  if (!chromiumPath) throw new Error(noChromium);
  // Chromium does not run in its sandbox for root, which CI often is.
  return chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}

/**
 * Opens a page in a context of its own.
 *
 * @param traffic gets the headers and bodies that the page sends, and the messages of its sockets.
 * @param script runs before the scripts of the page.
 */
export async function openPage(
  browser: Browser,
  url: string,
  traffic: string[],
  script?: string,
): Promise<Page> {
  const page = await browser.newPage();
  if (script !== undefined) await page.addInitScript(script);
  page.on('request', (request) => {
    traffic.push(JSON.stringify(request.headers()), request.postData() ?? '');
  });
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => traffic.push(String(payload)));
    socket.on('framereceived', ({ payload }) => traffic.push(String(payload)));
  });
  await page.goto(url);
  return page;
}

/** Gives a page an authenticator of its own, which confirms every request. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The recorded texts that contain a secret of the platform, whose token is `<id>:<secret>`. */
export function secretsOf(token: string, traffic: readonly string[]): string[] {
  const encoded = Buffer.from(token).toString('base64');
  const secrets = [...token.split(':'), encoded, 'Basic '];
  return traffic.filter((text) => secrets.some((secret) => text.includes(secret)));
}
