/**
 * Who pays a new quote and who is paid, found for the caller: another owner's account does not exist.
 *
 * Decision: a platform may pay any account of its own or of its customers from any other, because the owner of each
 * is its customer; an agent sees its own customer's accounts only.
 * Decision: `customerId` beside an account of a customer must name its owner. Beside an account of the platform it
 * names the customer for whom the platform pays.
 *
 * Source: gaps 2.10, 5.5; interface, quote creation body.
 */

import { AccountNotFound, accountNotActive } from '../../accounts/errors.ts';
import { pullable } from '../../accounts/external/account-info.ts';
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { lockExternalAccount } from '../../accounts/external/external-account-store.ts';
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { findInternalAccount } from '../../accounts/internal/internal-account-store.ts';
import {
  type Customer,
  type CustomerDeleted,
  CustomerNotFound,
  readyToTransact,
  UserNotReady,
} from '../../customers/customer.ts';
import { lockCustomerForShare } from '../../customers/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import type { NewQuoteDestination, NewQuoteSource } from './quote-input.ts';

export type AnyAccount =
  | { readonly kind: 'internal'; readonly account: InternalAccount }
  | { readonly kind: 'external'; readonly account: ExternalAccount };

export type QuotePartyError =
  | AccountNotFound
  | CustomerNotFound
  | CustomerDeleted
  | UserNotReady
  | InvalidInput;

/** The account, kept from being deleted until this commits. */
export async function findAccount(
  tx: Executor,
  scope: Scope,
  id: Id<'InternalAccount'> | Id<'ExternalAccount'>,
): Promise<AnyAccount | undefined> {
  if (id.startsWith('InternalAccount:')) {
    const account = await findInternalAccount(tx, scope, id as Id<'InternalAccount'>);
    return account && { kind: 'internal', account };
  }
  const account = await lockExternalAccount(tx, scope, id as Id<'ExternalAccount'>, 'share');
  return account && { kind: 'external', account };
}

/** Whether the customer's identity must be approved, or whether it is enough that they are not deleted. */
export type OwnerNeeds = 'APPROVED' | 'NOT_DELETED';

/** What an account at one end of a payment needs of its owner: at a bank, the owner's identity is the bank's matter. */
export const needsOfOwner = ({ kind }: AnyAccount): OwnerNeeds =>
  kind === 'internal' ? 'APPROVED' : 'NOT_DELETED';

/** A customer who may move money, or be paid at a bank; kept from being deleted until this commits. */
export async function findReadyCustomer(
  tx: Executor,
  scope: Scope,
  id: Id<'Customer'>,
  needs: OwnerNeeds = 'APPROVED',
): Promise<Customer | CustomerNotFound | CustomerDeleted | UserNotReady> {
  const customer = await lockCustomerForShare(tx, scope, id);
  if (!customer) return new CustomerNotFound(id);
  const ready = readyToTransact(customer);
  if (ready === true || (needs === 'NOT_DELETED' && ready instanceof UserNotReady)) return customer;
  return ready;
}

/** The account of one side, checked for what both sides share. `path` names the side in the input. */
async function payableAccount(
  tx: Executor,
  scope: Scope,
  { accountId, customerId, paymentRail }: AccountSide,
  path: 'source' | 'destination',
): Promise<AnyAccount | AccountNotFound | InvalidInput> {
  const found = await findAccount(tx, scope, accountId);
  if (!found) return new AccountNotFound(accountId);
  const { account } = found;
  if (account.status !== 'ACTIVE') return accountNotActive(`${path}.account.accountId`);
  if (customerId && account.customerId && customerId !== account.customerId) {
    return InvalidInput.at(`${path}.account.customerId`, 'is not the owner of the account');
  }
  const rails: readonly PaymentRail[] =
    found.kind === 'external' ? found.account.accountInfo.paymentRails : [];
  if (paymentRail && !rails.includes(paymentRail)) {
    return InvalidInput.at(`${path}.account.paymentRail`, 'is not a rail of the account');
  }
  return found;
}

interface AccountSide {
  readonly accountId: Id<'InternalAccount'> | Id<'ExternalAccount'>;
  readonly customerId?: Id<'Customer'> | undefined;
  readonly paymentRail?: PaymentRail | undefined;
}

export interface Payer {
  /** Absent for real-time funding. */
  readonly account: AnyAccount | undefined;
  /** Absent when the platform itself pays. */
  readonly customer: Customer | undefined;
}

export async function findPayer(
  tx: Executor,
  scope: Scope,
  source: NewQuoteSource,
): Promise<Payer | QuotePartyError> {
  const account = source.type === 'ACCOUNT' ? await payableAccount(tx, scope, source, 'source') : undefined;
  if (account instanceof DomainError) return account;
  if (account?.kind === 'external' && !pullable(account.account.accountInfo)) {
    return InvalidInput.at('source.account.accountId', 'is not an account that money can be pulled from');
  }
  const payerId = account?.account.customerId ?? source.customerId ?? scope.customerId;
  if (!payerId) return { account, customer: undefined };
  const customer = await findReadyCustomer(tx, scope, payerId);
  return customer instanceof DomainError ? customer : { account, customer };
}

/** The account that is paid; `undefined` for a UMA address. The payer was found before and is locked. */
export async function findPayee(
  tx: Executor,
  scope: Scope,
  destination: NewQuoteDestination,
  payer: Payer,
): Promise<AnyAccount | undefined | QuotePartyError> {
  if (destination.type === 'UMA_ADDRESS') return undefined;
  const payee = await payableAccount(tx, scope, destination, 'destination');
  if (payee instanceof DomainError) return payee;
  const { customerId } = payee.account;
  if (!customerId || customerId === payer.customer?.id) return payee;
  const owner = await findReadyCustomer(tx, scope, customerId, needsOfOwner(payee));
  return owner instanceof DomainError ? owner : payee;
}
