/** Settings of a platform for a currency: the directions of payments, and the required fields of the counterparty. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Customer } from '../../../src/customers/customer.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../../src/operations/platforms/update-platform-config.ts';
import { LookUpReceiverInput, lookUpReceiver } from '../../../src/payments/receivers/look-up-receiver.ts';
import { TransferInInput, TransferOutInput } from '../../../src/payments/transfers/transfer.ts';
import { transferIn } from '../../../src/payments/transfers/transfer-in.ts';
import { transferOut } from '../../../src/payments/transfers/transfer-out.ts';
import type { PlatformPrincipal } from '../../../src/platforms/access/principal.ts';
import { partyFieldNames } from '../../../src/platforms/party-fields.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../../src/sandbox/receive-uma.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { resultOf } from '../../support/operation-result.ts';
import { granted, type PaymentWorld, paymentWorld, umaDomain } from '../../support/payments.ts';

let db: Database;
let world: PaymentWorld;
let customer: Customer;
beforeAll(async () => {
  db = await embeddedDatabase();
  world = await paymentWorld(db);
  customer = await world.aCustomer();
});
afterAll(() => db.close());

/** Validates and executes as an API does. */
async function set(usd: object) {
  const bounds = { minAmount: 1, maxAmount: 1_000_000 };
  const currencies = [
    { currencyCode: 'USD', ...bounds, ...usd },
    { currencyCode: 'EUR', ...bounds },
  ];
  const parsed = parseInput(UpdatePlatformConfigInput, { currencies });
  if (parsed instanceof InvalidInput) return parsed;
  return updatePlatformConfig(world.ports, (await world.caller()) as unknown as PlatformPrincipal, parsed);
}
const settingsOfUsd = async (given: object) =>
  granted(await set(given)).currencies.find(({ currency }) => currency === 'USD');

const all = ['INCOMING', 'OUTGOING'];
const everything = partyFieldNames.map((name) => ({ name, mandatory: false }));

test('absent settings stay, given settings are replaced, and a new currency allows both directions without required fields', async () => {
  const fields = [{ name: 'FULL_NAME', mandatory: true }];
  expect(await settingsOfUsd({})).toMatchObject({
    requiredCounterpartyFields: [],
    enabledTransactionTypes: all,
  });
  expect(
    await settingsOfUsd({
      requiredCounterpartyFields: fields,
      enabledTransactionTypes: ['OUTGOING', 'OUTGOING'],
    }),
  ).toMatchObject({ requiredCounterpartyFields: fields, enabledTransactionTypes: ['OUTGOING'] });
  expect(await settingsOfUsd({})).toMatchObject({
    requiredCounterpartyFields: fields,
    enabledTransactionTypes: ['OUTGOING'],
  });
  expect(await settingsOfUsd({ requiredCounterpartyFields: [], enabledTransactionTypes: all })).toMatchObject(
    {
      requiredCounterpartyFields: [],
      enabledTransactionTypes: all,
    },
  );
});

test.each([
  [
    { requiredCounterpartyFields: [{ name: 'SHOE_SIZE' }] },
    ['requiredCounterpartyFields.0.name', 'requiredCounterpartyFields.0.mandatory'],
  ],
  [
    {
      requiredCounterpartyFields: [
        { name: 'EMAIL', mandatory: true },
        { name: 'EMAIL', mandatory: false },
      ],
    },
    ['requiredCounterpartyFields.1.name'],
  ],
  [{ enabledTransactionTypes: [] }, ['enabledTransactionTypes']],
  [{ enabledTransactionTypes: ['SIDEWAYS'] }, ['enabledTransactionTypes.0']],
])('%j is rejected, and the error names the fields', async (given, paths) => {
  const rejected = await set(given);
  expect(rejected).toBeInstanceOf(InvalidInput);
  expect((rejected as InvalidInput).fields.map(({ path }) => path)).toEqual(
    paths.map((path) => `currencies.0.${path}`),
  );
});

