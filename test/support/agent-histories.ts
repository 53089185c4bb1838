/** Random histories of an agent: submissions, decisions of people and time between them, which can be repeated under any policy. */
import fc from 'fast-check';
import { findActions } from '../../src/agents/actions/action-store.ts';
import type { AgentAction } from '../../src/agents/actions/agent-action.ts';
import { approveAgentAction } from '../../src/agents/approvals/approve-agent-action.ts';
import { rejectAgentAction } from '../../src/agents/approvals/reject-agent-action.ts';
import { AgentPolicyInput } from '../../src/agents/policies/policy-input.ts';
import { agentCreateQuote } from '../../src/agents/requests/agent-create-quote.ts';
import { agentExecuteQuote } from '../../src/agents/requests/agent-execute-quote.ts';
import { agentTransferIn, agentTransferOut } from '../../src/agents/requests/agent-transfers.ts';
import { DomainError, invariant } from '../../src/kernel/errors.ts';
import { CreateQuoteInput } from '../../src/payments/quotes/create-quote.ts';
import { PolicyViolation } from '../../src/platforms/access/policy-violation.ts';
import type { AgentPrincipal } from '../../src/platforms/access/principal.ts';
import { type AgentService, ok } from './agent-service.ts';

export type HistoryStep =
  | {
      readonly kind: 'OUT' | 'QUOTE' | 'IN';
      readonly amount: number;
      readonly bank: number;
      readonly memo: boolean;
    }
  | { readonly kind: 'APPROVE' | 'REJECT'; readonly index: number }
  | { readonly kind: 'WAIT'; readonly seconds: number };

const amount = fc.oneof(
  fc.integer({ min: 10, max: 1_200 }),
  fc.integer({ min: 10, max: 60_000 }),
  fc.integer({ min: 1_000_000, max: 6_000_000 }),
);
const submission = <K extends 'OUT' | 'QUOTE' | 'IN'>(kind: K, of: fc.Arbitrary<number>) =>
  fc.record({
    kind: fc.constant(kind),
    amount: of,
    bank: fc.integer({ min: 0, max: 2 }),
    memo: fc.boolean(),
  });

export const histories: fc.Arbitrary<HistoryStep[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: submission('OUT', amount) },
    { weight: 2, arbitrary: submission('QUOTE', amount) },
    { weight: 1, arbitrary: submission('IN', fc.integer({ min: 1, max: 50 })) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('APPROVE' as const), index: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('REJECT' as const), index: fc.nat(5) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('WAIT' as const),
        seconds: fc.oneof(
          fc.integer({ min: 1, max: 90 }),
          fc.integer({ min: 60, max: 4 * 3_600 }),
          fc.integer({ min: 3_600, max: 9 * 86_400 }),
        ),
      }),
    },
  ),
  { minLength: 4, maxLength: 24 },
) as fc.Arbitrary<HistoryStep[]>;

/** A policy as an input in which every removable field is null. Counterparties are indexes of banks. */
export interface PolicyDraft {
  readonly policy: Record<string, unknown>;
  readonly banks: readonly number[] | null;
}

const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const limit = fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 10_000_000 }));
const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

export const policies: fc.Arbitrary<PolicyDraft> = fc.record({
  policy: fc.record({
    permissions: fc.oneof(
      { weight: 9, arbitrary: fc.constant(['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES']) },
      { weight: 1, arbitrary: fc.constant(['CREATE_TRANSFERS']) },
    ),
    defaultExecutionMode: fc.constantFrom('AUTO', 'AUTO', 'APPROVAL_REQUIRED'),
    spendingLimits: fc.record({
      currency: fc.constantFrom('USD', 'USD', 'EUR'),
      perTransactionLimit: limit.map((one) => one * 3 + 500),
      dailyLimit: orNull(limit),
      monthlyLimit: orNull(limit.map((one) => one * 2)),
      dailyTransactionLimit: orNull(fc.integer({ min: 0, max: 6 })),
    }),
    approvalThresholds: orNull(fc.record({ currency: fc.constantFrom('USD', 'EUR', 'MXN'), amount: limit })),
    accountRestrictions: fc.constant(null),
    rules: fc.record({
      allowedCorridors: orNull(
        fc.constantFrom(
          [{ sending: 'USD', receiving: 'USD' }],
          [
            { sending: 'USD', receiving: 'USD' },
            { sending: 'USD', receiving: 'EUR' },
          ],
        ),
      ),
      requireDescription: orNull(fc.boolean()),
      allowedTimes: orNull(
        fc.record({
          timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata'),
          windows: fc.constant([
            { days: days.slice(0, 5), from: '06:30', to: '18:00' },
            { days: days.slice(3), from: '18:00', to: '24:00' },
          ]),
        }),
      ),
      cooldownMinutes: orNull(fc.integer({ min: 1, max: 600 })),
      maxActionsPerMinute: orNull(fc.integer({ min: 1, max: 3 })),
      maxBalanceShare: orNull(fc.constantFrom('0.005', '0.25', '0.5', '1')),
      onlyApprovedCounterparties: orNull(fc.boolean()),
    }),
  }),
  banks: orNull(fc.subarray([0, 1, 2])),
});

/** What a policy said about a submission. */
export interface SeenVerdict {
  readonly verdict: 'RUN' | 'WAIT' | 'REJECT';
  readonly rule: string | undefined;
}

interface Submitted extends SeenVerdict {
  readonly step: number;
  readonly action: AgentAction | undefined;
  /** Whether it has an evaluation: not without the permission, and not if the policy rejects the creation of its quote. */
  readonly isRecorded: boolean;
}

