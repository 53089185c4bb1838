/** Writes NACHA return files: addenda 99 for returns, 98 for notifications of change. */
import { sumOf } from './bank-amounts.ts';
import { compactDate } from './bank-dates.ts';
import type { Order, SimulatedAccount } from './records.ts';

export interface NachaReturn {
  readonly order: Order;
  /** `R01` or `C01` and so on. */
  readonly code: string;
  /** Of a notification of change. */
  readonly correctedData?: string | undefined;
}

export interface NachaReturnFile {
  readonly account: SimulatedAccount;
  readonly date: string;
  /** One character, distinguishes the files of a day. */
  readonly modifier: string;
  /** Number of the first trace number; each return uses one. */
  readonly firstTrace: number;
  readonly returns: readonly NachaReturn[];
}

const originRouting = '09100001';

const left = (value: string, length: number): string => value.slice(0, length).padEnd(length);
const digits = (value: bigint | number | string, length: number): string =>
  String(value).padStart(length, '0');

/** 22 becomes 21, 27 becomes 26 and so on. */
const returnCodeOf = (transactionCode: string): string => String(Number(transactionCode) - 1);

const isDebit = ({ order }: NachaReturn): boolean => order.batch.direction === 'DEBIT';

interface WrittenBatch {
  readonly lines: readonly string[];
  readonly entryCount: number;
  readonly hash: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
}

function entryLines(one: NachaReturn, receiver: string, trace: string): readonly string[] {
  const { payment } = one.order;
  const { nacha } = payment;
  if (!nacha) throw new Error('Only NACHA entries have NACHA returns.');
  const isChange = one.correctedData !== undefined;
  const amount = isChange ? 0n : payment.amount;
  const entry = [
    `6${returnCodeOf(nacha.transactionCode)}${receiver}${left(payment.account, 17)}`,
    `${digits(amount, 10)}${left(payment.endToEndId, 15)}${left(payment.name, 22)}  1${trace}`,
  ].join('');
  const information = isChange ? left(one.correctedData ?? '', 44) : ' '.repeat(44);
  const original = `${nacha.traceNumber}${' '.repeat(6)}${nacha.routing.slice(0, 8)}`;
  return [entry, `7${isChange ? '98' : '99'}${one.code}${original}${information}${trace}`];
}

/** One batch for each company and kind of return. */
function batchLines(
  returns: readonly NachaReturn[],
  file: NachaReturnFile,
  number: number,
  traceAt: (one: NachaReturn) => string,
): WrittenBatch {
  const company = returns[0]?.order.batch.company;
  if (!company) throw new Error('A NACHA return has no company.');
  const amountOf = (isOfSide: boolean): bigint =>
    sumOf(
      returns
        .filter((one) => one.correctedData === undefined && isDebit(one) === isOfSide)
        .map(({ order }) => order.payment.amount),
    );
  // Returns go to the bank of our account, so its routing number is the receiving one.
  const receiver = digits(file.account.routing ?? '', 9);
  const entries = returns.flatMap((one) => entryLines(one, receiver, traceAt(one)));
  const hash = (BigInt(receiver.slice(0, 8)) * BigInt(returns.length)) % 10_000_000_000n;
  const [debit, credit] = [amountOf(true), amountOf(false)];
  const entryClass = returns[0]?.correctedData === undefined ? company.entryClass : 'COR';
  const day = compactDate(file.date, 2);
  const tail = `${originRouting}${digits(number, 7)}`;
  const header = `5200${left(company.name, 16)}${' '.repeat(20)}${left(company.id, 10)}${entryClass}${left(company.description, 10)}${' '.repeat(6)}${day}   1${tail}`;
  const control = `8200${digits(entries.length, 6)}${digits(hash, 10)}${digits(debit, 12)}${digits(credit, 12)}${left(company.id, 10)}${' '.repeat(25)}${tail}`;
  return { lines: [header, ...entries, control], entryCount: entries.length, hash, debit, credit };
}

function groupsOf(returns: readonly NachaReturn[]): readonly (readonly NachaReturn[])[] {
  const groups = new Map<string, NachaReturn[]>();
  for (const one of returns) {
    const { company } = one.order.batch;
    const key = [company?.id, company?.entryClass, one.correctedData === undefined].join();
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

export function writeNachaReturns(file: NachaReturnFile): string {
  const { account, date, modifier, firstTrace, returns } = file;
  const traceAt = (one: NachaReturn): string =>
    `${originRouting}${digits(firstTrace + returns.indexOf(one), 7)}`;
  const batches = groupsOf(returns).map((group, index) => batchLines(group, file, index + 1, traceAt));
  const header = `101 ${digits(account.routing ?? '', 9)} ${originRouting}9${compactDate(date, 2)}0630${modifier}094101${left('OUR BANK', 23)}${left('SIMULATED BANK', 23)}${' '.repeat(8)}`;
  const total = (of: (one: WrittenBatch) => bigint): bigint => sumOf(batches.map(of));
  const lines = [header, ...batches.flatMap((one) => one.lines)];
  const blocks = Math.ceil((lines.length + 1) / 10);
  const control = [
    `9${digits(batches.length, 6)}${digits(blocks, 6)}`,
    digits(
      total(({ entryCount }) => BigInt(entryCount)),
      8,
    ),
    digits(total(({ hash }) => hash) % 10_000_000_000n, 10),
    digits(
      total(({ debit }) => debit),
      12,
    ),
    digits(
      total(({ credit }) => credit),
      12,
    ),
    ' '.repeat(39),
  ].join('');
  const padding = Array.from({ length: blocks * 10 - lines.length - 1 }, () => '9'.repeat(94));
  return `${[...lines, control, ...padding].join('\n')}\n`;
}
