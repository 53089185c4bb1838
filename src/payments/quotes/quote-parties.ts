/**
 * Finds the originator and the beneficiary of a new quote within the caller's scope. Another owner's account is not
 * found.
 *
 * Decision: a platform may pay any account of its own or of its customers from any other, because each owner is its
 * customer. An agent sees only its own customer's accounts.
 * Decision: `customerId` next to a customer's account must name the owner. Next to an account of the platform it names
 * the customer for whom the platform pays.
 *
 * Source: docs/behaviour/payments.md#quotes, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications; docs/behaviour/payments.md.
 */

import { AccountNotFound, accountNotActive } from '../../accounts/errors.ts';
import { isPullable } from '../../accounts/external/external-account.ts';
import {
  type Customer,
  type CustomerDeleted,
  CustomerNotFound,
  readyToTransact,
  UserNotReady,
} from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { MandateInUse } from '../transactions/errors.ts';
import { reserveMandates } from '../transactions/reserve-mandates.ts';
import { SelfPayment } from './errors.ts';
import { type LockedParties, lockParties, type PartyAccount } from './lock-parties.ts';
import type { NewQuote, NewQuoteDestination, NewQuoteSource } from './quote-input.ts';

export interface Originator {
  /** Absent for real-time funding. */
  readonly account: PartyAccount | undefined;
  /** Absent when the platform itself pays. */
  readonly customer: Customer | undefined;
}

export interface QuoteParties {
  readonly originator: Originator;
  /** Absent for a UMA address. */
  readonly beneficiary: PartyAccount | undefined;
}

export type QuotePartyError =
  | AccountNotFound
  | CustomerNotFound
  | CustomerDeleted
  | UserNotReady
  | InvalidInput;

/** Whether the owner's identity must be approved, or only the owner must not be deleted. */
export type OwnerRequirement = 'APPROVED' | 'NOT_DELETED';

/** What the owner of a party's account must satisfy. A bank verifies the owners of its own accounts. */
export const ownerRequirementOf = ({ kind }: PartyAccount): OwnerRequirement =>
  kind === 'internal' ? 'APPROVED' : 'NOT_DELETED';

/** The customer, if they meet the requirement. */
export function readyCustomer(
  { customers }: LockedParties,
  id: Id<'Customer'>,
  requirement: OwnerRequirement = 'APPROVED',
): Customer | CustomerNotFound | CustomerDeleted | UserNotReady {
  const customer = customers.get(id);
  if (!customer) return new CustomerNotFound(id);
  const ready = readyToTransact(customer);
  if (ready === true || (requirement === 'NOT_DELETED' && ready instanceof UserNotReady)) return customer;
  return ready;
}

/** Both parties of a new quote, or the first error of either. */
export async function findParties(
  tx: Executor,
  scope: Scope,
  { source, destination, immediatelyExecute }: NewQuote,
): Promise<QuoteParties | QuotePartyError> {
  if (
    source.type === 'ACCOUNT' &&
    destination.type === 'ACCOUNT' &&
    source.accountId === destination.accountId
  ) {
    return new SelfPayment('destination.account.accountId');
  }
  const locked = await lockParties(tx, scope, {
    accountIds: [source, destination].flatMap((side) => (side.type === 'ACCOUNT' ? side.accountId : [])),
    customerIds: [source.customerId ?? scope.customerId ?? []].flat(),
  });
  const originator = await findOriginator(tx, locked, scope, source);
  if (originator instanceof DomainError) return originator;
  const notImmediate = immediatelyExecute ? checkImmediate(originator) : undefined;
  if (notImmediate) return notImmediate;
  const beneficiary = findBeneficiary(locked, destination, originator);
  if (beneficiary instanceof DomainError) return beneficiary;
  return { originator, beneficiary };
}

export const isFromWallet = ({ account }: Originator): boolean =>
  account?.kind === 'internal' && account.account.type === 'EMBEDDED_WALLET';

/**
 * The error of a quote that cannot be executed immediately.
 *
 * Decision: the rule wins over one sample in the interface that shows a deposit.
 */
function checkImmediate(originator: Originator): InvalidInput | undefined {
  if (!originator.account) {
    return InvalidInput.at('immediatelyExecute', 'is not for quotes that are paid by deposit');
  }
  return isFromWallet(originator)
    ? InvalidInput.at('immediatelyExecute', 'is not for embedded wallets: execute the quote with a signature')
    : undefined;
}

/** The checks that apply to the accounts of both parties. `side` names the input field in errors. */
function findUsableAccount(
  { accounts }: LockedParties,
  {
    accountId,
    customerId,
    paymentRail,
  }: Extract<NewQuoteSource | NewQuoteDestination, { readonly type: 'ACCOUNT' }>,
  side: 'source' | 'destination',
): PartyAccount | AccountNotFound | InvalidInput {
  const found = accounts.get(accountId);
  if (!found) return new AccountNotFound(accountId);
  const { account } = found;
  if (account.status !== 'ACTIVE') return accountNotActive(`${side}.account.accountId`);
  if (customerId && account.customerId && customerId !== account.customerId) {
    return InvalidInput.at(`${side}.account.customerId`, 'is not the owner of the account');
  }
  const rails: readonly PaymentRail[] =
    found.kind === 'external' ? found.account.accountInfo.paymentRails : [];
  if (paymentRail && !rails.includes(paymentRail)) {
    return InvalidInput.at(`${side}.account.paymentRail`, 'is not a rail of the account');
  }
  return found;
}

/**
 * Why money cannot be pulled from the originator's account, if it is external. Reserves its one-off mandate until the transaction
 * ends.
 *
 * @param path the field that names the account.
 */
export async function checkPull(
  tx: Executor,
  party: PartyAccount | undefined,
  path: string,
): Promise<InvalidInput | undefined> {
  if (party?.kind !== 'external') return undefined;
  if (!isPullable(party.account)) {
    return InvalidInput.at(path, 'is not an account that money can be pulled from');
  }
  const inUse = await reserveMandates(tx, [party.account]);
  return inUse.has(party.account.id) ? new MandateInUse(path) : undefined;
}

async function findOriginator(
  tx: Executor,
  locked: LockedParties,
  scope: Scope,
  source: NewQuoteSource,
): Promise<Originator | QuotePartyError> {
  const account = source.type === 'ACCOUNT' ? findUsableAccount(locked, source, 'source') : undefined;
  if (account instanceof DomainError) return account;
  const rejected = await checkPull(tx, account, 'source.account.accountId');
  if (rejected) return rejected;
  const customerId = account?.account.customerId ?? source.customerId ?? scope.customerId;
  if (!customerId) return { account, customer: undefined };
  const customer = readyCustomer(locked, customerId);
  return customer instanceof DomainError ? customer : { account, customer };
}

/** The beneficiary's account; `undefined` for a UMA address. */
function findBeneficiary(
  locked: LockedParties,
  destination: NewQuoteDestination,
  originator: Originator,
): PartyAccount | undefined | QuotePartyError {
  if (destination.type === 'UMA_ADDRESS') return undefined;
  const beneficiary = findUsableAccount(locked, destination, 'destination');
  if (beneficiary instanceof DomainError) return beneficiary;
  const { customerId } = beneficiary.account;
  if (!customerId || customerId === originator.customer?.id) return beneficiary;
  const owner = readyCustomer(locked, customerId, ownerRequirementOf(beneficiary));
  return owner instanceof DomainError ? owner : beneficiary;
}
