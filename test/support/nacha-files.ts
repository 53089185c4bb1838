/** NACHA files: those that we write, and those of a bank, whose control records are computed from the entries. */
import type { BankParty, OutgoingFile, OutgoingPayment } from '../../src/rails/bank-files/bank-file.ts';
import { traceNumberOf } from '../../src/rails/bank-files/nacha/trace-numbers.ts';
import { writeNacha } from '../../src/rails/bank-files/nacha/write-nacha.ts';

/** The account of the sender. */
export const nachaAccount = {
  name: 'Payments Inc',
  bankName: 'First Bank',
  routingNumber: '091000019',
  accountNumber: '555000111',
  companyId: '1234567890',
};
export const traceOf = (sequence: number): string => traceNumberOf(nachaAccount, sequence);

/** An individual. */
export const jane: BankParty = {
  name: 'Jane Doe',
  routingNumber: '062000019',
  accountNumber: '12345678',
  accountKind: 'CHECKING',
};
/** A business. */
export const acme: BankParty = { ...jane, name: 'Acme LLC', accountKind: 'SAVINGS', isBusiness: true };

let sequence = 0;
export const nachaPayment = (overrides: Partial<OutgoingPayment> = {}): OutgoingPayment => {
  sequence += 1;
  const amount = 1_250n;
  return {
    endToEndId: 'TO-ABCDEFGHIJKL',
    amount,
    counterparty: jane,
    traceNumber: traceOf(sequence),
    ...overrides,
  };
};

/** The text of a file with these payments. */
export async function writtenNacha(
  payments: readonly OutgoingPayment[],
  overrides: Partial<OutgoingFile> = {},
): Promise<string> {
  const file: OutgoingFile = {
    kind: 'NACHA',
    serviceLevel: 'ACH',
    direction: 'CREDIT',
    messageId: 'BF-ABCDEFGHIJKL',
    fileIdModifier: 'A',
    createdAt: new Date('2026-01-07T15:30:00Z'),
    executionDate: '2026-01-08',
    currency: 'USD',
    account: nachaAccount,
    count: payments.length,
    total: payments.reduce((sum, { amount }) => sum + amount, 0n),
    ...overrides,
  };
  async function* source() {
    yield* payments;
  }
  let text = '';
  for await (const chunk of writeNacha(file, source())) text += chunk;
  return text;
}

const field = (value: string | number, width: number) => String(value).padEnd(width).slice(0, width);
const digits = (value: bigint | number, width: number) => String(value).padStart(width, '0');

interface NachaTestEntry {
  /** The default is 26: the return of a debit. */
  readonly code?: string;
  readonly bank?: string;
  readonly cents: number;
  readonly addenda?: readonly string[];
}

interface NachaTestBatch {
  readonly entryClass?: string;
  readonly entries: readonly NachaTestEntry[];
}

const ownTrace = '091000010000001';

/** An addenda record of a return. */
export const returnAddenda = (code: string, { trace = ownTrace, information = '' } = {}): string =>
  `799${code}${trace}${' '.repeat(6)}06200001${field(information, 44)}062000010000001`;

/** An addenda record of a notification of change. */
export const changeAddenda = (code: string, data: string, { trace = ownTrace } = {}): string =>
  `798${code}${trace}${' '.repeat(6)}06200001${field(data, 29)}${' '.repeat(15)}062000010000001`;

function batchLines({ entryClass = 'PPD', entries }: NachaTestBatch, number: number) {
  const totals = { count: 0, hash: 0, debits: 0, credits: 0 };
  const lines = entries.flatMap(({ code = '26', bank = '06200001', cents, addenda = [] }, index) => {
    totals.count += 1 + addenda.length;
    totals.hash += Number(bank);
    totals[Number(code.charAt(1)) <= 4 ? 'credits' : 'debits'] += cents;
    const party = `${field('12345678', 17)}${digits(cents, 10)}${field('TO-ABCDEFGHIJKL', 15)}${field('Jane Doe', 22)}`;
    const trace = `06200001${digits(index + 1, 7)}`;
    return [`6${code}${bank}9${party}  ${addenda.length > 0 ? 1 : 0}${trace}`, ...addenda];
  });
  const company = `${field('Payments Inc', 16)}${' '.repeat(20)}${field('1234567890', 10)}`;
  const end = `06200001${digits(number, 7)}`;
  return {
    totals,
    lines: [
      `5200${company}${entryClass}${field('RETURN', 10)}${' '.repeat(6)}260107${'007'}1${end}`,
      ...lines,
      `8200${digits(totals.count, 6)}${totalsOf(totals)}1234567890${' '.repeat(25)}${end}`,
    ],
  };
}

const totalsOf = ({ hash, debits, credits }: { hash: number; debits: number; credits: number }): string =>
  `${digits(hash % 10_000_000_000, 10)}${digits(debits, 12)}${digits(credits, 12)}`;

/** The lines of a file, without padding. */
export function nachaFileLines(...batches: readonly NachaTestBatch[]): string[] {
  const written = batches.map((batch, index) => batchLines(batch, index + 1));
  const sum = (name: 'count' | 'hash' | 'debits' | 'credits') =>
    written.reduce((total, { totals }) => total + totals[name], 0);
  const totals = { hash: sum('hash'), debits: sum('debits'), credits: sum('credits') };
  const lines = written.flatMap((batch) => batch.lines);
  const blocks = Math.ceil((lines.length + 2) / 10);
  return [
    `101 091000019 0620000192601071530A094101${field('Payments Inc', 23)}${field('Receiving Bank', 23)}${' '.repeat(8)}`,
    ...lines,
    `9${digits(batches.length, 6)}${digits(blocks, 6)}${digits(sum('count'), 8)}${totalsOf(totals)}${' '.repeat(39)}`,
  ];
}
