/**
 * Which ledger accounts a payment moves between. A same-currency payment goes between the customer and the rail's
 * clearing account; a converted one leaves the sending currency to the FX position and the fees, and takes the
 * receiving currency out of the FX position. Pure.
 *
 * Source: design, section 4.
 */
import type { ExternalAccount } from '../accounts/external-account.ts';
import { invariant } from '../kernel/errors.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import type { ServiceAccountCode } from '../ledger/chart.ts';
import type { Leg, LegAccount } from '../ledger/entry.ts';
import { balanceAccount, serviceAccount } from '../ledger/ledger.ts';
import type { Money } from '../money/amount.ts';
import type { Transaction, TransactionParty } from './transaction.ts';

const negative = ({ amount, currency }: Money): Money => ({ amount: -amount, currency });
const leg = (account: LegAccount, amount: Money): Leg => ({ account, amount });

const internalOf = (party: TransactionParty): Id<'InternalAccount'> | undefined =>
  party.type === 'ACCOUNT' && party.accountId.startsWith('InternalAccount:')
    ? (party.accountId as Id<'InternalAccount'>)
    : undefined;

/** Where money of a party is, or comes to: its own account, or the clearing account of how it is reached. */
function accountOf(
  transaction: Transaction,
  party: TransactionParty,
  external: ExternalAccount | undefined,
): LegAccount {
  const internal = internalOf(party);
  if (internal) return balanceAccount(uuidOf(internal));
  return serviceAccount(uuidOf(transaction.platformId), clearingOf(party, external), party.currency);
}

function clearingOf(party: TransactionParty, external: ExternalAccount | undefined): ServiceAccountCode {
  if (party.type === 'UMA_ADDRESS') return 'CLEARING_UMA';
  if (party.type === 'REALTIME_FUNDING') return 'FUNDING';
  const rail = external?.accountInfo.paymentRails[0];
  return rail ? `CLEARING_${rail}` : 'CLEARING_CRYPTO';
}

/** The credits that a debit of `sent` from the source pays for. Amounts of nothing are left out. */
export function captureCredits(
  transaction: Transaction,
  external: ExternalAccount | undefined,
): readonly Leg[] {
  const { sent, received, fees, destination } = transaction;
  invariant(sent && received, 'a payment that is sent has its amounts');
  const platform = uuidOf(transaction.platformId);
  const target = accountOf(transaction, destination, external);
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
export function incomingLegs(
  transaction: Transaction,
  external: ExternalAccount | undefined,
): readonly Leg[] {
  const { received, source, destination } = transaction;
  invariant(received, 'a payment that comes in has its amount');
  return [
    leg(accountOf(transaction, { ...source, currency: received.currency }, external), negative(received)),
    leg(accountOf(transaction, destination, external), received),
  ];
}

/** The whole payment backwards: what was debited returns to the source, fees included. */
export function refundLegs(transaction: Transaction, external: ExternalAccount | undefined): readonly Leg[] {
  const { sent, source } = transaction;
  invariant(sent, 'a payment that is refunded has its amount');
  return [
    ...captureCredits(transaction, external).map(({ account, amount }) => leg(account, negative(amount))),
    leg(accountOf(transaction, source, external), sent),
  ];
}
