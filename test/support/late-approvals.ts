/** Actions that execute a quote and may be approved after it has expired, at rates that a test moves. */
import { withApprovals } from '../../src/agents/actions/action-approvals.ts';
import { findAction } from '../../src/agents/actions/action-store.ts';
import type { AgentAction } from '../../src/agents/actions/agent-action.ts';
import type { ApprovalRulesChange } from '../../src/agents/approval-rules/approval-rules.ts';
import { updateApprovalRules } from '../../src/agents/approval-rules/update-approval-rules.ts';
import {
  ApproveAgentActionInput,
  approveAgentAction,
} from '../../src/agents/approvals/approve-agent-action.ts';
import type { AgentPolicy } from '../../src/agents/policies/agent-policy.ts';
import { agentCreateQuote } from '../../src/agents/requests/agent-create-quote.ts';
import { agentExecuteQuote } from '../../src/agents/requests/agent-execute-quote.ts';
import { findAgent } from '../../src/agents/store.ts';
import { invariant } from '../../src/kernel/errors.ts';
import { newId } from '../../src/kernel/ids.ts';
import { parseRatio, zero } from '../../src/kernel/money/rate.ts';
import { CreateQuoteInput } from '../../src/payments/quotes/create-quote.ts';
import type { Quote } from '../../src/payments/quotes/quote.ts';
import { withRateSettings } from '../../src/payments/rates/platform-rates.ts';
import type { AgentPrincipal, Principal } from '../../src/platforms/access/principal.ts';
import { fundAccount } from '../../src/sandbox/fund-account.ts';
import { SignedRequestChallenge } from '../../src/wallets/signed-requests/challenge.ts';
import { type AgentService, ok } from './agent-service.ts';
import { aPolicy } from './agents.ts';

export const startOfLateApprovals = new Date('2025-07-21T10:00:00Z');
const lateApprovalSeconds = 600;

/** The rules of the approval, with all that a change can set. */
export const rulesOfTests: ApprovalRulesChange = {
  requiredApprovals: 1,
  thresholds: [],
  preventSelfApproval: false,
  requireComment: false,
  stepUpAbove: [],
  lateApprovalSeconds,
  notifications: undefined,
};

interface Waiting {
  readonly agent: AgentPrincipal;
  readonly quote: Quote;
  readonly action: AgentAction;
}

export type Tolerance = { maxSlippage: string } | { maxSendingAmount: number };

/** Without fees, 1,000,000 cents in USD are worth 920,000 cents in EUR. */
export function lateApprovals(service: AgentService) {
  const base = service.ports.rates(service.platform.platform);
  const scope = { platformId: service.platform.platform.id };
  let spread = zero;
  const ports = {
    ...service.ports,
    rates: () => withRateSettings(base, { spread, fees: { fixed: 0n, variableRate: zero }, corridors: [] }),
  };
  const quoteAccount = (currency: string) => {
    const account = service.accounts.get(currency);
    invariant(account, 'the customer has the account');
    return { account: { accountId: account.id } };
  };

  return {
    ports,
    scope,
    /** Makes the rate worse for the payer by a fraction of the rate at the start. */
    moveRate(fraction: string) {
      const parsed = parseRatio(fraction);
      invariant(parsed, 'a fraction');
      spread = parsed;
    },
    /** Moves the clock to this many seconds after the start; a quote expires after 300. */
    at: (seconds: number) => service.setTime(new Date(startOfLateApprovals.getTime() + seconds * 1000)),
    setRules: async (change: Partial<ApprovalRulesChange> = {}) =>
      ok(await updateApprovalRules(ports, service.platform, { ...rulesOfTests, ...change })),
    /** The holder of an access token for approvers. Each call is another token of the subject. */
    approver: (subject: string): Principal =>
      ({
        kind: 'access-token',
        platform: service.platform.platform,
        accessToken: { id: newId('AccessToken'), subject, mintedBy: service.platform.token.id },
      }) as Principal,
    /** Enough for the payments of one test. */
    fund: async () => {
      const deposit = { accountId: service.account.id, amount: 10_000_000n };
      ok(await fundAccount(ports, service.platform, deposit));
    },
    /** An action that waits, of 1,000,000 USD for 920,000 EUR. */
    async waiting({
      lockedCurrencySide = 'RECEIVING',
      policy = {},
      of,
    }: {
      lockedCurrencySide?: 'SENDING' | 'RECEIVING';
      policy?: Partial<AgentPolicy['spendingLimits']>;
      of?: AgentPrincipal;
    } = {}): Promise<Waiting> {
      const agent =
        of ??
        (await service.agent(
          aPolicy({
            defaultExecutionMode: 'APPROVAL_REQUIRED',
            spendingLimits: { perTransactionLimit: 2_000_000n, ...policy },
          }),
        ));
      const input = CreateQuoteInput.parse({
        source: quoteAccount('USD'),
        destination: quoteAccount('EUR'),
        lockedCurrencySide,
        lockedCurrencyAmount: lockedCurrencySide === 'SENDING' ? 1_000_000 : 920_000,
      });
      const quote = ok(await agentCreateQuote(ports, agent, input));
      const action = ok(await agentExecuteQuote(ports, agent, { quoteId: quote.id, signature: undefined }));
      if (action instanceof SignedRequestChallenge) throw new Error('a challenge is no action');
      return { agent, quote, action };
    },
    approve: (
      principal: Principal,
      { id }: Pick<AgentAction, 'id'>,
      given: { tolerance?: Tolerance; comment?: string; quoteId?: string } = {},
      others: typeof ports = ports,
    ) => approveAgentAction(others, principal, ApproveAgentActionInput.parse({ id, ...given })),
    async read({ id }: Pick<AgentAction, 'id'>): Promise<AgentAction> {
      const found = await findAction(service.db.orm, scope, id);
      invariant(found, 'the action exists');
      const [action] = await withApprovals(service.db.orm, scope, [found]);
      return action as AgentAction;
    },
    usageOf: async ({ agent: { id } }: AgentPrincipal) =>
      (await findAgent(service.db.orm, scope, id, { deleted: true }))?.usage,
  };
}