describe('a payment in a disabled direction is rejected, and the error names the field of the currency', () => {
  const rejection = (path: string) => ({ code: 'INVALID_CURRENCY', fields: [{ path }] });
  const ends = async () => ({
    account: await world.accountOf(customer, 'USD'),
    bank: await world.toUsd(customer, '900'),
  });
  const receive = async () =>
    sandboxReceiveUma(
      world.ports,
      await world.caller(),
      ReceiveUmaInput.parse({
        senderUmaAddress: `$success.usd@${umaDomain}`,
        customerId: customer.id,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 5_000,
      }),
    );
  const out = async () => {
    const { account, bank } = await ends();
    const input = { source: account.id, destination: bank.id, amount: 100 };
    return resultOf(await transferOut(world.ports, await world.caller(), TransferOutInput.parse(input)));
  };
  const pull = async () => {
    const { account, bank } = await ends();
    const input = { source: bank.id, destination: account.id, amount: 100 };
    return resultOf(await transferIn(world.ports, await world.caller(), TransferInInput.parse(input)));
  };
  const quote = async () => {
    const { account } = await ends();
    const destination = { account: { accountId: (await world.toEur(customer, '111')).id } };
    return world.quote({
      source: { account: { accountId: account.id } },
      destination,
      lockedCurrencyAmount: 1_000,
    });
  };

  test('OUTGOING disabled', async () => {
    granted(await set({ enabledTransactionTypes: ['INCOMING'] }));
    await world.fund(await world.accountOf(customer, 'USD'), 10_000n);
    expect(await out()).toMatchObject(rejection('source'));
    expect(await quote()).toMatchObject(rejection('source.account.accountId'));
    granted(await receive());
    granted(await pull());
  });

  test('INCOMING disabled', async () => {
    granted(await set({ enabledTransactionTypes: ['OUTGOING'] }));
    expect(await receive()).toMatchObject(rejection('receivingCurrencyCode'));
    expect(await pull()).toMatchObject(rejection('destination'));
    granted(await out());
    granted(await quote());
    granted(await set({ enabledTransactionTypes: all }));
  });
});

describe('counterpartyInformation has the known fields that the platform requires', () => {
  const fields = (...names: string[]) => names.map((name) => ({ name, mandatory: true }));
  const paying = async (destination: object, lookupId?: string) => {
    const source = { account: { accountId: (await world.accountOf(customer, 'USD')).id } };
    const quote = granted(await world.quote({ source, destination, lookupId, lockedCurrencyAmount: 1_000 }));
    const { counterpartyInformation } = await world.transaction(quote.transactionId);
    expect((await world.quoteNow(quote.id)).counterpartyInformation).toEqual(counterpartyInformation);
    return counterpartyInformation;
  };

  test('of the beneficiary of a bank account', async () => {
    const bank = { account: { accountId: (await world.toEur(customer, '111')).id } };
    granted(await set({ requiredCounterpartyFields: [] }));
    expect(await paying(bank)).toBeUndefined();
    granted(await set({ requiredCounterpartyFields: fields('FULL_NAME', 'BIRTH_DATE') }));
    expect(await paying(bank)).toEqual({ FULL_NAME: 'Grace Hopper' });
    granted(await set({ requiredCounterpartyFields: everything }));
    expect(await paying(bank)).toEqual({ FULL_NAME: 'Grace Hopper', USER_TYPE: 'INDIVIDUAL' });
  });

  test('of a beneficiary with a UMA address, from the response of the provider', async () => {
    const address = `$success.eur@${umaDomain}`;
    granted(await set({ requiredCounterpartyFields: fields('FULL_NAME', 'NATIONALITY') }));
    const lookUpInput = { uma: { receiverUmaAddress: address, senderCustomerId: customer.id } };
    const { id } = granted(
      await lookUpReceiver(world.ports, await world.caller(), LookUpReceiverInput.parse(lookUpInput)),
    );
    expect(await paying({ umaAddress: { umaAddress: address } }, id)).toEqual({
      FULL_NAME: 'Sandbox success.eur',
      NATIONALITY: 'US',
    });
  });

  test('of the originator of an incoming payment, always with the name', async () => {
    const received = async () =>
      granted(
        await sandboxReceiveUma(
          world.ports,
          await world.caller(),
          ReceiveUmaInput.parse({
            senderUmaAddress: `$success.eur@${umaDomain}`,
            customerId: customer.id,
            receivingCurrencyCode: 'USD',
            receivingCurrencyAmount: 5_000,
          }),
        ),
      ).counterpartyInformation;
    granted(await set({ requiredCounterpartyFields: [] }));
    expect(await received()).toEqual({ FULL_NAME: 'Sandbox success.eur' });
    granted(await set({ requiredCounterpartyFields: fields('COUNTRY_OF_RESIDENCE') }));
    expect(await received()).toEqual({ FULL_NAME: 'Sandbox success.eur', COUNTRY_OF_RESIDENCE: 'US' });
  });
});
