/** `bank:reconcile` as a command: a line for each day, and exit code 1 on a break. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../src/commands/command.ts';
import { reconcileBankCommand } from '../../src/commands/reconcile-bank.ts';
import { openEmbedded } from '../../src/infrastructure/database/embedded.ts';
import { newId } from '../../src/kernel/ids.ts';
import type { BankConnection } from '../../src/rails/bank-connections/bank-connection.ts';
import { insertConnection } from '../../src/rails/bank-connections/store.ts';
import { insertReceivedFile } from '../../src/rails/bank-payments/file-store.ts';
import type { BankStatement } from '../../src/rails/bank-records/bank-statement.ts';
import { openStatement } from '../../src/rails/bank-records/statement-store.ts';
import { paymentWorld } from '../support/payments.ts';

const scratch = mkdtempSync(join(tmpdir(), 'payments-reconcile-'));
const DATA_DIR = join(scratch, 'data');
const id = newId('BankConnection');
const now = new Date('2026-01-07T12:00:00Z');

const reconcile = (...args: string[]) => runCommand(reconcileBankCommand, args, { DATA_DIR });

beforeAll(async () => {
  const db = await openEmbedded(join(DATA_DIR, 'database'));
  await db.migrate();
  const { platform } = await (await paymentWorld(db)).caller();
  const ofPlatform = { platformId: platform.id, createdAt: now };
  const connection: BankConnection = {
    ...ofPlatform,
    id,
    name: 'Bank',
    currency: 'EUR',
    format: 'ISO20022',
    status: 'ACTIVE',
    account: { name: 'Example', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    exchange: { kind: 'FOLDER' },
    sealedSecret: undefined,
    virtualIbanRange: undefined,
    cutOffs: { timeZone: 'Europe/Berlin', times: ['14:00'], calendar: 'WEEKDAYS' },
    maxPaymentsPerFile: 10,
    preNotificationDays: 14,
    openingBalance: 0n,
    reviewAbove: undefined,
    lastCutOffAt: undefined,
    lastExchangeAt: undefined,
    exchangeError: undefined,
    updatedAt: now,
  };
  await insertConnection(db.orm, connection, now);
  const fileId = newId('BankFile');
  await insertReceivedFile(db.orm, {
    ...ofPlatform,
    id: fileId,
    connectionId: id,
    direction: 'IN',
    kind: 'CAMT_053',
    status: 'RECORDED',
    name: 'statements.xml',
    messageId: 'M',
    serviceLevel: undefined,
    paymentDirection: undefined,
    executionDate: undefined,
    fileIdModifier: undefined,
    stagedHostKey: undefined,
    releases: 0,
    round: 0,
    count: 0,
    total: 0n,
    digest: new Uint8Array(32),
    byteLength: 1,
    storageKey: undefined,
    reason: undefined,
    line: undefined,
    updatedAt: now,
  });
  for (const [bookedOn, sequenceNumber] of [
    ['2026-01-05', 1],
    ['2026-01-06', 3],
  ] as const) {
    const statement: BankStatement = {
      ...ofPlatform,
      id: newId('BankStatement'),
      connectionId: id,
      fileId,
      kind: 'CAMT_053',
      statementId: `S${sequenceNumber}`,
      sequenceNumber,
      pageNumber: 1,
      bookedOn,
      opening: 0n,
      closing: 0n,
      sum: 0n,
      count: 0,
      hasConflict: false,
      digest: undefined,
    };
    await openStatement(db.orm, statement, true);
  }
  await db.close();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('prints a line for each day and the totals, with exit code 0 without a break', async () => {
  const { text, ok } = await reconcile('--connection', id, '--from', '2026-01-05', '--to', '2026-01-05');
  expect(ok).toBe(true);
  expect(linesOf(text)).toMatchObject([
    { date: '2026-01-05', statementCount: 1, closing: 0, ledgerBalance: 0, breaks: [] },
    { connectionId: id, currency: 'EUR', isReconciled: true, breakCount: 0, ledgerDifference: 0 },
  ]);
});

test('has exit code 1 on a break, which the line of its day names', async () => {
  const { text, ok } = await reconcile('--connection', id, '--from', '2026-01-05', '--to', '2026-01-06');
  expect(ok).toBe(false);
  const [, day, totals] = linesOf(text);
  expect(day.breaks).toMatchObject([
    { kind: 'NUMBER_GAP', description: 'Statement 2 is missing: 3 follows 1.' },
  ]);
  expect(totals).toMatchObject({ isReconciled: false, breakCount: 1 });
});

test.each([
  ['an unknown connection', ['--connection', newId('BankConnection')], 'The bank connection does not exist.'],
  [
    'days in the wrong order',
    ['--connection', id, '--from', '2026-01-06', '--to', '2026-01-05'],
    '--from must not be after to',
  ],
  ['no connection', [], '--connection must be an id'],
])('rejects %s in one line', async (_name, args, message) => {
  await expect(reconcile(...args)).rejects.toThrow(message);
});
