/**
 * Closes a break: a person says what the entry was.
 *
 * Decision: a break that was a fee or interest of the bank is moved to the account of bank fees. The money of other breaks stays on
 * the account of breaks, because this service does not know who owes it.
 * Decision: a person can say that the bank executed a payment with another amount, or one that was not sent: an outgoing payment, or
 * the return of a deposit. It is then CONFIRMED, and the break is the difference. A direct debit is not: its account would be credited with money that did
 * not come.
 *
 * Source: docs/behaviour/bank-connections.md#breaks.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { invariant } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { falseByDefault, text } from '../../kernel/parse.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import type { Ports } from '../../payments/ports.ts';
import { decidedByOf, type PlatformCaller } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { StepUpRequired } from '../../platforms/errors.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import { findConnection } from '../bank-connections/store.ts';
import type { BankPayment } from '../bank-payments/bank-payment.ts';
import { lockPayments, recordEntryOfPayments } from '../bank-payments/reported-payment-store.ts';
import { takeOutOfFiles } from '../bank-payments/take-out.ts';
import type { BankEntry, BreakKind } from '../bank-records/bank-entry.ts';
import { paymentsOfBreaks } from '../bank-records/entry-break-store.ts';
import { lockEntry, resolveEntry } from '../bank-records/entry-store.ts';
import { moveBetween } from '../deposits/record-unmatched.ts';
import { BankEntryNotABreak, BankEntryNotFound, NoPaymentToExecute } from '../errors.ts';
import { settleLater } from './settle-entry.ts';

export const ResolveBankEntryInput = z.object({
  id: idSchema('BankEntry'),
  resolution: text(500),
  isBankFee: falseByDefault,
  /** The bank executed the outgoing payments that it names, with another amount or although they were not sent. */
  isExecution: falseByDefault,
});

/** Of payments that an entry with another amount can have executed. One of them can have come back before a person decides. */
const executable: ReadonlySet<BankPayment['status']> = new Set(['IN_FILE', 'CONFIRMED', 'RETURNED']);

/**
 * The payments to others that the breaks name, and that no entry has executed: with another amount, also if an operator has completed
 * them, or in no file that was sent. They are locked.
 */
async function executedOf(
  tx: Executor,
  { id, platformId }: Pick<BankEntry, 'id' | 'platformId'>,
  now: Date,
): Promise<BankPayment[]> {
  const named = (await paymentsOfBreaks(tx, id)).filter(({ amount }) => amount < 0n);
  const idsOf = (kind: BreakKind) =>
    new Set(named.flatMap((one) => (one.kind === kind ? [one.paymentId] : [])));
  const [withOtherAmount, unsent] = [idsOf('AMOUNT_DIFFERS'), idsOf('NOT_SENT')];
  const payments = await lockPayments(tx, [...withOtherAmount, ...unsent]);
  const open = payments.filter(({ direction, entryId }) => direction === 'CREDIT' && !entryId);
  const taken = await takeOutOfFiles(
    tx,
    platformId,
    open.filter((payment) => unsent.has(payment.id)),
    now,
  );
  const isExecuted = ({ id: paymentId, status }: BankPayment) =>
    withOtherAmount.has(paymentId) && executable.has(status);
  return [...open.filter((payment) => isExecuted(payment) && !unsent.has(payment.id)), ...taken];
}

/** Moves the amounts of executed payments from their clearing accounts to the account of breaks. Returns their sum. */
async function moveToBreaks(
  tx: Executor,
  { platformId, currency }: BankConnection,
  payments: readonly BankPayment[],
  at: Date,
): Promise<bigint> {
  const sums = new Map<ServiceAccountCode, bigint>();
  for (const { clearingCode, amount } of payments) {
    sums.set(clearingCode, (sums.get(clearingCode) ?? 0n) + amount);
  }
  for (const [from, amount] of sums) {
    const description = 'Payment executed by a break';
    await moveBetween(tx, platformId, { from, to: 'BANK_BREAKS' }, { amount, currency }, { description, at });
  }
  return [...sums.values()].reduce((all, sum) => all + sum, 0n);
}

type ResolveError = BankEntryNotFound | BankEntryNotABreak | NoPaymentToExecute;

export async function resolveBankEntry(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  { id, resolution, isBankFee, isExecution }: z.output<typeof ResolveBankEntryInput>,
): Promise<BankEntry | ResolveError | StepUpRequired> {
  const notPresent = requireStepUp(principal, clock.real());
  if (notPresent) return notPresent;
  const { platform } = principal;
  return transact<BankEntry | ResolveError>(db, async (tx) => {
    const entry = await lockEntry(tx, platform.id, id);
    if (!entry) return new BankEntryNotFound(id);
    if (entry.kind !== 'BREAK' || entry.resolvedAt) return new BankEntryNotABreak();
    const connection = await findConnection(tx, platform.id, entry.connectionId);
    invariant(connection, 'the connection of an entry exists');
    const at = clock.now(platform);
    const executed = isExecution ? await executedOf(tx, entry, at) : [];
    if (isExecution && executed.length === 0) return new NoPaymentToExecute();
    // Other movements of the entry were payments or deposits, and stay where they are.
    const breakAmount = (entry.breakAmount ?? 0n) + (await moveToBreaks(tx, connection, executed, at));
    const resolved = { by: decidedByOf(principal), resolution, isBankFee, breakAmount, at };
    await resolveEntry(tx, id, resolved);
    if (isBankFee && breakAmount !== 0n) {
      const money = { amount: breakAmount, currency: connection.currency };
      await moveBetween(tx, platform.id, { from: 'BANK_BREAKS', to: 'BANK_FEES' }, money, {
        description: 'Break resolved as a bank fee',
        at,
      });
    }
    const outcomes = executed.map(({ id: paymentId }) => ({
      paymentId,
      outcome: 'EXECUTED' as const,
      reasonCode: undefined,
    }));
    await recordEntryOfPayments(tx, id, outcomes, at);
    if (executed.length > 0) {
      const { id: connectionId } = connection;
      await settleLater(tx, platform.id, { connectionId, entryId: id }, at);
    }
    return { ...entry, resolvedAt: at, resolvedBy: resolved.by, resolution, breakAmount };
  });
}
