/**
 * Updates a customer. Only the fields of the input change. A list replaces the stored list. In `wallets`, because a new
 * email address needs a wallet's signature (decision 1).
 *
 * Decision: an email address is taken when an EMAIL_OTP credential of another customer of the platform has it.
 *
 * Source: docs/behaviour/customers.md#customer, docs/behaviour/wallets.md#email-change.
 */
import { z } from 'zod';
import { businessInfo } from '../customers/business-info.ts';
import { chosenCurrencies, currencyCodes } from '../customers/create-customer.ts';
import {
  type Customer,
  CustomerDeleted,
  CustomerNotFound,
  customerTypes,
  EmailCredentialsChanged,
  EmailTaken,
  UmaAddressExists,
} from '../customers/customer.ts';
import { identityStatusOf } from '../customers/record-identity.ts';
import { screenSubjects } from '../customers/screening/screen-subjects.ts';
import { subjectOfCustomer } from '../customers/screening/subjects.ts';
import { lockCustomer, saveCustomer } from '../customers/store.ts';
import { checkAddressDomain } from '../customers/uma-domains.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { violatedConstraint } from '../infrastructure/database/transact.ts';
import type { InvalidStamp } from '../kernel/crypto/stamp.ts';
import { DomainError, InvalidInput } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import { address, countryCode, email, oneOf, optional, pastDate, text } from '../kernel/parse.ts';
import { partsOfUma, umaAddress } from '../kernel/uma-address.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { enabledCurrencies } from '../platforms/currencies/currency-store.ts';
import type { Credential } from './credential.ts';
import { voidCodes } from './credentials/one-time-code-store.ts';
import { emailCredentialsOfCustomer, isEmailTaken, renameCredentials } from './credentials/store.ts';
import type { Ports } from './ports.ts';
import type { SignedRequestChallenge } from './signed-requests/challenge.ts';
import { runSigned, type SignedRetry } from './signed-requests/run-signed.ts';
import type { SignedRequestRejected } from './signed-requests/signed-request.ts';
import { lockWallet } from './store.ts';

export const UpdateCustomerInput = z.object({
  /** May be sent with its current value. It cannot change. */
  customerType: optional(oneOf(customerTypes)).meta({ description: 'Cannot be changed.' }),
  umaAddress: optional(umaAddress),
  currencies: optional(currencyCodes),
  email: optional(email),
  fullName: optional(text(255)),
  birthDate: optional(pastDate),
  nationality: optional(countryCode),
  address: optional(address),
  businessInfo: optional(businessInfo),
});

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

type UpdatePorts = Pick<
  Ports,
  'db' | 'clock' | 'identityChecks' | 'screening' | 'customerHooks' | 'walletSignatures'
>;
type Update = z.output<typeof UpdateCustomerInput>;

type UpdateCustomerError =
  | InvalidInput
  | CustomerNotFound
  | CustomerDeleted
  | UmaAddressExists
  | EmailTaken
  | EmailCredentialsChanged
  | SignedRequestRejected
  | InvalidStamp;

/** The currencies, or which of them the platform has not enabled. */
async function enabledOf(
  tx: Executor,
  platformId: Id<'Platform'>,
  currencies: readonly string[],
): Promise<readonly string[] | InvalidInput> {
  const enabled = new Set((await enabledCurrencies(tx, platformId)).map(({ currency }) => currency));
  return chosenCurrencies(currencies, undefined, enabled);
}

/** The customer after the update. */
async function updated(
  tx: Executor,
  { platform }: Pick<PlatformCaller, 'platform'>,
  customer: Customer,
  input: Update,
  now: Date,
): Promise<Customer | InvalidInput> {
  if (input.customerType && input.customerType !== customer.customerType) {
    return InvalidInput.at('customerType', 'cannot be changed');
  }
  if (input.businessInfo && customer.customerType !== 'BUSINESS') {
    return InvalidInput.at('businessInfo', 'is for business customers');
  }
  if (input.businessInfo && !input.businessInfo.legalName && !customer.businessInfo) {
    return InvalidInput.at('businessInfo.legalName', 'is required');
  }
  const currencies = input.currencies
    ? await enabledOf(tx, platform.id, input.currencies)
    : // A currency that the platform disabled later stays in the customer's list.
      customer.currencies;
  if (currencies instanceof InvalidInput) return currencies;

  if (input.umaAddress && input.umaAddress !== customer.umaAddress) {
    const unavailable = await checkAddressDomain(tx, platform.id, partsOfUma(input.umaAddress).domain);
    if (unavailable) return unavailable;
  }

  const { businessInfo: business, ...fields } = input;
  return {
    ...customer,
    ...given(fields),
    currencies,
    businessInfo: business
      ? { legalName: '', ...customer.businessInfo, ...given(business) }
      : customer.businessInfo,
    updatedAt: now,
  };
}

