/**
 * Assigns an unmatched deposit to an account, or returns it to its depositor. Above the connection's amount a second person
 * confirms the same decision; another decision starts a new round.
 *
 * Source: docs/behaviour/bank-connections.md#unmatched-deposits.
 */
import { z } from 'zod';
import { AccountNotFound, accountNotActive } from '../../accounts/errors.ts';
import { findInternalAccount } from '../../accounts/internal/internal-account-store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError, InvalidInput, invariant } from '../../kernel/errors.ts';
import { type Id, idSchema, newId } from '../../kernel/ids.ts';
import { optional, text } from '../../kernel/parse.ts';
import { newReference } from '../../kernel/references.ts';
import type { Ports } from '../../payments/ports.ts';
import { actorOf, type PlatformCaller } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { StepUpRequired } from '../../platforms/errors.ts';
import { type BankConnection, needsTwoPersons, serviceLevelOf } from '../bank-connections/bank-connection.ts';
import { lockConnectionForShare } from '../bank-connections/store.ts';
import type { BankPayment } from '../bank-payments/bank-payment.ts';
import { hasComeBack } from '../bank-payments/reported-payment-store.ts';
import { isSendable } from '../bank-payments/sendable.ts';
import { insertPayments } from '../bank-payments/store.ts';
import { decisionsOf, insertDecision } from '../decisions/store.ts';
import {
  BankConnectionClosed,
  DepositNotReturnable,
  DepositTakenBack,
  SecondPersonRequired,
  UnmatchedDepositNotFound,
  UnmatchedDepositSettled,
} from '../errors.ts';
import { creditAccount, NotCredited } from './accept-deposit.ts';
import { moveBetween } from './record-unmatched.ts';
import { findUnmatched, lockUnmatched, saveUnmatched } from './store.ts';
import type { UnmatchedDeposit } from './unmatched-deposit.ts';

const comment = optional(text(255));

export const AssignDepositInput = z.object({
  id: idSchema('UnmatchedDeposit'),
  accountId: idSchema('InternalAccount'),
  comment,
});
export const ReturnDepositInput = z.object({ id: idSchema('UnmatchedDeposit'), comment });

type DecideError =
  | UnmatchedDepositNotFound
  | UnmatchedDepositSettled
  | DepositTakenBack
  | SecondPersonRequired
  | StepUpRequired
  | BankConnectionClosed;

type DecidePorts = Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks'>;

/** The decision of a person, and what happens when it is final. */
interface Proposal {
  readonly decision: NonNullable<UnmatchedDeposit['decision']>;
  readonly accountId: Id<'InternalAccount'> | undefined;
  readonly comment: string | undefined;
  /** Why the decision cannot be made. Asked of each person, so that no person confirms what is not possible. */
  check(
    tx: Executor,
    deposit: UnmatchedDeposit,
    connection: BankConnection,
  ): Promise<DomainError | undefined>;
  perform(
    tx: Executor,
    deposit: UnmatchedDeposit,
    connection: BankConnection,
    now: Date,
  ): Promise<UnmatchedDeposit | DomainError>;
}

async function decide<E extends DomainError>(
  { db, clock }: DecidePorts,
  principal: PlatformCaller,
  id: Id<'UnmatchedDeposit'>,
  { decision, accountId, comment: said, check, perform }: Proposal,
): Promise<UnmatchedDeposit | DecideError | E> {
  const notPresent = requireStepUp(principal, clock.real());
  if (notPresent) return notPresent;
  const { platform } = principal;
  const result = await transact<UnmatchedDeposit | DomainError>(db, async (tx) => {
    const [found] = await findUnmatched(tx, platform.id, [id]);
    if (!found) return new UnmatchedDepositNotFound(id);
    const connection = await lockConnectionForShare(tx, platform.id, found.connectionId);
    const deposit = await lockUnmatched(tx, platform.id, id);
    invariant(connection && deposit, 'a deposit is never deleted, and its connection exists');
    if (deposit.status !== 'OPEN' && deposit.status !== 'IN_REVIEW') return new UnmatchedDepositSettled();
    // Entries and reports are booked with the connection locked, so that none comes between.
    const { bankPaymentId } = deposit;
    if (bankPaymentId && (await hasComeBack(tx, bankPaymentId))) return new DepositTakenBack();
    const now = clock.now(platform);
    const isSame = deposit.decision === decision && deposit.decidedAccountId === accountId;
    const round = deposit.status === 'OPEN' || isSame ? deposit.round : deposit.round + 1;
    const actor = actorOf(principal);
    const earlier = await decisionsOf(tx, id, round);
    if (earlier.some(({ actorId }) => actorId === actor.id)) return new SecondPersonRequired();
    const notPossible = await check(tx, deposit, connection);
    if (notPossible) return notPossible;
    const given = {
      platformId: platform.id,
      subjectId: id,
      round,
      actor,
      isApproval: true,
      comment: said,
      at: now,
    };
    await insertDecision(tx, given);
    const decided = { ...deposit, decision, decidedAccountId: accountId, round, updatedAt: now };
    if (needsTwoPersons(connection, deposit.amount) && earlier.length === 0) {
      const inReview: UnmatchedDeposit = { ...decided, status: 'IN_REVIEW' };
      await saveUnmatched(tx, inReview);
      return inReview;
    }
    const settled = await perform(tx, decided, connection, now);
    if (!(settled instanceof DomainError)) await saveUnmatched(tx, settled);
    return settled;
  });
  return result as UnmatchedDeposit | DecideError | E;
}

