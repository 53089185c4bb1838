import { describe, expect, test } from 'vitest';
import {
  type AgentActionStatus,
  agentActionStatuses,
  approved,
  expiresAt,
  failed,
  failureOf,
  mayMove,
  type PendingAgentAction,
  pending,
  rejected,
  rejectedWithOwner,
} from '../../../src/agents/actions/agent-action.ts';
import { AgentActionNotPending } from '../../../src/agents/errors.ts';
import { accountTransactionLimit } from '../../../src/agents/policies/policy-rules.ts';
import { Conflict, Unauthorized } from '../../../src/kernel/errors.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { agentPaused, PolicyViolation } from '../../../src/platforms/access/policy-violation.ts';
import { anAction, checking, now } from '../../support/agents.ts';

const later = new Date('2025-07-21T12:00:00Z');
const decision = { decidedBy: 'dashboard', decidedAt: later };
const transactionId = idOf('Transaction', '66666666-0000-7000-8000-000000000000');

function aPendingAction(): PendingAgentAction {
  const action = pending(anAction());
  if (action instanceof AgentActionNotPending) throw action;
  return action;
}

describe('an action moves', () => {
  const legal: readonly (readonly ['NONE' | AgentActionStatus, AgentActionStatus])[] = [
    ['NONE', 'PENDING_APPROVAL'],
    ['NONE', 'APPROVED'],
    ['PENDING_APPROVAL', 'APPROVED'],
    ['PENDING_APPROVAL', 'REJECTED'],
    ['PENDING_APPROVAL', 'FAILED'],
    ['APPROVED', 'FAILED'],
  ];
  const all = (['NONE', ...agentActionStatuses] as const).flatMap((from) =>
    agentActionStatuses.map((to) => [from, to] as const),
  );

  test.each(all)('from %s to %s only if the table allows it', (from, to) => {
    expect(mayMove(from, to)).toBe(legal.some(([a, b]) => a === from && b === to));
  });
});

describe('a decision', () => {
  test.each(['APPROVED', 'REJECTED', 'FAILED'] as const)(
    'on an action that is %s is a conflict',
    (status) => {
      expect(pending(anAction({ status }))).toMatchObject({
        code: 'AGENT_ACTION_NOT_PENDING',
        httpStatus: 409,
      });
    },
  );

  test('that approves starts to count the charge and stores the decider', () => {
    expect(approved(aPendingAction(), transactionId, decision)).toEqual(
      anAction({ status: 'APPROVED', transactionId, spentAt: later, updatedAt: later, ...decision }),
    );
  });

  test.each(['Too much', undefined])('that rejects stores the optional reason: %s', (rejectionReason) => {
    expect(rejected(aPendingAction(), rejectionReason, decision)).toEqual(
      anAction({ status: 'REJECTED', rejectionReason, updatedAt: later, ...decision }),
    );
  });

  test.each([
    ['Agent', 'Agent deleted'],
    ['Customer', 'Customer deleted'],
  ] as const)('has no decider if the %s was deleted', (deleted, rejectionReason) => {
    expect(rejectedWithOwner(aPendingAction(), deleted, later)).toEqual(
      anAction({ status: 'REJECTED', rejectionReason, updatedAt: later }),
    );
  });
});

describe('a failure', () => {
  test('at approval stores the decider and the violated rule', () => {
    expect(failed(aPendingAction(), new PolicyViolation(agentPaused), later, decision)).toEqual(
      anAction({ status: 'FAILED', failureReason: 'AGENT_PAUSED', updatedAt: later, ...decision }),
    );
  });

  test.each([
    [new AgentActionNotPending(), 'AGENT_ACTION_NOT_PENDING'],
    [new Unauthorized('Invalid signature'), 'UNAUTHORIZED'],
    [new Conflict('It is a sentence.', { reason: 'So is this' }), 'CONFLICT'],
    [new PolicyViolation(accountTransactionLimit), 'PER_TRANSACTION_LIMIT_EXCEEDED'],
  ])('has a code as its reason, not a sentence (%#)', (because, code) => {
    expect(failed(aPendingAction(), because, later).failureReason).toBe(code);
  });

  test.each([
    ['FAILED', 'OFFRAMP_FAILED', 'OFFRAMP_FAILED'],
    ['EXPIRED', undefined, 'QUOTE_EXPIRED'],
    ['REJECTED', undefined, 'QUOTE_EXECUTION_FAILED'],
  ] as const)('of a payment that is %s for %s is %s', (status, failureReason, code) => {
    expect(failureOf({ status, failureReason })).toBe(code);
  });

  test('after approval does not change the decision, the transaction and the charge', () => {
    const running = approved(aPendingAction(), transactionId, decision);
    const at = new Date('2025-07-22T00:00:00Z');
    expect(failed(running, 'OFFRAMP_FAILED', at)).toEqual({
      ...running,
      status: 'FAILED',
      failureReason: 'OFFRAMP_FAILED',
      updatedAt: at,
    });
  });

  test.each(['REJECTED', 'FAILED'] as const)('of an action that is %s throws', (status) => {
    expect(() => failed(anAction({ status }), 'QUOTE_EXPIRED', later)).toThrow('Invariant');
  });
});

describe('an action without a decision expires', () => {
  const transfer = anAction({
    subject: {
      type: 'TRANSFER_OUT',
      transferDetails: {
        amount: 100n,
        currency: 'USD',
        sourceAccountId: checking,
        destinationAccountId: idOf('ExternalAccount', '77777777-0000-7000-8000-000000000000'),
      },
      description: undefined,
    },
    createdAt: now,
  });

  test('a transfer after seven days', () => {
    expect(expiresAt(transfer, undefined)).toEqual(new Date('2025-07-28T10:00:00Z'));
  });

  test('the execution of a quote when the quote expires', () => {
    expect(expiresAt(anAction(), later)).toEqual(later);
    expect(() => expiresAt(anAction(), undefined)).toThrow('Invariant');
  });
});
