/**
 * Creates a customer and opens its accounts.
 *
 * Decision: a customer without currencies gets the currency of its region (USD without a region), USDC and USDB, if the
 * platform has enabled them.
 *
 * Source: docs/behaviour/customers.md#customer, docs/behaviour/customers.md#individuals-and-businesses, docs/behaviour/sandbox.md#general.
 */
import { z } from 'zod';
import { lockNameUntilCommit } from '../infrastructure/database/advisory-locks.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { violatedConstraint } from '../infrastructure/database/transact.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  OnceResult,
  once,
} from '../infrastructure/idempotency/once.ts';
import { InvalidInput, invariant } from '../kernel/errors.ts';
import { whenValid } from '../kernel/field-rules.ts';
import { type Id, newId } from '../kernel/ids.ts';
import { boundedList } from '../kernel/lists.ts';
import { maxCurrencies, walletCurrency } from '../kernel/money/currencies.ts';
import { address, countryCode, email, oneOf, optional, pastDate, text } from '../kernel/parse.ts';
import { newReference } from '../kernel/references.ts';
import { partsOfUma, type UmaAddress, umaAddress } from '../kernel/uma-address.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { enabledCurrencies } from '../platforms/currencies/currency-store.ts';
import type { Platform } from '../platforms/platform.ts';
import { businessInfo } from './business-info.ts';
import { type Customer, customerTypes, UmaAddressExists } from './customer.ts';
import type { Ports } from './ports.ts';
import { publishIdentity } from './record-identity.ts';
import { currencyOfRegion } from './regions.ts';
import { screenSubjects } from './screening/screen-subjects.ts';
import { subjectOfCustomer } from './screening/subjects.ts';
import { findCustomer, saveCustomer } from './store.ts';
import { checkAddressDomain, sharedDomain } from './uma-domains.ts';

export const currencyCodes = boundedList(text(10), maxCurrencies, {
  nonEmpty: 'must have at least one currency',
}).transform((codes) => [...new Set(codes)]);

export const CreateCustomerInput = z
  .object({
    customerType: oneOf(customerTypes),
    platformCustomerId: optional(text(255)),
    umaAddress: optional(umaAddress),
    region: optional(countryCode),
    currencies: optional(currencyCodes),
    email: optional(email),
    fullName: optional(text(255)),
    birthDate: optional(pastDate),
    nationality: optional(countryCode),
    address: optional(address),
    businessInfo: optional(businessInfo),
  })
  .refine(({ customerType, businessInfo: given }) => !given || customerType === 'BUSINESS', {
    path: ['businessInfo'],
    error: 'is for business customers',
    ...whenValid('customerType'),
  })
  .refine(({ businessInfo: given }) => !given || given.legalName !== undefined, {
    path: ['businessInfo', 'legalName'],
    error: 'is required',
    ...whenValid('businessInfo.legalName'),
  });

type Input = z.output<typeof CreateCustomerInput>;

/** The currencies of a new customer, or an error with the requested ones that the platform has not enabled. */
export function chosenCurrencies(
  requested: readonly string[] | undefined,
  region: string | undefined,
  enabled: ReadonlySet<string>,
): readonly string[] | InvalidInput {
  if (requested) {
    const wrong = requested.flatMap((code, index) =>
      enabled.has(code)
        ? []
        : [{ path: `currencies.${index}`, message: 'is not a currency of this platform' }],
    );
    return wrong.length > 0 ? new InvalidInput(wrong, { code: 'INVALID_CURRENCY' }) : requested;
  }
  const home = (region && currencyOfRegion(region)) ?? 'USD';
  return [...new Set([home, 'USDC', walletCurrency])].filter((code) => enabled.has(code));
}

/**
 * The codes of the currencies that the platform has enabled. They stay until the transaction ends: customers whose creation is not
 * committed would get no account in a currency that is added.
 */
export async function lockEnabledCodes(
  tx: Executor,
  platformId: Id<'Platform'>,
): Promise<ReadonlySet<string>> {
  await lockNameUntilCommit(tx, 'currencies', platformId, 'share');
  return new Set((await enabledCurrencies(tx, platformId)).map(({ currency }) => currency));
}

