/** Reads NACHA files as a bank does: it rejects a file whose counts, hashes or totals are wrong. */
import { sumOf } from './bank-amounts.ts';
import type { Direction, ReceivedBatch, ReceivedFile, ReceivedPayment, SimulatedAccount } from './records.ts';

interface NachaLine {
  readonly type: string;
  /** Columns from 1, both included, without surrounding spaces. */
  at(from: number, to: number): string;
}

function linesOf(text: string): readonly NachaLine[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  if (lines.length % 10 !== 0) throw new Error('The file is not padded to blocks of ten lines.');
  if (lines.some((line) => line.length !== 94)) throw new Error('A line does not have 94 characters.');
  return lines.map((line) => ({
    type: line.charAt(0),
    at: (from, to) => line.slice(from - 1, to).trim(),
  }));
}

/** `261123` of a file. */
const dateOf = (text: string): string => `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;

const isCreditCode = (code: string): boolean => code.endsWith('2');
const isDebitCode = (code: string): boolean => code.endsWith('7');

interface NachaRecord {
  readonly payment: ReceivedPayment;
  readonly code: string;
}

function entryOf(line: NachaLine, addenda: readonly NachaLine[]): NachaRecord {
  const code = line.at(2, 3);
  if (!isCreditCode(code) && !isDebitCode(code)) throw new Error('A transaction code is no credit or debit.');
  const routing = line.at(4, 12);
  const traceNumber = line.at(80, 94);
  const isAnnounced = line.at(79, 79) === '1';
  if (isAnnounced !== addenda.length > 0) throw new Error('The addenda indicator is wrong.');
  const payment: ReceivedPayment = {
    endToEndId: line.at(40, 54),
    amount: BigInt(line.at(30, 39)),
    name: line.at(55, 76),
    account: line.at(13, 29),
    remittance: addenda.map((one) => one.at(4, 83)).join(' ') || undefined,
    nacha: { transactionCode: code, routing, traceNumber },
  };
  return { payment, code };
}

const hashOf = (records: readonly NachaRecord[]): bigint =>
  sumOf(records.map(({ payment }) => BigInt(payment.nacha?.routing.slice(0, 8) ?? 0))) % 10_000_000_000n;

const totalOf = (records: readonly NachaRecord[], isOfSide: (code: string) => boolean): bigint =>
  sumOf(records.filter(({ code }) => isOfSide(code)).map(({ payment }) => payment.amount));

/** Compares a control record: count of entries and addenda, hash, debits and credits, at their columns. */
function checkControl(
  control: NachaLine,
  columns: readonly (readonly [number, number])[],
  values: readonly bigint[],
): void {
  columns.forEach(([from, to], index) => {
    if (BigInt(control.at(from, to)) !== values[index])
      throw new Error(`Columns ${from} to ${to} of a control record are wrong.`);
  });
}

interface NachaBatch {
  readonly batch: ReceivedBatch;
  readonly records: readonly NachaRecord[];
  readonly lineCount: number;
}

const isOwn = ({ payment }: NachaRecord, account: SimulatedAccount): boolean =>
  payment.account === account.accountNumber && payment.nacha?.routing === account.routing;

function batchOf(lines: readonly NachaLine[], account: SimulatedAccount): NachaBatch {
  const [header, ...rest] = lines;
  const control = rest.pop();
  if (!header || !control) throw new Error('A batch has no header or control.');
  const entries = rest.map((line, index) => ({ line, index })).filter(({ line }) => line.type === '6');
  const records = entries.map(({ line, index }, position) =>
    entryOf(line, rest.slice(index + 1, entries[position + 1]?.index)),
  );
  checkControl(
    control,
    [
      [5, 10],
      [11, 20],
      [21, 32],
      [33, 44],
    ],
    [BigInt(rest.length), hashOf(records), totalOf(records, isDebitCode), totalOf(records, isCreditCode)],
  );
  if (header.at(88, 94) !== control.at(88, 94)) throw new Error('The batch numbers differ.');
  const others = records.filter((one) => !isOwn(one, account));
  const directions = new Set<Direction>(others.map(({ code }) => (isCreditCode(code) ? 'CREDIT' : 'DEBIT')));
  const [direction] = directions;
  if (direction === undefined || directions.size !== 1) throw new Error('A batch mixes credits and debits.');
  const batch: ReceivedBatch = {
    id: header.at(21, 40) || header.at(88, 94),
    direction,
    executionDate: dateOf(header.at(70, 75)),
    payments: others.map(({ payment }) => payment),
    isBalanced: others.length < records.length,
    company: {
      name: header.at(5, 20),
      id: header.at(41, 50),
      entryClass: header.at(51, 53),
      description: header.at(54, 63),
    },
  };
  return { batch, records, lineCount: rest.length };
}

/** Throws an `Error` that names the rule. A message id is made of origin, creation time and modifier. */
export function readNachaFile(text: string, account: SimulatedAccount): ReceivedFile {
  const lines = linesOf(text);
  const [header] = lines;
  if (header?.type !== '1' || header.at(2, 3) !== '01') throw new Error('The file has no header.');
  const end = lines.findIndex(({ type }) => type === '9');
  const control = lines[end];
  if (!control) throw new Error('The file has no control record.');
  const body = lines.slice(1, end);
  const starts = body.flatMap(({ type }, index) => (type === '5' ? [index] : []));
  const batches = starts.map((start, index) => batchOf(body.slice(start, starts[index + 1]), account));
  const records = batches.flatMap((one) => one.records);
  checkControl(
    control,
    [
      [2, 7],
      [8, 13],
      [14, 21],
      [22, 31],
      [32, 43],
      [44, 55],
    ],
    [
      BigInt(batches.length),
      BigInt(lines.length / 10),
      sumOf(batches.map(({ lineCount }) => BigInt(lineCount))),
      hashOf(records),
      totalOf(records, isDebitCode),
      totalOf(records, isCreditCode),
    ],
  );
  const messageId = [header.at(14, 23), header.at(24, 29), header.at(30, 33), header.at(34, 34)].join('-');
  return { format: 'NACHA', messageId, batches: batches.map(({ batch }) => batch) };
}
