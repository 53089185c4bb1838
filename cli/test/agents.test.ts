/** Agents, their approvals, and `explain` of what they paid. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  requiresApproval,
  startConnectedAgents,
} from '../../test/support/connected-agents.ts';
import { aPayer, type Payer } from '../../test/support/parties.ts';
import * as schemas from './support/schemas.ts';
import { environmentOf, type Terminal, terminalOf } from './support/terminal.ts';

let world: ConnectedAgents;
let payer: Payer;
let agent: ConnectedAgent;
let shown: Terminal['shown'];
let json: Terminal['json'];

beforeAll(async () => {
  world = await startConnectedAgents({ RATE_LIMITS: 'off' });
  ({ shown, json } = terminalOf(environmentOf(world.service)));
  payer = await aPayer(world.service, 1_000_000);
  agent = await world.anAgent(requiresApproval, payer);
});
afterAll(() => world.stop());

describe('agents and approvals', () => {
  const action = () => world.submitted('TRANSFER_OUT', agent, 1_200);

  test('agents are listed, shown, paused and resumed', async () => {
    const { nodes } = await json(schemas.pageOf(schemas.agent), `agents list --customer ${payer.customerId}`);
    expect(nodes.map(({ id }) => id)).toContain(agent.id);
    const paused = await world.anAgent();
    expect(await json(schemas.agent, `agents pause ${paused.id}`)).toMatchObject({ isPaused: true });
    expect(await json(schemas.agent, `agents show ${paused.id}`)).toMatchObject({ isPaused: true });
    expect(await json(schemas.agent, `agents resume ${paused.id}`)).toMatchObject({ isPaused: false });
  });

  test('pending actions are listed, shown and approved', async () => {
    const { id } = await action();
    const { nodes } = await json(schemas.pageOf(schemas.action), 'approvals list');
    expect(nodes.map((one) => one.id)).toContain(id);
    expect(await json(schemas.action, `approvals show ${id}`)).toMatchObject({ status: 'PENDING_APPROVAL' });
    const approved = await json(schemas.action, `approvals approve ${id} --comment checked`);
    expect(approved.status).not.toBe('PENDING_APPROVAL');
    const all = await json(schemas.pageOf(schemas.action), 'approvals list --status all');
    expect(all.nodes.map((one) => one.id)).toContain(id);
  });

  test('an action that needs two approvals shows its votes, and how many are still needed', async () => {
    const rules =
      'mutation($input: UpdateApprovalRulesInput!) { updateApprovalRules(input: $input) { __typename } }';
    const setRules = (requiredApprovals: number) =>
      world.service.send({ toString: () => rules } as never, { input: { requiredApprovals } });
    await setRules(2);
    try {
      const { id } = await action();
      const first = await shown(`approvals approve ${id} --comment checked`);
      expect(first.stdout).toContain('1 of 2, 1 more needed');
      const { stdout } = await shown(`approvals show ${id}`);
      expect(stdout).toMatch(/Vote +APPROVED by .+ at .+: checked/);
      expect((await shown('approvals list')).stdout).toContain('1 of 2, 1 more needed');
      const again = await shown(`approvals approve ${id}`);
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already voted')]);
    } finally {
      await setRules(1);
    }
  });

  test('a second decision is rejected', async () => {
    const { id } = await action();
    expect(await json(schemas.action, `approvals reject ${id} --reason unknown`)).toMatchObject({
      status: 'REJECTED',
    });
    expect((await shown(`approvals approve ${id}`)).code).toBe(1);
  });

  test('explain shows the decision and the entries of a payment of an agent', async () => {
    const { id } = await action();
    await json(schemas.action, `approvals approve ${id}`);
    await world.service.settle();
    const { nodes } = await json(
      schemas.pageOf(schemas.transaction),
      `transactions list --agent ${agent.id}`,
    );
    const explained = await json(schemas.explained, `explain ${nodes[0]?.id}`);
    const ofKind = (kind: string) => explained.explanation.steps.filter((step) => step.kind === kind);
    expect(ofKind('REQUESTED')[0]?.references).toEqual(expect.arrayContaining([agent.id, id]));
    expect(ofKind('DECIDED')[0]?.text).toContain('approved');
    expect(ofKind('POSTED')[0]).toMatchObject({
      references: expect.arrayContaining([payer.accountId]),
      amounts: expect.arrayContaining([expect.objectContaining({ name: 'DEBITED' })]),
    });
    const { stdout } = await shown(`explain ${nodes[0]?.id}`);
    expect(stdout).toContain('\nWhat happened\n');
    expect(stdout).toMatch(/POSTED {2}12\.00 USD was debited from the account of the customer/);
    expect(stdout).toMatch(/\n {4}DEBITED +12\.00 USD\n/);
  });
});
