/** A sandbox that looks like the morning of a payments team: a week of payments, and what waits for a decision. */
import { sendTo } from '../support/console-world.ts';
import { basic, type Service } from '../support/service.ts';

type Send = (query: string, variables?: object, authorization?: string) => Promise<Record<string, Result>>;

// biome-ignore lint/suspicious/noExplicitAny: the selections of this file, read once each.
type Result = any;

const customers = [
  'Maria Mitchell',
  'Ada Lovelace',
  'Emmy Noether',
  'Sophie Germain',
  'Katherine Johnson',
  'Mary Somerville',
];

const payees = [
  'Paper & Co',
  'Rosalind Franklin',
  'City Power',
  'Chien-Shiung Wu',
  'Lisbon Freight',
  'Hedy Lamarr',
];
const memos = ['Invoice 2041', 'Salary October', 'Electricity', 'Consulting', 'Freight 88-12', 'Licence'];

/** How many payments each of the seven days has, and which of all of them fail. */
const days = [9, 12, 7, 14, 11, 5, 10] as const;
const failing: ReadonlySet<number> = new Set([5, 17, 18, 33, 52]);

interface Party {
  readonly customerId: string;
  readonly accountId: string;
  /** Completes payments, and fails them. */
  readonly banks: readonly [string, string];
}

export interface ScreenshotWorld {
  readonly customerId: string;
  readonly agentId: string;
  /** An action that has one of two approvals. */
  readonly actionId: string;
  /** The payment of an approved action. */
  paymentOf(actionId: string): Promise<string>;
  /** An action that has no votes. */
  readonly approvedActionId: string;
}

async function addParty(send: Send, index: number): Promise<Party> {
  const { createCustomer } = await send(
    `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) {
      ... on Customer { id internalAccounts { id type balance { currency { code } } } } ... on ServiceError { message } } }`,
    { input: { customerType: 'INDIVIDUAL', fullName: customers[index] } },
  );
  const account = createCustomer.internalAccounts.find(
    (one: Result) => one.type === 'INTERNAL_FIAT' && one.balance.currency.code === 'USD',
  );
  await send(
    'mutation ($id: ID!) { sandboxFundAccount(accountId: $id, amount: 4000000) { __typename ... on ServiceError { message } } }',
    {
      id: account.id,
    },
  );
  const bank = async (suffix: string) => {
    const { createExternalAccount } = await send(
      `mutation ($input: CreateExternalAccountInput!) { createExternalAccount(input: $input) {
        ... on ExternalAccount { id } ... on ServiceError { message } } }`,
      {
        input: {
          customerId: createCustomer.id,
          currency: 'USD',
          accountInfo: {
            usdAccount: {
              accountNumber: `48${String(index).padStart(5, '0')}${suffix}`,
              routingNumber: '021000021',
              beneficiary: { individual: { fullName: payees[index % payees.length] } },
            },
          },
        },
      },
    );
    return createExternalAccount.id as string;
  };
  return {
    customerId: createCustomer.id,
    accountId: account.id,
    banks: [await bank('900'), await bank('002')],
  };
}

/** Funds the platform's own accounts, so that there are balances to show. */
async function fundPlatform(send: Send): Promise<void> {
  const amounts: Readonly<Record<string, number>> = {
    USD: 128_450_00,
    EUR: 64_200_50,
    GBP: 31_075_25,
    JPY: 4_200_000,
  };
  const { platformAccounts } = await send('{ platformAccounts { id type balance { currency { code } } } }');
  for (const { id, type, balance } of platformAccounts) {
    const amount = amounts[balance.currency.code];
    if (type !== 'INTERNAL_FIAT' || amount === undefined) continue;
    await send(
      'mutation ($id: ID!, $amount: Amount!) { sandboxFundAccount(accountId: $id, amount: $amount) { __typename ... on ServiceError { message } } }',
      { id, amount },
    );
  }
}

