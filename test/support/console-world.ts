/** A populated sandbox for tests of the console, made through the API. */
import { aBankAccount, aEuroAccount, aPayer, type Payer } from './parties.ts';
import type { Service } from './service.ts';

/** Markup that would run a script or change the page if it were not shown as text. */
export const hostileText = '<img src=x onerror="globalThis.hostile=1"><script>globalThis.hostile=1</script>';

export interface ConsoleWorld {
  readonly payer: Payer;
  readonly bankId: string;
  readonly euroAccountId: string;
  readonly agentId: string;
  readonly agentToken: string;
  /** The ids of actions that wait, oldest first. */
  readonly waiting: readonly string[];
  /** A payment that is completed, in dollars. */
  readonly paymentId: string;
  /** A new action of the agent that needs approval. */
  request(amount: number, description: string): Promise<string>;
  /** Changes approval rules; others stay. */
  setApprovalRules(input: object): Promise<void>;
}

type Data = Record<string, never>;

/** Sends a document with any selection; throws for errors. */
export async function sendTo(
  service: Pick<Service, 'url'>,
  authorization: string,
  query: string,
  variables: object = {},
): Promise<Data> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

export async function aConsoleWorld(service: Service, authorization: string): Promise<ConsoleWorld> {
  const payer = await aPayer(service, 5_000_000);
  const bankId = await aBankAccount(service, payer.customerId);
  const euroAccountId = await aEuroAccount(service, payer.customerId);
  const platform = (query: string, variables?: object) => sendTo(service, authorization, query, variables);
  const created = (await platform(
    `mutation ($input: CreateAgentInput!) {
      createAgent(input: $input) { ... on AgentCreated { agent { id } deviceCode { code } } ... on ServiceError { message } }
    }`,
    {
      input: {
        name: 'Bookkeeper',
        customerId: payer.customerId,
        policy: {
          permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
          defaultExecutionMode: 'AUTO',
          spendingLimits: { currency: 'USD', perTransactionLimit: 100_000, dailyLimit: 400_000 },
          approvalThresholds: { currency: 'USD', amount: 1_000 },
        },
      },
    },
  )) as unknown as { createAgent: { agent: { id: string }; deviceCode: { code: string } } };
  const { agent, deviceCode } = created.createAgent;
  const redeemed = (await sendTo(
    service,
    '',
    'mutation ($code: String!) { redeemDeviceCode(code: $code) { ... on AgentConnected { accessToken } } }',
    { code: deviceCode.code },
  )) as unknown as { redeemDeviceCode: { accessToken: string } };
  const agentToken = redeemed.redeemDeviceCode.accessToken;

  const request = async (amount: number, description: string): Promise<string> => {
    const { agentTransferOut } = (await sendTo(
      service,
      `Bearer ${agentToken}`,
      `mutation ($input: TransferInput!) {
        agentTransferOut(input: $input) { ... on AgentAction { id } ... on ServiceError { message } }
      }`,
      { input: { source: payer.accountId, destination: bankId, amount, description } },
    )) as unknown as { agentTransferOut: { id?: string } };
    if (!agentTransferOut.id) throw new Error(JSON.stringify(agentTransferOut));
    return agentTransferOut.id;
  };
  const { transferOut } = (await platform(
    `mutation ($input: TransferInput!) {
      transferOut(input: $input) { ... on Transaction { id } ... on ServiceError { message } }
    }`,
    { input: { source: payer.accountId, destination: bankId, amount: 12_345, description: hostileText } },
  )) as unknown as { transferOut: { id: string } };
  await request(900, 'Paper');
  const waiting = [await request(25_000, 'Invoice 4711'), await request(99_950, hostileText)];
  return {
    payer,
    bankId,
    euroAccountId,
    agentId: agent.id,
    agentToken,
    waiting,
    paymentId: transferOut.id,
    request,
    async setApprovalRules(input) {
      const { updateApprovalRules } = (await platform(
        `mutation ($input: UpdateApprovalRulesInput!) {
          updateApprovalRules(input: $input) { __typename ... on ServiceError { message } }
        }`,
        { input },
      )) as unknown as { updateApprovalRules: { __typename: string; message?: string } };
      if (updateApprovalRules.message) throw new Error(updateApprovalRules.message);
    },
  };
}
