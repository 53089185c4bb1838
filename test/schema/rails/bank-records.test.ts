/** Bank connections and their records over GraphQL: who may read and decide, and every status of a record. */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { platformAccounts } from '../../../src/accounts/internal/internal-account-store.ts';
import { newId } from '../../../src/kernel/ids.ts';
import type { Permission } from '../../../src/platforms/platform.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { FileExchangeUnavailable } from '../../../src/rails/file-exchange/file-exchange.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { ourIban, theirIban } from '../../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { errorSelection, sendQuery } from '../../support/graphql-client.ts';
import { aSignedInMember } from '../../support/members.ts';
import { restClient } from '../../support/rest.ts';
import { basic } from '../../support/service.ts';

let world: BankWorld;
afterEach(() => world.stop());

const start = async (options: Parameters<typeof bankWorld>[0] = {}) => {
  world = await bankWorld({ server: true, ...options });
};

/** A token of the production platform with these permissions. */
async function aToken(...permissions: Permission[]): Promise<string> {
  const { body } = await restClient(world.service)('POST', '/tokens', {
    body: { name: `token with ${permissions}`, permissions },
    authorization: basic(world.platform.token),
  });
  return basic(`${body.clientId}:${body.clientSecret}`);
}

async function query(document: string, variables: object = {}, authorization = basic(world.platform.token)) {
  const { body } = await sendQuery(world.service, document, variables, { authorization });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const connectionFields =
  'id name status account { iban bic } exchange { kind host username } reviewAbove { amount }';
const fileFields =
  '__typename id status direction kind releases count total { amount } reason line decisions { isApproval comment actor { kind name } }';
const depositFields = `__typename id status decision reason amount { amount } depositor { name account } remittance
  decidedAccount { id } decisions { actor { name } } transaction { id status type }`;
const entryFields = `id kind breakKind note direction amount { amount currency { code } } bookedOn detailCount
  details { counterparty { name account } remittance endToEndId } statement { closing { amount } } transaction { id } resolvedBy resolution`;

const files = async (filter: string) =>
  (await query(`{ bankFiles(filter: {${filter}}) { totalCount nodes { ${fileFields} } } }`)).bankFiles;
const deposits = async () =>
  (await query(`{ unmatchedDeposits { nodes { ${depositFields} } } }`)).unmatchedDeposits.nodes;
const entries = async (filter: string) =>
  (await query(`{ bankEntries(filter: {${filter}}) { totalCount nodes { ${entryFields} } } }`)).bankEntries
    .nodes;
const paymentOf = async (id: string) =>
  (
    await query(
      '{ t: transaction(id: "' +
        id +
        '") { status bankPayment { status reasonCode reasonTitle executionDate endToEndId file { id status } transaction { id } } } }',
    )
  ).t;

const decide = async (mutation: string, args: string, fields: string, authorization?: string) =>
  (
    await query(
      `mutation { r: ${mutation}(${args}) { ${errorSelection} ... on ${fields} } }`,
      {},
      authorization,
    )
  ).r;
const release = (id: string, authorization?: string, comment = '') =>
  decide(
    'releaseBankFile',
    `id: "${id}"${comment && `, comment: "${comment}"`}`,
    `BankFile { ${fileFields} }`,
    authorization,
  );

async function funded(amount: number): Promise<void> {
  world.bank.deposit({
    amount: BigInt(amount),
    name: 'Ada Lovelace',
    iban: theirIban,
    reference: world.reference(),
  });
  await world.bankDay();
}

async function unmatched(amount: number): Promise<string> {
  world.bank.deposit({ amount: BigInt(amount), name: 'Ada Lovelace', iban: theirIban });
  await world.bankDay();
  const [deposit] = await deposits();
  return deposit.id;
}

describe('a connection', () => {
  const input = (over: object = {}) => ({
    name: 'Second bank',
    currency: 'USD',
    format: 'NACHA',
    account: {
      name: 'Example Payments Inc',
      routingNumber: '021000021',
      accountNumber: '1234567890',
      companyId: '1234567890',
    },
    cutOffs: { timeZone: 'America/New_York', times: ['17:00'], calendar: 'FEDWIRE' },
    exchange: {
      kind: 'SFTP',
      host: 'bank.example',
      username: 'payments',
      hostKeyFingerprint: `SHA256:${'A'.repeat(43)}`,
      path: 'files',
      password: 'open sesame',
    },
    ...over,
  });
  const create = (variables: object, authorization?: string) =>
    query(
      `mutation($input: CreateBankConnectionInput!) { r: createBankConnection(input: $input) { ${errorSelection}
        ... on BankConnection { ${connectionFields} account { accountNumber routingNumber } cutOffs { times } edge { cursor } } } }`,
      { input: variables },
      authorization,
    ).then(({ r }) => r);

  test('is created, and no response has its secret', async () => {
    await start();
    const created = await create(input());
    expect(created).toMatchObject({
      __typename: 'BankConnection',
      status: 'ACTIVE',
      account: { accountNumber: '1234567890', routingNumber: '021000021' },
      exchange: { kind: 'SFTP', host: 'bank.example', username: 'payments' },
    });
    expect(JSON.stringify(created)).not.toContain('sesame');
    expect(await create(input())).toMatchObject({ __typename: 'ConflictError', errorCode: 'CONFLICT' });
  });

  test('names every wrong field of its input', async () => {
    await start();
    const account = { name: 'Example', iban: 'DE00370400440532013000' };
    const wrong = await create(
      input({ account, cutOffs: { timeZone: 'Mars', times: ['25:00'], calendar: 'FEDWIRE' } }),
    );
    expect(wrong.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      'input.account.iban',
      'input.cutOffs.timeZone',
      'input.cutOffs.times.0',
    ]);
    const incomplete = await create(input({ account: { name: 'Example' }, exchange: { kind: 'S3' } }));
    expect(incomplete.fields.map(({ path }: { path: string }) => path)).toEqual([
      'input.account.routingNumber',
      'input.account.accountNumber',
      'input.account.companyId',
      'input.exchange.region',
      'input.exchange.bucket',
      'input.exchange.accessKeyId',
      'input.exchange.secretAccessKey',
    ]);
  });

  test('exists on production platforms only', async () => {
    await start();
    const rejected = await create(input(), basic((await world.service.addPlatform()).token));
    expect(rejected).toMatchObject({ __typename: 'ForbiddenError', reason: 'Production only' });
  });

  test('is created with MANAGE and TRANSACT together', async () => {
    await start();
    for (const one of ['MANAGE', 'TRANSACT'] as const) {
      expect(await create(input(), await aToken('VIEW', one))).toMatchObject({ errorCode: 'FORBIDDEN' });
    }
    expect(await create(input(), await aToken('MANAGE', 'TRANSACT'))).toMatchObject({
      __typename: 'BankConnection',
    });
  });

  test('has a masked account for callers without MANAGE', async () => {
    await start();
    const read = (authorization?: string) =>
      query(`{ bankConnections { totalCount nodes { ${connectionFields} } } }`, {}, authorization);
    expect((await read()).bankConnections).toMatchObject({
      totalCount: 1,
      nodes: [{ account: { iban: ourIban } }],
    });
    const masked = (await read(await aToken('VIEW'))).bankConnections.nodes[0];
    expect(masked.account.iban).toBe('****3000');
  });

  test('needs a step-up of a member, and is CLOSED once its payments are settled', async () => {
    await start();
    const member = await aSignedInMember(world.service, ['VIEW', 'TRANSACT', 'MANAGE'], world.platform);
    const { id } = world.connection;
    const close = async () =>
      (
        await member.query(
          `mutation { r: closeBankConnection(id: "${id}") { ${errorSelection} ... on BankConnection { status } } }`,
        )
      ).body.data.r;
    await funded(5_000);
    await world.pay(100);
    await world.service.settle();
    world.service.clock.advance(301);
    expect(await close()).toMatchObject({ errorCode: 'STEP_UP_REQUIRED' });
    const returning = await aSignedInMember(world.service, ['VIEW', 'TRANSACT', 'MANAGE'], world.platform);
    member.cookie = returning.cookie;
    expect(await close()).toMatchObject({ __typename: 'ConflictError' });
    await world.cutOff();
    await world.bankDay();
    const last = await aSignedInMember(world.service, ['VIEW', 'TRANSACT', 'MANAGE'], world.platform);
    member.cookie = last.cookie;
    expect(await close()).toMatchObject({ status: 'CLOSED' });
    const update = `updateBankConnection(id: "${id}", input: {name: "x"})`;
    const { r } = await query(`mutation { r: ${update} { ${errorSelection} } }`);
    expect(r).toMatchObject({ __typename: 'ConflictError' });
  });

  test('is changed, and keeps its secret when the exchange names none', async () => {
    await start();
    const { id } = await create(input());
    const { r: before } = await query(
      `{ r: bankConnection(id: "${id}") { exchange { host username hostKeyFingerprint } } }`,
    );
    const { host, username, hostKeyFingerprint } = before.exchange;
    const server = (name: string) =>
      `{kind: SFTP, host: "${name}", username: "${username}", hostKeyFingerprint: "${hostKeyFingerprint}", path: "moved"}`;
    const exchange = server(host);
    const updated = await decide(
      'updateBankConnection',
      `id: "${id}", input: {reviewAbove: 5, exchange: ${exchange}}`,
      `BankConnection { ${connectionFields} }`,
    );
    expect(updated).toMatchObject({ reviewAbove: { amount: 5 }, exchange: { host } });
    // The secret of one server is never sent to another.
    const moved = await decide(
      'updateBankConnection',
      `id: "${id}", input: {exchange: ${server('other.example')}}`,
      `BankConnection { id }`,
    );
    expect(moved.fields).toEqual([
      { path: 'input.exchange', message: 'must have exactly one of password, privateKey' },
    ]);
    const unlimited = await decide(
      'updateBankConnection',
      `id: "${id}", input: {reviewAbove: null}`,
      'BankConnection { reviewAbove { amount } name }',
    );
    expect(unlimited).toMatchObject({ reviewAbove: null });
    const toS3 = await decide(
      'updateBankConnection',
      `id: "${id}", input: {exchange: {kind: S3, region: "eu", bucket: "b", accessKeyId: "AKIA"}}`,
      `BankConnection { id }`,
    );
    expect(toS3.fields).toEqual([{ path: 'input.exchange.secretAccessKey', message: 'is required' }]);
  });

  test('exchanges its files on request', async () => {
    await start();
    world.bank.deposit({ amount: 700n, name: 'Ada', iban: theirIban, reference: world.reference() });
    await world.bank.finish();
    const exchanged = await decide(
      'exchangeBankFiles',
      `id: "${world.connection.id}"`,
      'BankConnection { lastExchangeAt exchangeError }',
      await aToken('TRANSACT'),
    );
    expect(exchanged).toMatchObject({ exchangeError: null, lastExchangeAt: expect.any(String) });
    await world.service.settle();
    expect(await world.balance()).toBe(700n);
  });
});

