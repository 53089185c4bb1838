/**
 * Which ledger accounts a payment moves between. A same-currency payment goes between the customer and the rail's
 * clearing account; a converted one leaves the sending currency to the FX position and the fees, and takes the
 * receiving currency out of the FX position. Pure.
 *
 * Source: design, section 4.
 */
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import type { Leg, LegAccount } from '../../ledger/entry.ts';
import { balanceAccount, serviceAccount } from '../../ledger/ledger.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import type { Transaction, TransactionParty } from './transaction.ts';

const negative = ({ amount, currency }: Money): Money => ({ amount: -amount, currency });
const leg = (account: LegAccount, amount: Money): Leg => ({ account, amount });

const internalOf = (party: TransactionParty): Id<'InternalAccount'> | undefined =>
  party.type === 'ACCOUNT' && party.accountId.startsWith('InternalAccount:')
    ? (party.accountId as Id<'InternalAccount'>)
    : undefined;

/** What a transaction's parties do not say themselves: which rail each external end is reached by. */
export interface PaymentEnds {
  /** The external account that the money comes from. */
  readonly source: ExternalAccount | undefined;
  /** The external account that the money goes to. */
  readonly destination: ExternalAccount | undefined;
  /** The rail that was asked for on the way to the destination. */
  readonly paymentRail: PaymentRail | undefined;
}

const sourceRail = ({ source }: PaymentEnds): PaymentRail | undefined => source?.accountInfo.paymentRails[0];
const destinationRail = ({ destination, paymentRail }: PaymentEnds): PaymentRail | undefined =>
  paymentRail ?? destination?.accountInfo.paymentRails[0];

/** Where money of a party is, or comes to: its own account, or the clearing account of how it is reached. */
function accountOf(
  transaction: Transaction,
  party: TransactionParty,
  rail: PaymentRail | undefined,
): LegAccount {
  const internal = internalOf(party);
  if (internal) return balanceAccount(uuidOf(internal));
  return serviceAccount(uuidOf(transaction.platformId), clearingOf(party, rail), party.currency);
}

function clearingOf(party: TransactionParty, rail: PaymentRail | undefined): ServiceAccountCode {
  if (party.type === 'UMA_ADDRESS') return 'CLEARING_UMA';
  if (party.type === 'REALTIME_FUNDING') return 'FUNDING';
  return rail ? `CLEARING_${rail}` : 'CLEARING_CRYPTO';
}

/** The credits that a debit of `sent` from the source pays for. Amounts of nothing are left out. */
export function captureCredits(transaction: Transaction, ends: PaymentEnds): readonly Leg[] {
  const { sent, received, fees, destination } = transaction;
  invariant(sent && received, 'a payment that is sent has its amounts');
  const platform = uuidOf(transaction.platformId);
  const target = accountOf(transaction, destination, destinationRail(ends));
  const service = (code: ServiceAccountCode, amount: Money) =>
    leg(serviceAccount(platform, code, amount.currency), amount);
  const feeLegs = fees > 0n ? [service('FEES', { amount: fees, currency: sent.currency })] : [];
  const net: Money = { amount: sent.amount - fees, currency: sent.currency };
  if (sent.currency === received.currency && net.amount === received.amount) {
    return [leg(target, received), ...feeLegs];
  }
  return [
    service('FX_POSITION', net),
    ...feeLegs,
    service('FX_POSITION', negative(received)),
    leg(target, received),
  ];
}

/** A payment that comes in: out of the clearing account it arrived on, into the customer's. */
export function incomingLegs(transaction: Transaction, ends: PaymentEnds): readonly Leg[] {
  const { received, source, destination } = transaction;
  invariant(received, 'a payment that comes in has its amount');
  return [
    leg(
      accountOf(transaction, { ...source, currency: received.currency }, sourceRail(ends)),
      negative(received),
    ),
    leg(accountOf(transaction, destination, destinationRail(ends)), received),
  ];
}

/** A payment that is debited without a hold before it: out of the source, to where `captureCredits` says. */
export function outgoingLegs(transaction: Transaction, ends: PaymentEnds): readonly Leg[] {
  const { sent, source } = transaction;
  invariant(sent, 'a payment that is sent has its amounts');
  return [
    leg(accountOf(transaction, source, sourceRail(ends)), negative(sent)),
    ...captureCredits(transaction, ends),
  ];
}

/** The whole payment backwards: what was debited returns to the source, fees included. */
export const refundLegs = (transaction: Transaction, ends: PaymentEnds): readonly Leg[] =>
  outgoingLegs(transaction, ends)
    .map(({ account, amount }) => leg(account, negative(amount)))
    .toReversed();

/** The same where the source is closed: what would return to it goes to the platform's suspense account. */
export const suspendedRefundLegs = (transaction: Transaction, ends: PaymentEnds): readonly Leg[] => {
  const source = internalOf(transaction.source);
  invariant(source, 'only an internal account is closed');
  const closed = uuidOf(source);
  const platform = uuidOf(transaction.platformId);
  return refundLegs(transaction, ends).map(({ account, amount }) =>
    leg(account.uuid === closed ? serviceAccount(platform, 'SUSPENSE', amount.currency) : account, amount),
  );
};
