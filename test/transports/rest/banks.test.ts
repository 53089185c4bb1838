/** Bank connections and their records over REST: bodies, decisions of two persons, conflicts over both APIs. */
import { afterEach, describe, expect, test } from 'vitest';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { closeBalanceAccounts } from '../../../src/ledger/account-store.ts';
import type { Permission } from '../../../src/platforms/platform.ts';
import { ourIban, theirIban } from '../../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { errorSelection, sendQuery } from '../../support/graphql-client.ts';
import { aSignedInMember } from '../../support/members.ts';
import { granted } from '../../support/payments.ts';
import { allowPulls, booked, publish, pull } from '../../support/pulls.ts';
import { restClient } from '../../support/rest.ts';
import { basic } from '../../support/service.ts';

let world: BankWorld;
afterEach(() => world.stop());

const start = async (options: Parameters<typeof bankWorld>[0] = {}) => {
  world = await bankWorld({ server: true, ...options });
};

const rest = (method: string, path: string, body?: object, authorization = basic(world.platform.token)) =>
  restClient(world.service)(method, path, { ...(body && { body }), authorization });

async function aToken(...permissions: Permission[]): Promise<string> {
  const { body } = await rest('POST', '/tokens', { name: 'second', permissions });
  return basic(`${body.clientId}:${body.clientSecret}`);
}

async function funded(amount: number): Promise<void> {
  world.bank.deposit({
    amount: BigInt(amount),
    name: 'Ada Lovelace',
    iban: theirIban,
    reference: world.reference(),
  });
  await world.bankDay();
}

/** The mutation has the error of the endpoint. */
async function expectConflict(
  operation: string,
  args: string,
  [method, path, body]: readonly [string, string, object?],
): Promise<void> {
  const { status, body: overRest } = await rest(method, path, body);
  const { body: response } = await sendQuery(
    world.service,
    `mutation { r: ${operation}(${args}) { ${errorSelection} } }`,
    {},
    { authorization: basic(world.platform.token) },
  );
  const { errorCode, httpStatus, message, reason } = response.data.r;
  expect([status, overRest.code, overRest.message, overRest.reason ?? null]).toEqual([
    httpStatus,
    errorCode,
    message,
    reason,
  ]);
  expect([operation, status, errorCode]).toEqual([operation, 409, 'CONFLICT']);
}

const connectionBody = {
  name: 'Main bank',
  currency: 'EUR',
  format: 'ISO20022',
  account: { name: 'Example', iban: ourIban, bic: 'COBADEFFXXX' },
  cutOffs: { timeZone: 'Europe/Berlin', times: ['14:00'], calendar: 'TARGET' },
};
const asLiteral = (value: object) =>
  JSON.stringify(value)
    .replace(/"(\w+)":/g, '$1:')
    .replace(/"(ISO20022|TARGET)"/g, '$1');