async function payForAWeek(service: Service, send: Send, parties: readonly Party[]): Promise<void> {
  let count = 0;
  for (const payments of days) {
    for (let index = 0; index < payments; index += 1) {
      const party = parties[count % parties.length] as Party;
      const destination = party.banks[failing.has(count) ? 1 : 0];
      const amount = 1_250 + ((count * 7_919) % 180_000);
      await send(
        'mutation ($input: TransferInput!) { transferOut(input: $input) { __typename ... on ServiceError { message } } }',
        { input: { source: party.accountId, destination, amount, description: memos[count % memos.length] } },
      );
      service.clock.advance(1_020);
      count += 1;
    }
    await service.settle();
    service.clock.advance(86_400 - payments * 1_020);
  }
}

export async function aScreenshotWorld(
  service: Service,
  /** Sends a document as a signed-in approver. */
  asApprover: (query: string, variables: object) => Promise<unknown>,
): Promise<ScreenshotWorld> {
  const operator = basic(service.platform.token);
  const send: Send = async (query, variables, authorization = operator) => {
    const data: Record<string, Result> = await sendTo(service, authorization, query, variables);
    const problem = Object.values(data).find((result) => result?.message);
    if (problem) throw new Error(`${query.slice(0, 80)}: ${problem.message}`);
    return data;
  };

  const parties: Party[] = [];
  for (const [index] of customers.entries()) parties.push(await addParty(send, index));
  await fundPlatform(send);
  await payForAWeek(service, send, parties);

  await send(
    `mutation { updateApprovalRules(input: { requiredApprovals: 1, thresholds: [{ currency: "USD", amount: 50000, requiredApprovals: 2 }] }) {
      ... on ServiceError { message } __typename } }`,
  );
  const [payer] = parties as [Party];
  const { createAgent } = await send(
    `mutation ($input: CreateAgentInput!) { createAgent(input: $input) {
      ... on AgentCreated { agent { id } deviceCode { code } } ... on ServiceError { message } } }`,
    {
      input: {
        name: 'Bookkeeper',
        customerId: payer.customerId,
        policy: {
          permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
          defaultExecutionMode: 'AUTO',
          spendingLimits: {
            currency: 'USD',
            perTransactionLimit: 250_000,
            dailyLimit: 600_000,
            monthlyLimit: 5_000_000,
          },
          approvalThresholds: { currency: 'USD', amount: 10_000 },
        },
      },
    },
  );
  const { redeemDeviceCode } = await send(
    'mutation ($code: String!) { redeemDeviceCode(code: $code) { ... on AgentConnected { accessToken } } }',
    { code: createAgent.deviceCode.code },
    '',
  );
  const request = async (amount: number, description: string): Promise<string> => {
    const { agentTransferOut } = await send(
      `mutation ($input: TransferInput!) { agentTransferOut(input: $input) {
        ... on AgentAction { id } ... on ServiceError { message } } }`,
      { input: { source: payer.accountId, destination: payer.banks[0], amount, description } },
      `Bearer ${redeemDeviceCode.accessToken}`,
    );
    service.clock.advance(540);
    return agentTransferOut.id;
  };
  await request(4_200, 'Paper, 20 boxes');
  const approvedActionId = await request(31_500, 'Invoice 2043');
  const actionId = await request(128_000, 'Printing machine, first part');
  await request(18_900, 'Invoice 2044');
  await request(22_750, 'Stamps and envelopes');
  const approve =
    'mutation ($id: ID!, $comment: String) { approveAgentAction(id: $id, comment: $comment) { __typename } }';
  await asApprover(approve, { id: approvedActionId, comment: 'Agreed in the offer.' });
  await asApprover(approve, { id: actionId, comment: 'The offer is in the folder.' });
  await service.settle();
  return {
    customerId: payer.customerId,
    agentId: createAgent.agent.id,
    actionId,
    approvedActionId,
    async paymentOf(id) {
      const { agentAction } = await send('query ($id: ID!) { agentAction(id: $id) { transaction { id } } }', {
        id,
      });
      return agentAction.transaction.id;
    },
  };
}
