/**
 * Same-currency transfers by an agent: at once, or after approval.
 *
 * Source: docs/behaviour/endpoints.md#endpoints-of-agents, docs/behaviour/agents.md#order-of-checks; schema.graphql, `agentTransferIn`, `agentTransferOut`; docs/behaviour/endpoints.md.
 */
import type { z } from 'zod';
import type { AccountNotFound } from '../../accounts/errors.ts';
import { CustomerDeleted, UserNotReady } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { admitPayment } from '../../infrastructure/jobs/backlog.ts';
import {
  DomainError,
  type InvalidInput,
  invariant,
  type RateLimited,
  type Unauthorized,
} from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import { checkOutcome } from '../../payments/transactions/check-outcome.ts';
import type { SandboxOutcome } from '../../payments/transactions/sandbox-outcome.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { TransferInInput, TransferOutInput } from '../../payments/transfers/transfer.ts';
import { prepareTransfersIn, startTransfersIn } from '../../payments/transfers/transfer-in.ts';
import { prepareTransfersOut, startTransfersOut } from '../../payments/transfers/transfer-out.ts';
import type { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import { type ActingAgent, lockActingAgent } from '../acting-agent.ts';
import type { AgentAction, AgentActionSubject } from '../actions/agent-action.ts';
import { replayAction } from '../actions/replay-action.ts';
import { checkConvertible, submitAction } from '../actions/submit-action.ts';
import { RejectedSubmission } from '../evaluations/evaluate-submission.ts';
import { type ActionAccounts, checkPayment, type PolicyRequest } from '../policies/policy-checks.ts';
import { requestOfTransfer } from './policy-request.ts';

type TransferSubject = Extract<AgentActionSubject, { type: 'TRANSFER_IN' | 'TRANSFER_OUT' }>;

/** A transfer whose accounts were found, and the function that executes it. */
interface PreparedTransfer {
  readonly currency: string;
  readonly accounts: ActionAccounts;
  readonly request: PolicyRequest;
  readonly execute: () => Promise<Transaction | DomainError>;
}

type PreparationError = AccountNotFound | UserNotReady | InvalidInput | PolicyViolation;

/**
 * Steps 6 and 7, at submission and again at approval: finds both accounts of a transfer for the agent's customer, and checks that
 * the policy permits the payment.
 *
 * @param rejected notes that the policy rejects the submission.
 */
export async function prepareTransfer(
  tx: Executor,
  ports: Pick<Ports, 'clock' | 'rail' | 'transactionHooks'>,
  { platform, agent }: Pick<ActingAgent, 'platform' | 'agent'>,
  subject: TransferSubject,
  rejected?: RejectedSubmission,
): Promise<PreparedTransfer | PreparationError> {
  const { type, transferDetails, description, sandboxOutcome } = subject;
  const scope = { platformId: agent.platformId, customerId: agent.customerId };
  const { sourceAccountId, destinationAccountId, amount } = transferDetails;
  const input = { source: sourceAccountId, destination: destinationAccountId, amount, description };
  const isOut = type === 'TRANSFER_OUT';
  const [parties] = isOut
    ? await prepareTransfersOut(tx, scope, [input as z.output<typeof TransferOutInput>])
    : await prepareTransfersIn(tx, scope, [input as z.output<typeof TransferInInput>]);
  invariant(parties, 'a prepared transfer has a result');
  // For an agent, a deleted customer is reported as not ready: docs/behaviour/agents.md#order-of-checks, step 2.
  if (parties instanceof CustomerDeleted) return new UserNotReady();
  if (parties instanceof DomainError) return parties as PreparationError;
  const { internal } = parties;
  const request = requestOfTransfer(subject, internal);
  const now = ports.clock.now(platform);
  const violation = checkPayment(agent.policy, request, now);
  if (violation) {
    await rejected?.noteEarly(tx, { agent, type, request }, violation, now);
    return violation;
  }
  const transfer = { platform, parties, input: { amount, description, sandboxOutcome }, agentId: agent.id };
  return {
    currency: internal.currency,
    accounts: request.accounts,
    request,
    execute: async () => {
      const start = isOut ? startTransfersOut : startTransfersIn;
      const [started] = await start(tx, ports, scope, [transfer]);
      invariant(started, 'a started transfer has a result');
      return started;
    },
  };
}

type AgentTransferError =
  | Unauthorized
  | UserNotReady
  | PolicyViolation
  | AccountNotFound
  | InvalidInput
  | RateLimited
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

interface TransferInput {
  readonly source: Id<'InternalAccount'> | Id<'ExternalAccount'>;
  readonly destination: Id<'InternalAccount'> | Id<'ExternalAccount'>;
  readonly amount: bigint;
  readonly description: string | undefined;
  readonly sandboxOutcome?: SandboxOutcome | undefined;
}

const agentTransfer =
  (type: TransferSubject['type'], operation: string) =>
  async (
    ports: Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks' | 'rates' | 'maxDueJobs'>,
    principal: AgentPrincipal,
    input: TransferInput,
    idempotencyKey?: string,
  ): Promise<OnceResult<AgentAction | AgentTransferError>> => {
    const { platform } = principal;
    const impossibleOutcome = checkOutcome(ports.rail, platform, type, input.sandboxOutcome);
    if (impossibleOutcome) return new OnceResult(impossibleOutcome);
    const admitted = await admitPayment(ports, platform.id);
    if (admitted !== true) return new OnceResult(admitted);
    const rates = ports.rates(platform);
    const rejected = new RejectedSubmission(rates);
    const outcome = await once<AgentAction | AgentTransferError>(
      ports.db,
      {
        scope: { platformId: platform.id, caller: principal.agent.id, operation },
        key: idempotencyKey,
        input,
        ...replayAction(principal),
      },
      async (tx) => {
        const acting = await lockActingAgent(tx, principal, ['CREATE_TRANSFERS']);
        if (acting instanceof DomainError) return acting;

        const { source, destination, amount, description, sandboxOutcome } = input;
        const details = { amount, sourceAccountId: source, destinationAccountId: destination };
        const unpriced: TransferSubject = {
          type,
          transferDetails: { ...details, currency: '' },
          description,
          sandboxOutcome,
        };
        const prepared = await prepareTransfer(tx, ports, acting, unpriced, rejected);
        if (prepared instanceof DomainError) return prepared;
        const { currency, request, execute } = prepared;
        const unconvertible = checkConvertible(rates, acting.agent.policy, currency, 'amount');
        if (unconvertible) return unconvertible;

        const subject: TransferSubject = { ...unpriced, transferDetails: { ...details, currency } };
        return submitAction(
          tx,
          rates,
          acting,
          { subject, request, destination: { type: 'ACCOUNT', accountId: destination, currency }, execute },
          rejected,
          ports.clock.now(platform),
        );
      },
    );
    return rejected.record(ports.db, outcome);
  };

export const AgentTransferInInput = TransferInInput;
export const AgentTransferOutInput = TransferOutInput;

/** Pulls money from an external account of the agent's customer. */
export const agentTransferIn: (
  ports: Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks' | 'rates' | 'maxDueJobs'>,
  principal: AgentPrincipal,
  input: z.output<typeof TransferInInput>,
  idempotencyKey?: string,
) => Promise<OnceResult<AgentAction | AgentTransferError>> = agentTransfer('TRANSFER_IN', 'agentTransferIn');

/** Sends money of the agent's customer to one of their external accounts. */
export const agentTransferOut: (
  ports: Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks' | 'rates' | 'maxDueJobs'>,
  principal: AgentPrincipal,
  input: z.output<typeof TransferOutInput>,
  idempotencyKey?: string,
) => Promise<OnceResult<AgentAction | AgentTransferError>> = agentTransfer(
  'TRANSFER_OUT',
  'agentTransferOut',
);
