/** The simulated bank and `src/rails/bank-files` are two implementations: each reads what the other writes. */
import { describe, expect, test } from 'vitest';
import {
  type IncomingRecord,
  type OutgoingFile,
  type OutgoingPayment,
  type StatementHeader,
  UnreadableBankFile,
} from '../../src/rails/bank-files/bank-file.ts';
import { readIso20022 } from '../../src/rails/bank-files/iso20022/read-iso20022.ts';
import { writePain001 } from '../../src/rails/bank-files/iso20022/write-pain-001.ts';
import { writePain008 } from '../../src/rails/bank-files/iso20022/write-pain-008.ts';
import { readNacha } from '../../src/rails/bank-files/nacha/read-nacha.ts';
import { writeNacha } from '../../src/rails/bank-files/nacha/write-nacha.ts';
import { createBankFileReader } from '../../src/rails/bank-files/read-bank-file.ts';
import { type BankWorld, bankWorld, entriesOf, ibanAccount, nachaAccount } from './bank-world.ts';
import { randomDays } from './random-days.ts';

const readBankFile = createBankFileReader({ iso20022: readIso20022, nacha: readNacha });

async function* chunksOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function* each<T>(items: readonly T[]) {
  yield* items;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const recordsOf = (text: string): Promise<IncomingRecord[]> => collect(readBankFile(chunksOf(text)));

interface ReadFile {
  readonly name: string;
  readonly records: readonly IncomingRecord[] | UnreadableBankFile;
}

/** The published files as our readers read them. */
async function readAll({ bank, inbox }: BankWorld): Promise<readonly ReadFile[]> {
  const texts = await inbox();
  return Promise.all(
    bank.publishedFiles().map(async ({ name }, index) => {
      const records = await recordsOf(texts[index] ?? '').catch((error: unknown) => {
        if (error instanceof UnreadableBankFile) return error;
        throw error;
      });
      return { name, records };
    }),
  );
}

/** Sums of the booked entries of statements of the account, each page once. */
function statedTotal(files: readonly ReadFile[], account: string | undefined): bigint {
  const seen = new Set<string>();
  let header: StatementHeader | undefined;
  let total = 0n;
  for (const { name, records } of files) {
    if (records instanceof UnreadableBankFile || !name.includes('-camt053-')) continue;
    for (const record of records) {
      if (record.record === 'statement') {
        const key = `${record.id} ${record.page?.number ?? 1}`;
        const isOurs = (record.account.iban ?? record.account.accountNumber) === account;
        header = isOurs && !seen.has(key) ? record : undefined;
        seen.add(key);
      } else if (record.record === 'entry' && header && record.status === 'BOOKED') total += record.amount;
    }
  }
  return total;
}

describe.each([
  ['ISO 20022', false, ibanAccount.iban],
  ['NACHA', true, nachaAccount.accountNumber],
])('forty days of %s', (_, isNacha, account) => {
  test.each([1, 2, 3])('are read completely, seed %i', async (seed) => {
    const world = await randomDays(seed, isNacha);
    const { bank } = world;
    const files = await readAll(world);

    const unreadable = files.filter(({ records }) => records instanceof UnreadableBankFile);
    const truncated = bank.breaks().filter(({ kind }) => kind === 'UNREADABLE_FILE');
    expect(unreadable.map(({ name }) => name)).toEqual(truncated.map(({ id }) => id));
    expect(statedTotal(files, account)).toBe(bank.balance() - 1_000_000n);

    const records = files.flatMap((file) => (file.records instanceof UnreadableBankFile ? [] : file.records));
    const outcomesOf = (outcome: string) =>
      [...bank.expected()].filter(([, one]) => one.outcome === outcome).map(([id, { code }]) => [id, code]);
    const returned = records.flatMap((record) =>
      record.record === 'entry'
        ? record.details
            .filter(({ returnReason }) => returnReason !== undefined)
            .map(({ endToEndId, returnReason }) => [endToEndId, returnReason])
        : [],
    );
    expect(new Set(returned.map(String))).toEqual(new Set(outcomesOf('RETURNED').map(String)));
    const rejected = records.flatMap((record) =>
      record.record === 'status' && record.level === 'PAYMENT' && record.status === 'RJCT'
        ? [String([record.originalEndToEndId, record.reason])]
        : [],
    );
    expect(outcomesOf('REJECTED').map(String)).toEqual(expect.arrayContaining([...new Set(rejected)]));
    expect(rejected.length > 0).toBe(!isNacha);
    expect(records.some(({ record }) => record === 'change-notice')).toBe(isNacha);
  });
});

const created = { createdAt: new Date('2026-01-05T09:30:00Z'), executionDate: '2026-01-05' };
const own = {
  name: 'Our Company',
  bankName: 'Simulated Bank',
  creditorId: 'DE98ZZZ09999999999',
  companyId: '1234567892',
};
const counterparty = { name: 'Ann & Co <Öst>', iban: 'FR1420041010050500013M02606' };
const mandate = { reference: 'M-1', signedOn: '2025-01-01', sequence: 'RCUR' } as const;

const paymentsOf = (isNacha: boolean, isBusiness = false): readonly OutgoingPayment[] =>
  [12_345n, 655n].map((amount, index) => ({
    endToEndId: `TO-AAAAAAAAAAA${index + 2}`,
    amount,
    counterparty: isNacha
      ? {
          name: 'Carl',
          routingNumber: '021000021',
          accountNumber: '55667788',
          isBusiness: isBusiness && index === 1,
        }
      : counterparty,
    remittance: 'Invoice 1',
    mandate,
    traceNumber: `09100001000000${index + 1}`,
  }));

const iso = {
  messageId: 'BF-AAAAAAAAAAAA',
  currency: 'EUR',
  count: 2,
  total: 13_000n,
  account: { ...own, ...ibanAccount },
};
const nacha = {
  ...iso,
  currency: 'USD',
  fileIdModifier: 'A',
  serviceLevel: 'ACH' as const,
  kind: 'NACHA' as const,
  account: { ...own, routingNumber: '091000019', accountNumber: '000123456789' },
};
const balanced = { ...nacha.account, balancedBatches: true };
const offsetTraceNumbers = ['091000010000008', '091000010000010'] as const;

describe('the bank executes what our writers write', () => {
  test.each<[string, OutgoingFile, readonly OutgoingPayment[], bigint]>([
    [
      'pain.001',
      { ...created, ...iso, kind: 'PAIN_001', serviceLevel: 'SEPA', direction: 'CREDIT' },
      paymentsOf(false),
      -13_000n,
    ],
    [
      'pain.008',
      { ...created, ...iso, kind: 'PAIN_008', serviceLevel: 'SEPA', direction: 'DEBIT' },
      paymentsOf(false),
      13_000n,
    ],
    ['NACHA credits', { ...created, ...nacha, direction: 'CREDIT' }, paymentsOf(true), -13_000n],
    ['NACHA debits', { ...created, ...nacha, direction: 'DEBIT' }, paymentsOf(true), 13_000n],
    [
      'NACHA credits in two batches',
      { ...created, ...nacha, direction: 'CREDIT' },
      paymentsOf(true, true),
      -13_000n,
    ],
    [
      'balanced NACHA credits in two batches',
      { ...created, ...nacha, direction: 'CREDIT', account: balanced, offsetTraceNumbers },
      paymentsOf(true, true).map((one, index) => ({
        ...one,
        traceNumber: index === 0 ? one.traceNumber : '091000010000009',
      })),
      -13_000n,
    ],
  ])('%s', async (_, file, payments, change) => {
    const write = { PAIN_001: writePain001, PAIN_008: writePain008, NACHA: writeNacha }[file.kind];
    const isNacha = file.kind === 'NACHA';
    const { bank, send } = await bankWorld(isNacha ? { account: nachaAccount } : {});
    await send('a', (await collect(write(file, each(payments)))).join(''));
    expect(await bank.readOutbox()).toMatchObject([{ result: 'EXECUTED' }]);
    await bank.finish();
    expect(bank.balance()).toBe(1_000_000n + change);
    expect([...bank.expected()].map(([id, { amount }]) => [id, amount])).toEqual(
      payments.map(({ endToEndId, amount }) => [endToEndId, amount]),
    );
    expect(entriesOf(bank).flatMap(({ details }) => details.map(({ remittance }) => remittance))).toEqual([
      'Invoice 1',
      'Invoice 1',
    ]);
  });
});
