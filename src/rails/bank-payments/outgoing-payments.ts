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
import { batchNumbering } from '../bank-files/iso20022/direct-debit-batches.ts';
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

/** The payments in the order of the file. Records the batch of each direct debit. */
export async function* outgoingPayments(
  db: Executor,
  sources: PaymentSources,
  account: OwnAccount,
  file: Pick<BankFile, 'id' | 'platformId'>,
): AsyncGenerator<OutgoingPayment> {
  let after: Id<'BankPayment'> | undefined;
  const batchOf = batchNumbering();
  while (true) {
    const page = await paymentsOfFile(db, file.id, after, pageSize);
    const outgoing = await withCounterparties(db, sources, account, file.platformId, page);
    // A bank can reject one batch of a file.
    const batches = page.flatMap(({ id }, index) => {
      const mandate = outgoing[index]?.mandate;
      return mandate ? [{ id, batch: batchOf(mandate.sequence) }] : [];
    });
    if (batches.length > 0) await saveBatches(db, batches);
    yield* outgoing;
    after = page.at(-1)?.id;
    if (page.length < pageSize) return;
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
