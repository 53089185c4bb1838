/** `agents list|show|pause|resume|backtest`. */
import {
  AgentDocument,
  type AgentFieldsFragment,
  AgentsDocument,
  UpdateAgentDocument,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import type { Printer } from '../output.ts';
import type { Session } from '../session.ts';
import { backtestAgent } from './agents-backtest.ts';
import { defined, idOf, pageOf, pageOptions } from './options.ts';

const stateOf = ({ isPaused, isConnected }: AgentFieldsFragment): string =>
  isPaused ? 'paused' : isConnected ? 'connected' : 'not connected';

const show = (printer: Printer, agent: AgentFieldsFragment): void =>
  printer.record(agent, [
    ['Id', agent.id],
    ['Name', agent.name],
    ['State', stateOf(agent)],
    ['Customer', agent.customer.id],
    ['Mode', agent.policy.defaultExecutionMode],
    ['Permissions', agent.policy.permissions],
    ['Created', agent.createdAt],
    ['Updated', agent.updatedAt],
  ]);

async function setPaused({ request, printer }: Session, id: string, isPaused: boolean): Promise<void> {
  show(printer, await request(UpdateAgentDocument, { id, input: { isPaused } }));
}

export function addAgents(cli: Cli, { command }: App): void {
  cli.command('agents', 'Agents that spend under a policy', (group) =>
    group
      .command(
        'list',
        'List agents, newest first',
        (y) =>
          y.options({
            ...pageOptions,
            customer: { type: 'string', requiresArg: true, describe: 'Customer:<uuid>' },
            paused: { type: 'boolean', describe: 'Only paused agents; --no-paused: only others' },
          }),
        command(async ({ request, printer }, given) => {
          const filter = defined({ customerId: given.customer, isPaused: given.paused });
          printer.list(await request(AgentsDocument, { ...pageOf(given), filter }), [
            { title: 'Id', of: ({ id }) => id },
            { title: 'Name', of: ({ name }) => name },
            { title: 'State', of: stateOf },
            { title: 'Mode', of: ({ policy }) => policy.defaultExecutionMode },
            { title: 'Customer', of: ({ customer }) => customer.id },
            { title: 'Created', of: ({ createdAt }) => createdAt },
          ]);
        }),
      )
      .command(
        'show <id>',
        'Show an agent',
        (y) => y.positional('id', idOf('Agent')),
        command(async ({ request, printer }, { id }) => show(printer, await request(AgentDocument, { id }))),
      )
      .command(
        'pause <id>',
        'Stop an agent: its operations are rejected',
        (y) => y.positional('id', idOf('Agent')),
        command((session, { id }) => setPaused(session, id, true)),
      )
      .command(
        'resume <id>',
        'End the pause of an agent',
        (y) => y.positional('id', idOf('Agent')),
        command((session, { id }) => setPaused(session, id, false)),
      )
      .command(
        'backtest <id>',
        'Try a change of a policy on the past submissions of an agent',
        (y) =>
          y.positional('id', idOf('Agent')).options({
            policy: {
              type: 'string',
              demandOption: true,
              requiresArg: true,
              describe: 'JSON file with the fields of the policy to change',
            },
            since: { type: 'string', demandOption: true, requiresArg: true, describe: 'Start of the period' },
            until: { type: 'string', requiresArg: true, describe: 'End of the period; now by default' },
            all: { type: 'boolean', describe: 'Also submissions whose verdict stays' },
            limit: { ...pageOptions.limit, describe: 'Number of submissions, 1 to 1000' },
            after: { ...pageOptions.after, describe: 'Submission after which the list starts' },
          }),
        command((session, given) => backtestAgent(session, given)),
      )
      .demandCommand(1, 'Name a command of agents.'),
  );
}
