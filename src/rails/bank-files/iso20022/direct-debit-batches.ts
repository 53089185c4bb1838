/**
 * The batches of a file of direct debits: each has one sequence type, so another type starts the next batch.
 *
 * Source: ISO 20022, pain.008 (PmtInf).
 */
import type { DirectDebitMandate } from '../bank-file.ts';

type Sequence = DirectDebitMandate['sequence'];

/** Numbers the payments of a file in their order. Returns the batch of the next payment, from 1. */
export function batchNumbering(): (sequence: Sequence) => number {
  let last: Sequence | undefined;
  let batch = 0;
  return (sequence) => {
    if (sequence !== last) batch += 1;
    last = sequence;
    return batch;
  };
}

export const batchIdOf = (messageId: string, batch: number): string =>
  batch === 1 ? messageId : `${messageId}-${batch}`;

/** The message id of the file that has a batch with this id. */
export const messageIdOfBatch = (batchId: string): string => batchId.replace(/-[1-9]\d{0,5}$/, '');

/** The number of the batch that an id names; `undefined` for an id of another file. */
export function batchOfId(messageId: string, batchId: string): number | undefined {
  if (batchId === messageId) return 1;
  const number = batchId.startsWith(`${messageId}-`) ? batchId.slice(messageId.length + 1) : '';
  return /^[1-9]\d{0,5}$/.test(number) ? Number(number) : undefined;
}