export function assignDeposit(
  ports: DecidePorts,
  principal: PlatformCaller,
  { id, accountId, comment: said }: z.output<typeof AssignDepositInput>,
): Promise<UnmatchedDeposit | DecideError | AccountNotFound | InvalidInput> {
  const { platform } = principal;
  return decide<AccountNotFound | InvalidInput>(ports, principal, id, {
    decision: 'ASSIGN',
    accountId,
    comment: said,
    async check(tx, deposit) {
      const account = await findInternalAccount(tx, { platformId: platform.id }, accountId);
      if (!account) return new AccountNotFound(accountId);
      if (account.status !== 'ACTIVE') return accountNotActive('accountId');
      return account.currency === deposit.currency
        ? undefined
        : InvalidInput.at('accountId', `must be an account in ${deposit.currency}`, 'INVALID_CURRENCY');
    },
    async perform(tx, deposit, _connection, now) {
      const account = await findInternalAccount(tx, { platformId: platform.id }, accountId);
      invariant(account, 'an account is never deleted');
      const money = { amount: deposit.amount, currency: deposit.currency };
      await moveBetween(tx, platform.id, { from: 'UNMATCHED_DEPOSITS', to: 'FUNDING' }, money, {
        description: 'Deposit assigned',
        at: now,
      });
      const credited = await creditAccount(tx, ports, platform, account, { ...money, source: deposit }, now);
      if (credited instanceof NotCredited) return InvalidInput.at('accountId', credited.reason);
      return { ...deposit, status: 'ASSIGNED', transactionId: credited.id };
    },
  });
}

export function returnDeposit(
  ports: DecidePorts,
  principal: PlatformCaller,
  { id, comment: said }: z.output<typeof ReturnDepositInput>,
): Promise<UnmatchedDeposit | DecideError | DepositNotReturnable> {
  return decide<DepositNotReturnable>(ports, principal, id, {
    decision: 'RETURN',
    accountId: undefined,
    comment: said,
    check: async (_tx, deposit, connection) => {
      const payment = returnOf(deposit, connection);
      return payment instanceof DomainError ? payment : undefined;
    },
    perform: sendBack,
  });
}

/** The rail by which a connection returns deposits. */
function returnRailOf({ format, currency }: BankConnection): 'ACH' | 'SEPA' | 'SWIFT' {
  if (format === 'NACHA') return 'ACH';
  return currency === 'EUR' ? 'SEPA' : 'SWIFT';
}

interface DepositReturn extends Pick<BankPayment, 'serviceLevel' | 'entryClass' | 'clearingCode'> {}

/** The payment that returns a deposit, or why the connection cannot send it. */
function returnOf(
  { amount, depositor }: UnmatchedDeposit,
  connection: BankConnection,
): DepositReturn | BankConnectionClosed | DepositNotReturnable {
  if (connection.status !== 'ACTIVE') return new BankConnectionClosed();
  const rail = returnRailOf(connection);
  const serviceLevel = serviceLevelOf(connection.format, rail);
  invariant(serviceLevel, 'a connection sends payments by the rail of its returns');
  const payment = {
    serviceLevel,
    direction: 'CREDIT',
    amount,
    counterparty: depositor ?? {},
    hasMandate: false,
  } as const;
  if (!depositor?.name || !isSendable(connection, payment)) return new DepositNotReturnable();
  const entryClass = depositor.isBusiness ? 'CCD' : 'PPD';
  return {
    serviceLevel,
    entryClass: serviceLevel === 'ACH' ? entryClass : undefined,
    clearingCode: `CLEARING_${rail}`,
  };
}

/** Sends the money back by the next file of the connection. */
async function sendBack(
  tx: Executor,
  deposit: UnmatchedDeposit,
  connection: BankConnection,
  now: Date,
): Promise<UnmatchedDeposit | DomainError> {
  const { id, platformId, amount, currency } = deposit;
  const payment = returnOf(deposit, connection);
  if (payment instanceof DomainError) return payment;
  await moveBetween(
    tx,
    platformId,
    { from: 'UNMATCHED_DEPOSITS', to: payment.clearingCode },
    { amount, currency },
    {
      description: 'Deposit returned',
      at: now,
    },
  );
  await insertPayments(tx, [
    {
      id: newId('BankPayment'),
      platformId,
      connectionId: connection.id,
      transactionId: undefined,
      depositId: id,
      direction: 'CREDIT',
      ...payment,
      status: 'WAITING',
      endToEndId: newReference('RD'),
      amount,
      fileId: undefined,
      batch: undefined,
      traceSequence: undefined,
      reasonCode: undefined,
      entryId: undefined,
      returnEntryId: undefined,
      isReported: false,
      createdAt: now,
      updatedAt: now,
    },
  ]);
  return { ...deposit, status: 'RETURNED' };
}