describe('a connection', () => {
  test('is created, read, listed, changed, exchanged and closed', async () => {
    await start();
    const path = `/bank-connections/${world.connection.id}`;
    const created = await rest('POST', '/bank-connections', {
      ...connectionBody,
      currency: 'GBP',
      exchange: {
        kind: 'S3',
        region: 'eu-central-1',
        bucket: 'files',
        accessKeyId: 'AKIAEXAMPLE',
        secretAccessKey: 'never returned',
      },
    });
    expect(created).toMatchObject({ status: 201, body: { status: 'ACTIVE', exchange: { bucket: 'files' } } });
    expect(JSON.stringify(created.body)).not.toContain('never returned');
    const viewer = await aToken('VIEW');
    const masked = await rest('GET', `/bank-connections/${created.body.id}`, undefined, viewer);
    expect(masked.body).toMatchObject({
      account: { iban: '****3000' },
      exchange: { accessKeyId: '****MPLE' },
    });
    expect((await rest('GET', '/bank-connections?status=ACTIVE')).body).toMatchObject({ totalCount: 2 });
    expect((await rest('PATCH', path, { reviewAbove: 500 })).body).toMatchObject({
      reviewAbove: { amount: 500, currency: { code: 'EUR' } },
    });
    expect((await rest('POST', `${path}/exchange`)).body).toMatchObject({
      lastExchangeAt: expect.any(String),
    });
    expect((await rest('POST', `${path}/close`)).body).toMatchObject({ status: 'CLOSED' });
    await expectConflict('updateBankConnection', `id: "${world.connection.id}", input: {}`, [
      'PATCH',
      path,
      {},
    ]);
    await expectConflict('exchangeBankFiles', `id: "${world.connection.id}"`, ['POST', `${path}/exchange`]);
  });

  test('of a currency exists once, and is not closed while payments are on their way', async () => {
    await start();
    await funded(5_000);
    await world.pay(100);
    await world.service.settle();
    const { id } = world.connection;
    await expectConflict('createBankConnection', `input: ${asLiteral(connectionBody)}`, [
      'POST',
      '/bank-connections',
      connectionBody,
    ]);
    await expectConflict('closeBankConnection', `id: "${id}"`, ['POST', `/bank-connections/${id}/close`]);
  });

  test('of another platform is not found', async () => {
    await start();
    const stranger = basic((await world.service.addPlatform('PRODUCTION')).token);
    const path = `/bank-connections/${world.connection.id}`;
    for (const [method, below] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/close'],
      ['POST', '/exchange'],
      ['GET', '/reconciliation'],
    ] as const) {
      const response = await rest(method, `${path}${below}`, method === 'GET' ? undefined : {}, stranger);
      expect([method, below, response.status]).toEqual([method, below, 404]);
    }
    expect((await rest('GET', '/bank-files', undefined, stranger)).body.data).toEqual([]);
  });
});

