/** An agent that makes a small payment and requests larger ones, which wait for approval. */
import { type Api, connect } from './api.ts';
import { AgentTransferOut, CreateAgent, RedeemDeviceCode } from './documents.ts';
import type { Print } from './journey.ts';
import { addCustomer, addDollarAccount } from './parties.ts';

const requestedAmounts = [2_500, 7_900, 12_000];

/** Leaves three pending actions. */
export async function playAgent(api: Api, url: string, tell: Print): Promise<void> {
  const owner = await addCustomer(api, 'Mary Jackson', 500_000);
  const destination = await addDollarAccount(api, owner, 3, '900');
  const { deviceCode } = await api.ask(CreateAgent, {
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
  const { accessToken } = await api.ask(RedeemDeviceCode, { code: deviceCode.code });
  const agent = connect(url, `Bearer ${accessToken}`);
  const ask = (amount: number) =>
    agent.ask(AgentTransferOut, { input: { source: owner.accountId, destination, amount } });

  const { status } = await ask(900);
  tell(`An agent pays $9.00 without approval: ${status}.`);
  const waiting: string[] = [];
  for (const amount of requestedAmounts) {
    const action = await ask(amount);
    waiting.push(action.id);
    tell(
      `It requests $${(amount / 100).toFixed(2)}: ${action.status} (${action.approvalReason.rule}), ${action.id}.`,
    );
  }
  const decide = (field: string, id: string | undefined) =>
    `  curl -s ${url}/graphql -u "$TOKEN" -H 'content-type: application/json' ` +
    `-d '{"query":"mutation { ${field}(id: \\"${id}\\") { __typename ... on AgentAction { status } } }"}'`;
  tell(
    'These actions wait for approval. With the same token in TOKEN, approve the first and reject the second:',
  );
  tell(decide('approveAgentAction', waiting[0]));
  tell(decide('rejectAgentAction', waiting[1]));
}
