/**
 * `npm run screenshots`: writes the pictures of the README and the guides to docs/images, from a running console on a sandbox
 * that this script populates. The clock of the service and of the browser stands still, so that a run changes only what the
 * console shows differently. Ids are random.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { createSafeFetch } from '../../src/infrastructure/http-client/safe-fetch.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import { issueSignInLink } from '../../src/members/sign-in/issue-sign-in-link.ts';
import type { MemberRole } from '../../src/platforms/access/member-roles.ts';
import { startChromium } from '../support/chromium.ts';
import { phone } from '../support/console-page.ts';
import { sendTo } from '../support/console-world.ts';
import { basic, type Service, startService } from '../support/service.ts';
import { makeTemplates } from '../support/template-database.ts';
import { startReceiver } from '../support/webhook-service.ts';
import { aScreenshotWorld } from './world.ts';

const folder = join(projectRoot, 'docs/images');
const maxBytes = 150_000;
const desktop = { width: 1280, height: 800 };

async function run(service: Service): Promise<void> {
  const receiver = await startReceiver();
  const browser = await startChromium();
  // Passkeys need a domain name, so the console is not opened by its address.
  const origin = `http://localhost:${new URL(service.url).port}`;
  mkdirSync(folder, { recursive: true });

  const open = async (
    name: string,
    roles: readonly MemberRole[],
    options: { viewport?: typeof desktop; colorScheme?: 'light' | 'dark' } = {},
  ): Promise<Page> => {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
    const issued = await issueSignInLink(service.ports, {
      platform: service.platform.principal.platform.id,
      email,
      name,
      roles: [...roles],
      removePasskeys: false,
    });
    if (!('token' in issued)) throw new Error(`no link: ${JSON.stringify(issued)}`);
    const context = await browser.newContext({
      baseURL: origin,
      viewport: desktop,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      ...options,
    });
    const signedIn = await context.request.post('/session', {
      data: { token: issued.token },
      headers: { origin },
    });
    if (!signedIn.ok()) throw new Error(await signedIn.text());
    const page = await context.newPage();
    await page.clock.setFixedTime(service.clock.real());
    await page.goto('/settings/passkeys');
    return page;
  };
  const shoot = async (page: Page, name: string, path: string, label: string) => {
    await page.clock.setFixedTime(service.clock.real());
    await page.goto(path);
    await page.getByLabel(label, { exact: true }).first().waitFor();
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    const picture = await page.screenshot();
    if (picture.length > maxBytes) throw new Error(`${name} has ${picture.length} bytes, above ${maxBytes}`);
    writeFileSync(join(folder, `${name}.png`), picture);
    console.log(`docs/images/${name}.png  ${picture.length} bytes`);
  };

  try {
    await sendTo(
      service,
      basic(service.platform.token),
      `mutation ($url: String!) {
        updatePlatformConfig(input: { webhookEndpoints: [{ url: $url, extensions: true }] }) { __typename }
      }`,
      { url: receiver.url },
    );
    await rawRows(service.db.orm, sql`update platforms set name = 'Acme Payments' returning id`);
    let approver: Page | undefined;
    const world = await aScreenshotWorld(service, async (query, variables) => {
      // The session would have ended in the week that passes before.
      approver ??= await open('Annie Easley', ['VIEW', 'APPROVE']);
      const text = await approver.evaluate(async (body) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/graphql', { method: 'POST', headers, body })).text();
      }, JSON.stringify({ query, variables }));
      if (!text.includes('"AgentAction"')) throw new Error(text);
    });
    const roles = ['VIEW', 'TRANSACT', 'MANAGE', 'APPROVE'] as const;
    const page = await open('Grace Hopper', roles);
    await shoot(page, 'home', '/', 'Latest payments');
    await shoot(page, 'approvals', `/approvals/${world.actionId}`, 'Limits of the agent');
    await shoot(
      page,
      'payment',
      `/payments/${await world.paymentOf(world.approvedActionId)}`,
      'What happened',
    );
    await shoot(page, 'agent', `/agents/${world.agentId}`, 'Policy');
    const dark = await open('Dorothy Vaughan', roles, { colorScheme: 'dark' });
    await shoot(dark, 'webhooks', '/developers/webhooks', 'Deliveries');
    const small = await open('Mary Jackson', roles, { viewport: phone });
    await shoot(small, 'approval-phone', `/approvals/${world.actionId}`, 'Limits of the agent');
  } finally {
    await browser.close();
    await receiver.close();
  }
}

const dropTemplates = await makeTemplates();
const service = await startService({
  server: true,
  standing: true,
  ports: { fetch: createSafeFetch({ allowsPrivateTargets: true }) },
});
try {
  await run(service);
} finally {
  await service.stop();
  await dropTemplates();
}
// Idle connections of fetch would keep the process for minutes.
process.exit();
