/**
 * Creates and changes bank connections.
 *
 * Decision: the currency, the format and the account's numbers never change, because files under way belong to the account.
 * Another account is another connection.
 *
 * Decision: a change of the exchange is a change of where payments are sent, so members need a fresh proof of presence.
 *
 * Decision: the place of the exchange does not change while a file is STAGED there. An exchange that is running does not prevent a
 * change: it records nothing as staged or sent at a place that is no longer the connection's (`publish-files.ts`).
 *
 * Source: docs/behaviour/bank-connections.md#connections.
 */
import { z } from 'zod';
import { transact, violatedConstraint } from '../../infrastructure/database/transact.ts';
import { utf8 } from '../../kernel/crypto/encodings.ts';
import { type FieldError, InvalidInput, invariant } from '../../kernel/errors.ts';
import { type Id, idSchema, newId } from '../../kernel/ids.ts';
import { limitAmount } from '../../kernel/money/amount.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { optional } from '../../kernel/parse.ts';
import { openServiceAccounts, serviceAccount } from '../../ledger/account-store.ts';
import { bankAccountCodes } from '../../ledger/chart.ts';
import { postEntry } from '../../ledger/ledger-batch-store.ts';
import type { Ports } from '../../payments/ports.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import { findEnabledCurrency } from '../../platforms/currencies/currency-store.ts';
import { ProductionOnly, type StepUpRequired } from '../../platforms/errors.ts';
import {
  BankConnectionClosed,
  BankConnectionExists,
  BankConnectionNotFound,
  BankFileStaged,
} from '../errors.ts';
import { type BankConnection, type ExchangeSettings, isSamePlace } from './bank-connection.ts';
import {
  accountProblems,
  type CreateBankConnectionInput,
  connectionFields,
  maxPaymentsPerFile as defaultPaymentsPerFile,
  defaultPreNotificationDays,
  type ExchangeInput,
  exchangeProblems,
  VirtualIbanRangeInput,
} from './connection-input.ts';
import { hasStagedFile, insertConnection, lockConnection, saveConnection } from './store.ts';

export const UpdateBankConnectionInput = z.object({
  id: idSchema('BankConnection'),
  name: optional(connectionFields.name),
  exchange: connectionFields.exchange,
  virtualIbanRange: VirtualIbanRangeInput.nullish().meta({
    description: 'null: no numbers for new accounts',
  }),
  cutOffs: optional(connectionFields.cutOffs),
  maxPaymentsPerFile: connectionFields.maxPaymentsPerFile,
  preNotificationDays: connectionFields.preNotificationDays,
  reviewAbove: limitAmount.nullish().meta({ description: 'null: no limit' }),
});

type ManagePorts = Pick<Ports, 'db' | 'clock' | 'dataKey'>;

const sealPurpose = 'bank-exchange';

/** The secret of the exchange, sealed; `undefined` when none is given. */
function sealSecret(
  dataKey: Ports['dataKey'],
  id: Id<'BankConnection'>,
  { password, privateKey, secretAccessKey }: ExchangeInput,
): Uint8Array | undefined {
  const secret = password ?? privateKey ?? secretAccessKey;
  return secret === undefined ? undefined : dataKey.seal(sealPurpose, id, utf8(secret));
}

/** The secret of the exchange in plain text, for the adapter that connects. */
export function openSecret(dataKey: Ports['dataKey'], { id, sealedSecret }: BankConnection): string {
  invariant(sealedSecret, 'the exchange of the connection has a secret');
  return new TextDecoder().decode(dataKey.open(sealPurpose, id, sealedSecret));
}

const defaultPort = 22;

/**
 * The settings without secrets. The fields were checked.
 *
 * @param before the settings whose secret stays when the input has none.
 */
function settingsOf(input: ExchangeInput, before?: ExchangeSettings): ExchangeSettings {
  const { kind, host = '', username = '', hostKeyFingerprint = '', path = '', port = defaultPort } = input;
  const { endpoint, region = '', bucket = '', prefix = '', accessKeyId = '' } = input;
  switch (kind) {
    case 'FOLDER':
      return { kind };
    case 'SFTP': {
      const given = input.privateKey === undefined ? 'PASSWORD' : 'PRIVATE_KEY';
      const keepsSecret = input.privateKey === undefined && input.password === undefined;
      const authentication = keepsSecret && before?.kind === 'SFTP' ? before.authentication : given;
      return { kind, host, port, username, hostKeyFingerprint, path, authentication };
    }
    case 'S3':
      return { kind, endpoint, region, bucket, prefix, accessKeyId };
  }
}

/** An omitted field stays, and null removes it. */
const changed = <T>(given: T | null | undefined, before: T | undefined): T | undefined =>
  given === undefined ? before : (given ?? undefined);

const ibansOnly = (format: BankConnection['format'], range: unknown): FieldError[] =>
  range && format !== 'ISO20022' ? [{ path: 'virtualIbanRange', message: 'needs the format ISO20022' }] : [];

/** Whether a stored secret may be sent there: it was given for this server and this user. */
function isSameServer(after: ExchangeSettings, before: ExchangeSettings): boolean {
  if (after.kind === 'SFTP' && before.kind === 'SFTP') {
    return (
      after.host === before.host &&
      after.port === before.port &&
      after.username === before.username &&
      after.hostKeyFingerprint === before.hostKeyFingerprint
    );
  }
  if (after.kind === 'S3' && before.kind === 'S3') {
    return after.endpoint === before.endpoint && after.accessKeyId === before.accessKeyId;
  }
  return false;
}

