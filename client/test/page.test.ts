/** The packed package in a page that Vite has built, in Chromium. */
import { createLogger, type PreviewServer, preview, build as viteBuild } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumPath, noChromium, startChromium } from '../../test/support/chromium.ts';
import { aBankAccount, aPayer } from '../../test/support/parties.ts';
import { type Service, startService } from '../../test/support/service.ts';
import { type Project, projectWithClient } from './support/packed-client.ts';
import { useClient } from './support/using-program.ts';

if (!chromiumPath) console.log(noChromium);

let project: Project;
let service: Service;
let page: PreviewServer;
/** Where the page is served. */
let origin: string;
/** What Vite reported. */
const warnings: string[] = [];
let used: { url: string; token: string; input: object };

beforeAll(async () => {
  project = await projectWithClient();
  project.write('use.js', useClient);
  project.write('page.js', "import { use } from './use.js'; globalThis.page = { use };");
  project.write(
    'index.html',
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
  );
  const report = (message: string) => void warnings.push(message);
  const customLogger = { ...createLogger('silent'), warn: report, warnOnce: report, error: report };
  await viteBuild({ root: project.folder, configFile: false, logLevel: 'warn', customLogger });
  page = await preview({
    root: project.folder,
    configFile: false,
    logLevel: 'silent',
    preview: { host: '127.0.0.1', port: 0 },
  });
  origin = new URL(page.resolvedUrls?.local[0] ?? '').origin;
  service = await startService({ server: true, standing: true, env: { ALLOWED_ORIGINS: origin } });
  const { accountId, customerId } = await aPayer(service);
  const destination = await aBankAccount(service, customerId);
  const { token } = service.platform;
  used = { url: service.url, token, input: { source: accountId, destination, amount: 100 } };
});

afterAll(async () => {
  await page?.close();
  await service?.stop();
  project?.remove();
});

test('the page is built without a warning', () => {
  expect(warnings).toEqual([]);
});

test.skipIf(!chromiumPath)('it pays from another origin, over both transports', async () => {
  const browser = await startChromium();
  try {
    const tab = await browser.newPage();
    await tab.goto(origin);
    const statuses = await tab.evaluate(
      (given) => (globalThis as unknown as { page: { use(given: unknown): unknown } }).page.use(given),
      { ...used, transports: ['websocket', 'sse'] },
    );
    expect(statuses).toEqual(['PENDING', 'PENDING']);
  } finally {
    await browser.close();
  }
});
