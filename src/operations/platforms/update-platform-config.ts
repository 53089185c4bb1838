/**
 * Changes a platform's settings. Absent fields do not change. A list replaces the old list; `otp`, `walletMail` and `wallets`
 * are merged by field. Absent fields of a currency that stays enabled do not change either.
 *
 * Decision: payments in a removed currency are rejected; its accounts and their balances stay.
 *
 * Decision: an endpoint that receives INCOMING_PAYMENT.PENDING decides about payments. A list that adds such an endpoint
 * (a new url, a resumed endpoint, or one that is newly subscribed to that kind) requires TRANSACT too. Removing or pausing
 * one requires only MANAGE.
 *
 * Source: docs/behaviour/platforms.md#permissions, docs/behaviour/platforms.md#settings-of-a-platform, docs/behaviour/webhooks.md#test-endpoint (TEST to a new endpoint); schema.graphql, `UpdatePlatformConfigInput`.
 */
import { z } from 'zod';
import { checkNewDomain, lockNewDomain } from '../../customers/uma-domains.ts';
import { lockNameUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { type FieldError, InvalidInput, invariant } from '../../kernel/errors.ts';
import { distinctBy, whenList, whenValid } from '../../kernel/field-rules.ts';
import { boundedList, choices, maxChoices } from '../../kernel/lists.ts';
import { movedAmount } from '../../kernel/money/amount.ts';
import { findCurrency, maxCurrencies } from '../../kernel/money/currencies.ts';
import { boolean, oneOf, optional, text } from '../../kernel/parse.ts';
import { umaDomain } from '../../kernel/uma-address.ts';
import { requireToGrant } from '../../platforms/access/grants.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { enabledCurrencies, replaceCurrencies } from '../../platforms/currencies/currency-store.ts';
import type { PermissionNotHeld } from '../../platforms/errors.ts';
import { partyFieldNames } from '../../platforms/party-fields.ts';
import type { Platform } from '../../platforms/platform.ts';
import { lockPlatform, saveSettings } from '../../platforms/store.ts';
import { transactionTypes } from '../../platforms/transaction-type.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { checkPasskeySettings } from '../../wallets/passkey-settings.ts';
import {
  mergeSettings,
  oidcIssuers,
  otpSettings,
  passkeySettings,
  sessionTtlSeconds,
  walletMailSettings,
  walletSettings,
} from '../../wallets/settings.ts';
import { findStoredSettings } from '../../wallets/settings-store.ts';
import { insertTestDelivery } from '../../webhooks/deliveries/queue.ts';
import { changeEndpoints, checkEndpoints, webhookEndpointInputs } from '../../webhooks/endpoints/endpoint.ts';
import { endpointsOf } from '../../webhooks/endpoints/endpoint-store.ts';
import { saveEndpoints } from '../../webhooks/endpoints/save-endpoints.ts';
import { type PlatformConfig, readPlatformConfig } from './platform-config.ts';
import { provisionCurrencies } from './provision-currency.ts';

const currencyInput = z
  .object({
    currencyCode: text(10).refine((code) => findCurrency(code) !== undefined, {
      error: 'is not a supported currency',
    }),
    minAmount: movedAmount,
    maxAmount: movedAmount,
    requiredCounterpartyFields: optional(
      boundedList(z.object({ name: oneOf(partyFieldNames), mandatory: boolean }), maxChoices).superRefine(
        distinctBy(['name']),
        whenList,
      ),
    ),
    enabledTransactionTypes: optional(
      choices(transactionTypes, { nonEmpty: 'must have at least one direction' }).transform((given) =>
        transactionTypes.filter((type) => given.includes(type)),
      ),
    ),
  })
  .refine(({ minAmount, maxAmount }) => minAmount <= maxAmount, {
    path: ['maxAmount'],
    error: 'must not be below minAmount',
    ...whenValid('minAmount', 'maxAmount'),
  });

const currencyList = boundedList(currencyInput, maxCurrencies, {
  nonEmpty: 'must have at least one currency',
}).superRefine(distinctBy(['currencyCode']), whenList);

export const UpdatePlatformConfigInput = z.object({
  umaDomain: optional(umaDomain),
  currencies: optional(currencyList),
  passkeys: optional(passkeySettings),
  oidcIssuers: optional(oidcIssuers),
  otp: optional(otpSettings),
  walletMail: optional(walletMailSettings),
  webhookEndpoints: optional(webhookEndpointInputs),
  sessionTtlSeconds: optional(sessionTtlSeconds),
  autoCreateEmailOtp: optional(boolean),
  wallets: optional(walletSettings),
});

type Input = z.output<typeof UpdatePlatformConfigInput>;

/** Checks the rules that depend on the mode, and reports every invalid field. */
function checkFor({ mode }: Platform, input: Input): InvalidInput | undefined {
  const sandbox = mode === 'SANDBOX';
  const passkeys = input.passkeys && checkPasskeySettings(input.passkeys, { sandbox });
  const endpoints = input.webhookEndpoints && checkEndpoints(input.webhookEndpoints, mode);
  const fields: FieldError[] = [passkeys, endpoints].flatMap((result) =>
    result instanceof InvalidInput ? [...result.fields] : [],
  );
  if (!sandbox) {
    input.oidcIssuers?.forEach(({ issuer }, index) => {
      if (!issuer.startsWith('https://')) {
        fields.push({ path: `oidcIssuers.${index}.issuer`, message: 'must be an https URL without a query' });
      }
    });
  }
  return fields.length > 0 ? new InvalidInput(fields) : undefined;
}

export async function updatePlatformConfig(
  ports: Pick<Ports, 'db' | 'clock' | 'dataKey' | 'sandboxUmaDomain'>,
  principal: PlatformCaller,
  input: Input,
): Promise<PlatformConfig | InvalidInput | PermissionNotHeld> {
  const { platform: caller } = principal;
  const { db, clock } = ports;
  const invalid = checkFor(caller, input);
  if (invalid) return invalid;
  return transact<PlatformConfig | InvalidInput | PermissionNotHeld>(db, async (tx) => {
    const { umaDomain, currencies, webhookEndpoints, ...change } = input;
    const platform = await lockPlatform(tx, caller.id);
    invariant(platform, 'the platform of a caller exists');
    if (currencies) await lockNameUntilCommit(tx, 'currencies', caller.id, 'update');
    const reserved = umaDomain === undefined ? undefined : await lockNewDomain(tx, umaDomain, ports);
    const now = clock.now(platform);

    if (umaDomain !== undefined && umaDomain !== platform.umaDomain) {
      const unavailable = reserved ?? (await checkNewDomain(tx, platform.id, umaDomain));
      if (unavailable) return unavailable;
    }
    const stored = await findStoredSettings(tx, platform.id);
    await saveSettings(tx, platform.id, {
      settings: mergeSettings(stored, change),
      umaDomain: umaDomain ?? platform.umaDomain,
      at: now,
    });
    if (currencies) {
      const enabled = await enabledCurrencies(tx, platform.id);
      const known = new Map(enabled.map((one) => [one.currency, one]));
      const list = currencies.map(({ currencyCode: currency, ...given }) => {
        const before = known.get(currency);
        return {
          ...given,
          currency,
          requiredCounterpartyFields: given.requiredCounterpartyFields ?? before?.requiredCounterpartyFields,
          enabledTransactionTypes: given.enabledTransactionTypes ?? before?.enabledTransactionTypes,
        };
      });
      await replaceCurrencies(tx, platform.id, list);
      const added = list.map(({ currency }) => currency).filter((currency) => !known.has(currency));
      await provisionCurrencies(tx, platform, added, now);
    }
    if (webhookEndpoints) {
      const endpoints = changeEndpoints(
        await endpointsOf(tx, [platform.id]),
        webhookEndpoints,
        platform.id,
        now,
      );
      const notHeld = endpoints.newApprovers.length > 0 && requireToGrant(principal, ['MANAGE', 'TRANSACT']);
      if (notHeld) return notHeld;
      await saveEndpoints(tx, platform.id, endpoints, now);
      for (const endpoint of endpoints.added) await insertTestDelivery(tx, endpoint, now);
    }
    return readPlatformConfig(tx, ports, platform);
  });
}
