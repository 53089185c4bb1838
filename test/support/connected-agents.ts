/** Agents over HTTP, on a service with a manual clock: the actions that they request, and the decisions about them. */
import { expect } from 'vitest';
import type { AgentPolicyInput, SpendingLimitsInput } from '../graphql/graphql.ts';
import {
  ActionNow,
  AgentCreateQuote,
  ApproveAction,
  CreateAgent,
  RedeemDeviceCode,
  RejectAction,
  SubmitQuote,
  SubmitTransferIn,
  SubmitTransferOut,
} from './agent-documents.ts';
import { AccountBalance, AdvanceClock } from './documents.ts';
import { aBankAccount, aEuroAccount, aPayer, type Payer } from './parties.ts';
import { basic, startService } from './service.ts';
import { openSocket } from './subscription-client.ts';

export const actionKinds = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const;
export type ActionKind = (typeof actionKinds)[number];

interface Update {
  readonly agentActionUpdated: {
    readonly status: string;
    readonly previousStatus: string | null;
    readonly action: { readonly id: string };
  };
}

export interface ConnectedAgent {
  readonly id: string;
  readonly payer: Payer;
  readonly authorization: string;
}

export type Policy = Partial<Omit<AgentPolicyInput, 'spendingLimits'>> & {
  readonly spendingLimits?: Partial<SpendingLimitsInput>;
};

/** The policy under which every action waits for an approval. */
export const requiresApproval: Policy = { defaultExecutionMode: 'APPROVAL_REQUIRED' };

/** The starting balance of a new customer, in cents. */
export const balance = 100_000;

/** The usage of an agent that spent everything today. */
export const usage = (dailyTransactionCount: number, spent: number, waiting = 0, reserved = 0) => ({
  agent: {
    usage: {
      dailyTransactionCount,
      dailySpend: spent,
      monthlySpend: spent,
      reserved: { transactionCount: waiting, dailySpend: reserved, monthlySpend: reserved },
    },
  },
});

export type ConnectedAgents = Awaited<ReturnType<typeof startConnectedAgents>>;

export async function startConnectedAgents(env: Readonly<Record<string, string>> = {}) {
  const service = await startService({ server: true, standing: true, env });
  const socket = openSocket(service.url, basic(service.platform.token));
  const subscription = socket.subscribe<Update>(
    'subscription { agentActionUpdated { status previousStatus action { id } } }',
    {},
  );

  /** A connected agent, of a new customer unless one is given. */
  async function anAgent({ spendingLimits, ...policy }: Policy = {}, of?: Payer): Promise<ConnectedAgent> {
    // No request limit may be reached. Every limit resets after a minute.
    service.clock.advance(60);
    const payer = of ?? (await aPayer(service, balance));
    const { createAgent: created } = (
      await service.send(CreateAgent, {
        input: {
          name: 'Bookkeeper',
          customerId: payer.customerId,
          policy: {
            permissions: ['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
            defaultExecutionMode: 'AUTO',
            ...policy,
            spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000, ...spendingLimits },
          },
        },
      })
    ).data;
    if (created.__typename !== 'AgentCreated') throw new Error(JSON.stringify(created));
    const { redeemDeviceCode: connected } = (
      await service.send(RedeemDeviceCode, { code: created.deviceCode.code })
    ).data;
    if (connected.__typename !== 'AgentConnected') throw new Error(JSON.stringify(connected));
    return { id: created.agent.id, payer, authorization: `Bearer ${connected.accessToken}` };
  }

  const externalAccounts = new Map<string, Promise<string>>();
  /** An external account of the customer, created once. Its suffix selects the result of payments. */
  function externalAccount(currency: 'USD' | 'EUR', customerId: string, suffix?: string): Promise<string> {
    const key = `${currency} ${customerId} ${suffix}`;
    const made =
      externalAccounts.get(key) ??
      (currency === 'USD' ? aBankAccount : aEuroAccount)(service, customerId, suffix);
    externalAccounts.set(key, made);
    return made;
  }

  /** Requests an action of the kind: an amount in cents, to or from an external account with the suffix. */
  async function submit(
    kind: ActionKind,
    { payer, authorization }: ConnectedAgent,
    amount: number,
    suffix?: string,
  ) {
    const { customerId, accountId } = payer;
    if (kind === 'EXECUTE_QUOTE') {
      const input = {
        source: { account: { accountId } },
        destination: { account: { accountId: await externalAccount('EUR', customerId, suffix) } },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      } as const;
      const { response: quote } = (await service.send(AgentCreateQuote, { input }, authorization)).data;
      if (quote.__typename !== 'Quote') return quote;
      return (await service.send(SubmitQuote, { quoteId: quote.id }, authorization)).data.response;
    }
    const bank = await externalAccount('USD', customerId, suffix);
    const [document, source, destination] =
      kind === 'TRANSFER_OUT' ? [SubmitTransferOut, accountId, bank] : [SubmitTransferIn, bank, accountId];
    return (await service.send(document, { input: { source, destination, amount } }, authorization)).data
      .response;
  }

  return {
    service,
    anAgent,
    submit,
    /** The requested action. Throws a domain error. */
    async submitted(...args: Parameters<typeof submit>) {
      const response = await submit(...args);
      if (response.__typename !== 'AgentAction') throw new Error(JSON.stringify(response));
      return response;
    },
    approve: async (id: string) => (await service.send(ApproveAction, { id })).data.response,
    reject: async (id: string, reason?: string) =>
      (await service.send(RejectAction, { id, ...(reason && { reason }) })).data.response,
    /** The current action, with the usage of its agent. */
    now: async (id: string) => (await service.send(ActionNow, { id })).data.agentAction,
    /** Moves the sandbox clock and returns its time. */
    async advance(seconds: number): Promise<Date> {
      const { sandboxAdvanceClock: moved } = (await service.send(AdvanceClock, { seconds })).data;
      if (moved.__typename !== 'SandboxClock') throw new Error(JSON.stringify(moved));
      return new Date(moved.now);
    },
    balanceOf: async ({ payer: { accountId: id } }: ConnectedAgent) =>
      (await service.send(AccountBalance, { id })).data.internalAccount?.availableBalance.amount,
    /** Waits until the subscription has received these statuses of the action in this order, each with the previous one. */
    expectUpdates: (id: string, statuses: readonly string[]) =>
      expect
        .poll(() =>
          subscription.updates
            .map(({ agentActionUpdated: update }) => update)
            .filter(({ action }) => action.id === id)
            .map(({ previousStatus, status }) => [previousStatus, status]),
        )
        .toEqual(statuses.map((status, index) => [statuses[index - 1] ?? null, status])),
    async stop() {
      socket.dispose();
      await service.stop();
    },
  };
}
