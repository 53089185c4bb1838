/**
 * Looks up how a receiver can be paid, and stores the result for a later quote.
 *
 * Decision: the sending currency is the first of the customer's currencies, or US dollars when the platform pays.
 * Decision: an external account requires no payer data beyond its registration.
 * Decision: the default sender to an external account is its owner. A look-up of a UMA address must name a sender.
 * Decision: an account of a deleted customer cannot be paid, so its look-up is not found.
 *
 * Source: docs/behaviour/endpoints.md; docs/behaviour/payments.md#receiver-look-ups, docs/behaviour/sandbox.md#fund-send-and-receive.
 */
import { z } from 'zod';
import { AccountNotFound } from '../../accounts/errors.ts';
import { findExternalAccount } from '../../accounts/external/external-account-store.ts';
import { type Customer, CustomerNotFound } from '../../customers/customer.ts';
import { findCustomer, findCustomerByUma } from '../../customers/store.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import { idSchema, newId } from '../../kernel/ids.ts';
import { type AmountRange, overlap } from '../../kernel/money/amount-range.ts';
import { optional } from '../../kernel/parse.ts';
import { umaAddress } from '../../kernel/uma-address.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { findEnabledCurrency } from '../../platforms/currencies/currency-store.ts';
import type { PartyFields, RequestedField } from '../../platforms/party-fields.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { CorridorNotServed, type RatesTooOld } from '../rates/errors.ts';
import { checkRateAge, platformRates } from '../rates/platform-rates.ts';
import { priceableRange } from '../rates/pricing.ts';
import { termsOf } from '../rates/rate-table.ts';
import { UmaNotFound } from './errors.ts';
import type { Receiver, ReceiverLookup, SupportedCurrency } from './receiver-lookup.ts';
import { lookupLifetimeSeconds } from './receiver-lookup.ts';
import { insertLookup } from './store.ts';

const sender = { senderUmaAddress: optional(umaAddress), senderCustomerId: optional(idSchema('Customer')) };

export const LookUpReceiverInput = z
  .object({
    externalAccount: optional(z.object({ accountId: idSchema('ExternalAccount'), ...sender })),
    uma: optional(z.object({ receiverUmaAddress: umaAddress, ...sender })),
  })
  .transform(({ externalAccount, uma }, context) => {
    if (externalAccount && !uma) {
      const { accountId, ...from } = externalAccount;
      return {
        at: 'externalAccount',
        receiver: { type: 'ACCOUNT', accountId } as Receiver,
        ...from,
      } as const;
    }
    if (uma && !externalAccount) {
      const { receiverUmaAddress, ...from } = uma;
      const receiver = { type: 'UMA_ADDRESS', umaAddress: receiverUmaAddress } as Receiver;
      return { at: 'uma', receiver, ...from } as const;
    }
    context.addIssue({ code: 'custom', message: 'must have exactly one of externalAccount, uma' });
    return z.NEVER;
  });

type LookUpReceiverRequest = z.output<typeof LookUpReceiverInput>;

/** The receiver's currencies and ranges, before the rates and bounds of the platform are applied. */
interface Capabilities {
  readonly currencies: readonly { readonly currency: string; readonly range?: AmountRange }[];
  readonly requiredPayerData: readonly RequestedField[];
  readonly partyFields?: PartyFields;
  /** The sender when the request names none. */
  readonly owner?: Customer | undefined;
}

type LookUpReceiverError = InvalidInput | AccountNotFound | CustomerNotFound | UmaNotFound | RatesTooOld;

