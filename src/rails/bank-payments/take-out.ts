/**
 * Takes payments out of files that wait for people, because the bank has executed them although no file with them was sent. The files
 * are written again without them, and people decide about them again.
 *
 * Source: docs/behaviour/bank-connections.md#breaks.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { groupedBy } from '../../kernel/grouped.ts';
import type { Id } from '../../kernel/ids.ts';
import type { BankPayment } from './bank-payment.ts';
import { lockFile, saveFile } from './file-store.ts';
import { detachPayments } from './reported-payment-store.ts';

const isTakable = ({ status }: BankPayment): boolean => status === 'WAITING' || status === 'IN_FILE';

/**
 * @param payments locked.
 * @returns those that are in no file any more. A payment whose file does not wait for people stays in it.
 */
export async function takeOutOfFiles(
  tx: Executor,
  platformId: Id<'Platform'>,
  payments: readonly BankPayment[],
  now: Date,
): Promise<BankPayment[]> {
  const taken: BankPayment[] = [];
  for (const [fileId, ofFile] of groupedBy(payments.filter(isTakable), (payment) => payment.fileId)) {
    if (fileId === undefined) {
      taken.push(...ofFile);
      continue;
    }
    const file = await lockFile(tx, platformId, fileId);
    if (file?.status !== 'IN_REVIEW') continue;
    taken.push(...ofFile);
    const count = file.count - ofFile.length;
    const total = ofFile.reduce((sum, { amount }) => sum - amount, file.total);
    const status = count === 0 ? 'CANCELLED' : file.status;
    const content = { storageKey: null, byteLength: null, reason: null };
    // Who has released the file has seen other payments in it.
    const decisions = { releases: 0, round: file.round + 1 };
    await saveFile(tx, fileId, { count, total, status, ...content, ...decisions }, now);
  }
  await detachPayments(
    tx,
    taken.map(({ id }) => id),
    now,
  );
  return taken;
}
