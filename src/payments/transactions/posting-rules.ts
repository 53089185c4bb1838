/**
 * The postings of payments. A same-currency payment moves between the customer's account and the rail's clearing
 * account. A conversion credits the sending currency to the FX position and the fees, and debits the receiving currency
 * from the FX position. Pure.
 *
 * Source: docs/architecture.md#ledger.
 */
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Money } from '../../kernel/money/amount.ts';
import { balanceAccount, serviceAccount } from '../../ledger/account-store.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import type { Posting, PostingAccount } from '../../ledger/entry.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import { internalAccountOf, type PaymentParty } from '../payment-party.ts';
import type { Transaction } from './transaction.ts';

const negative = ({ amount, currency }: Money): Money => ({ amount: -amount, currency });
const posting = (account: PostingAccount, amount: Money): Posting => ({ account, amount });

/** The external accounts of a payment's parties, which determine the rails. */
export interface ExternalParties {
  /** The external account that is debited. */
  readonly originator: ExternalAccount | undefined;
  /** The external account that is credited. */
  readonly beneficiary: ExternalAccount | undefined;
  /** The rail that the caller chose on the way to the beneficiary. */
  readonly paymentRail: PaymentRail | undefined;
}

const originatorRail = ({ originator: source }: ExternalParties): PaymentRail | undefined =>
  source?.accountInfo.paymentRails[0];
const beneficiaryRail = ({
  beneficiary: destination,
  paymentRail,
}: ExternalParties): PaymentRail | undefined => paymentRail ?? destination?.accountInfo.paymentRails[0];

/** The ledger account of a party: its internal account, or the clearing account of its rail. */
function accountOf(
  transaction: Transaction,
  party: PaymentParty,
  rail: PaymentRail | undefined,
): PostingAccount {
  const internal = internalAccountOf(party);
  if (internal) return balanceAccount(internal);
  return serviceAccount(transaction.platformId, clearingOf(party, rail), party.currency);
}

function clearingOf(party: PaymentParty, rail: PaymentRail | undefined): ServiceAccountCode {
  if (party.type === 'UMA_ADDRESS') return 'CLEARING_UMA';
  if (party.type === 'REALTIME_FUNDING') return 'FUNDING';
  return rail ? `CLEARING_${rail}` : 'CLEARING_CRYPTO';
}

/** The postings that balance the debit of `sent`: fees, FX position and destination. Zero amounts are omitted. */
export function balancingPostings(transaction: Transaction, parties: ExternalParties): readonly Posting[] {
  const { sent, received, fees, destination } = transaction;
  invariant(sent && received, 'an outgoing payment has both amounts');
  const platform = transaction.platformId;
  const target = accountOf(transaction, destination, beneficiaryRail(parties));
  const service = (code: ServiceAccountCode, amount: Money) =>
    posting(serviceAccount(platform, code, amount.currency), amount);
  const feePostings = fees > 0n ? [service('FEES', { amount: fees, currency: sent.currency })] : [];
  const net: Money = { amount: sent.amount - fees, currency: sent.currency };
  if (sent.currency === received.currency && net.amount === received.amount) {
    return [posting(target, received), ...feePostings];
  }
  return [
    service('FX_POSITION', net),
    ...feePostings,
    service('FX_POSITION', negative(received)),
    posting(target, received),
  ];
}

/** The entry of an incoming payment: debits the clearing account, credits the customer's account. */
export function incomingPostings(transaction: Transaction, parties: ExternalParties): readonly Posting[] {
  const { received, source, destination } = transaction;
  invariant(received, 'an incoming payment has its amount');
  return [
    posting(
      accountOf(transaction, { ...source, currency: received.currency }, originatorRail(parties)),
      negative(received),
    ),
    posting(accountOf(transaction, destination, beneficiaryRail(parties)), received),
  ];
}

/** The entry of an outgoing payment without a hold: debits the source against `balancingPostings`. */
export function outgoingPostings(transaction: Transaction, parties: ExternalParties): readonly Posting[] {
  const { sent, source } = transaction;
  invariant(sent, 'an outgoing payment has both amounts');
  return [
    posting(accountOf(transaction, source, originatorRail(parties)), negative(sent)),
    ...balancingPostings(transaction, parties),
  ];
}

/** The reversed entry: returns the whole debit to the source, fees included. */
export const refundPostings = (transaction: Transaction, parties: ExternalParties): readonly Posting[] =>
  outgoingPostings(transaction, parties)
    .map(({ account, amount }) => posting(account, negative(amount)))
    .toReversed();

/** The reversed entry when the source is closed: credits the platform's suspense account instead. */
export const suspendedRefundPostings = (
  transaction: Transaction,
  parties: ExternalParties,
): readonly Posting[] => {
  const source = internalAccountOf(transaction.source);
  invariant(source, 'a closed account is internal');
  const closed = balanceAccount(source);
  const platform = transaction.platformId;
  return refundPostings(transaction, parties).map(({ account, amount }) =>
    posting(
      account.uuid === closed.uuid ? serviceAccount(platform, 'SUSPENSE', amount.currency) : account,
      amount,
    ),
  );
};