export async function lookUpReceiver(
  ports: Pick<Ports, 'db' | 'clock' | 'rates' | 'umaReceivers'>,
  { platform, scope }: { platform: Platform; scope: Scope },
  request: LookUpReceiverRequest,
): Promise<ReceiverLookup | LookUpReceiverError> {
  const { db, clock } = ports;
  const rates = await platformRates(db.orm, ports, platform);
  const capabilities = await findCapabilities(ports, platform, scope, request.receiver);
  if (capabilities instanceof DomainError) return capabilities;
  const payer = await senderOf(ports, scope, request, capabilities.owner);
  if (payer instanceof DomainError) return payer;
  const sendingCurrency = payer?.currencies[0] ?? 'USD';

  const supportedCurrencies: SupportedCurrency[] = [];
  let tooOld: RatesTooOld | undefined;
  for (const { currency, range } of capabilities.currencies) {
    const rejected = checkRateAge(rates, sendingCurrency, currency, clock.real());
    if (rejected) {
      tooOld = rejected;
      continue;
    }
    const terms = termsOf(rates, sendingCurrency, currency);
    const priceable = terms && priceableRange(terms, 'RECEIVING');
    const enabled = await findEnabledCurrency(db.orm, platform.id, currency);
    if (!priceable || !enabled) continue;
    const bounds = { min: enabled.minAmount, max: enabled.maxAmount };
    const accepted = overlap(priceable, bounds, ...(range ? [range] : []));
    if (!accepted) continue;
    supportedCurrencies.push({ currency, estimatedExchangeRate: terms.exchangeRate, range: accepted });
  }
  if (supportedCurrencies.length === 0 && tooOld) return tooOld;
  if (supportedCurrencies.length === 0) {
    return new CorridorNotServed(
      request.at === 'uma' ? 'uma.receiverUmaAddress' : 'externalAccount.accountId',
      sendingCurrency,
      capabilities.currencies.map(({ currency }) => currency).join(' or '),
      rates,
    );
  }

  const now = clock.now(platform);
  const lookup: ReceiverLookup = {
    id: newId('Lookup'),
    platformId: platform.id,
    receiver: request.receiver,
    supportedCurrencies,
    requiredPayerData: capabilities.requiredPayerData,
    receiverFields: capabilities.partyFields ?? {},
    createdAt: now,
    expiresAt: new Date(now.getTime() + lookupLifetimeSeconds * 1000),
  };
  await insertLookup(db.orm, lookup);
  return lookup;
}

async function findCapabilities(
  { db, umaReceivers }: Pick<Ports, 'db' | 'umaReceivers'>,
  platform: Platform,
  scope: Scope,
  receiver: Receiver,
): Promise<Capabilities | AccountNotFound | UmaNotFound> {
  if (receiver.type === 'UMA_ADDRESS') {
    return (await umaReceivers.find(platform, receiver.umaAddress)) ?? new UmaNotFound();
  }
  const account = await findExternalAccount(db.orm, scope, receiver.accountId);
  const owner = account?.customerId && (await findCustomer(db.orm, scope, account.customerId));
  if (!account || owner?.isDeleted) return new AccountNotFound(receiver.accountId);
  return { currencies: [{ currency: account.currency }], requiredPayerData: [], owner };
}

/** The customer who pays; `undefined` when the platform pays. */
async function senderOf(
  { db }: Pick<Ports, 'db'>,
  scope: Scope,
  { at, senderCustomerId, senderUmaAddress }: LookUpReceiverRequest,
  owner: Customer | undefined,
): Promise<Customer | undefined | CustomerNotFound | InvalidInput> {
  if (senderCustomerId) {
    const named = await findCustomer(db.orm, scope, senderCustomerId);
    if (!named || named.isDeleted) return new CustomerNotFound(senderCustomerId);
    if (senderUmaAddress && named.umaAddress !== senderUmaAddress) {
      return InvalidInput.at(`${at}.senderUmaAddress`, 'is not the address of senderCustomerId');
    }
    return named;
  }
  if (senderUmaAddress) {
    return (await findCustomerByUma(db.orm, scope, senderUmaAddress)) ?? new CustomerNotFound();
  }
  if (at === 'uma') {
    return InvalidInput.at('uma.senderCustomerId', 'is required where senderUmaAddress is absent');
  }
  return owner;
}
