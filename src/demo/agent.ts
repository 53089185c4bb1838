/** An agent that makes a small payment and requests larger ones, which wait for approval. */
import { type Client, createClient } from '@payments-platform/client';
import {
  AgentTransferOutDocument,
  CreateAgentDocument,
  RedeemDeviceCodeDocument,
} from '@payments-platform/client/operations';
import type { Print } from './journey.ts';
import { addCustomer, addDollarAccount } from './parties.ts';
import { expectType } from './stop.ts';

const requestedAmounts = [2_500, 7_900, 12_000];

/** Leaves three pending actions. */
export async function playAgent(client: Client, url: string, print: Print): Promise<void> {
  const owner = await addCustomer(client, 'Mary Jackson', 500_000);
  const destination = await addDollarAccount(client, owner, 3, '900');
  const { createAgent } = await client.execute(CreateAgentDocument, {
    input: {
      name: 'Bookkeeper',
      customerId: owner.customerId,
      policy: {
        permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
        defaultExecutionMode: 'AUTO',
        spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 80_000 },
        approvalThresholds: { currency: 'USD', amount: 1_000 },
      },
    },
  });
  const { code } = expectType(createAgent, 'AgentCreated').deviceCode;
  const { redeemDeviceCode } = await client.execute(RedeemDeviceCodeDocument, { code });
  const agent = createClient({ url, token: expectType(redeemDeviceCode, 'AgentConnected').accessToken });
  const requestTransfer = async (amount: number) => {
    const input = { source: owner.accountId, destination, amount };
    const { agentTransferOut } = await agent.execute(AgentTransferOutDocument, { input });
    return expectType(agentTransferOut, 'AgentAction');
  };

  const { status } = await requestTransfer(900);
  print(`An agent pays $9.00 without approval: ${status}.`);
  const pendingIds: string[] = [];
  for (const amount of requestedAmounts) {
    const action = await requestTransfer(amount);
    pendingIds.push(action.id);
    print(
      `It requests $${(amount / 100).toFixed(2)}: ${action.status} (${action.approvalReason?.rule}), ${action.id}.`,
    );
  }
  const curlCommand = (field: string, id: string | undefined) =>
    `  curl -s ${url}/graphql -u "$TOKEN" -H 'content-type: application/json' ` +
    `-d '{"query":"mutation { ${field}(id: \\"${id}\\") { __typename ... on AgentAction { status } } }"}'`;
  print(
    'These actions wait for approval. With the same token in TOKEN, approve the first and reject the second:',
  );
  print(curlCommand('approveAgentAction', pendingIds[0]));
  print(curlCommand('rejectAgentAction', pendingIds[1]));
}
