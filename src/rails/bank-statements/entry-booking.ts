/** Books a batch of entries of one connection: postings, outcomes of payments, deposits, and what each entry was. */
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { serviceAccount } from '../../ledger/account-store.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import { postEntry } from '../../ledger/ledger-batch-store.ts';
import type { Ports } from '../../payments/ports.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import { referencesIn } from '../bank-connections/creditor-reference.ts';
import { accountsByVirtualIban } from '../bank-connections/virtual-iban-store.ts';
import type { NamedPayment } from '../bank-payments/bank-payment.ts';
import {
  type EntryOutcome,
  lockPaymentsByEndToEndId,
  recordEntryOfPayments,
} from '../bank-payments/reported-payment-store.ts';
import type { BankEntry } from '../bank-records/bank-entry.ts';
import { insertBreaks } from '../bank-records/entry-break-store.ts';
import { saveBookedEntry } from '../bank-records/entry-store.ts';
import { creditDeposit, creditLater, depositsAtOnce } from '../deposits/credit-deposits.ts';
import type { DepositSource } from '../deposits/deposit-source-store.ts';
import { recordUnmatched } from '../deposits/record-unmatched.ts';
import { accountsByReference, quotesByReference } from '../deposits/store.ts';
import { isFee } from './bank-codes.ts';
import { type BatchFile, batchFileOf, type LockedBatch, lockBatch } from './batch-entries.ts';
import { bookedEntryOf, type ClassifiedMovement } from './booked-entry.ts';
import {
  type Candidates,
  type Classification,
  classifyMovement,
  type DepositTarget,
  type Movement,
  movementsOf,
  referenceTexts,
} from './classify-movement.ts';
import { lockForOutcomes } from './payment-outcomes.ts';
import { settleEntry, settleLater } from './settle-entry.ts';

type BookingPorts = Pick<Ports, 'rail' | 'transactionHooks'>;

/** The account that a movement changes, opposite to the bank account. */
function codeOf(found: Classification): ServiceAccountCode {
  switch (found.as) {
    case 'PAYMENT':
    case 'RETURN':
      return found.payment.clearingCode;
    case 'DEPOSIT':
      return 'FUNDING';
    case 'UNMATCHED_DEPOSIT':
      return 'UNMATCHED_DEPOSITS';
    case 'FEE':
      return 'BANK_FEES';
    case 'BREAK':
      return 'BANK_BREAKS';
  }
}

/** Whether an entry is one movement that names a quote. */
function namesQuote({ record }: BankEntry, targets: ReadonlyMap<string, DepositTarget>): boolean {
  const [movement, ...others] = movementsOf(record);
  if (!movement || others.length > 0) return false;
  return referenceTexts(movement.detail)
    .flatMap(referencesIn)
    .some((reference) => 'quoteId' in (targets.get(reference) ?? {}));
}

/** Whether jobs credit the deposits of an entry after its booking. Such an entry is booked alone. */
export const isLarge = ({ record: { details } }: BankEntry): boolean => details.length > depositsAtOnce;

export class EntryBooking {
  readonly #tx: Executor;
  readonly #ports: BookingPorts;
  readonly #platform: Platform;
  readonly #connection: BankConnection;
  readonly #now: Date;

  constructor(tx: Executor, ports: BookingPorts, platform: Platform, connection: BankConnection, now: Date) {
    this.#tx = tx;
    this.#ports = ports;
    this.#platform = platform;
    this.#connection = connection;
    this.#now = now;
  }