export async function createBankConnection(
  { db, clock, dataKey }: ManagePorts,
  principal: PlatformCaller,
  input: z.output<typeof CreateBankConnectionInput>,
): Promise<BankConnection | ProductionOnly | InvalidInput | BankConnectionExists | StepUpRequired> {
  const { platform } = principal;
  if (platform.mode !== 'PRODUCTION') return new ProductionOnly();
  const notPresent = requireStepUp(principal, clock.real());
  if (notPresent) return notPresent;
  const { currency, format, account, exchange = { kind: 'FOLDER' as const } as ExchangeInput } = input;
  const problems = [
    ...accountProblems(format, account),
    ...exchangeProblems(exchange, false),
    ...ibansOnly(format, input.virtualIbanRange),
  ];
  if (problems.length > 0) return new InvalidInput(problems);
  if (findCurrency(currency)?.kind !== 'fiat' || (format === 'NACHA' && currency !== 'USD')) {
    const message =
      format === 'NACHA' ? 'must be USD: NACHA files are in dollars' : 'must be a fiat currency';
    return InvalidInput.at('currency', message, 'INVALID_CURRENCY');
  }
  const now = clock.now(platform);
  const id = newId('BankConnection');
  const {
    name,
    virtualIbanRange,
    cutOffs,
    maxPaymentsPerFile = defaultPaymentsPerFile,
    preNotificationDays = defaultPreNotificationDays,
    reviewAbove,
    openingBalance = 0n,
  } = input;
  const connection: BankConnection = {
    id,
    platformId: platform.id,
    name,
    currency,
    format,
    status: 'ACTIVE',
    account,
    exchange: settingsOf(exchange),
    sealedSecret: sealSecret(dataKey, id, exchange),
    virtualIbanRange,
    cutOffs,
    maxPaymentsPerFile,
    preNotificationDays,
    openingBalance,
    reviewAbove,
    lastCutOffAt: undefined,
    lastExchangeAt: undefined,
    exchangeError: undefined,
    createdAt: now,
    updatedAt: now,
  };
  try {
    return await transact<BankConnection | InvalidInput>(db, async (tx) => {
      if (!(await findEnabledCurrency(tx, platform.id, currency))) {
        return InvalidInput.at('currency', 'is not a currency of this platform', 'INVALID_CURRENCY');
      }
      await insertConnection(tx, connection, clock.real());
      await openServiceAccounts(tx, platform.id, [currency], bankAccountCodes);
      if (openingBalance === 0n) return connection;
      const opening = { amount: openingBalance, currency };
      const error = await postEntry(tx, {
        platformId: platform.id,
        description: 'Opening balance of a bank account',
        at: now,
        postings: [
          {
            account: serviceAccount(platform.id, 'BANK', currency),
            amount: { ...opening, amount: -openingBalance },
          },
          { account: serviceAccount(platform.id, 'BANK_OPENING', currency), amount: opening },
        ],
      });
      invariant(!error, 'service accounts have no minimum and no maximum');
      return connection;
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'one_active_bank_connection_per_currency') throw error;
    return new BankConnectionExists(currency);
  }
}

type UpdateError = BankConnectionNotFound | BankConnectionClosed | BankFileStaged | InvalidInput;

export async function updateBankConnection(
  { db, clock, dataKey }: ManagePorts,
  principal: PlatformCaller,
  { id, exchange, ...change }: z.output<typeof UpdateBankConnectionInput>,
): Promise<BankConnection | UpdateError | StepUpRequired> {
  const notPresent = requireStepUp(principal, clock.real());
  if (notPresent) return notPresent;
  const { platform } = principal;
  return transact<BankConnection | UpdateError>(db, async (tx) => {
    const before = await lockConnection(tx, platform.id, id);
    if (!before) return new BankConnectionNotFound(id);
    if (before.status !== 'ACTIVE') return new BankConnectionClosed();
    const keepsSecret = exchange !== undefined && isSameServer(settingsOf(exchange), before.exchange);
    const problems = [
      ...(exchange ? exchangeProblems(exchange, keepsSecret) : []),
      ...ibansOnly(before.format, change.virtualIbanRange),
    ];
    if (problems.length > 0) return new InvalidInput(problems);
    const moves = exchange !== undefined && !isSamePlace(settingsOf(exchange), before.exchange);
    if (moves && (await hasStagedFile(tx, id))) return new BankFileStaged();
    const after: BankConnection = {
      ...before,
      name: change.name ?? before.name,
      // Numbers that accounts have stay valid: a new range continues after them.
      virtualIbanRange: changed(change.virtualIbanRange, before.virtualIbanRange),
      cutOffs: change.cutOffs ?? before.cutOffs,
      maxPaymentsPerFile: change.maxPaymentsPerFile ?? before.maxPaymentsPerFile,
      preNotificationDays: change.preNotificationDays ?? before.preNotificationDays,
      reviewAbove: changed(change.reviewAbove, before.reviewAbove),
      ...(exchange && {
        exchange: settingsOf(exchange, before.exchange),
        sealedSecret: sealSecret(dataKey, id, exchange) ?? (keepsSecret ? before.sealedSecret : undefined),
      }),
      updatedAt: clock.now(platform),
    };
    await saveConnection(tx, after);
    return after;
  });
}
