/**
 * Registers an external account. The beneficiary check decides its status. A new default deposit account replaces the
 * previous one.
 *
 * Source: docs/behaviour/accounts.md#account-types, docs/behaviour/accounts.md#external-accounts-and-beneficiaries,
 * docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications, docs/behaviour/sandbox.md#beneficiary-check.
 */
import { z } from 'zod';
import { type Customer, CustomerDeleted, CustomerNotFound } from '../../customers/customer.ts';
import { lockCustomer } from '../../customers/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { violatedConstraint } from '../../infrastructure/database/transact.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { DomainError, InvalidInput, invariant } from '../../kernel/errors.ts';
import { whenValid } from '../../kernel/field-rules.ts';
import { type Id, idSchema, newId } from '../../kernel/ids.ts';
import { falseByDefault, optional, text } from '../../kernel/parse.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { findEnabledCurrency } from '../../platforms/currencies/currency-store.ts';
import type { Platform } from '../../platforms/platform.ts';
import { ExternalAccountAlreadyExists } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { type AccountInfo, checkDigitsError, identifyingFingerprint } from './account-info.ts';
import { matchingCurrency } from './account-info-input.ts';
import { statusFromCheck } from './beneficiary-check.ts';
import type { ExternalAccount } from './external-account.ts';
import {
  clearDefaultDepositAccount,
  findExternalAccount,
  insertExternalAccount,
} from './external-account-store.ts';

/** The input schema of an agent, with the account info of one API. Without `customerId` the owner is the agent's customer. */
export const agentExternalAccountInput = (accountInfo: z.ZodType<AccountInfo>) =>
  matchingCurrency(
    z.object({
      customerId: optional(idSchema('Customer')),
      currency: text(10),
      accountInfo,
      platformAccountId: optional(text(255)),
      defaultUmaDepositAccount: falseByDefault,
    }),
  );

/** The input schema of a platform. Without `customerId` the platform owns the account. */
export const createExternalAccountInput = (accountInfo: z.ZodType<AccountInfo>) =>
  agentExternalAccountInput(accountInfo).refine(
    (input) => !(input.defaultUmaDepositAccount && input.customerId === undefined),
    {
      path: ['defaultUmaDepositAccount'],
      error: "is for customers' accounts",
      ...whenValid('defaultUmaDepositAccount', 'customerId'),
    },
  );

export interface NewExternalAccount {
  readonly customerId?: Id<'Customer'> | undefined;
  readonly currency: string;
  readonly accountInfo: AccountInfo;
  readonly platformAccountId?: string | undefined;
  readonly defaultUmaDepositAccount: boolean;
}

type CreateExternalAccountError =
  | InvalidInput
  | CustomerNotFound
  | CustomerDeleted
  | ExternalAccountAlreadyExists
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

/** Registers the account in the transaction of the caller. */
export async function createExternalAccountIn(
  tx: Executor,
  { clock, beneficiaryNames }: Pick<Ports, 'clock' | 'beneficiaryNames'>,
  platform: Platform,
  { customerId, currency, accountInfo, platformAccountId, defaultUmaDepositAccount }: NewExternalAccount,
): Promise<ExternalAccount | InvalidInput | CustomerNotFound | CustomerDeleted> {
  const scope = { platformId: platform.id };
  let customer: Customer | undefined;
  if (customerId) {
    customer = await lockCustomer(tx, scope, customerId);
    if (!customer) return new CustomerNotFound(customerId);
    if (customer.isDeleted) return new CustomerDeleted();
  }
  if (!(await findEnabledCurrency(tx, platform.id, currency))) {
    return InvalidInput.at('currency', 'is not a currency of this platform', 'INVALID_CURRENCY');
  }
  const production = platform.mode === 'PRODUCTION';
  const wrong = checkDigitsError(accountInfo, { production });
  if (wrong) return wrong;
  const checked = beneficiaryNames.check(platform, accountInfo);
  if (checked instanceof DomainError) return checked;

  const now = clock.now(platform);
  if (customerId && defaultUmaDepositAccount) await clearDefaultDepositAccount(tx, customerId, now);
  const account: ExternalAccount = {
    id: newId('ExternalAccount'),
    customerId,
    status: statusFromCheck(checked, { production }),
    currency,
    accountInfo,
    platformAccountId,
    defaultUmaDepositAccount,
    beneficiaryVerificationStatus: checked?.status,
    beneficiaryVerifiedData: checked?.verifiedData,
    directDebitMandate: undefined,
    createdAt: now,
    updatedAt: now,
  };
  await insertExternalAccount(tx, platform.id, account, identifyingFingerprint(accountInfo, currency));
  return account;
}

/** Converts the violation of the unique index of accounts to `ExternalAccountAlreadyExists`. */
export async function rejectingDuplicates<T>(
  work: () => Promise<T>,
): Promise<T | ExternalAccountAlreadyExists> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === 'one_external_account_per_owner_and_identity') {
      return new ExternalAccountAlreadyExists();
    }
    throw error;
  }
}

export async function createExternalAccount(
  ports: Pick<Ports, 'db' | 'clock' | 'beneficiaryNames'>,
  { platform }: Pick<PlatformCaller, 'platform'>,
  input: NewExternalAccount,
  idempotencyKey?: string,
): Promise<OnceResult<ExternalAccount | CreateExternalAccountError>> {
  const scope = { platformId: platform.id };
  const outcome = await rejectingDuplicates(() =>
    once<ExternalAccount | CreateExternalAccountError>(
      ports.db,
      {
        scope: { platformId: platform.id, caller: 'platform', operation: 'createExternalAccount' },
        key: idempotencyKey,
        input,
        idOf: (account) => account.id,
        replay: async (tx, id) => {
          const account = await findExternalAccount(tx, scope, id as Id<'ExternalAccount'>, {
            deleted: true,
          });
          invariant(account, 'the account of a key exists');
          return account;
        },
      },
      (tx) => createExternalAccountIn(tx, ports, platform, input),
    ),
  );
  return outcome instanceof DomainError ? new OnceResult(outcome) : outcome;
}