  /**
   * Books entries in their order. Each is complete before the next, because several can name one payment. An entry for a whole file
   * is booked alone, and one that pays a quote: it locks the quote and its parties before the ledger.
   *
   * @returns how many of them are booked, at least one.
   */
  async book(entries: readonly BankEntry[]): Promise<number> {
    const [first] = entries;
    if (!first) return 0;
    const batch = await this.#batchOf(first, await this.#lockNamed(movementsOf(first.record)));
    const locked = batch && (await lockBatch(this.#tx, batch, first.record));
    if (locked) {
      await this.#bookBatch(first, locked);
      return 1;
    }
    const movements = entries.flatMap(({ record }) => movementsOf(record));
    const targets = await this.#targets(movements);
    const quoted = entries.findIndex((entry) => namesQuote(entry, targets));
    if (quoted >= 0 && entries.length > 1) return this.book(entries.slice(0, Math.max(quoted, 1)));
    // The accounts of a large entry are locked by the jobs that settle and credit it, those of a quote when it is paid.
    if (quoted < 0 && !entries.some(isLarge)) await this.#lock(movements, targets);
    for (const [index, entry] of entries.entries()) {
      // Those of the first entry are read again: their transactions can have changed before the accounts were locked.
      const named = await this.#lockNamed(movementsOf(entry.record));
      if (index > 0 && (await this.#batchOf(entry, named))) return index;
      await this.#bookEntry(entry, named, targets);
    }
    return entries.length;
  }

  /** The payments that movements name, as the entries before left them. */
  #lockNamed(movements: readonly Movement[]): Promise<NamedPayment[]> {
    const endToEndIds = movements.flatMap(({ detail }) => detail.endToEndId ?? []);
    return lockPaymentsByEndToEndId(this.#tx, this.#connection.id, [...new Set(endToEndIds)]);
  }

  /** The file that an entry books as one. */
  async #batchOf({ record }: BankEntry, named: readonly NamedPayment[]): Promise<BatchFile | undefined> {
    if (isFee(record) || named.length > 0) return undefined;
    return batchFileOf(this.#tx, this.#connection, record);
  }

  async #lock(movements: readonly Movement[], targets: ReadonlyMap<string, DepositTarget>): Promise<void> {
    const named = await this.#lockNamed(movements);
    const credited = [...targets.values()].flatMap((one) => ('account' in one ? [one.account] : []));
    await lockForOutcomes(this.#tx, this.#ports.transactionHooks, this.#platform.id, named, credited);
  }

  /** The accounts and quotes that the movements name. */
  async #targets(movements: readonly Movement[]): Promise<ReadonlyMap<string, DepositTarget>> {
    const credits = movements.filter(({ amount }) => amount > 0n);
    const named = credits.flatMap(({ detail }) => referenceTexts(detail).flatMap(referencesIn));
    const references = [...new Set(named)];
    const { id: platformId } = this.#platform;
    const { currency } = this.#connection;
    const accounts = await accountsByReference(this.#tx, platformId, currency, references);
    const quotes = await quotesByReference(this.#tx, platformId, currency, references);
    const byIban = await this.#virtualTargets(credits);
    return new Map<string, DepositTarget>([
      ...accounts.map((account) => [account.reference, { account }] as const),
      ...quotes.map((quote) => [quote.quoteReference, quote] as const),
      ...byIban,
    ]);
  }

  /** The accounts whose virtual IBANs were credited. */
  async #virtualTargets(credits: readonly Movement[]): Promise<[string, DepositTarget][]> {
    const ibans = [...new Set(credits.flatMap(({ detail }) => detail.creditedAccount?.iban ?? []))];
    const ids = await accountsByVirtualIban(this.#tx, this.#connection.id, ibans);
    const scope = { platformId: this.#platform.id };
    const accounts = await findInternalAccounts(this.#tx, scope, [...new Set(ids.values())]);
    const active = new Map(accounts.filter(({ status }) => status === 'ACTIVE').map((one) => [one.id, one]));
    return [...ids].flatMap(([iban, id]): [string, DepositTarget][] => {
      const account = active.get(id);
      return account ? [[iban, { account }]] : [];
    });
  }

  async #bookEntry(
    entry: BankEntry,
    named: readonly NamedPayment[],
    targets: ReadonlyMap<string, DepositTarget>,
  ): Promise<void> {
    const movements = movementsOf(entry.record);
    const candidates: Candidates = {
      payments: new Map(named.map((payment) => [payment.endToEndId, payment])),
      targets,
    };
    const classified = this.#classify(entry, movements, candidates);
    await this.#post(entry, classified);
    await this.#applyPayments(entry, classified);
    const credited = await this.#applyDeposits(entry, classified);
    await this.#saveBreaks(entry, classified);
    await saveBookedEntry(this.#tx, entry.id, {
      ...bookedEntryOf(classified, credited),
      bookedAt: this.#now,
    });
  }

  /** Each payment is named once: a second movement of an entry that names it is a break. */
  #classify(entry: BankEntry, movements: readonly Movement[], candidates: Candidates): ClassifiedMovement[] {
    const used = new Set<Id<'BankPayment'>>();
    return movements.map((movement) => {
      const found = classifyMovement(entry.record, movement, candidates);
      if (found.as !== 'PAYMENT' && found.as !== 'RETURN') return { movement, found };
      if (!used.has(found.payment.id)) {
        used.add(found.payment.id);
        return { movement, found };
      }
      const note = 'The payment was booked before.';
      return { movement, found: { as: 'BREAK', kind: 'BOOKED_TWICE', note, payment: found.payment } };
    });
  }

  /** The entry of the ledger: the bank account against what the movements are. */
  async #post(entry: BankEntry, classified: readonly ClassifiedMovement[]): Promise<void> {
    const sums = new Map<ServiceAccountCode, bigint>();
    for (const { movement, found } of classified) {
      const code = codeOf(found);
      sums.set(code, (sums.get(code) ?? 0n) + movement.amount);
    }
    await this.#postSums(entry, sums);
  }

  async #postSums({ amount }: BankEntry, sums: ReadonlyMap<ServiceAccountCode, bigint>): Promise<void> {
    const { id: platformId } = this.#platform;
    const { currency } = this.#connection;
    const posting = (code: ServiceAccountCode, value: bigint) => ({
      account: serviceAccount(platformId, code, currency),
      amount: { amount: value, currency },
    });
    const others = [...sums].filter(([, value]) => value !== 0n).map(([code, value]) => posting(code, value));
    const error = await postEntry(this.#tx, {
      platformId,
      description: 'Bank statement',
      at: this.#now,
      postings: [posting('BANK', -amount), ...others],
    });
    invariant(!error, 'service accounts have no minimum and no maximum');
  }

  /** Records which payments the entry executed and returned, and then their outcomes. */
  async #applyPayments(entry: BankEntry, classified: readonly ClassifiedMovement[]): Promise<void> {
    const { id } = entry;
    const outcomes = classified.flatMap(({ found }): EntryOutcome[] => {
      if (found.as !== 'PAYMENT' && found.as !== 'RETURN') return [];
      const paymentId = found.payment.id;
      return found.as === 'RETURN'
        ? [{ paymentId, outcome: 'RETURNED', reasonCode: found.reasonCode }]
        : [{ paymentId, outcome: 'EXECUTED', reasonCode: undefined }];
    });
    await recordEntryOfPayments(this.#tx, id, outcomes, this.#now);
    if (outcomes.length === 0) return;
    if (isLarge(entry)) await this.#settleLater(entry);
    else await settleEntry(this.#tx, this.#ports, this.#platform.id, id, this.#now);
  }

  #settleLater({ id: entryId }: BankEntry): Promise<unknown> {
    const { id: connectionId } = this.#connection;
    return settleLater(this.#tx, this.#platform.id, { connectionId, entryId }, this.#now);
  }

  /** Credits deposits. Returns their transactions; `undefined` when jobs credit some of them. */
  async #applyDeposits(
    entry: BankEntry,
    classified: readonly ClassifiedMovement[],
  ): Promise<Id<'Transaction'>[] | undefined> {
    const credited: Id<'Transaction'>[] = [];
    const later: Parameters<typeof creditLater>[2][number][] = [];
    const unmatched: Parameters<typeof recordUnmatched>[1][number][] = [];
    const { id: platformId } = this.#platform;
    const { currency } = this.#connection;
    for (const { movement, found } of classified) {
      if (found.as !== 'DEPOSIT' && found.as !== 'UNMATCHED_DEPOSIT') continue;
      const { amount, detail, index: detailIndex } = movement;
      const source: DepositSource = {
        connectionId: this.#connection.id,
        entryId: entry.id,
        detailIndex,
        depositor: detail.counterparty,
        remittance: detail.remittance ?? detail.reference,
      };
      if (found.as === 'UNMATCHED_DEPOSIT') {
        unmatched.push({ platformId, source, money: { amount, currency }, reason: found.reason });
        continue;
      }
      const { target } = found;
      const deposit = { amount, currency, source };
      if (isLarge(entry) || ('quoteId' in target && classified.length > 1)) {
        later.push({ ...deposit, target });
        continue;
      }
      const id = await creditDeposit(this.#tx, this.#ports, this.#platform, target, deposit, this.#now);
      if (id) credited.push(id);
    }
    await recordUnmatched(this.#tx, unmatched, this.#now);
    await creditLater(this.#tx, platformId, later, this.#now);
    return later.length > 0 ? undefined : credited;
  }

  /** Which payments the movements name that are breaks. */
  #saveBreaks({ id: entryId }: BankEntry, classified: readonly ClassifiedMovement[]): Promise<void> {
    const breaks = classified.flatMap(({ movement: { index: detailIndex, amount }, found }) =>
      found.as === 'BREAK' && found.payment
        ? [{ entryId, detailIndex, paymentId: found.payment.id, kind: found.kind, amount }]
        : [],
    );
    return insertBreaks(this.#tx, breaks);
  }

  /** The bank booked a file as one entry. */
  async #bookBatch(entry: BankEntry, { sums, paymentIds }: LockedBatch): Promise<void> {
    await this.#postSums(entry, sums);
    const outcomes = paymentIds.map(
      (paymentId): EntryOutcome => ({ paymentId, outcome: 'EXECUTED', reasonCode: undefined }),
    );
    await recordEntryOfPayments(this.#tx, entry.id, outcomes, this.#now);
    await this.#settleLater(entry);
    await saveBookedEntry(this.#tx, entry.id, {
      kind: 'PAYMENT',
      breakKind: undefined,
      breakAmount: undefined,
      note: undefined,
      transactionId: undefined,
      bookedAt: this.#now,
    });
  }
}
