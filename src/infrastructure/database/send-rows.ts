/** Inserts of many rows: a statement has so few of them that the time limit of statements suffices. */
import { chunked } from '../../kernel/chunked.ts';
import type { Executor } from './client.ts';
import type { Query } from './statements.ts';
import { send } from './transact.ts';

/** The rows of one statement. */
export const rowsAtOnce = 5_000;

/** @param insert of a `bulkInserter`. */
export async function sendRows<R>(
  tx: Executor,
  insert: (rows: readonly R[]) => Query,
  rows: readonly R[],
): Promise<void> {
  for (const page of chunked(rows, rowsAtOnce)) await send(tx, insert(page));
}
