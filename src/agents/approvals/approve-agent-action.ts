/**
 * A person says yes. The policy as it is now is asked again, the action's own reservation counting for it, and the
 * payment begins; whatever stands in the way ends the action as FAILED, which is the answer and no refusal.
 *
 * Source: gaps 9.4; contract, `approveAgentAction`.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { decidedByOf, type Principal, scopeOf } from '../../platforms/access/principal.ts';
import type { Platform } from '../../platforms/platform.ts';
import { customerWhoPays } from '../acting-agent.ts';
import {
  type ActionDecision,
  type AgentAction,
  approved,
  failed,
  failureOf,
} from '../actions/agent-action.ts';
import { recordActionStep } from '../actions/record-action.ts';
import type { AgentActionNotFound, AgentActionNotPending } from '../errors.ts';
import { checkAccounts, checkAtApproval, checkBeforeRecords } from '../policies/policy.ts';
import { release, spendReserved } from '../policies/usage.ts';
import { prepareExecution } from '../requests/agent-execute-quote.ts';
import { prepareTransfer } from '../requests/agent-transfers.ts';
import { requestOfQuote } from '../requests/quote-request.ts';
import { updateUsage } from '../store.ts';
import { lockPendingAction, type Undecided } from './lock-pending-action.ts';

export const ApproveAgentActionInput = z.object({ id: idSchema('AgentAction') });

type ExecutionPorts = Pick<Ports, 'clock' | 'rail' | 'transactionHooks' | 'walletSignatures'>;

/** Steps 2, 3, 7, 8, 10 to 13 and 15 once more, and the payment itself. A refusal has written nothing. */
async function execute(
  tx: Executor,
  ports: ExecutionPorts,
  platform: Platform,
  { agent, action }: Undecided,
  now: Date,
): Promise<Transaction | DomainError> {
  const customer = await customerWhoPays(tx, agent);
  if (customer instanceof DomainError) return customer;
  const paused = checkBeforeRecords(agent, { access: 'WRITE', permissions: [] });
  if (paused) return paused;

  const prepared = await prepare(tx, ports, platform, { agent, action }, now);
  if (prepared instanceof DomainError) return prepared;
  const { accounts } = prepared;
  const refused =
    checkAccounts(agent.policy, accounts) ??
    checkAtApproval(agent.policy, agent.usage, { charge: action.charge, accounts }, now);
  return refused ?? prepared.execute();
}

/** The accounts that the action touches, and how it is set going, as things are now. */
async function prepare(
  tx: Executor,
  ports: ExecutionPorts,
  platform: Platform,
  { agent, action: { subject } }: Undecided,
  now: Date,
) {
  if (subject.type !== 'EXECUTE_QUOTE') return prepareTransfer(tx, ports, { platform, agent }, subject);
  const prepared = await prepareExecution(tx, ports, { platform, agent }, subject.quoteId, now);
  if (prepared instanceof DomainError) return prepared;
  return { accounts: requestOfQuote(prepared.quote).accounts, execute: prepared.execute };
}

/** Records what came of the execution: the counters, and the action's one or two steps. */
async function conclude(
  tx: Executor,
  { agent, action }: Undecided,
  executed: Transaction | DomainError,
  decision: ActionDecision,
): Promise<AgentAction> {
  const { decidedAt: now } = decision;
  const hasBegun = !(executed instanceof DomainError) && executed.status !== 'FAILED';
  const count = hasBegun ? spendReserved : release;
  await updateUsage(tx, { id: agent.id, usage: count(agent.usage, action.charge, now) });

  if (executed instanceof DomainError) {
    return recordActionStep(tx, action, failed(action, executed, now, decision));
  }
  const began = approved(action, executed.id, decision);
  if (hasBegun) return recordActionStep(tx, action, began);
  const counted: AgentAction = { ...began, spentAt: undefined };
  const recorded = await recordActionStep(tx, action, counted);
  return recordActionStep(tx, recorded, failed(recorded, failureOf(executed), now));
}

export async function approveAgentAction(
  ports: Pick<Ports, 'db'> & ExecutionPorts,
  principal: Principal,
  { id }: z.output<typeof ApproveAgentActionInput>,
): Promise<AgentAction | AgentActionNotFound | AgentActionNotPending> {
  const { platform } = principal;
  return transact<AgentAction | AgentActionNotFound | AgentActionNotPending>(ports.db, async (tx) => {
    const undecided = await lockPendingAction(tx, scopeOf(principal), id);
    if (undecided instanceof DomainError) return undecided;
    const decidedAt = ports.clock.now(platform);
    const executed = await execute(tx, ports, platform, undecided, decidedAt);
    return conclude(tx, undecided, executed, { decidedBy: decidedByOf(principal), decidedAt });
  });
}
