/** An agent that makes a small payment and requests larger ones, which wait for approval. */
import { type Api, connect } from './api.ts';
import { AgentTransferOut, CreateAgent, RedeemDeviceCode } from './documents.ts';
import type { Print } from './journey.ts';
import { addCustomer, addDollarAccount } from './parties.ts';

const requestedAmounts = [2_500, 7_900, 12_000];

/** Leaves three pending actions. */
export async function playAgent(api: Api, url: string, print: Print): Promise<void> {
  const owner = await addCustomer(api, 'Mary Jackson', 500_000);
  const destination = await addDollarAccount(api, owner, 3, '900');
  const { deviceCode } = await api.execute(CreateAgent, {
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
  const { accessToken } = await api.execute(RedeemDeviceCode, { code: deviceCode.code });
  const agent = connect(url, `Bearer ${accessToken}`);
  const requestTransfer = (amount: number) =>
    agent.execute(AgentTransferOut, { input: { source: owner.accountId, destination, amount } });

  const { status } = await requestTransfer(900);
  print(`An agent pays $9.00 without approval: ${status}.`);
  const pendingIds: string[] = [];
  for (const amount of requestedAmounts) {
    const action = await requestTransfer(amount);
    pendingIds.push(action.id);
    print(
      `It requests $${(amount / 100).toFixed(2)}: ${action.status} (${action.approvalReason.rule}), ${action.id}.`,
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
