/** The console in Chromium, on a populated sandbox. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSafeFetch } from '../../src/infrastructure/http-client/safe-fetch.ts';
import { chromiumPath, noChromium, startChromium } from '../support/chromium.ts';
import { axeViolations, examinesPages, openConsole, phone, problemsOf } from '../support/console-page.ts';
import { aConsoleMember, type ConsoleMember, openLink } from '../support/console-session.ts';
import { aConsoleWorld, type ConsoleWorld, hostileText, sendTo } from '../support/console-world.ts';
import { connectAssistant } from '../support/mcp-client.ts';
import { basic, type Service, startService } from '../support/service.ts';
import { type Receiver, startReceiver } from '../support/webhook-service.ts';

if (!chromiumPath) console.log(noChromium);

const maxFirstLoadBytes = 250_000;

describe.skipIf(!chromiumPath)('the console', () => {
  let service: Service;
  let browser: Browser;
  let world: ConsoleWorld;
  let member: ConsoleMember;
  let receiver: Receiver;

  beforeAll(async () => {
    const ports = {
      fetch: createSafeFetch({ allowsPrivateTargets: true }),
      mailer: { send: async () => false, sendText: async () => true },
    };
    [service, browser, receiver] = await Promise.all([
      startService({ server: true, ports }),
      startChromium(),
      startReceiver(),
    ]);
    world = await aConsoleWorld(service, basic(service.platform.token));
    member = await aConsoleMember(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await receiver?.close();
  });

  const pages = (): readonly (readonly [string, string])[] => [
    ['/approvals', 'Waiting actions'],
    ['/approvals?view=decided', 'Decided actions'],
    ['/payments', 'Payments'],
    [`/payments/${world.paymentId}`, 'What happened'],
    [`/payments/new?payer=${world.payer.customerId}`, 'What to send'],
    ['/customers', 'Customers'],
    ['/customers/new', 'Customer'],
    ['/customers/import', 'File'],
    [`/customers/${world.payer.customerId}`, 'Saved accounts'],
    [`/customers/${world.payer.customerId}?tab=verification`, 'Verification'],
    [`/customers/accounts/${world.payer.accountId}`, 'Ledger entries'],
    ['/', 'Latest payments'],
    ['/agents', 'Agents'],
    [`/agents/${world.agentId}`, 'Policy'],
    ['/agents/new', 'Policy'],
    ['/developers/tokens', 'API tokens'],
    ['/developers/webhooks', 'Endpoints'],
    ['/developers/events', 'Events'],
    ['/developers/sandbox', 'Faults'],
    ['/settings/passkeys', 'Passkeys'],
  ];

  test('no page has an accessibility violation, a violation of its policy or an error, and each fits a phone', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/approvals');
    for (const [path, label] of pages()) expect(await problemsOf(page, path, label)).toEqual([]);
    // The listener reports what it should report.
    expect(defects).toEqual([]);
    await page.evaluate(`document.body.appendChild(document.createElement('style')).textContent = 'a{}'`);
    await expect.poll(() => defects).toContainEqual(expect.stringContaining('policy: style-src-elem'));
    await context.close();
  });

  test.runIf(examinesPages)('the examination of a page finds what is wrong with it', async () => {
    const { page, context } = await openConsole(browser, member, '/agents/new');
    await page.route('**/agents/new', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        '</body>',
        '<main><div aria-label="Wrong" role="group"><input><p class="wide">wide</p></div></main></body>',
      );
      await route.fulfill({ response, body });
    });
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '.wide { width: 2000px; color: #777; } @media (prefers-color-scheme: dark) { .wide { color: #222; } }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    const problems = await problemsOf(page, '/agents/new', 'Wrong');
    for (const found of [/: label: /, /dark: color-contrast/, /phone: \d+ pixels wide/])
      expect(problems).toContainEqual(expect.stringMatching(found));
    await context.close();
  });

  test('shows markup in records as text', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/payments');
    await page.getByText(hostileText).first().waitFor();
    await page.goto(`/payments/${world.paymentId}`);
    await page.getByText(hostileText).first().waitFor();
    await page.goto(`/approvals/${world.waiting[1]}`);
    await page.getByText(hostileText).first().waitFor();
    expect(await page.evaluate('globalThis.hostile')).toBeUndefined();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('loads less than 250 kB for its first page, and stores no secret', async () => {
    const { page, context } = await openConsole(browser, member, '/approvals');
    await page.getByLabel('Waiting actions').waitFor();
    const bytes = await page.evaluate(
      `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(maxFirstLoadBytes);
    expect(await page.evaluate('Object.keys({ ...localStorage, ...sessionStorage })')).toEqual([]);
    await context.close();
  });

  test('an approver decides with the keyboard, and sees new actions without loading the page again', async () => {
    const { page, context } = await openConsole(browser, member, '/approvals');
    const list = page.getByLabel('Waiting actions');
    await list.getByText('250.00').waitFor();
    const added = await world.request(31_400, 'Rent');
    await list.getByText('314.00').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.waitForURL(`**/approvals/${added}`);
    await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.getByText('Rent', { exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByLabel('Comment (optional)').fill('As agreed');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Approved by').waitFor();
    await page.getByText('As agreed').waitFor();
    await expect.poll(() => list.getByText('314.00').count()).toBe(0);
    await page.getByRole('link', { name: /^Payment: / }).click();
    await page.getByText(/^Agent "Bookkeeper" requested a transfer of 314\.00 USD/).waitFor();
    await page.getByText(/the policy of the agent required an approval/).waitFor();
    await page.getByText('voted to approve the payment').waitFor();
    await context.close();
  });

  test('an assistant waits over the Model Context Protocol until a person approves here', async () => {
    const assistant = await connectAssistant(service.url, `Bearer ${world.agentToken}`);
    try {
      const { content } = await assistant.call('transfer_out', {
        source: world.payer.accountId,
        destination: world.bankId,
        amount: 27_150,
        description: 'Desk',
      });
      const { id } = content.action;
      const waiting = assistant.call('wait_for_decision', { actionId: id, timeoutSeconds: 45 });
      const { page, context } = await openConsole(browser, member, `/approvals/${id}`);
      await page.getByText('Desk', { exact: true }).waitFor();
      await page.keyboard.press('a');
      await page.getByLabel('Comment (optional)').fill('For the new office');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Approved by').waitFor();
      expect((await waiting).content).toMatchObject({
        isDecided: true,
        action: { status: 'APPROVED' },
      });
      await context.close();
    } finally {
      await assistant.close();
    }
  });

  test('an approver rejects on a phone from the link of a notification, while another one sees it', async () => {
    const id = await world.request(4_200, 'Taxi');
    const other = await openConsole(browser, member, '/approvals');
    await other.page.getByLabel('Waiting actions').getByText('42.00').waitFor();
    const { page, context } = await openConsole(browser, member, `/approvals/${id}`, { viewport: phone });
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByLabel('Reason (optional)').fill('No receipt');
    await page.getByRole('button', { name: 'Reject payment' }).click();
    await page.getByText('Rejected by').waitFor();
    await expect.poll(() => other.page.getByLabel('Waiting actions').getByText('42.00').count()).toBe(0);
    await page.goto('/approvals?view=decided&status=REJECTED');
    await page.getByText('42.00').waitFor();
    await Promise.all([context.close(), other.context.close()]);
  });

  test('where two approvals are required, both approvers see the first vote, and the second executes', async () => {
    await world.setApprovalRules({
      thresholds: [{ currency: 'USD', amount: 60_000, requiredApprovals: 2 }],
      stepUpAbove: [{ currency: 'USD', amount: 60_000 }],
      preventSelfApproval: true,
    });
    const id = await world.request(61_500, 'Server rack');
    const [annie, betty] = await Promise.all([
      aConsoleMember(service, { name: 'Annie Easley', roles: ['VIEW', 'APPROVE'] }),
      aConsoleMember(service, { name: 'Betty Holberton', roles: ['VIEW', 'APPROVE'] }),
    ]);
    const first = await openConsole(browser, annie, `/approvals/${id}`);
    const second = await openConsole(browser, betty, `/approvals/${id}`);
    const waiting = second.page.getByRole('link', { name: /615\.00/ });
    await waiting.getByText('0 of 2 approvals').waitFor();

    await first.page.getByRole('button', { name: 'Approve' }).click();
    await first.page.getByText('after 2 approvals, of which this is one').waitFor();
    await first.page.getByLabel('Comment (optional)').fill('Within the budget');
    await first.page.getByRole('button', { name: 'Approve payment' }).click();
    await first.page.getByText('It waits for one more approval.').waitFor();
    expect(await first.page.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0);

    const votes = second.page.getByLabel('Votes', { exact: true });
    await votes.getByText('1 of 2 approvals').waitFor();
    await waiting.getByText('1 of 2 approvals').waitFor();
    expect(await votes.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Approved Annie Easley, \S[\s\S]*Within the budget/),
    ]);
    expect(await axeViolations(second.page)).toEqual([]);

    // The sign-in of this person is no longer fresh, and there is no passkey.
    await betty.age();
    await second.page.getByRole('button', { name: 'Approve' }).click();
    await second.page.getByLabel('Comment (optional)').fill('Ordered');
    await second.page.getByRole('button', { name: 'Approve payment' }).click();
    const proof = second.page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('button', { name: 'Use the passkey' }).click();
    await proof.getByText('You have no passkey.').waitFor();
    const tab = await second.context.newPage();
    await openLink(tab, await betty.link());
    await tab.getByLabel('What waits').waitFor();
    await second.page.bringToFront();
    await proof.getByRole('button', { name: 'Continue' }).click();
    await second.page.getByText('Approved by Betty Holberton').waitFor();
    await votes.getByText('2 of 2 approvals').waitFor();
    await votes.getByText('Ordered').waitFor();
    await second.page.getByRole('link', { name: /^Payment: / }).waitFor();
    await first.page.getByText('Approved by Betty Holberton').waitFor();
    expect([...first.defects, ...second.defects]).toEqual([]);
    await Promise.all([first.context.close(), second.context.close()]);
    await world.setApprovalRules({ thresholds: [], stepUpAbove: [], preventSelfApproval: false });
  });

  test('an approver who has voted elsewhere, or has set up the agent, sees why the approval is rejected', async () => {
    await world.setApprovalRules({ requiredApprovals: 2, preventSelfApproval: true });
    const own = await aConsoleMember(service, { name: 'Jean Bartik' });
    const id = await world.request(6_600, 'Chairs');
    const { page, context } = await openConsole(browser, own, '/approvals');
    const elsewhere = await openConsole(browser, own, '/settings/passkeys');
    const behind = elsewhere.page;
    // This page gets no updates.
    await behind.routeWebSocket(/\/graphql$/, () => undefined);
    for (const one of [behind, page]) {
      await one.goto(`/approvals/${id}`);
      await one.getByRole('button', { name: 'Approve' }).click();
    }
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await page.getByText('It waits for one more approval.').waitFor();
    await behind.getByRole('button', { name: 'Approve payment' }).click();
    await behind.getByText('You have already voted on this agent action.').waitFor();
    await behind.getByText('It waits for one more approval.').waitFor();

    await page.goto(`/agents/${world.agentId}`);
    await page.getByLabel('At most each month').fill('9500');
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('Saved. It applies to the next payment.').waitFor();
    const another = await world.request(6_700, 'Tables');
    await page.goto(`/approvals/${another}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await page
      .getByText('Someone who did not set up the agent or its policy must approve its actions.')
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('button', { name: 'Reject payment' }).click();
    await page.getByText('Rejected by Jean Bartik').waitFor();
    await Promise.all([context.close(), elsewhere.context.close()]);
    await world.setApprovalRules({ requiredApprovals: 1, preventSelfApproval: false });
  });

  test('a member without the role sees an action and cannot decide it', async () => {
    const viewer = await aConsoleMember(service, { name: 'Ada', roles: ['VIEW'] });
    const { page, context } = await openConsole(browser, viewer, `/approvals/${world.waiting[0]}`);
    await page.getByText('A member with the role Approve can decide it.').waitFor();
    await page.keyboard.press('a');
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await page.goto('/payments');
    await page.getByLabel('Payments', { exact: true }).waitFor();
    expect(await page.getByText('New payment').count()).toBe(0);
    await context.close();
  });

  test('filters of payments are in the address, and the export has what the list has', async () => {
    const { page, context } = await openConsole(browser, member, '/payments');
    await page.getByLabel('Search').fill('paper');
    await page.waitForURL('**/payments?query=paper');
    const rows = page.getByLabel('Payments', { exact: true }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const [header, line, end] = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(header?.split(',').slice(0, 4)).toEqual(['\ufeffid', 'created', 'settled', 'status']);
    expect(line).toContain('9.00,USD');
    expect(line).toContain('Paper');
    expect(end).toBe('');
    await page.reload();
    expect(await page.getByLabel('Search').inputValue()).toBe('paper');
    await page.goto('/payments?query=nothing-has-this');
    await page.getByText('No payment matches').waitFor();
    await context.close();
  });

  test('a payment goes from its quote over the review to its explanation, and errors are at their field', async () => {
    const { page, context } = await openConsole(
      browser,
      member,
      `/payments/new?payer=${world.payer.customerId}`,
    );
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page.getByText('Choose the account that pays.').waitFor();
    const choose = async (label: string, option: RegExp) => {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).first().click();
    };
    await page.getByRole('combobox', { name: 'Account', exact: true }).click();
    await page.getByRole('option', { name: /USD available/ }).click();
    await choose('Saved account', /EUR/);
    await page.getByLabel('Amount in USD').fill('100.005');
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page.getByText('USD has at most 2 decimals.').waitFor();
    await page.getByLabel('Amount in USD').fill('100.00');
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page.getByText('The rate is locked for').waitFor();
    await page.getByText('91.54').waitFor();
    await page.getByRole('button', { name: 'Send payment' }).click();
    await page.waitForURL('**/payments/Transaction:*');
    await page.getByText(/100\.00 USD is sent and 91\.54 EUR is received/).waitFor();
    await page.getByText('The payment was delivered to the destination.').waitFor();
    await context.close();
  });

  test('a file of customers is checked, its errors are shown by row, and it is imported', async () => {
    const { page, context } = await openConsole(browser, member, '/customers');
    await page.getByRole('link', { name: 'Import' }).click();
    const chooseFile = async (lines: readonly string[]) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel('CSV or NDJSON').click();
      const buffer = Buffer.from(lines.join('\n'));
      await (await chooser).setFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
    };
    const header =
      'customerType,platformCustomerId,businessLegalName,addressLine1,city,state,postalCode,country';
    await chooseFile(['name', 'Ada']);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('columns.1: is not a known column').waitFor();
    await chooseFile([
      header,
      'BUSINESS,imported-1,Imported Engines,1 Main St,New York,NY,10001,US',
      'BUSINESS,imported-2,,1 Main St,New York,NY,10001,US',
    ]);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('1 row without errors, 1 row with errors.').waitFor();
    await page.getByRole('cell', { name: 'businessLegalName: is required' }).waitFor();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('1 row imported, 1 row with errors.').waitFor();
    await page.getByRole('link', { name: 'Show customers' }).click();
    await page.getByText('Imported Engines').waitFor();
    await context.close();
  });

  test('the first page has volume and success rate by currency, and the explanation has hold and postings', async () => {
    const { page, context } = await openConsole(browser, member, '/');
    const section = page.getByRole('region', { name: 'Volume and success rate' });
    await section.getByText(/in \d+ completed payments; [\d.]+% of ended payments/).waitFor();
    await section.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: '12 months' }).click();
    await section.getByRole('columnheader', { name: 'Month' }).waitFor();
    await expect.poll(() => section.getByRole('row').count()).toBe(13);
    expect(await section.getByRole('row').last().textContent()).toMatch(/[1-9]\d*\.\d\d USD/);
    await section.getByRole('combobox', { name: 'Direction' }).click();
    await page.getByRole('option', { name: 'Incoming' }).click();
    await section.getByText(/deposits?|completed payments|No incoming payment/).waitFor();

    await page.goto(`/payments/${world.paymentId}`);
    await page.getByText('123.45 USD was held on the account').waitFor();
    await page.getByText('The hold of 123.45 USD was captured: it is debited.').waitFor();
    await page.getByText(/^123\.45 USD was debited from the account/).waitFor();
    await context.close();
  });

  test('a reviewer opens the documents of a customer, says what is wrong with one, and then approves', async () => {
    const authorization = basic(service.platform.token);
    const platform = (query: string, variables?: object) => sendTo(service, authorization, query, variables);
    const { createCustomer } = (await platform(
      `mutation { createCustomer(input: { customerType: BUSINESS, businessInfo: { legalName: "Acme", registrationNumber: "77001" } }) {
        ... on Customer { id } ... on ServiceError { message } } }`,
    )) as unknown as { createCustomer: { id: string } };
    const { id } = createCustomer;
    // A picture of one pixel.
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const upload = async (bytes: Buffer, name: string, documentType: string) => {
      const form = new FormData();
      for (const [key, value] of Object.entries({ documentHolder: id, documentType, country: 'US' }))
        form.set(key, value);
      form.set('file', new Blob([new Uint8Array(bytes)]), name);
      const response = await fetch(`${service.url}/2025-10-13/documents`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      expect(response.status).toBe(201);
    };
    await upload(pixel, 'articles.png', 'ARTICLES_OF_INCORPORATION');
    await upload(Buffer.from('%PDF-1.7\n'), 'bill.pdf', 'UTILITY_BILL');
    const submit = () =>
      platform(
        'mutation ($id: ID!) { submitVerification(input: { customerId: $id }) { ... on Verification { id verificationStatus } ... on ServiceError { message } } }',
        { id },
      );
    await submit();

    const { page, context, defects } = await openConsole(
      browser,
      member,
      `/customers/${id}?tab=verification`,
    );
    const documents = page.getByLabel('Documents').first();
    await page.getByRole('button', { name: /^View Articles of incorporation/ }).click();
    const image = page.getByRole('img', { name: /articles\.png/ });
    await image.waitFor();
    expect(await image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Save Utility bill/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('bill.pdf');

    await page.getByRole('combobox', { name: /^Result for Utility bill/ }).click();
    await page.getByRole('option', { name: 'Cannot be read' }).click();
    await page.getByRole('radio', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Record the decision' }).click();
    await page.getByText('Not every document is accepted.').waitFor();
    await page.getByRole('radio', { name: 'Ask for corrections' }).click();
    await page.getByRole('button', { name: 'Record the decision' }).click();
    await page.getByText('Enter a reason.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: /^Reason for Utility bill/ }).fill('The amount is cut off.');
    await page.getByRole('button', { name: 'Record the decision' }).click();
    await page.getByText('The amount is cut off.').waitFor();

    await submit();
    await page.reload();
    await page.getByRole('radio', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Record the decision' }).click();
    await page.getByRole('radio', { name: 'Approve' }).waitFor({ state: 'detached' });
    await documents.waitFor();
    expect(defects).toEqual([]);
    await context.close();

    const viewer = await aConsoleMember(service, { name: 'Joan Clarke', roles: ['VIEW'] });
    const other = await openConsole(browser, viewer, `/customers/${id}?tab=verification`);
    await other.page.getByText('bill.pdf').waitFor();
    expect(await other.page.getByRole('button', { name: /^(View|Save) / }).count()).toBe(0);
    await other.context.close();
  });

  test('a policy is changed at its fields, and a new agent gets its code as text and as a picture', async () => {
    const { page, context } = await openConsole(browser, member, `/agents/${world.agentId}`);
    await page.getByLabel('At most each payment', { exact: true }).fill('none');
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('Enter a number, such as 1250.50.').waitFor();
    await page.getByLabel('At most each payment', { exact: true }).fill('1500');
    await page.getByLabel('At most each month').fill('9000.50');
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('Saved. It applies to the next payment.').waitFor();
    const { agent } = (await sendTo(
      service,
      basic(service.platform.token),
      `query ($id: ID!) { agent(id: $id) { policy {
        spendingLimits { perTransactionLimit dailyLimit monthlyLimit } approvalThresholds { amount } } } }`,
      { id: world.agentId },
    )) as unknown as { agent: unknown };
    expect(agent).toEqual({
      policy: {
        spendingLimits: { perTransactionLimit: 150_000, dailyLimit: 400_000, monthlyLimit: 900_050 },
        approvalThresholds: { amount: 1_000 },
      },
    });

    await page.goto('/agents/new');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByText('Choose a customer.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Payroll');
    await page.getByRole('combobox', { name: 'Customer that it pays for' }).click();
    await page
      .getByRole('option', { name: /Ada Lovelace/ })
      .first()
      .click();
    await page.getByLabel('At most each payment', { exact: true }).fill('10');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByText(/^SVC-AGENT-/).waitFor();
    await page.getByRole('img', { name: 'QR code of the device code' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Not connected').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('It can request nothing until it is resumed.').waitFor();
    await context.close();
  });

  test('a token is shown once, a webhook is sent again with its body, and the clock of the sandbox moves', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/developers/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name').fill('Back end');
    await page.getByRole('button', { name: 'Create token' }).click();
    const secret = await page.getByText(/^[\w-]+:[\w-]{20,}$/).textContent();
    expect(secret).toBeTruthy();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('API tokens', { exact: true }).getByText('Back end').waitFor();
    // The window disappears with a transition.
    await expect.poll(async () => (await page.content()).includes(String(secret))).toBe(false);

    await page.goto('/developers/webhooks');
    await page.getByLabel('New endpoint').fill('not an address');
    await page.getByRole('button', { name: 'Add' }).click();
    await expect.poll(() => page.getByLabel('New endpoint').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('New endpoint').fill(receiver.url);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Endpoints', { exact: true }).getByText(receiver.url).first().waitFor();
    await world.request(700, 'Stamps');
    const type = 'OUTGOING_PAYMENT.COMPLETED';
    await expect.poll(() => receiver.received.map(({ event }) => event.type)).toContain(type);
    await page.reload();
    await page.getByLabel('Deliveries', { exact: true }).getByRole('link', { name: type }).click();
    await page.getByText('HTTP 200').first().waitFor();
    await page.getByLabel('Request', { exact: true }).first().waitFor();
    const ids = () => receiver.received.flatMap(({ event }) => (event.type === type ? [event.id] : []));
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => ids().length).toBe(2);
    expect(new Set(ids()).size).toBe(1);
    expect(await axeViolations(page)).toEqual([]);

    await page.goto('/developers/sandbox');
    await page.getByRole('button', { name: 'An hour forward' }).click();
    await expect.poll(() => page.getByText('Doing what becomes due').count()).toBe(0);
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.getByLabel('Faults', { exact: true }).getByText('Slow').first().waitFor();
    await page.getByRole('button', { name: 'Remove the fault Slow' }).click();
    await page.getByText('No faults').waitFor();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('GraphiQL sends requests as the signed-in member, without a pasted token', async () => {
    const own = await aConsoleMember(service, { name: 'Radia Perlman', roles: ['VIEW'] });
    const { page, context } = await openConsole(browser, own, '/developers/tokens');
    const [graphiql] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'GraphiQL' }).click(),
    ]);
    await graphiql.goto('/graphql?query={viewer{__typename ...on Member{name}}}');
    await graphiql.getByRole('button', { name: /^Execute query/ }).click();
    await graphiql.getByText('"Radia Perlman"').waitFor();
    await context.close();
  });
});