/** When a person decided about the submission of a step. */
interface Decided {
  readonly step: number;
  readonly of: number;
  readonly isApproved: boolean;
}

export interface RepeatedHistory {
  readonly submitted: readonly Submitted[];
  readonly decided: readonly Decided[];
}

/** One platform with three banks, on which a history runs. */
export class HistoryRun {
  readonly service: AgentService;
  readonly #banks: readonly string[];

  constructor(service: AgentService, banks: readonly string[]) {
    this.service = service;
    this.#banks = banks;
  }

  static async start(service: AgentService): Promise<HistoryRun> {
    const banks = [service.bank, await service.bankEnding('100'), await service.bankEnding('200')];
    return new HistoryRun(
      service,
      banks.map(({ id }) => id),
    );
  }

  /** The input of the draft, with the banks of this platform. */
  input({ policy, banks }: PolicyDraft): Record<string, unknown> {
    const euro = this.service.accounts.get('EUR')?.id;
    const allowedCounterparties = banks && [...banks.map((one) => this.#banks[one]), euro];
    return { ...policy, rules: { ...(policy['rules'] as object), allowedCounterparties } };
  }

  agent(draft: PolicyDraft): Promise<AgentPrincipal> {
    return this.service.agent(AgentPolicyInput.parse(this.input(draft)));
  }

  async #submit(
    agent: AgentPrincipal,
    step: Extract<HistoryStep, { amount: number }>,
    index: number,
  ): Promise<Submitted> {
    const { service } = this;
    const description = step.memo ? 'Invoice' : undefined;
    const bank = this.#banks[step.bank] as never;
    const amount = BigInt(step.amount);
    if (step.kind === 'OUT') {
      const input = { source: service.account.id, destination: bank, amount, description };
      return seenOf((await agentTransferOut(service.ports, agent, input)).result, index);
    }
    if (step.kind === 'IN') {
      const input = { source: bank, destination: service.account.id, amount, description };
      return seenOf((await agentTransferIn(service.ports, agent, input)).result, index);
    }
    const quoteInput = CreateQuoteInput.parse({
      source: { account: { accountId: service.account.id } },
      destination: { account: { accountId: service.accounts.get('EUR')?.id } },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: step.amount,
      description,
    });
    const { result: quote } = await agentCreateQuote(service.ports, agent, quoteInput);
    if (quote instanceof DomainError) return { ...seenOf(quote, index), isRecorded: false };
    const input = { quoteId: quote.id, signature: undefined };
    return seenOf((await agentExecuteQuote(service.ports, agent, input)).result, index);
  }

  /**
   * Runs the steps. Time passes as in the history.
   *
   * @param real of an earlier run: its submissions are repeated, and its decisions are those of people here. What did not wait
   *   there is approved at once.
   */
  async run(
    agent: AgentPrincipal,
    steps: readonly HistoryStep[],
    real?: { readonly submissions: ReadonlySet<number>; readonly history: RepeatedHistory },
  ): Promise<RepeatedHistory> {
    const { service } = this;
    const submitted: Submitted[] = [];
    const decided: Decided[] = [];
    let now = new Date('2025-07-21T10:00:00Z').getTime();
    for (const [index, step] of steps.entries()) {
      now += step.kind === 'WAIT' ? step.seconds * 1_000 : 7;
      service.setTime(new Date(now));
      await service.work();
      if (step.kind === 'APPROVE' || step.kind === 'REJECT') {
        const isApproved = step.kind === 'APPROVE';
        const pending = await this.#stillWaiting(submitted);
        const chosen = real
          ? pending.find(({ step: of }) =>
              real.history.decided.some((one) => one.step === index && one.of === of),
            )
          : pending[step.index % Math.max(1, pending.length)];
        if (!chosen?.action) continue;
        await this.#decide(chosen.action, isApproved);
        decided.push({ step: index, of: chosen.step, isApproved });
      } else if ('amount' in step) {
        if (real && !real.submissions.has(index)) continue;
        const seen = await this.#submit(agent, step, index);
        submitted.push(seen);
        const waited = real?.history.submitted.find((one) => one.step === index)?.verdict === 'WAIT';
        if (real && seen.verdict === 'WAIT' && !waited && seen.action) await this.#decide(seen.action, true);
      }
    }
    return { submitted, decided };
  }

  async #stillWaiting(submitted: readonly Submitted[]): Promise<Submitted[]> {
    const ids = submitted.flatMap(({ action }) => action?.id ?? []);
    const scope = { platformId: this.service.platform.platform.id };
    const found = await findActions(this.service.db.orm, scope, ids);
    const waiting = new Set(found.filter(({ status }) => status === 'PENDING_APPROVAL').map(({ id }) => id));
    return submitted.filter(({ action }) => action && waiting.has(action.id));
  }

  async #decide({ id }: AgentAction, isApproved: boolean): Promise<void> {
    const { ports, platform } = this.service;
    ok(
      isApproved
        ? await approveAgentAction(ports, platform, { id })
        : await rejectAgentAction(ports, platform, { id, reason: undefined }),
    );
  }
}

function seenOf(result: unknown, step: number): Submitted {
  if (result instanceof PolicyViolation) {
    const { rule } = result;
    return { step, verdict: 'REJECT', rule, action: undefined, isRecorded: rule !== 'PERMISSION' };
  }
  if (result instanceof DomainError) throw result;
  const action = result as AgentAction;
  invariant(action.status, 'a submission makes an action');
  const { approvalReason } = action;
  const verdict = approvalReason ? 'WAIT' : 'RUN';
  return { step, verdict, rule: approvalReason?.rule, action, isRecorded: true };
}
