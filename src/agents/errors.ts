/**
 * Domain errors of agents, their device codes and their actions.
 *
 * Source: docs/behaviour/errors.md#error-codes (codes), docs/behaviour/agents.md#device-codes (device codes), docs/behaviour/agents.md#order-of-checks (policy: code FORBIDDEN, the rule in `reason`); contract,
 * `PolicyViolationError`.
 */
import { Conflict, Forbidden, InvalidInput, NotFound } from '../kernel/errors.ts';

/** The agent does not exist, or the caller may not see it. */
export class AgentNotFound extends NotFound {
  override readonly name = 'AgentNotFound';
  constructor(id?: string) {
    super('AGENT_NOT_FOUND', 'The agent does not exist.', id);
  }
}

/** The action does not exist, or the caller may not see it. */
export class AgentActionNotFound extends NotFound {
  override readonly name = 'AgentActionNotFound';
  constructor(id?: string) {
    super('AGENT_ACTION_NOT_FOUND', 'The agent action does not exist.', id);
  }
}

/** The action was already decided, or never needed a decision. */
export class AgentActionNotPending extends Conflict {
  override readonly name = 'AgentActionNotPending';
  constructor() {
    super('The agent action is not waiting for a decision.', { code: 'AGENT_ACTION_NOT_PENDING' });
  }
}

/** The approver has voted on the action already. Several access tokens of one person are one approver. */
export class AlreadyVoted extends Conflict {
  override readonly name = 'AlreadyVoted';
  constructor() {
    super('You have already voted on this agent action.', { code: 'AGENT_ACTION_ALREADY_VOTED' });
  }
}

/** The action was priced again, and the approval is not about its figures of now. */
export class AgentActionRepriced extends Conflict {
  override readonly name = 'AgentActionRepriced';
  constructor() {
    super(
      'The payment of the agent action was priced again. Read its figures, and name its quote in the approval.',
      { code: 'AGENT_ACTION_REPRICED' },
    );
  }
}

/** The caller created the agent, changed its policy last, or issued its device code. */
export class SelfApprovalNotAllowed extends Forbidden {
  override readonly name = 'SelfApprovalNotAllowed';
  constructor() {
    super('Someone who did not set up the agent or its policy must approve its actions.', {
      code: 'SELF_APPROVAL_NOT_ALLOWED',
      reason: 'Self-approval',
    });
  }
}

/** The caller requested a device code while the agent's software is connected. */
export class AgentAlreadyConnected extends Conflict {
  override readonly name = 'AgentAlreadyConnected';
  constructor() {
    super('The agent is connected already. To connect other software, delete it and create another.', {
      code: 'AGENT_ALREADY_CONNECTED',
    });
  }
}

/** The device code does not exist. The error does not repeat it: a mistyped code may be one letter from a valid one. */
export class DeviceCodeNotFound extends NotFound {
  override readonly name = 'DeviceCodeNotFound';
  constructor() {
    super('DEVICE_CODE_NOT_FOUND', 'The device code does not exist.');
  }
}

/** The code was issued, but can no longer connect an agent. */
export class DeviceCodeUnusable extends InvalidInput {
  override readonly name = 'DeviceCodeUnusable';
  constructor(because: 'already redeemed' | 'expired' | 'superseded') {
    super([{ path: 'code', message: `is ${because}` }], {
      message: `The device code is ${because}.`,
      reason: `Device code ${because}`,
    });
  }
}
