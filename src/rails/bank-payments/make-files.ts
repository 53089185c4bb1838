/**
 * Puts waiting payments into files at the cut-offs of a connection, and starts their transactions.
 *
 * Decision: instant payments wait neither for a cut-off nor for a business day.
 *
 * Decision: NACHA distinguishes 36 files of a day. Payments that come after them wait for the first cut-off of the next day.
 *
 * Source: docs/behaviour/bank-connections.md#payments.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import { newReference } from '../../kernel/references.ts';
import type { Ports } from '../../payments/ports.ts';
import {
  findExternalParties,
  type PaymentToSettle,
  settlePayments,
} from '../../payments/transactions/settle.ts';
import { lockTransactions } from '../../payments/transactions/store.ts';
import { type BankConnection, needsTwoPersons } from '../bank-connections/bank-connection.ts';
import { saveConnection } from '../bank-connections/store.ts';
import type { OutgoingFileKind } from '../bank-files/bank-file.ts';
import { maxNachaAmount, maxNachaTotal } from '../bank-files/nacha/fields.ts';
import { lastCutOff } from '../calendar/cut-offs.ts';
import { dateIn, instantOf } from '../calendar/zoned-time.ts';
import type { BankFile } from './bank-payment.ts';
import { announcedBefore, isCollection } from './collection-dates.ts';
import { cutOffsOf, earliestExecutionDate } from './execution-dates.ts';
import { deleteFile, insertFile, nachaFilesMadeSince, saveFile } from './file-store.ts';
import {
  countWaiting,
  type DueGroup,
  type FileLimits,
  type PaymentGroup,
  paymentsOfFile,
  takeIntoFile,
  waitingGroups,
} from './store.ts';

const kindOf = ({ direction, serviceLevel }: PaymentGroup): OutgoingFileKind => {
  if (serviceLevel === 'ACH') return 'NACHA';
  return direction === 'CREDIT' ? 'PAIN_001' : 'PAIN_008';
};

/** The maximum number of files of one call; the next call makes the others. */
const maxFilesAtOnce = 20;

/** Makes the files that are due. The connection is locked. Returns them. */
export async function makeFiles(
  tx: Executor,
  connection: BankConnection,
  now: Date,
): Promise<readonly BankFile[]> {
  const cutOffs = await cutOffsOf(connection);
  const cutOff = lastCutOff(cutOffs, now);
  const since = connection.lastCutOffAt ?? connection.createdAt;
  const isDue = cutOff !== undefined && cutOff > since;
  const groups = await waitingGroups(tx, connection.id);
  const files: BankFile[] = [];
  for (const group of groups) {
    if (!isDue && group.serviceLevel !== 'SEPA_INSTANT') continue;
    const executionDate = earliestExecutionDate(cutOffs, group, now);
    const createdBefore = isCollection(group) ? announcedBefore(connection, executionDate) : undefined;
    const due = { ...group, createdBefore };
    let waiting = createdBefore ? await countWaiting(tx, connection.id, due) : group.waiting;
    while (waiting > 0 && files.length < maxFilesAtOnce) {
      const file = await makeFile(tx, connection, due, executionDate, now);
      if (!file) break;
      files.push(file);
      waiting -= file.count;
    }
  }
  if (isDue && files.length < maxFilesAtOnce) {
    await saveConnection(tx, { ...connection, lastCutOffAt: cutOff });
  }
  return files;
}

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Distinguishes the NACHA files of a day of the bank; `undefined` after the last one of the day. */
async function modifierOf(
  tx: Executor,
  { id, cutOffs: { timeZone } }: BankConnection,
  now: Date,
): Promise<string | undefined> {
  const made = await nachaFilesMadeSince(tx, id, instantOf(timeZone, dateIn(timeZone, now), '00:00'));
  return modifiers[made];
}

/** NACHA has ten digits for the entry that balances a batch, and twelve for totals. */
function limitsOf({ maxPaymentsPerFile, account }: BankConnection, kind: OutgoingFileKind): FileLimits {
  const maxNacha = account.balancedBatches ? maxNachaAmount : maxNachaTotal;
  return { maxPayments: maxPaymentsPerFile, maxTotal: kind === 'NACHA' ? maxNacha : undefined };
}

/** Returns `undefined` when the first payment is above the total that a file can have, or the day has no further NACHA file. */
async function makeFile(
  tx: Executor,
  connection: BankConnection,
  group: DueGroup,
  executionDate: string,
  now: Date,
): Promise<BankFile | undefined> {
  const { id: connectionId, platformId } = connection;
  const messageId = newReference('BF');
  const kind = kindOf(group);
  const fileIdModifier = kind === 'NACHA' ? await modifierOf(tx, connection, now) : undefined;
  if (kind === 'NACHA' && fileIdModifier === undefined) return undefined;
  const empty: BankFile = {
    id: newId('BankFile'),
    platformId,
    connectionId,
    direction: 'OUT',
    kind,
    status: 'READY',
    name: `${messageId}.${kind === 'NACHA' ? 'ach' : 'xml'}`,
    messageId,
    serviceLevel: group.serviceLevel,
    paymentDirection: group.direction,
    executionDate,
    fileIdModifier,
    stagedHostKey: undefined,
    releases: 0,
    round: 0,
    count: 0,
    total: 0n,
    digest: undefined,
    byteLength: undefined,
    storageKey: undefined,
    reason: undefined,
    line: undefined,
    createdAt: now,
    updatedAt: now,
  };
  // The payments refer to the file, so it is inserted first.
  await insertFile(tx, empty);
  const { count, total } = await takeIntoFile(
    tx,
    connectionId,
    group,
    empty.id,
    limitsOf(connection, kind),
    now,
  );
  if (count === 0) {
    await deleteFile(tx, empty.id);
    return undefined;
  }
  const file: BankFile = {
    ...empty,
    count,
    total,
    status: needsTwoPersons(connection, total) ? 'IN_REVIEW' : 'READY',
  };
  await saveFile(tx, file.id, { count, total, status: file.status }, now);
  await enqueue(tx, {
    kind: startPaymentsJobKind,
    platformId,
    payload: { fileId: file.id, after: null },
    dueAt: now,
  });
  return file;
}

export const startPaymentsJobKind = 'start-bank-payments';

interface StartPayload extends Record<string, unknown> {
  readonly fileId: Id<'BankFile'>;
  readonly after: Id<'BankPayment'> | null;
}

const paymentsAtOnce = 64;

/** Moves the transactions of a file to PROCESSING, page by page. */
export const startPaymentsHandler =
  ({ transactionHooks }: Pick<Ports, 'transactionHooks'>): JobHandler =>
  async (tx, { platformId, payload }, now) => {
    const { fileId, after } = payload as StartPayload;
    const page = await paymentsOfFile(tx, fileId, after ?? undefined, paymentsAtOnce);
    const scope = { platformId };
    const ids = page.flatMap(({ transactionId }) => transactionId ?? []);
    const pending = (await lockTransactions(tx, scope, ids)).filter(({ status }) => status === 'PENDING');
    const partiesOf = await findExternalParties(tx, scope, pending);
    const payments = pending.map(
      (transaction): PaymentToSettle => ({
        transaction,
        parties: partiesOf(transaction),
        steps: [{ afterSeconds: 0, to: 'PROCESSING' }],
      }),
    );
    await settlePayments(tx, transactionHooks, scope, payments, now);
    const last = page.at(-1);
    if (!last || page.length < paymentsAtOnce) return;
    await enqueue(tx, {
      kind: startPaymentsJobKind,
      platformId,
      payload: { fileId, after: last.id },
      dueAt: now,
    });
  };
