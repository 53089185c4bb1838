/** The outcome that an agent selects for one payment, at once and after an approval. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveAgentAction } from '../../src/agents/approvals/approve-agent-action.ts';
import { agentTransferIn, agentTransferOut } from '../../src/agents/requests/agent-transfers.ts';
import { InvalidInput } from '../../src/kernel/errors.ts';
import { findTransaction } from '../../src/payments/transactions/store.ts';
import { type AgentService, ok, startAgentService } from '../support/agent-service.ts';
import { aPolicy } from '../support/agents.ts';

let service: AgentService;
beforeAll(async () => {
  service = await startAgentService();
});
afterAll(() => service?.close());

const out = (sandboxOutcome: 'FAILED' | 'FAILED_AFTER_PROCESSING' | 'COMPLETED_LATE') => ({
  source: service.account.id,
  destination: service.bank.id,
  amount: 100n,
  description: undefined,
  sandboxOutcome,
});
const transactionOf = async (id: Parameters<typeof findTransaction>[2] | undefined) =>
  findTransaction(service.db.orm, { platformId: service.platform.platform.id }, id ?? ('' as never));

test('a transfer within the policy has the outcome', async () => {
  const action = ok(
    await agentTransferOut(service.ports, await service.agent(), out('FAILED_AFTER_PROCESSING')),
  );
  await service.work();

  expect(await transactionOf(action.transactionId)).toMatchObject({
    status: 'FAILED',
    failureReason: 'COUNTERPARTY_POST_TX_FAILED',
    refund: { status: 'COMPLETED' },
  });
});

test('a transfer that is approved later has the outcome that was submitted', async () => {
  const agent = await service.agent(aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }));
  const { id } = ok(await agentTransferOut(service.ports, agent, out('FAILED_AFTER_PROCESSING')));
  const action = ok(await approveAgentAction(service.ports, service.platform, { id }));
  await service.work();

  expect(await transactionOf(action.transactionId)).toMatchObject({
    status: 'FAILED',
    failureReason: 'COUNTERPARTY_POST_TX_FAILED',
  });
});

test.each([
  ['in', agentTransferIn],
  ['out', agentTransferOut],
] as const)('a transfer %s cannot have an outcome of quotes', async (_, transfer) => {
  const agent = await service.agent();
  const { result } = await transfer(service.ports, agent, out('COMPLETED_LATE') as never);

  expect(result).toBeInstanceOf(InvalidInput);
  expect((result as InvalidInput).fields).toMatchObject([{ path: 'sandboxOutcome' }]);
});
