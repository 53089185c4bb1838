/**
 * Which ledger accounts a payment moves between. A same-currency payment goes between the customer and the rail's
 * clearing account; a converted one leaves the sending currency to the FX position and the fees, and takes the
 * receiving currency out of the FX position. Pure.
 *
 * Source: design, section 4.
 */
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { invariant } from '../../kernel/errors.ts';
import { uuidOf } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import type { Posting, PostingAccount } from '../../ledger/entry.ts';
import { balanceAccount, serviceAccount } from '../../ledger/ledger.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import { internalAccountOf, type PaymentParty } from '../payment-party.ts';
import type { Transaction } from './transaction.ts';

const negative = ({ amount, currency }: Money): Money => ({ amount: -amount, currency });
const posting = (account: PostingAccount, amount: Money): Posting => ({ account, amount });

/** What a transaction's parties do not say themselves: which rail each external end is reached by. */
export interface ExternalParties {
  /** The external account that the money comes from. */
  readonly originator: ExternalAccount | undefined;
  /** The external account that the money goes to. */
  readonly beneficiary: ExternalAccount | undefined;
  /** The rail that was asked for on the way to the destination. */
  readonly paymentRail: PaymentRail | undefined;
}

const sourceRail = ({ originator: source }: ExternalParties): PaymentRail | undefined =>
  source?.accountInfo.paymentRails[0];
const destinationRail = ({
  beneficiary: destination,
  paymentRail,
}: ExternalParties): PaymentRail | undefined => paymentRail ?? destination?.accountInfo.paymentRails[0];

/** Where money of a party is, or comes to: its own account, or the clearing account of how it is reached. */
function accountOf(
  transaction: Transaction,
  party: PaymentParty,
  rail: PaymentRail | undefined,
): PostingAccount {
  const internal = internalAccountOf(party);
  if (internal) return balanceAccount(uuidOf(internal));
  return serviceAccount(uuidOf(transaction.platformId), clearingOf(party, rail), party.currency);
}

function clearingOf(party: PaymentParty, rail: PaymentRail | undefined): ServiceAccountCode {
  if (party.type === 'UMA_ADDRESS') return 'CLEARING_UMA';
  if (party.type === 'REALTIME_FUNDING') return 'FUNDING';
  return rail ? `CLEARING_${rail}` : 'CLEARING_CRYPTO';
}

/** The credits that a debit of `sent` from the source pays for. Amounts of nothing are left out. */
export function captureCredits(transaction: Transaction, ends: ExternalParties): readonly Posting[] {
  const { sent, received, fees, destination } = transaction;
  invariant(sent && received, 'a payment that is sent has its amounts');
  const platform = uuidOf(transaction.platformId);
  const target = accountOf(transaction, destination, destinationRail(ends));
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

/** A payment that comes in: out of the clearing account it arrived on, into the customer's. */
export function incomingPostings(transaction: Transaction, ends: ExternalParties): readonly Posting[] {
  const { received, source, destination } = transaction;
  invariant(received, 'a payment that comes in has its amount');
  return [
    posting(
      accountOf(transaction, { ...source, currency: received.currency }, sourceRail(ends)),
      negative(received),
    ),
    posting(accountOf(transaction, destination, destinationRail(ends)), received),
  ];
}

/** A payment that is debited without a hold before it: out of the source, to where `captureCredits` says. */
export function outgoingPostings(transaction: Transaction, ends: ExternalParties): readonly Posting[] {
  const { sent, source } = transaction;
  invariant(sent, 'a payment that is sent has its amounts');
  return [
    posting(accountOf(transaction, source, sourceRail(ends)), negative(sent)),
    ...captureCredits(transaction, ends),
  ];
}

/** The whole payment backwards: what was debited returns to the source, fees included. */
export const refundPostings = (transaction: Transaction, ends: ExternalParties): readonly Posting[] =>
  outgoingPostings(transaction, ends)
    .map(({ account, amount }) => posting(account, negative(amount)))
    .toReversed();

/** The same where the source is closed: what would return to it goes to the platform's suspense account. */
export const suspendedRefundPostings = (
  transaction: Transaction,
  ends: ExternalParties,
): readonly Posting[] => {
  const source = internalAccountOf(transaction.source);
  invariant(source, 'only an internal account is closed');
  const closed = uuidOf(source);
  const platform = uuidOf(transaction.platformId);
  return refundPostings(transaction, ends).map(({ account, amount }) =>
    posting(
      account.uuid === closed ? serviceAccount(platform, 'SUSPENSE', amount.currency) : account,
      amount,
    ),
  );
};
