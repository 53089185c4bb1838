/**
 * The load: clients that create customers, fund, transfer, quote, read and move the clock in loops; agents that request
 * actions, and people who decide them. All responses are recorded.
 */
import { randomUUID } from 'node:crypto';
import { basic } from '../support/service.ts';
import {
  accountsOf,
  actionNow,
  advanceClock,
  balanceNow,
  createCustomer,
  createExternalAccount,
  createQuote,
  decide,
  executeQuote,
  fund,
  latestTransactions,
  transactionNow,
  transfer,
} from './calls.ts';
import { type Call, type Client, createClient, type Harness, noResponse } from './client.ts';
import { suffixes } from './outcomes.ts';
import { pause, type Random } from './random.ts';
import type { Movement, Operation, QuoteMade, RequestedAction } from './record.ts';
import { platformToken } from './servers.ts';

interface Outside {
  readonly id: string;
  readonly suffix: string;
}

export interface Party {
  readonly customerId: string;
  readonly accountId: string;
  readonly usd: readonly Outside[];
  readonly eur: readonly Outside[];
  /** A customer with a small balance, so that some payments are rejected. */
  readonly isPoor: boolean;
  readonly agent: { readonly id: string; readonly authorization: string } | undefined;
}

/** The error codes that the load may cause. */
const expectedRejections = new Set(['INSUFFICIENT_BALANCE', 'QUOTE_EXPIRED', noResponse.rejection]);

export interface Load {
  readonly parties: readonly Party[];
  /** Resolves when every loop has its last response. */
  stop(): Promise<void>;
}

/** Customers with a balance, some with an agent, created before the first fault. */
export async function populate(harness: Harness, random: Random, customers: number): Promise<Party[]> {
  return Promise.all(
    Array.from({ length: customers }, (_, nth) =>
      aParty(harness, createClient(harness, random.branch()), {
        isPoor: nth % 4 === 3,
        hasAgent: nth % 2 === 0,
      }),
    ),
  );
}

async function aParty(
  { record, servers }: Harness,
  client: Client,
  { isPoor, hasAgent }: { isPoor: boolean; hasAgent: boolean },
): Promise<Party> {
  const made = await client.operate(createCustomer('Ada Lovelace', randomUUID()));
  record.customers.push(made.operation);
  const customerId = accepted(made.operation);
  const { response } = await client.settle(accountsOf(customerId));
  const accountId = (
    response.body.internalAccounts as { id: string; type: string; balance: { currency: { code: string } } }[]
  ).find(({ type, balance }) => type === 'INTERNAL_FIAT' && balance.currency.code === 'USD')?.id;
  if (!accountId) throw new Error('a customer has a USD account');
  const outside = { USD: [] as Outside[], EUR: [] as Outside[] };
  for (const currency of ['USD', 'EUR'] as const) {
    for (const suffix of new Set(suffixes[currency])) {
      const { operation } = await client.operate(
        createExternalAccount(customerId, currency, suffix, randomUUID()),
      );
      record.externalAccounts.push(operation);
      outside[currency].push({ id: accepted(operation), suffix });
    }
  }
  const amount = isPoor ? 5_000 : 100_000_000;
  const { operation } = await client.operate(fund(accountId, amount, randomUUID()));
  record.transfers.push({ flow: 'FUNDING', accountId, amount, suffix: '', made: operation });
  const agent = hasAgent ? await anAgent(servers[0]?.url ?? '', customerId) : undefined;
  return { customerId, accountId, usd: outside.USD, eur: outside.EUR, isPoor, agent };
}

const accepted = ({ kind, id, rejection }: Operation): string => {
  if (id === undefined) throw new Error(`${kind} is rejected: ${rejection}`);
  return id;
};

