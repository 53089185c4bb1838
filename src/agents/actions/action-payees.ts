/**
 * The payees of actions, named for the person who decides.
 *
 * Decision: the payee of a UMA address has the name that its provider gave, of a person or of a company, or else the address.
 * The payee of an internal account has the name of the account's owner, and no bank, number or country.
 *
 * Source: docs/behaviour/agents.md#what-an-approver-sees.
 */
import { findExternalAccounts } from '../../accounts/external/external-account-store.ts';
import { type Payee, payeeOf } from '../../accounts/external/payee.ts';
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import { customerName } from '../../customers/customer.ts';
import { findCustomers } from '../../customers/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import { type AccountId, isInternalAccountId } from '../../payments/payment-party.ts';
import { statedName } from '../../payments/transactions/counterparty.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import type { ActionPayment } from './action-payment.ts';

const payeeWithName = (displayName: string | undefined): Payee => ({
  displayName,
  bankName: undefined,
  last4: undefined,
  country: undefined,
});

/** The payee of a payment to a UMA address; `undefined` where an account is paid. */
export const umaPayeeOf = ({ destination, counterpartyInformation }: ActionPayment): Payee | undefined =>
  destination.type === 'UMA_ADDRESS'
    ? payeeWithName(statedName({ counterpartyInformation }) ?? destination.umaAddress)
    : undefined;

async function ownersOfAccounts(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'InternalAccount'>[],
): Promise<[AccountId, Payee][]> {
  const accounts = await findInternalAccounts(db, scope, ids);
  const customerIds = [...new Set(accounts.flatMap(({ customerId }) => customerId ?? []))];
  const customers = customerIds.length > 0 ? await findCustomers(db, scope, customerIds) : [];
  const names = new Map(customers.map((customer) => [customer.id, customerName(customer)]));
  return accounts.map(({ id, customerId }) => [id, payeeWithName(customerId && names.get(customerId))]);
}

/** The payees of payments to these accounts, deleted ones included: at most three statements. */
export async function payeesOfAccounts(
  db: Executor,
  scope: Scope,
  ids: readonly AccountId[],
): Promise<Map<AccountId, Payee>> {
  const internal = ids.filter(isInternalAccountId);
  const external = ids.filter((id): id is Id<'ExternalAccount'> => !isInternalAccountId(id));
  const found = external.length > 0 ? await findExternalAccounts(db, scope, external, { deleted: true }) : [];
  return new Map<AccountId, Payee>([
    ...found.map((account): [AccountId, Payee] => [account.id, payeeOf(account.accountInfo)]),
    ...(internal.length > 0 ? await ownersOfAccounts(db, scope, internal) : []),
  ]);
}
