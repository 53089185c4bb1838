/** What the writers of ISO 20022 files have in common: large chunks of text, and the check of count and total. */
import { invariant } from '../../../kernel/errors.ts';
import type { OutgoingFile, OutgoingPayment } from '../bank-file.ts';

/** Characters of a chunk. Larger chunks are not faster. */
const chunkLength = 65_536;

/** Joins small texts to chunks. */
export async function* joined(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const text of texts) {
    parts.push(text);
    length += text.length;
    if (length < chunkLength) continue;
    yield parts.join('');
    parts = [];
    length = 0;
  }
  if (length > 0) yield parts.join('');
}

/**
 * The payments, unchanged. The header of the file states their count and total before them, so a difference is found only at
 * the end: it throws, and the caller discards the file.
 */
export async function* counted(
  file: OutgoingFile,
  payments: AsyncIterable<OutgoingPayment>,
): AsyncGenerator<OutgoingPayment> {
  let count = 0;
  let total = 0n;
  for await (const payment of payments) {
    count += 1;
    total += payment.amount;
    yield payment;
  }
  invariant(count > 0, 'a bank file has a payment');
  invariant(count === file.count, 'a bank file has as many payments as its header states');
  invariant(total === file.total, 'the payments of a bank file sum up to the total of its header');
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