/** A connected agent of the customer. The steps have no idempotency key, so they precede the first fault. */
async function anAgent(url: string, customerId: string): Promise<{ id: string; authorization: string }> {
  const send = async (query: string, variables: object) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: basic(platformToken) },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: { response: never }; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data.response as { agent: { id: string }; deviceCode: { code: string }; accessToken: string };
  };
  const policy = {
    permissions: ['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'VIEW_TRANSACTIONS'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000 },
    approvalThresholds: { currency: 'USD', amount: 2_000 },
  };
  const { agent, deviceCode } = await send(
    'mutation ($input: CreateAgentInput!) { response: createAgent(input: $input) { ... on AgentCreated { agent { id } deviceCode { code } } } }',
    { input: { name: 'Bookkeeper', customerId, policy } },
  );
  const { accessToken } = await send(
    'mutation ($code: String!) { response: redeemDeviceCode(code: $code) { ... on AgentConnected { accessToken } } }',
    { code: deviceCode.code },
  );
  return { id: agent.id, authorization: `Bearer ${accessToken}` };
}

/** Starts the loops. Each runs one operation after the other with a pause. */
export function startLoad(
  harness: Harness,
  random: Random,
  parties: Party[],
  { loops, restMs }: { loops: number; restMs: number },
): Load {
  const { record } = harness;
  const undecided: RequestedAction[] = [];
  let stopping = false;

  const doing = (client: Client, draw: Random) => {
    /** Errors are valid only if the load causes them. */
    const check = (operation: Operation): Operation => {
      if (operation.rejection !== undefined) {
        record.count(`rejected: ${operation.rejection}`);
        if (!expectedRejections.has(operation.rejection)) {
          record.finding(`${operation.kind} is rejected as ${operation.rejection}`);
        }
      }
      return operation;
    };
    const operate = async (call: Call & { key: string }) => {
      const { operation, response } = await client.operate(call);
      return { operation: check(operation), response };
    };
    const key = () => randomUUID();
    const rich = () => draw.pick(parties.filter(({ isPoor }) => !isPoor));
    const acting = () => draw.pick(parties.filter(({ agent }) => agent !== undefined));

    const move = async (direction: 'in' | 'out', { accountId, usd }: Party): Promise<void> => {
      const bank = draw.pick(usd);
      const amount = draw.between(1, 3_000);
      const [source, destination] = direction === 'out' ? [accountId, bank.id] : [bank.id, accountId];
      const call = transfer(direction, { source, destination, amount }, key());
      const { operation } = await operate(call);
      const flow = direction === 'out' ? 'TRANSFER_OUT' : 'TRANSFER_IN';
      record.transfers.push({ flow, accountId, amount, suffix: bank.suffix, made: operation });
      if (operation.id !== undefined && draw.chance(0.03)) await otherRequest(call.key, direction, call);
    };

    /** Another request with a used key is rejected and moves no money. */
    const otherRequest = async (
      used: string,
      direction: 'in' | 'out',
      { variables }: ReturnType<typeof transfer>,
    ): Promise<void> => {
      const { input } = variables;
      const { response } = await client.settle(
        transfer(direction, { ...input, amount: input.amount + 1 }, used),
      );
      record.count('keys used with another request');
      if (response.reason !== 'Idempotency-Key used with another request') {
        record.finding(`a key with another request returns ${response.id ?? response.reason}`);
      }
    };

    const requestAction = async (
      movement: Movement,
      quote: QuoteMade | undefined,
      call: Call & { key: string },
    ) => {
      const { operation, response } = await operate(call);
      const action: RequestedAction = { ...movement, operation, quote, decision: undefined };
      record.actions.push(action);
      if (response.body?.status === 'PENDING_APPROVAL') undecided.push(action);
    };

    const quoted = async ({ accountId, eur }: Party, agent?: string): Promise<QuoteMade | undefined> => {
      const { id: destination, suffix } = draw.pick(eur);
      const amount = draw.between(500, 5_000);
      const { operation } = await operate(createQuote({ accountId, destination, amount }, key(), agent));
      const quote: QuoteMade = {
        flow: 'QUOTE',
        accountId,
        amount,
        suffix,
        made: operation,
        execution: undefined,
        byAgent: agent !== undefined,
      };
      record.quotes.push(quote);
      return operation.id === undefined ? undefined : quote;
    };

    return {
      fund: async () => {
        const { accountId, isPoor } = draw.pick(parties);
        const amount = draw.between(1, isPoor ? 2_000 : 100_000);
        const { operation } = await operate(fund(accountId, amount, key()));
        record.transfers.push({ flow: 'FUNDING', accountId, amount, suffix: '', made: operation });
      },
      transferOut: () => move('out', draw.pick(parties)),
      transferIn: () => move('in', draw.pick(parties)),
      quote: async () => {
        const quote = await quoted(rich());
        if (!quote || draw.chance(0.1)) return;
        const { operation } = await operate(executeQuote(quote.made.id ?? '', key()));
        quote.execution = operation;
      },
      agentTransfer: async () => {
        const { accountId, usd, agent } = acting();
        const bank = draw.pick(usd);
        const out = draw.chance(0.7);
        const amount = draw.between(1, 4_000);
        const [source, destination] = out ? [accountId, bank.id] : [bank.id, accountId];
        await requestAction(
          { flow: out ? 'TRANSFER_OUT' : 'TRANSFER_IN', accountId, amount, suffix: bank.suffix },
          undefined,
          transfer(out ? 'out' : 'in', { source, destination, amount }, key(), agent?.authorization),
        );
      },
      agentQuote: async () => {
        const { agent, ...party } = acting();
        const quote = await quoted({ ...party, agent }, agent?.authorization);
        if (quote)
          await requestAction(quote, quote, executeQuote(quote.made.id ?? '', key(), agent?.authorization));
      },
      decide: async () => {
        const action = undecided.shift();
        const of = parties.find(({ accountId }) => accountId === action?.accountId)?.agent;
        if (!action || !of) return;
        const decision = draw.chance(0.7) ? 'approve' : 'reject';
        const id = action.operation.id ?? '';
        const { response, uncertain } = await client.settle(decide(decision, id, of.id));
        let status: string | undefined = response.body?.status;
        if (response.rejection === 'AGENT_ACTION_NOT_PENDING') {
          // An attempt without a response decided it, or it failed with its quote when the clock moved.
          if (!uncertain && !action.quote) record.finding(`${id} was decided by an unknown client`);
          status = (await client.settle(actionNow(id))).response.body?.status;
        } else if (response.rejection === noResponse.rejection) {
          undecided.push(action);
        } else if (response.rejection !== undefined) {
          record.finding(`${decision}AgentAction is rejected as ${response.rejection}`);
        }
        if (status) action.decision = { wanted: decision, status };
      },
      customer: async () => {
        if (parties.length < 40)
          parties.push(await aParty(harness, client, { isPoor: false, hasAgent: false }));
      },
      read: async () => {
        const party = draw.pick(parties);
        const known = record.transfers.findLast(
          ({ made, flow }) => made.id !== undefined && flow !== 'FUNDING',
        );
        const call = draw.pick([
          balanceNow(party.accountId),
          latestTransactions(party.customerId),
          ...(known ? [transactionNow(known.made.id ?? '')] : []),
        ]);
        const { response } = await client.settle(call);
        // Every server returns an acknowledged record.
        if (response.id === undefined)
          record.finding(`${call.kind} of what is there returns ${response.rejection}`);
      },
      clock: async () => {
        const seconds = draw.chance(0.1) ? 400 : draw.between(1, 40);
        const { response } = await client.settle(advanceClock(seconds));
        // CONFLICT: other clients of the platform moved the clock at the same time.
        if (
          response.rejection &&
          response.rejection !== noResponse.rejection &&
          response.rejection !== 'CONFLICT'
        )
          record.finding(`the clock is not moved: ${response.rejection}`);
      },
    };
  };

  const weights = {
    fund: 6,
    transferOut: 26,
    transferIn: 10,
    quote: 14,
    agentTransfer: 12,
    agentQuote: 6,
    decide: 12,
    customer: 0.3,
    read: 16,
    clock: 1.5,
  };

  const loop = async (): Promise<void> => {
    const draw = random.branch();
    const client = createClient(harness, random.branch());
    const doings = doing(client, draw);
    while (!stopping) {
      const what = draw.weighted(weights);
      try {
        await doings[what]();
      } catch (error) {
        record.finding(`${what} could not be done: ${(error as Error).message}`);
      }
      await pause(draw.between(0, 2 * restMs));
    }
  };

  const running = Array.from({ length: loops }, loop);
  return {
    parties,
    async stop() {
      stopping = true;
      await Promise.all(running);
      const doings = doing(createClient(harness, random.branch()), random.branch());
      while (undecided.length > 0) await doings.decide();
    },
  };
}
