/** The pages of banks in the console, in Chromium: a production platform whose bank is simulated. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { theirIban } from '../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../support/bank-world.ts';
import { chromiumPath, noChromium, startChromium } from '../support/chromium.ts';
import { axeViolations, openConsole, problemsOf } from '../support/console-page.ts';
import { aConsoleMember, type ConsoleMember, openLink } from '../support/console-session.ts';
import { hostileText, sendTo } from '../support/console-world.ts';
import { basic, type Service } from '../support/service.ts';

if (!chromiumPath) console.log(noChromium);

/** As long as a name at a bank may be. */
const hostileName = hostileText.slice(0, 70);

/** The simulated bank starts on this day. */
const month = '2026-11';

describe.skipIf(!chromiumPath)('the banks in the console', () => {
  let world: BankWorld;
  let browser: Browser;
  let production: Service;
  let member: ConsoleMember;
  let ids: {
    readonly file: string;
    readonly quarantined: string;
    readonly deposit: string;
    readonly entry: string;
  };

  // biome-ignore lint/suspicious/noExplicitAny: the test reads what its document selects.
  const platform = (query: string, variables?: object): Promise<any> =>
    sendTo(production, basic(world.platform.token), query, variables);
  const firstId = async (list: string): Promise<string> =>
    Object.values<{ nodes: { id: string }[] }>(await platform(`{ ${list} { nodes { id } } }`))[0]?.nodes[0]
      ?.id ?? '';

  beforeAll(async () => {
    [world, browser] = await Promise.all([
      bankWorld({ server: true, reviewAbove: 100_000 }),
      startChromium(),
    ]);
    const { service, bank } = world;
    production = { ...service, url: service.url, platform: world.platform };
    await platform(
      `mutation ($id: ID!, $name: String!) {
      updateBankConnection(id: $id, input: { name: $name }) { __typename }
    }`,
      { id: world.connection.id, name: hostileName },
    );
    bank.deposit({ amount: 900_000n, name: 'Ada Lovelace', iban: theirIban, reference: world.reference() });
    await world.bankDay();
    bank.request('unexplainedEntry', { amount: -1_234n });
    for (const amount of [4_200n, 150_000n, 7_700n])
      bank.deposit({ amount, name: hostileName, iban: theirIban });
    await bank.closeDay();
    await world.bankDay();
    const broken = join(world.folder, 'inbox', 'broken.xml');
    writeFileSync(broken, '<Document>\n<oops>');
    // A file that was just written may not be complete.
    utimesSync(broken, 0, 0);
    await world.pay(250_000);
    await world.cutOff();
    ids = {
      file: await firstId('bankFiles(filter: { status: IN_REVIEW })'),
      quarantined: await firstId('bankFiles(filter: { status: QUARANTINED })'),
      deposit: await firstId('unmatchedDeposits(filter: { status: OPEN })'),
      entry: await firstId('bankEntries(filter: { isOpenBreak: true })'),
    };
    member = await aConsoleMember(production);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const reconciliation = () => `/banks/reconciliation?connection=${world.connection.id}&month=${month}`;
  const pages = () => [
    ['/banks', 'Bank connections'],
    ['/banks/new', 'Exchange of files'],
    [`/banks/connections/${world.connection.id}`, 'Exchange of files'],
    ['/banks/files', 'Bank files'],
    [`/banks/files/${ids.file}`, 'Payments of the file'],
    [`/banks/files/${ids.quarantined}`, 'File'],
    ['/banks/deposits', 'Unmatched deposits'],
    [`/banks/deposits/${ids.deposit}`, 'Deposit'],
    ['/banks/entries', 'Bank entries'],
    [`/banks/entries/${ids.entry}`, 'Entry'],
    [reconciliation(), 'Days'],
  ];

  test('no page has an accessibility violation, a violation of the policy or an error, and each fits a phone', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/banks');
    for (const [path = '', label = ''] of pages()) expect(await problemsOf(page, path, label)).toEqual([]);
    expect(defects).toEqual([]);
    await context.close();
  });

  test('markup in what a bank sends is shown as text', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/banks');
    await page.getByRole('table', { name: 'Bank connections' }).getByText(hostileName).waitFor();
    for (const path of ['/banks/deposits', `/banks/deposits/${ids.deposit}`]) {
      await page.goto(path);
      await page.getByRole('main').getByText(hostileName).first().waitFor();
    }
    expect(await page.evaluate('globalThis.hostile')).toBeUndefined();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('a sandbox says why it has none', async () => {
    const { service } = world;
    const sandbox = { ...service, url: service.url, platform: await service.addPlatform() };
    const other = await aConsoleMember(sandbox);
    const { page, context, defects } = await openConsole(browser, other, '/');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Banks' }).click();
    for (const path of ['/banks', '/banks/files', reconciliation()]) {
      await page.goto(path);
      await page.getByText('A sandbox has no banks').waitFor();
    }
    expect(await page.getByRole('link', { name: 'New connection' }).count()).toBe(0);
    expect(defects).toEqual([]);
    await context.close();
  });

  test('a member with the role View sees them, with the reason why nothing can be decided', async () => {
    const viewer = await aConsoleMember(production, { name: 'Ada Byron', roles: ['VIEW'] });
    const { page, context, defects } = await openConsole(browser, viewer, '/banks');
    const reasons = [
      ['/banks', 'can create and change connections.'],
      ['/banks/new', 'can create connections.'],
      [`/banks/connections/${world.connection.id}`, 'can change and close the connection.'],
      [`/banks/files/${ids.file}`, 'can release and cancel the file.'],
      [`/banks/deposits/${ids.deposit}`, 'can assign and return deposits.'],
      [`/banks/entries/${ids.entry}`, 'can resolve the break.'],
    ] as const;
    for (const [path, reason] of reasons) {
      await page.goto(path);
      await page.getByText(reason).waitFor();
      const controls = page.getByRole('button', {
        name: /^(New|Create|Save|Close|Exchange|Release|Cancel|Assign|Return|Resolve)/,
      });
      expect([path, await controls.count()]).toEqual([path, 0]);
    }
    await page.goto(`/banks/connections/${world.connection.id}`);
    await page.getByText('****3000').waitFor();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('a connection is created, with errors at their fields, changed, and closed', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/banks');
    await page.getByRole('link', { name: 'New connection' }).click();
    const field = (name: string) => page.getByRole('textbox', { name });
    const choose = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const isInvalid = (name: string) => field(name).getAttribute('aria-invalid');
    await choose('Files', 'NACHA (ACH in the United States)');
    await field('Two persons above').fill('1.234');
    await page.getByRole('button', { name: 'Create connection' }).click();
    await page.getByText('USD has at most 2 decimals.').waitFor();
    await field('Two persons above').fill('5,000.00');
    await field('Routing number').fill('123456789');
    await field('Times').fill('17:00, 25:00');
    await page.getByRole('button', { name: 'Create connection' }).click();
    await expect.poll(() => isInvalid('Routing number')).toBe('true');
    expect(await isInvalid('Times')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
    await field('Name').first().fill('Second bank');
    await field('Holder of the account').fill('Example Payments Inc');
    await field('Routing number').fill('021000021');
    await field('Account number').fill('1234567890');
    await field('Company identification').fill('1234567890');
    await field('Times').fill('17:00');
    await choose('Files are exchanged by', 'Folder of this server');
    await page.getByRole('button', { name: 'Create connection' }).click();
    await page.getByRole('main').getByText('Second bank', { exact: true }).waitFor();
    await page.getByText('5,000.00').waitFor();
    await page.getByText('Next cut-off').waitFor();

    await page.getByRole('button', { name: 'Exchange now' }).click();
    await page.getByText('The files were exchanged.').waitFor();
    await page.getByText('Succeeded').waitFor();

    await choose('Files are exchanged by', 'SFTP server of the bank');
    await field('Server').fill('bank.example');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await expect.poll(() => isInvalid('User name')).toBe('true');
    await field('User name').fill('payments');
    await field('Fingerprint of the host key').fill(`SHA256:${'A'.repeat(43)}`);
    await field('Folder').fill('files');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('must have exactly one of password, privateKey').waitFor();
    await page.getByRole('textbox', { name: 'Private key' }).fill('-----BEGIN OPENSSH PRIVATE KEY-----');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('Saved. It applies to the next exchange.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Private key' }).inputValue()).toBe('');
    // Another folder keeps the key and how it signs in. Another server does not get the key of this one.
    await field('Folder').fill('moved');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('Saved. It applies to the next exchange.').waitFor();
    await field('Server').fill('other.example');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('must have exactly one of password, privateKey').waitFor();
    await page.getByRole('textbox', { name: 'Private key' }).fill('-----BEGIN OPENSSH PRIVATE KEY-----');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('Saved. It applies to the next exchange.').waitFor();
    const { bankConnections } = await platform(
      '{ bankConnections { nodes { name exchange { host authentication } } } }',
    );
    expect(bankConnections.nodes[0]).toEqual({
      name: 'Second bank',
      exchange: { host: 'other.example', authentication: 'PRIVATE_KEY' },
    });

    await page.getByRole('button', { name: 'Close connection' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close it' }).click();
    await page.getByText('Closed', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(Save|Exchange)/ }).count()).toBe(0);
    expect(defects).toEqual([]);
    await context.close();
  });

  test('files are filtered in the address, and one in quarantine has its reason and line, and is dismissed', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/banks/files');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Quarantined', exact: true }).click();
    await page.waitForURL('**/banks/files?status=QUARANTINED');
    await page.getByRole('link', { name: 'broken.xml' }).click();
    await page.getByText('In quarantine: nothing of the file is booked').waitFor();
    await page.getByText(/^Line \d$/).waitFor();
    await page.getByRole('button', { name: 'Dismiss the file' }).click();
    const ask = page.getByRole('dialog', { name: 'Dismiss the file?' });
    await ask.getByLabel('Comment (optional)').fill('Sent again');
    expect(await axeViolations(page)).toEqual([]);
    await ask.getByRole('button', { name: 'Dismiss file' }).click();
    await page.getByText('Dismissed: nothing of the file is booked').waitFor();
    await page.getByLabel('Decisions', { exact: true }).getByText('Sent again').waitFor();
    expect(await page.getByRole('button', { name: 'Dismiss the file' }).count()).toBe(0);
    expect(defects).toEqual([]);
    await context.close();
  });

  test('two persons release a file, the second after a new proof of who it is', async () => {
    const path = `/banks/files/${ids.file}`;
    const second = await aConsoleMember(production, { name: 'Betty Holberton', roles: ['VIEW', 'APPROVE'] });
    const first = await openConsole(browser, member, path);
    await first.page.getByText('0 of 2 releases.').waitFor();
    await first.page.getByRole('button', { name: 'Release', exact: true }).click();
    const ask = first.page.getByRole('dialog', { name: 'Release the file?' });
    await ask.getByText('1 payment, 2,500.00 EUR, is sent to the bank after a second release.').waitFor();
    await ask.getByLabel('Comment (optional)').fill('Checked with the invoice');
    expect(await axeViolations(first.page)).toEqual([]);
    await ask.getByRole('button', { name: 'Release file' }).click();
    await first.page
      .getByText('You have decided. A second person must confirm the release of the file.')
      .waitFor();
    expect(await first.page.getByRole('button', { name: 'Release', exact: true }).count()).toBe(0);

    const { page, context, defects } = await openConsole(browser, second, path);
    await page.getByLabel('Decisions', { exact: true }).getByText('Checked with the invoice').waitFor();
    await second.age();
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByRole('button', { name: 'Release file' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('button', { name: 'Use the passkey' }).click();
    await proof.getByText('You have no passkey.').waitFor();
    const tab = await context.newPage();
    await openLink(tab, await second.link());
    await tab.getByLabel('What waits').waitFor();
    await page.bringToFront();
    await proof.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await page.getByLabel('Decisions', { exact: true }).getByRole('listitem').count()).toBe(2);
    expect([...first.defects, ...defects]).toEqual([]);
    await Promise.all([context.close(), first.context.close()]);
  });

  test('a deposit is assigned to an account that is found by its owner, and a large one by two persons', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/banks/deposits?status=OPEN');
    const assign = async () => {
      await page.getByRole('button', { name: 'Assign to an account' }).click();
      const window = page.getByRole('dialog', { name: 'Assign the deposit' });
      await window.getByRole('combobox', { name: 'Owner of the account' }).click();
      await page.getByRole('option', { name: 'The platform' }).click();
      await window.getByRole('combobox', { name: 'Account', exact: true }).click();
      await page.getByRole('option', { name: /^EUR/ }).click();
      expect(await axeViolations(page)).toEqual([]);
      await window.getByRole('button', { name: 'Assign deposit' }).click();
    };
    const open = async (amount: string) => {
      await page.goto('/banks/deposits?status=OPEN');
      await page.getByRole('row').filter({ hasText: amount }).getByRole('link').click();
    };
    await open('42.00');
    await assign();
    await page.getByLabel('Deposit', { exact: true }).getByText('Assigned', { exact: true }).waitFor();
    await open('1,500.00');
    await assign();
    await page.getByText('You have decided. A second person must confirm the decision.').waitFor();

    const second = await aConsoleMember(production, { name: 'Jean Bartik', roles: ['VIEW', 'APPROVE'] });
    const other = await openConsole(browser, second, new URL(page.url()).pathname);
    await other.page.getByText('Assignment to an account waits for a second person.').waitFor();
    await other.page.getByLabel('Decisions', { exact: true }).getByText('Grace Hopper').waitFor();
    await other.page.getByRole('button', { name: 'Confirm the assignment' }).click();
    await other.page.getByRole('button', { name: 'Confirm assignment' }).click();
    await other.page.getByLabel('Deposit', { exact: true }).getByText('Assigned', { exact: true }).waitFor();
    expect([...defects, ...other.defects]).toEqual([]);
    await Promise.all([context.close(), other.context.close()]);
  });

  test('a deposit is returned to its depositor', async () => {
    const { page, context, defects } = await openConsole(browser, member, '/banks/deposits?status=OPEN');
    await page.getByRole('row').filter({ hasText: '77.00' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Return to the depositor' }).click();
    await page.getByRole('button', { name: 'Return deposit' }).click();
    await page.getByLabel('Deposit', { exact: true }).getByText('Returned', { exact: true }).waitFor();
    expect(defects).toEqual([]);
    await context.close();
  });

  test('the reconciliation names each break of a day, until a person resolves it with a comment', async () => {
    const { page, context, defects } = await openConsole(browser, member, reconciliation());
    const days = page.getByRole('table', { name: 'Days' });
    await page.getByText(/^Not reconciled: \d+ breaks?\.$/).waitFor();
    await days.getByText('Reconciled', { exact: true }).first().waitFor();
    const named = page.getByRole('listitem').filter({ hasText: 'Open entry' });
    expect(await named.count()).toBe(1);
    await named.getByRole('link', { name: 'Open' }).click();
    await page.waitForURL('**/banks/entries/BankEntry:*');
    await page.getByRole('button', { name: 'Resolve break' }).click();
    await page.getByText('Say what the entry was.').waitFor();
    await page.getByLabel('What the entry was').fill('Charge for the annual card');
    await page.getByLabel('It was a fee or interest of the bank').check();
    await page.getByRole('button', { name: 'Resolve break' }).click();
    await page.getByText(/^Resolved by Grace Hopper/).waitFor();
    await page.getByText('Charge for the annual card').waitFor();
    await page.goto('/banks/entries');
    await page.getByText('No open breaks').waitFor();
    await page.goto('/banks/entries?show=all');
    await page.getByRole('table', { name: 'Bank entries' }).getByText('-12.34').waitFor();
    await page.goto(reconciliation());
    await days.waitFor();
    expect(await named.count()).toBe(0);
    expect(defects).toEqual([]);
    await context.close();
  });
});