describe('a file', () => {
  /** A file that two persons must release. */
  async function inReview(): Promise<{ fileId: string; paymentId: string }> {
    await start({ reviewAbove: 1_000 });
    await funded(50_000);
    const { id: paymentId } = await world.pay(5_000);
    await world.cutOff();
    const { nodes } = await files('status: IN_REVIEW');
    expect(nodes).toMatchObject([
      { count: 1, total: { amount: 5_000 }, direction: 'OUT', kind: 'PAIN_001', releases: 0 },
    ]);
    return { fileId: nodes[0].id, paymentId };
  }

  test('IN_REVIEW is READY after the release by two different callers, and then SENT', async () => {
    const { fileId, paymentId } = await inReview();
    expect(await release(fileId, undefined, 'checked')).toMatchObject({
      status: 'IN_REVIEW',
      releases: 1,
      decisions: [{ isApproval: true, comment: 'checked', actor: { kind: 'API_TOKEN' } }],
    });
    expect(await release(fileId)).toMatchObject({
      __typename: 'ConflictError',
      reason: 'Second person required',
    });
    const member = await aSignedInMember(world.service, ['VIEW', 'APPROVE'], world.platform);
    const { body } = await member.query(
      `mutation { r: releaseBankFile(id: "${fileId}") { ${errorSelection} ... on BankFile { ${fileFields} } } }`,
    );
    expect(body.data.r).toMatchObject({ status: 'READY', releases: 2 });
    const kinds = body.data.r.decisions.map(({ actor }: { actor: { kind: string } }) => actor.kind);
    expect(kinds.sort()).toEqual(['API_TOKEN', 'MEMBER']);
    expect(await paymentOf(paymentId)).toMatchObject({
      bankPayment: { status: 'IN_FILE', file: { id: fileId } },
    });
    await world.exchange();
    expect((await files('status: SENT')).totalCount).toBe(1);
    expect(await release(fileId)).toMatchObject({ __typename: 'ConflictError' });
    await world.bankDay();
    expect((await files('status: ACCEPTED')).totalCount).toBe(1);
    expect(await paymentOf(paymentId)).toMatchObject({
      status: 'COMPLETED',
      bankPayment: { status: 'CONFIRMED' },
    });
  });

  test('is CANCELLED by one person, and its payments are refunded', async () => {
    const { fileId, paymentId } = await inReview();
    const cancelled = await decide('cancelBankFile', `id: "${fileId}"`, `BankFile { ${fileFields} }`);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', decisions: [{ isApproval: false }] });
    await world.service.settle();
    expect(await paymentOf(paymentId)).toMatchObject({
      status: 'FAILED',
      bankPayment: { status: 'REJECTED' },
    });
    expect(await world.balance()).toBe(50_000n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('has its payments as a list', async () => {
    const { fileId, paymentId } = await inReview();
    const { bankPayments } = await query(
      `{ bankPayments(fileId: "${fileId}") { totalCount nodes { amount transaction { id } edge { cursor } } edges { cursor } } }`,
    );
    expect(bankPayments).toMatchObject({
      totalCount: 1,
      nodes: [{ amount: 5_000, transaction: { id: paymentId } }],
    });
    expect(bankPayments.nodes[0].edge.cursor).toBe(bankPayments.edges[0].cursor);
  });

  test.each([
    ['VIEW and MANAGE', ['VIEW', 'MANAGE'] as const],
    ['VIEW', ['VIEW'] as const],
  ])('is not released with %s', async (_name, permissions) => {
    const { fileId } = await inReview();
    expect(await release(fileId, await aToken(...permissions))).toMatchObject({ errorCode: 'FORBIDDEN' });
  });

  test('of the bank is RECORDED, or QUARANTINED with the line of the problem', async () => {
    await start();
    await funded(1_000);
    const wrong = join(world.folder, 'inbox', 'wrong.xml');
    writeFileSync(wrong, '<Document>\n<oops>');
    utimesSync(wrong, 0, 0);
    await world.exchange();
    expect((await files('direction: IN, status: RECORDED')).totalCount).toBeGreaterThan(0);
    const { nodes } = await files('status: QUARANTINED');
    expect(nodes).toMatchObject([{ kind: null, total: null, reason: expect.any(String) }]);
    expect(readdirSync(join(world.folder, 'inbox'))).toEqual([]);
  });

  test('in quarantine is a break of the reconciliation until a person dismisses it', async () => {
    await start();
    await funded(1_000);
    const wrong = join(world.folder, 'inbox', 'wrong.xml');
    writeFileSync(wrong, '<Document>\n<oops>');
    utimesSync(wrong, 0, 0);
    await world.exchange();
    const isNamed = async () => {
      const { r } = await query(
        `{ r: bankReconciliation(connectionId: "${world.connection.id}") { days { breaks { kind } } } }`,
      );
      const breaks = r.days.flatMap((day: { breaks: unknown[] }) => day.breaks) as { kind: string }[];
      return breaks.some(({ kind }) => kind === 'QUARANTINED_FILE');
    };
    expect(await isNamed()).toBe(true);
    const { nodes } = await files('status: QUARANTINED');
    const dismiss = (authorization?: string) =>
      decide(
        'dismissBankFile',
        `id: "${nodes[0].id}", comment: "sent again"`,
        `BankFile { ${fileFields} }`,
        authorization,
      );
    expect(await dismiss(await aToken('VIEW', 'MANAGE'))).toMatchObject({ errorCode: 'FORBIDDEN' });
    expect(await dismiss()).toMatchObject({
      status: 'DISMISSED',
      reason: nodes[0].reason,
      decisions: [{ isApproval: false, comment: 'sent again' }],
    });
    expect(await isNamed()).toBe(false);
    expect(await dismiss()).toMatchObject({ __typename: 'ConflictError' });
    expect(
      await decide(
        'dismissBankFile',
        `id: "${(await files('status: RECORDED')).nodes[0].id}"`,
        `BankFile { ${fileFields} }`,
      ),
    ).toMatchObject({
      __typename: 'ConflictError',
    });
  });

  test.each([
    ['rejectFile', 'REJECTED'],
    ['rejectPayment', 'PARTIALLY_ACCEPTED'],
  ] as const)('with the behaviour %s of the bank is %s', async (behaviour, status) => {
    await start();
    await funded(50_000);
    const rejected = await world.pay(100);
    await world.pay(200);
    world.bank.request(behaviour, {
      code: 'AC04',
      ...(behaviour === 'rejectPayment' && { id: rejected.reference }),
    });
    await world.cutOff();
    await world.bankDay();
    await world.service.settle();
    expect((await files(`status: ${status}`)).totalCount).toBe(1);
    expect(await paymentOf(rejected.id)).toMatchObject({
      status: 'FAILED',
      bankPayment: { status: 'REJECTED', reasonCode: 'AC04', reasonTitle: 'Account closed' },
    });
  });
});

describe('an exchange that ends between two steps', () => {
  /** Exchanges until the step fails, and then again without a failure. */
  async function failingAt(step: 'publish' | 'archive') {
    const { ports, clock } = world.service;
    const openExchange: typeof ports.openExchange = async (connection) => ({
      ...(await ports.openExchange(connection)),
      [step]: () => Promise.reject(new FileExchangeUnavailable('unreachable')),
    });
    clock.advance(61);
    await exchangeDue({ ...ports, openExchange });
  }

  const exchangeError = async () =>
    (await query('{ bankConnections { nodes { exchangeError } } }')).bankConnections.nodes[0].exchangeError;

  test('at publish leaves a file STAGED, and the next makes it SENT', async () => {
    await start();
    await funded(5_000);
    await world.pay(100);
    await world.service.settle();
    world.service.clock.advance(24 * 60 * 60);
    await failingAt('publish');
    expect((await files('status: STAGED')).totalCount).toBe(1);
    expect(await exchangeError()).toEqual(expect.any(String));
    await world.exchange();
    expect((await files('status: STAGED')).totalCount).toBe(0);
    expect((await files('status: SENT')).totalCount).toBe(1);
  });

  test('is stopped after it has fetched a file: it leaves the file RECEIVED, and the next makes it RECORDED', async () => {
    await start();
    world.bank.deposit({ amount: 5n, name: 'Ada', iban: theirIban });
    await world.bank.finish();
    const { ports, clock } = world.service;
    const stopping = new AbortController();
    const openExchange: typeof ports.openExchange = async (connection) => {
      const exchange = await ports.openExchange(connection);
      const archive = async (name: string) => {
        await exchange.archive(name);
        stopping.abort();
      };
      return { ...exchange, archive };
    };
    clock.advance(61);
    await exchangeDue({ ...ports, openExchange }, stopping.signal);
    expect((await files('status: RECEIVED')).totalCount).toBe(1);
    await world.exchange();
    expect((await files('status: RECEIVED')).totalCount).toBe(0);
    expect((await files('status: RECORDED')).totalCount).toBeGreaterThan(0);
  });

  test('at archive has recorded the file, which the next moves', async () => {
    await start();
    world.bank.deposit({ amount: 5n, name: 'Ada', iban: theirIban });
    await world.bank.finish();
    await failingAt('archive');
    const recorded = (await files('status: RECORDED')).totalCount;
    expect(recorded).toBeGreaterThan(0);
    expect(await exchangeError()).toEqual(expect.any(String));
    expect(readdirSync(join(world.folder, 'inbox'))).not.toEqual([]);
    await world.exchange();
    expect((await files('status: RECORDED')).totalCount).toBe(recorded);
    expect(await exchangeError()).toBeNull();
    expect(readdirSync(join(world.folder, 'inbox'))).toEqual([]);
  });
});

describe('the payment of a transaction', () => {
  test('is WAITING, IN_FILE, CONFIRMED and RETURNED, with the code of the bank', async () => {
    await start();
    await funded(50_000);
    const paid = await world.pay(100);
    await world.service.settle();
    expect(await paymentOf(paid.id)).toMatchObject({
      bankPayment: { status: 'WAITING', file: null, executionDate: null, endToEndId: paid.reference },
    });
    await world.cutOff();
    expect(await paymentOf(paid.id)).toMatchObject({
      bankPayment: { status: 'IN_FILE', executionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    world.bank.request('returnPayment', { code: 'MS03', days: 3 });
    await world.bankDay();
    expect(await paymentOf(paid.id)).toMatchObject({
      bankPayment: { status: 'RETURNED', reasonCode: 'MS03', reasonTitle: 'Reason not stated by the bank' },
    });
  });

  test('is that of each transaction of a page', async () => {
    await start();
    await funded(50_000);
    for (const amount of [1, 2, 3]) await world.pay(amount);
    await world.service.settle();
    const { transactions } = await query(
      '{ transactions(filter: {type: OUTGOING}) { nodes { bankPayment { amount } } } }',
    );
    expect(
      transactions.nodes.map((one: { bankPayment: { amount: number } }) => one.bankPayment.amount),
    ).toEqual([3, 2, 1]);
  });
});

describe('an unmatched deposit', () => {
  const assign = (id: string, authorization?: string) =>
    decide(
      'assignUnmatchedDeposit',
      `id: "${id}", accountId: "${world.account.id}"`,
      `UnmatchedDeposit { ${depositFields} }`,
      authorization,
    );
  const giveBack = (id: string, authorization?: string) =>
    decide('returnUnmatchedDeposit', `id: "${id}"`, `UnmatchedDeposit { ${depositFields} }`, authorization);

  test('is OPEN with its depositor, whose account is masked, and ASSIGNED by one person up to the limit', async () => {
    await start({ reviewAbove: 700 });
    const id = await unmatched(700);
    expect(await deposits()).toMatchObject([{ status: 'OPEN', depositor: { account: theirIban } }]);
    const { node } = await query(
      `{ node(id: "${id}") { ... on UnmatchedDeposit { depositor { name account } } } }`,
      {},
      await aToken('VIEW'),
    );
    expect(node.depositor).toEqual({
      name: 'Ada Lovelace',
      account: `****${theirIban.slice(-4)}`,
    });
    expect(await assign(id)).toMatchObject({
      status: 'ASSIGNED',
      decision: 'ASSIGN',
      decidedAccount: { id: world.account.id },
      transaction: { status: 'COMPLETED', type: 'INCOMING' },
    });
    expect(await world.balance()).toBe(700n);
    expect(await assign(id)).toMatchObject({ __typename: 'ConflictError' });
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('above the limit is IN_REVIEW until another caller makes the same decision', async () => {
    await start({ reviewAbove: 699 });
    const id = await unmatched(700);
    const second = await aToken('TRANSACT', 'VIEW');
    expect(await assign(id)).toMatchObject({
      status: 'IN_REVIEW',
      decision: 'ASSIGN',
      decisions: [{}],
      transaction: null,
    });
    expect(await assign(id)).toMatchObject({ reason: 'Second person required' });
    // Another decision starts a new round.
    expect(await giveBack(id, second)).toMatchObject({
      status: 'IN_REVIEW',
      decision: 'RETURN',
      decisions: [{}],
    });
    expect(await world.balance()).toBe(0n);
    expect(await giveBack(id)).toMatchObject({ status: 'RETURNED', decisions: [{}, {}] });
    await world.cutOff();
    await world.bankDay();
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test.each([
    ['by one person', undefined],
    ['and by the first of two persons', 699],
  ])('is assigned to an active account in its currency only, %s', async (_, reviewAbove) => {
    await start(reviewAbove === undefined ? {} : { reviewAbove });
    const id = await unmatched(700);
    const scope = { platformId: world.platform.principal.platform.id };
    const [other] = await platformAccounts(world.service.db.orm, scope, { currency: 'USD', type: undefined });
    const wrong = await decide(
      'assignUnmatchedDeposit',
      `id: "${id}", accountId: "${other?.id}"`,
      'UnmatchedDeposit { id }',
    );
    expect(wrong.fields).toEqual([{ path: 'accountId', message: 'must be an account in EUR' }]);
    const unknown = await decide(
      'assignUnmatchedDeposit',
      `id: "${id}", accountId: "${newId('InternalAccount')}"`,
      'UnmatchedDeposit { id }',
    );
    expect(unknown).toMatchObject({ __typename: 'NotFoundError' });
    expect(await deposits()).toMatchObject([{ status: 'OPEN' }]);
  });
});

describe('an entry', () => {
  test('that no record explains is a break until a person resolves it', async () => {
    await start();
    world.bank.request('unexplainedEntry', { amount: -250n });
    await world.bank.closeDay();
    await funded(1_000);
    const [found] = await entries('isOpenBreak: true');
    expect(found).toMatchObject({
      kind: 'BREAK',
      breakKind: 'UNKNOWN_DEBIT',
      direction: 'DEBIT',
      amount: { amount: 250, currency: { code: 'EUR' } },
    });
    const resolve = (authorization?: string) =>
      decide(
        'resolveBankEntry',
        `id: "${found.id}", resolution: "fee of March", isBankFee: true`,
        `BankEntry { ${entryFields} }`,
        authorization,
      );
    expect(await resolve(await aToken('VIEW', 'MANAGE'))).toMatchObject({ errorCode: 'FORBIDDEN' });
    expect(await resolve()).toMatchObject({ resolution: 'fee of March', resolvedBy: expect.any(String) });
    expect(await resolve()).toMatchObject({ __typename: 'ConflictError' });
    expect(await entries('isOpenBreak: true')).toEqual([]);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('has its movements, its statement and its transaction', async () => {
    await start();
    await funded(1_000);
    const [found] = await entries('kind: DEPOSIT');
    expect(found).toMatchObject({
      detailCount: 1,
      details: [{ counterparty: { name: 'Ada Lovelace', account: theirIban } }],
      statement: { closing: { amount: 1_001_000 } },
      transaction: { id: expect.stringMatching(/^Transaction:/) },
    });
  });
});

describe('a reconciliation', () => {
  const read = async (args = '') =>
    (
      await query(`{ r: bankReconciliation(connectionId: "${world.connection.id}"${args}) { isReconciled breakCount from to
        ledgerDifference { amount } days { date statementCount closing { amount } ledgerBalance { amount }
        counts { kind count } breakCount breaks { kind description amount { amount } entryBreak record { __typename id } } } } }`)
    ).r;

  test('has each day, and names each break with its record', async () => {
    await start();
    world.bank.request('unexplainedEntry', { amount: -250n });
    await world.bank.closeDay();
    await funded(1_000);
    const { isReconciled, days, ledgerDifference } = await read();
    expect([isReconciled, ledgerDifference.amount]).toEqual([false, 0]);
    const [day] = days.filter(({ breaks }: { breaks: object[] }) => breaks.length > 0);
    expect(day.breaks).toMatchObject([
      {
        kind: 'OPEN_ENTRY',
        amount: { amount: -250 },
        entryBreak: 'UNKNOWN_DEBIT',
        record: { __typename: 'BankEntry' },
      },
    ]);
    expect(day.closing).toEqual(day.ledgerBalance);
  });

  test.each([
    [', from: "2025-01-02", to: "2025-01-01"', 'from'],
    [', from: "2025-01-01", to: "2025-04-03"', 'from'],
    [', to: "0001-01-01"', 'to'],
    [', to: "9999-12-31"', 'to'],
  ])('rejects the days%s', async (args, path) => {
    await start();
    const { body } = await sendQuery(
      world.service,
      `{ bankReconciliation(connectionId: "${world.connection.id}"${args}) { from } }`,
      {},
      { authorization: basic(world.platform.token) },
    );
    expect(body.errors[0].extensions.code).toBe('INVALID_INPUT');
    expect(JSON.stringify(body.errors[0].extensions)).toContain(path);
  });
});

test('another platform reads and decides nothing', async () => {
  await start({ reviewAbove: 1 });
  const depositId = await unmatched(700);
  const stranger = await world.service.addPlatform('PRODUCTION');
  const theirs = basic(stranger.token);
  const { bankFiles } = await query('{ bankFiles { nodes { id } } }');
  const [{ id: entryId }] = await entries('');
  const ids = [world.connection.id, depositId, entryId, bankFiles.nodes[0].id];
  const { nodes } = await query('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }, theirs);
  expect(nodes).toEqual([null, null, null, null]);
  const lists = await query(
    '{ bankConnections { totalCount } bankFiles { totalCount } bankEntries { totalCount } unmatchedDeposits { totalCount } }',
    {},
    theirs,
  );
  expect(Object.values(lists)).toEqual([0, 0, 0, 0].map((totalCount) => ({ totalCount })));
  const { r } = await query(
    `{ r: bankReconciliation(connectionId: "${world.connection.id}") { from } }`,
    {},
    theirs,
  );
  expect(r).toBeNull();
  for (const [mutation, args] of [
    ['closeBankConnection', `id: "${world.connection.id}"`],
    ['updateBankConnection', `id: "${world.connection.id}", input: {name: "x"}`],
    ['exchangeBankFiles', `id: "${world.connection.id}"`],
    ['releaseBankFile', `id: "${bankFiles.nodes[0].id}"`],
    ['cancelBankFile', `id: "${bankFiles.nodes[0].id}"`],
    ['dismissBankFile', `id: "${bankFiles.nodes[0].id}"`],
    ['assignUnmatchedDeposit', `id: "${depositId}", accountId: "${world.account.id}"`],
    ['returnUnmatchedDeposit', `id: "${depositId}"`],
    ['resolveBankEntry', `id: "${entryId}", resolution: "x"`],
  ] as const) {
    const result = (await query(`mutation { r: ${mutation}(${args}) { ${errorSelection} } }`, {}, theirs)).r;
    expect([mutation, result.__typename, result.errorCode]).toEqual([
      mutation,
      'NotFoundError',
      'REFERENCE_NOT_FOUND',
    ]);
  }
});
