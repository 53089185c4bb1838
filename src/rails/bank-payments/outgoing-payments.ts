/** The payments of a file as its writer takes them: with the counterparty's account, read page by page. */
import type { AccountInfo } from '../../accounts/external/account-info.ts';
import { beneficiaryName } from '../../accounts/external/beneficiary.ts';
import type { DirectDebitMandate as AccountMandate } from '../../accounts/external/external-account.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { findExternalParties } from '../../payments/transactions/settle.ts';
import { findTransactions } from '../../payments/transactions/store.ts';
import type { BankParty, DirectDebitMandate, OutgoingPayment, OwnAccount } from '../bank-files/bank-file.ts';
import { traceNumberOf } from '../bank-files/nacha/trace-numbers.ts';
import type { BankFile, BankPayment } from './bank-payment.ts';
import { followingDebits } from './following-debits-store.ts';
import { paymentsOfFile, saveBatches } from './store.ts';

const pageSize = 500;

/** The holder of an external account, as a bank file names it. */
export function partyOf(info: AccountInfo): BankParty {
  const { beneficiary, iban, swiftCode, accountNumber, routingNumber, bankAccountType } = info;
  const address = beneficiary?.address;
  return {
    name: beneficiary && beneficiaryName(beneficiary),
    isBusiness: beneficiary?.beneficiaryType === 'BUSINESS',
    iban,
    bic: swiftCode,
    accountNumber,
    routingNumber,
    accountKind: bankAccountType === 'SAVINGS' ? 'SAVINGS' : 'CHECKING',
    address: address && {
      street: address.line1,
      postalCode: address.postalCode,
      town: address.city,
      countrySubdivision: address.state,
      country: address.country,
    },
  };
}

/**
 * The mandate as a file names it. A mandate for several debits starts with FRST.
 *
 * @param isFollowing whether an earlier debit of the account is on its way, which is the first one.
 */
const directDebitOf = (
  { reference, signedOn, isOneOff, isUsed }: AccountMandate,
  isFollowing: boolean,
): DirectDebitMandate => ({
  reference,
  signedOn,
  sequence: isOneOff ? 'OOFF' : isUsed || isFollowing ? 'RCUR' : 'FRST',
});

/** The depositors of deposits that are returned, which another folder reads. */
export interface PaymentSources {
  partiesOfDeposits(
    db: Executor,
    ids: readonly Id<'UnmatchedDeposit'>[],
  ): Promise<ReadonlyMap<Id<'UnmatchedDeposit'>, BankParty>>;
}

type PaymentsFile = Pick<BankFile, 'id' | 'platformId' | 'kind'>;
type Sequence = DirectDebitMandate['sequence'];

/** Pages of the payments of a file, by id, each payment with what its writer takes. */
async function* pagesOf(
  db: Executor,
  sources: PaymentSources,
  account: OwnAccount,
  { id, platformId }: PaymentsFile,
  batch?: number,
): AsyncGenerator<readonly (readonly [BankPayment, OutgoingPayment])[]> {
  let after: Id<'BankPayment'> | undefined;
  while (true) {
    const page = await paymentsOfFile(db, id, after, pageSize, batch);
    const outgoing = await withCounterparties(db, sources, account, platformId, page);
    yield outgoing.map((one, index) => [page[index] as BankPayment, one] as const);
    after = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}

/**
 * Records the batch of each direct debit: one for each sequence type, since a batch has one. A bank can reject one batch of a file.
 *
 * @returns the sequence types in the order of their batches.
 */
async function assignBatches(db: Executor, pages: ReturnType<typeof pagesOf>): Promise<readonly Sequence[]> {
  const sequences: Sequence[] = [];
  for await (const page of pages) {
    const batches = page.map(([{ id }, { mandate }]) => {
      invariant(mandate, 'a direct debit has a mandate');
      if (!sequences.includes(mandate.sequence)) sequences.push(mandate.sequence);
      return { id, batch: sequences.indexOf(mandate.sequence) + 1 };
    });
    await saveBatches(db, batches);
  }
  return sequences;
}

/**
 * The payments in the order of the file: direct debits by their batches, others by id.
 *
 * Decision: a mandate can be used while the file is written, so each direct debit has the sequence type of its recorded batch.
 */
export async function* outgoingPayments(
  db: Executor,
  sources: PaymentSources,
  account: OwnAccount,
  file: PaymentsFile,
): AsyncGenerator<OutgoingPayment> {
  if (file.kind !== 'PAIN_008') {
    for await (const page of pagesOf(db, sources, account, file)) for (const [, one] of page) yield one;
    return;
  }
  const sequences = await assignBatches(db, pagesOf(db, sources, account, file));
  for (const [index, sequence] of sequences.entries()) {
    for await (const page of pagesOf(db, sources, account, file, index + 1)) {
      for (const [, one] of page) {
        yield one.mandate ? { ...one, mandate: { ...one.mandate, sequence } } : one;
      }
    }
  }
}

async function withCounterparties(
  db: Executor,
  sources: PaymentSources,
  account: OwnAccount,
  platformId: Id<'Platform'>,
  page: readonly BankPayment[],
): Promise<OutgoingPayment[]> {
  const scope = { platformId };
  const found = await findTransactions(
    db,
    scope,
    page.flatMap(({ transactionId }) => transactionId ?? []),
  );
  const transactions = new Map(found.map((transaction) => [transaction.id, transaction]));
  const partiesOf = await findExternalParties(db, scope, found);
  const depositors = await sources.partiesOfDeposits(
    db,
    page.flatMap(({ depositId }) => depositId ?? []),
  );
  const following = await followingDebits(db, page);
  return page.map(({ id, endToEndId, amount, direction, transactionId, depositId, traceSequence }) => {
    const transaction = transactionId && transactions.get(transactionId);
    const parties = transaction && partiesOf(transaction);
    const external = direction === 'CREDIT' ? parties?.beneficiary : parties?.originator;
    const counterparty = external ? partyOf(external.accountInfo) : depositId && depositors.get(depositId);
    invariant(counterparty, 'a payment of a bank has a counterparty');
    const mandate = direction === 'DEBIT' ? external?.directDebitMandate : undefined;
    return {
      endToEndId,
      amount,
      counterparty,
      remittance: transaction?.description ?? (depositId ? 'Return of your payment' : endToEndId),
      ...(mandate && { mandate: directDebitOf(mandate, following.has(id)) }),
      ...(traceSequence !== undefined && { traceNumber: traceNumberOf(account, traceSequence) }),
    };
  });
}
