/**
 * Writes NACHA files: one batch of payments to individuals (PPD), one batch of payments to businesses (CCD), or both.
 *
 * The caller passes the payments to individuals first, and trace numbers that ascend (`traceNumberOf`). Every line has 94
 * characters of ASCII and ends with a line feed.
 *
 * Decision: a remittance becomes one addenda record, so only its first 80 characters are sent.
 *
 * Source: Nacha Operating Rules, Appendix Three (ACH record format specifications).
 */
import { invariant } from '../../../kernel/errors.ts';
import { dateIn, timeIn } from '../../calendar/zoned-time.ts';
import type { BankFileWriter, OutgoingFile, OutgoingPayment } from '../bank-file.ts';
import {
  blockingFactor,
  filler,
  immediateOriginPattern,
  maxNachaTotal,
  numeric,
  shortDate,
  text,
} from './fields.ts';
import { routingNumberOf } from './trace-numbers.ts';
import { addTotals, Batch, noTotals, type Totals, totalsText } from './write-batch.ts';

/** Lines of one chunk. */
const linesPerChunk = 200;

function fileHeader({ account, createdAt, fileIdModifier = '' }: OutgoingFile): string {
  const { timeZone = 'UTC', immediateDestination = routingNumberOf(account), companyId } = account;
  const origin = account.immediateOrigin ?? companyId ?? '';
  invariant(/^\d{9}$/.test(immediateDestination), 'an immediate destination has 9 digits');
  invariant(immediateOriginPattern.test(origin), 'an immediate origin has 1 to 10 letters and digits');
  invariant(/^[A-Z0-9]$/.test(fileIdModifier), 'a file id modifier is A to Z or 0 to 9');
  return [
    '101',
    immediateDestination.padStart(10),
    origin.padStart(10),
    shortDate(dateIn(timeZone, createdAt)),
    timeIn(timeZone, createdAt).replace(':', ''),
    fileIdModifier,
    '094101',
    text(account.bankName ?? '', 23),
    text(account.name, 23),
    ' '.repeat(8),
  ].join('');
}

/** Turns the payments into batches, and checks their order. */
async function* batchLines(
  file: OutgoingFile,
  payments: AsyncIterable<OutgoingPayment>,
  fileTotals: Totals & { batches: number },
): AsyncGenerator<string> {
  let batch: Batch | undefined;
  let [count, total, lastTrace] = [0, 0n, ''];
  function* closing(): Generator<string> {
    if (!batch) return;
    const offsetTrace = file.offsetTraceNumbers?.[fileTotals.batches - 1];
    if (file.account.balancedBatches) {
      invariant(offsetTrace !== undefined && offsetTrace > lastTrace, 'an offset has a higher trace number');
      yield batch.offset(offsetTrace);
    }
    yield batch.control();
    addTotals(fileTotals, batch.totals);
  }

  for await (const payment of payments) {
    const entryClass = payment.counterparty.isBusiness ? 'CCD' : 'PPD';
    if (batch?.entryClass !== entryClass) {
      invariant(batch?.entryClass !== 'CCD', 'payments to individuals come before payments to businesses');
      yield* closing();
      fileTotals.batches += 1;
      batch = new Batch(file, entryClass, fileTotals.batches);
      yield batch.header();
    }
    yield* batch.payment(payment);
    const { traceNumber = '' } = payment;
    invariant(traceNumber > lastTrace, 'trace numbers ascend');
    [count, total, lastTrace] = [count + 1, total + payment.amount, traceNumber];
  }
  invariant(count > 0 && count === file.count, 'the file has as many payments as it states');
  invariant(total === file.total, 'the payments sum up to the total of the file');
  yield* closing();
}

/** Header, batches, control record and padding. */
async function* linesOf(
  file: OutgoingFile,
  payments: AsyncIterable<OutgoingPayment>,
): AsyncGenerator<string> {
  const totals = { ...noTotals(), batches: 0 };
  let lines = 2;
  yield fileHeader(file);
  for await (const line of batchLines(file, payments, totals)) {
    lines += 1;
    yield line;
  }
  const blocks = Math.ceil(lines / blockingFactor);
  const counts =
    numeric(totals.batches, 6, 'the number of batches') +
    numeric(blocks, 6, 'the number of blocks') +
    numeric(totals.entriesAndAddenda, 8, 'the number of entries and addenda of a file');
  yield `9${counts}${totalsText(totals)}${' '.repeat(39)}`;
  for (; lines < blocks * blockingFactor; lines += 1) yield filler;
}

export const writeNacha: BankFileWriter = async function* (file, payments) {
  invariant(file.kind === 'NACHA' && file.currency === 'USD', 'a NACHA file has payments in dollars');
  invariant(file.total <= maxNachaTotal, 'the total of a file has at most 12 digits');
  let chunk: string[] = [];
  for await (const line of linesOf(file, payments)) {
    chunk.push(line, '\n');
    if (chunk.length < 2 * linesPerChunk) continue;
    yield chunk.join('');
    chunk = [];
  }
  if (chunk.length > 0) yield chunk.join('');
};