/**
 * Locks the EMAIL_OTP credentials whose address changes. Empty when the address stays.
 *
 * @param challenged the params of the challenge. The retry must affect the same credentials.
 */
async function lockCredentialsOfOldEmail(
  tx: Executor,
  platformId: Id<'Platform'>,
  before: Customer,
  after: Customer,
  challenged: Readonly<Record<string, unknown>> | undefined,
): Promise<readonly Credential[] | EmailTaken | EmailCredentialsChanged> {
  const { id, email } = after;
  if (email === undefined || (email === before.email && !challenged)) return [];
  const scope = { platformId };
  const found = await emailCredentialsOfCustomer(tx, scope, id);
  for (const { accountId } of found) await lockWallet(tx, scope, accountId);
  const tied = await emailCredentialsOfCustomer(tx, scope, id);
  const ids = tied.map((credential) => credential.id);
  if (challenged && JSON.stringify(challenged['credentialIds']) !== JSON.stringify(ids)) {
    return new EmailCredentialsChanged();
  }
  if (tied.length > 0 && (await isEmailTaken(tx, platformId, id, email))) return new EmailTaken();
  return tied;
}

/** Updates a customer. A new email address needs a signed retry if EMAIL_OTP credentials use the old one. */
export async function updateCustomer(
  ports: UpdatePorts,
  { platform }: Pick<PlatformCaller, 'platform'>,
  id: Id<'Customer'>,
  input: Update,
  signedRetry?: SignedRetry,
): Promise<Customer | SignedRequestChallenge | UpdateCustomerError> {
  const { clock, identityChecks, customerHooks } = ports;
  const now = clock.now(platform);

  const subject = async (tx: Executor, challenged: Readonly<Record<string, unknown>> | undefined) => {
    const customer = await lockCustomer(tx, { platformId: platform.id }, id);
    if (!customer) return new CustomerNotFound(id);
    if (customer.isDeleted) return new CustomerDeleted();
    const changed = await updated(tx, { platform }, customer, input, now);
    if (changed instanceof InvalidInput) return changed;
    const tied = await lockCredentialsOfOldEmail(tx, platform.id, customer, changed, challenged);
    if (tied instanceof DomainError) return tied;
    const credentialIds = tied.map((credential) => credential.id);
    return {
      accountId: id,
      signers: tied.map(({ accountId }) => accountId),
      params: { credentialIds, email: changed.email },
      unsigned: tied.length === 0,
      changed,
      credentialIds,
    };
  };

  const effect = async (
    tx: Executor,
    { changed, credentialIds }: { changed: Customer; credentialIds: readonly Id<'AuthMethod'>[] },
  ) => {
    await saveCustomer(tx, platform.id, changed);
    if (input.fullName ?? input.birthDate ?? input.nationality ?? input.businessInfo) {
      await screenSubjects(tx, ports, platform, changed.id, subjectOfCustomer(changed), now);
    }
    if (credentialIds.length > 0 && changed.email !== undefined) {
      await renameCredentials(tx, credentialIds, changed.email, now);
      // Sent codes are in the old mailbox.
      await voidCodes(tx, credentialIds);
    }
    const hasAccounts =
      identityChecks.opensAccountsAtCreation(platform) || identityStatusOf(changed) === 'APPROVED';
    if (input.currencies && hasAccounts) await customerHooks.activated(tx, platform.id, changed, now);
    return changed;
  };

  try {
    const operation = {
      operation: 'UPDATE_CUSTOMER_EMAIL',
      input: { id, ...input },
      subject,
      effect,
    } as const;
    return await runSigned(ports, platform, operation, signedRetry);
  } catch (error) {
    if (violatedConstraint(error) === 'one_customer_per_uma_address') return new UmaAddressExists();
    throw error;
  }
}