describe('a file', () => {
  async function inReview(): Promise<string> {
    await start({ reviewAbove: 1_000 });
    await funded(50_000);
    await world.pay(5_000);
    await world.cutOff();
    const { body } = await rest('GET', '/bank-files?status=IN_REVIEW&direction=OUT');
    expect(body.data).toMatchObject([{ kind: 'PAIN_001', count: 1, total: { amount: 5_000 }, releases: 0 }]);
    return body.data[0].id;
  }

  test('is released by two different callers', async () => {
    const id = await inReview();
    const second = await aToken('TRANSACT', 'VIEW');
    const release = (authorization?: string) =>
      rest('POST', `/bank-files/${id}/release`, { comment: 'checked' }, authorization);
    expect((await release()).body).toMatchObject({
      status: 'IN_REVIEW',
      decisions: [{ comment: 'checked' }],
    });
    await expectConflict('releaseBankFile', `id: "${id}"`, ['POST', `/bank-files/${id}/release`, {}]);
    expect((await release(second)).body).toMatchObject({ status: 'READY', releases: 2 });
    expect((await rest('GET', `/bank-files/${id}`)).body).toMatchObject({ status: 'READY' });
    await expectConflict('cancelBankFile', `id: "${id}"`, ['POST', `/bank-files/${id}/cancel`, {}]);
  });

  test('is cancelled by one caller', async () => {
    const id = await inReview();
    expect((await rest('POST', `/bank-files/${id}/cancel`, { comment: 'wrong month' })).body).toMatchObject({
      status: 'CANCELLED',
      decisions: [{ isApproval: false, comment: 'wrong month' }],
    });
  });

  test('needs a step-up of a member', async () => {
    const id = await inReview();
    const member = await aSignedInMember(world.service, ['VIEW', 'APPROVE'], world.platform);
    world.service.clock.advance(301);
    const { status, body } = await member.rest('POST', `/bank-files/${id}/cancel`, {});
    expect([status, body.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    const fresh = await aSignedInMember(world.service, ['VIEW', 'APPROVE'], world.platform);
    expect((await fresh.rest('POST', `/bank-files/${id}/cancel`, {})).body).toMatchObject({
      status: 'CANCELLED',
      decisions: [{ isApproval: false, actor: { kind: 'MEMBER' } }],
    });
  });
});

test('a file in quarantine is dismissed once', async () => {
  await start();
  publish(world, '<Document>', 'wrong.xml');
  await world.exchange();
  const { body } = await rest('GET', '/bank-files?status=QUARANTINED');
  const path = `/bank-files/${body.data[0].id}/dismiss`;
  expect((await rest('POST', path, { comment: 'sent again' })).body).toMatchObject({
    status: 'DISMISSED',
    decisions: [{ isApproval: false, comment: 'sent again' }],
  });
  await expectConflict('dismissBankFile', `id: "${body.data[0].id}"`, ['POST', path, {}]);
});

test('a dismissed file that the bank sends again is read again, and dismissed again', async () => {
  await start();
  const receive = async (name: string) => {
    publish(world, '<Document>', name);
    await world.exchange();
    return (await rest('GET', '/bank-files?direction=IN')).body.data;
  };
  const [{ id }] = await receive('wrong.xml');
  const dismiss = async () => (await rest('POST', `/bank-files/${id}/dismiss`, {})).body;
  expect(await dismiss()).toMatchObject({ status: 'DISMISSED' });
  expect(await receive('again.xml')).toMatchObject([
    { id, status: 'QUARANTINED', reason: expect.any(String) },
  ]);
  expect(await dismiss()).toMatchObject({ status: 'DISMISSED', decisions: [{ isApproval: false }] });
});

test('a deposit is listed with a masked account, and is assigned once', async () => {
  await start();
  world.bank.deposit({ amount: 700n, name: 'Ada Lovelace', iban: theirIban });
  await world.bankDay();
  const viewer = await aToken('VIEW');
  const { body } = await rest('GET', '/unmatched-deposits?status=OPEN', undefined, viewer);
  expect(body.data).toMatchObject([
    { amount: { amount: 700 }, depositor: { name: 'Ada Lovelace', account: `****${theirIban.slice(-4)}` } },
  ]);
  const [{ id, entryId }] = body.data;
  const path = `/unmatched-deposits/${id}`;
  expect((await rest('GET', `/bank-entries/${entryId}`)).body).toMatchObject({ kind: 'UNMATCHED_DEPOSIT' });
  const given = { accountId: world.account.id };
  expect((await rest('POST', `${path}/assign`, given)).body).toMatchObject({
    status: 'ASSIGNED',
    decidedAccountId: world.account.id,
    transactionId: expect.any(String),
  });
  expect((await rest('GET', path)).body).toMatchObject({ status: 'ASSIGNED' });
  await expectConflict('assignUnmatchedDeposit', `id: "${id}", accountId: "${world.account.id}"`, [
    'POST',
    `${path}/assign`,
    given,
  ]);
  await expectConflict('returnUnmatchedDeposit', `id: "${id}"`, ['POST', `${path}/return`, {}]);
});

test('a deposit is returned to the account of its depositor', async () => {
  await start();
  world.bank.deposit({ amount: 700n, name: 'Ada Lovelace', iban: theirIban });
  await world.bankDay();
  const { body } = await rest('GET', '/unmatched-deposits');
  expect((await rest('POST', `/unmatched-deposits/${body.data[0].id}/return`, {})).body).toMatchObject({
    status: 'RETURNED',
    decision: 'RETURN',
  });
});

test('the deposit of a direct debit that came back is neither assigned nor returned', async () => {
  await start();
  await allowPulls(world);
  const transaction = granted(await pull(world, 700n));
  await world.cutOff();
  await transact(world.service.db, async (tx) => {
    await closeBalanceAccounts(tx, [world.account.id]);
    return true;
  });
  await booked(world, transaction, { amount: '7.00' });
  await booked(world, transaction, { amount: '7.00', indicator: 'DBIT', returned: 'AC04' });
  const { body } = await rest('GET', '/unmatched-deposits');
  const [{ id }] = body.data;
  const path = `/unmatched-deposits/${id}`;
  await expectConflict('returnUnmatchedDeposit', `id: "${id}"`, ['POST', `${path}/return`, {}]);
  const given = { accountId: world.account.id };
  const args = `id: "${id}", accountId: "${world.account.id}"`;
  await expectConflict('assignUnmatchedDeposit', args, ['POST', `${path}/assign`, given]);
  expect((await rest('GET', path)).body).toMatchObject({ status: 'OPEN' });
});

test('a break is in the reconciliation until it is resolved', async () => {
  await start();
  world.bank.request('unexplainedEntry', { amount: -250n });
  await world.bank.closeDay();
  await funded(1_000);
  const reconciliation = async () =>
    (await rest('GET', `/bank-connections/${world.connection.id}/reconciliation`)).body;
  expect(await reconciliation()).toMatchObject({ isReconciled: false, ledgerDifference: { amount: 0 } });
  const { body } = await rest('GET', '/bank-entries?isOpenBreak=true');
  expect(body).toMatchObject({
    totalCount: 1,
    data: [{ breakKind: 'UNKNOWN_DEBIT', amount: { amount: 250 } }],
  });
  const [{ id }] = body.data;
  const path = `/bank-entries/${id}/resolve`;
  expect((await rest('POST', path, { resolution: 'fee of March' })).body).toMatchObject({
    resolution: 'fee of March',
    resolvedAt: expect.any(String),
  });
  await expectConflict('resolveBankEntry', `id: "${id}", resolution: "x"`, [
    'POST',
    path,
    { resolution: 'x' },
  ]);
  const { days } = await reconciliation();
  const kinds = days.flatMap(({ breaks }: { breaks: { kind: string }[] }) => breaks.map(({ kind }) => kind));
  expect(kinds).not.toContain('OPEN_ENTRY');
  const wrong = await rest(
    'GET',
    `/bank-connections/${world.connection.id}/reconciliation?from=2025-02-01&to=2025-01-01`,
  );
  expect([wrong.status, wrong.body.details.field]).toEqual([400, 'from']);
});

describe('a mandate for direct debits', () => {
  const mandate = { reference: 'MANDATE-1', signedOn: '2025-03-01' };
  async function accountOf(owner: 'platform' | 'customers'): Promise<string> {
    if (owner === 'platform') return world.beneficiary.id;
    const { body: customer } = await rest('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
    });
    const made = await rest('POST', '/customers/external-accounts', {
      customerId: customer.id,
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: theirIban,
        beneficiary: {
          beneficiaryType: 'INDIVIDUAL',
          fullName: 'Ada Lovelace',
          address: { line1: '1 Rue', city: 'Paris', postalCode: '75001', country: 'FR' },
        },
      },
    });
    expect(made.body).toMatchObject({ id: expect.any(String) });
    return made.body.id;
  }

  test.each(['platform', 'customers'] as const)('is recorded for an account of %s', async (owner) => {
    await start();
    const path = `/${owner}/external-accounts/${await accountOf(owner)}/direct-debit-mandate`;
    expect(await rest('PUT', path, mandate)).toMatchObject({
      status: 200,
      body: { directDebitMandate: { ...mandate, isOneOff: false } },
    });
    const wrong = await rest('PUT', path, { reference: 'ä', signedOn: '2999-01-01' });
    expect([wrong.status, wrong.body.details.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['reference', 'signedOn'],
    ]);
  });

  test('is not replaced while a direct debit is in progress', async () => {
    await start();
    await allowPulls(world);
    granted(await pull(world, 700n));
    const { id } = world.beneficiary;
    await expectConflict(
      'setDirectDebitMandate',
      `externalAccountId: "${id}", reference: "MANDATE-2", signedOn: "2025-03-01"`,
      [
        'PUT',
        `/platform/external-accounts/${id}/direct-debit-mandate`,
        { reference: 'MANDATE-2', signedOn: '2025-03-01' },
      ],
    );
  });
});