/** The customer of an input, not stored yet; or why the platform cannot have it. Its UMA address may be another customer's. */
export async function preparedCustomer(
  tx: Executor,
  { clock, identityChecks }: Pick<Ports, 'clock' | 'identityChecks'>,
  platform: Platform,
  input: Input,
  enabled: ReadonlySet<string>,
): Promise<Customer | InvalidInput> {
  const currencies = chosenCurrencies(input.currencies, input.region, enabled);
  if (currencies instanceof InvalidInput) return currencies;

  const address = input.umaAddress ?? generatedUmaAddress(platform.umaDomain);
  const unavailable = await checkAddressDomain(tx, platform.id, partsOfUma(address).domain);
  if (unavailable) return unavailable;

  const now = clock.now(platform);
  const status = identityChecks.statusAtCreation(platform, input.customerType);
  return {
    id: newId('Customer'),
    platformCustomerId: input.platformCustomerId ?? newReference('CU'),
    customerType: input.customerType,
    umaAddress: address,
    region: input.region,
    currencies,
    email: input.email,
    kycStatus: input.customerType === 'INDIVIDUAL' ? status : undefined,
    kybStatus: input.customerType === 'BUSINESS' ? status : undefined,
    fullName: input.fullName,
    birthDate: input.birthDate,
    nationality: input.nationality,
    address: input.address,
    businessInfo: input.businessInfo && {
      ...input.businessInfo,
      legalName: input.businessInfo.legalName ?? '',
    },
    isDeleted: false,
    createdAt: now,
    updatedAt: now,
  };
}

/** Stores a prepared customer, opens its accounts and publishes its event. */
export async function storeNewCustomer(
  tx: Executor,
  { identityChecks, customerHooks, screening }: Pick<Ports, 'identityChecks' | 'customerHooks' | 'screening'>,
  platform: Platform,
  customer: Customer,
): Promise<void> {
  await saveCustomer(tx, platform.id, customer);
  const subject = subjectOfCustomer(customer);
  await screenSubjects(tx, { screening }, platform, customer.id, subject, customer.createdAt);
  if (identityChecks.opensAccountsAtCreation(platform)) {
    await customerHooks.activated(tx, platform.id, customer, customer.createdAt);
  }
  await publishIdentity(tx, platform.id, undefined, customer);
}

export async function createCustomer(
  {
    db,
    clock,
    identityChecks,
    customerHooks,
    screening,
  }: Pick<Ports, 'db' | 'clock' | 'identityChecks' | 'customerHooks' | 'screening'>,
  { platform }: PlatformCaller,
  input: Input,
  idempotencyKey?: string,
): Promise<
  OnceResult<Customer | InvalidInput | UmaAddressExists | IdempotencyKeyReused | IdempotencyKeyInUse>
> {
  const scope = { platformId: platform.id };
  try {
    return await once<Customer | InvalidInput>(
      db,
      {
        scope: { platformId: platform.id, caller: 'platform', operation: 'createCustomer' },
        key: idempotencyKey,
        input,
        idOf: (customer) => customer.id,
        replay: async (tx, id) => {
          const customer = await findCustomer(tx, scope, id as Id<'Customer'>);
          invariant(customer, 'the customer of a key exists');
          return customer;
        },
      },
      async (tx) => {
        const enabled = await lockEnabledCodes(tx, platform.id);
        const customer = await preparedCustomer(tx, { clock, identityChecks }, platform, input, enabled);
        if (customer instanceof InvalidInput) return customer;
        await storeNewCustomer(tx, { identityChecks, customerHooks, screening }, platform, customer);
        return customer;
      },
    );
  } catch (error) {
    if (violatedConstraint(error) === 'one_customer_per_uma_address')
      return new OnceResult(new UmaAddressExists());
    throw error;
  }
}

const generatedUmaAddress = (domain: string | undefined): UmaAddress =>
  `$${newReference('u').toLowerCase()}@${domain ?? sharedDomain}` as UmaAddress;
