/** `approvals list|show|approve|reject`: actions of agents that a person decides. */
import {
  AgentActionDocument,
  type AgentActionFieldsFragment,
  AgentActionsDocument,
  ApproveAgentActionDocument,
  RejectAgentActionDocument,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { moneyText, type Printer } from '../output.ts';
import { defined, enumValue, idOf, pageOf, pageOptions } from './options.ts';

/** `1 of 2`, and what a waiting action still needs. */
function approvalsText({ status, approvalsGiven, requiredApprovals }: AgentActionFieldsFragment): string {
  const given = `${approvalsGiven} of ${requiredApprovals}`;
  const missing = Math.max(0, requiredApprovals - approvalsGiven);
  return status === 'PENDING_APPROVAL' && missing > 0 ? `${given}, ${missing} more needed` : given;
}

type Vote = NonNullable<AgentActionFieldsFragment['votes']>[number];

const toleranceText = ({ tolerance }: Vote): string => {
  if (tolerance?.maxSlippage) return `, up to ${tolerance.maxSlippage} worse`;
  return tolerance?.maxSendingAmount ? `, up to ${tolerance.maxSendingAmount} sent` : '';
};

const voteText = (vote: Vote): string => {
  const { actor, decision, comment, createdAt } = vote;
  return `${decision} by ${actor.name} at ${createdAt}${toleranceText(vote)}${comment ? `: ${comment}` : ''}`;
};

type Repricing = AgentActionFieldsFragment['repricings'][number];

const figuresText = ({ sendingAmount, receivingAmount }: Repricing['before']): string =>
  `${moneyText(sendingAmount)} for ${moneyText(receivingAmount)}`;

const repricingText = ({ createdAt, outcome, slippage, before, after }: Repricing): string =>
  `${outcome} at ${createdAt}: ${figuresText(before)} -> ${figuresText(after)}, slippage ${slippage}`;

/** The tolerance of an approval; the API rejects both options together. */
const toleranceOf = (maxSlippage: string | undefined, maxSendingAmount: number | undefined) =>
  maxSlippage === undefined && maxSendingAmount === undefined
    ? null
    : (defined({ maxSlippage, maxSendingAmount }) as object);

const show = (printer: Printer, action: AgentActionFieldsFragment): void =>
  printer.record(action, [
    ['Id', action.id],
    ['Status', action.status],
    ['Type', action.type],
    ['Sending', moneyText(action.sendingAmount)],
    ['Receiving', moneyText(action.receivingAmount)],
    ['Payee', action.payee?.displayName],
    ['Reason', action.reason],
    ['Description', action.description],
    ['Agent', action.agent.id],
    ['Customer', action.customer.id],
    ['Expires', action.expiresAt],
    ['Approvals', approvalsText(action)],
    ['Quote', action.quote?.id],
    ...action.repricings.map((repricing) => ['Priced again', repricingText(repricing)] as const),
    ...(action.supersededVotes ?? []).map((vote) => ['Earlier vote', voteText(vote)] as const),
    ...(action.votes ?? []).map((vote) => ['Vote', voteText(vote)] as const),
    ['Decided', action.decidedAt],
    ['Decided by', action.decidedBy],
    ['Comment', action.comment],
    ['Transaction', action.transaction?.id],
  ]);

export function addApprovals(cli: Cli, { command }: App): void {
  cli.command('approvals', 'Actions of agents that wait for a decision', (group) =>
    group
      .command(
        'list',
        'List actions, newest first',
        (y) =>
          y.options({
            ...pageOptions,
            status: {
              type: 'string',
              array: true,
              default: ['pending-approval'],
              requiresArg: true,
              describe: 'Status; repeatable; all for any',
            },
            agent: { type: 'string', requiresArg: true, describe: 'Agent:<uuid>' },
            customer: { type: 'string', requiresArg: true, describe: 'Customer:<uuid>' },
          }),
        command(async ({ request, printer }, given) => {
          const filter = defined({
            agentId: given.agent,
            customerId: given.customer,
            status: given.status.includes('all') ? undefined : given.status.map(enumValue),
          });
          printer.list(await request(AgentActionsDocument, { ...pageOf(given), filter: filter as object }), [
            { title: 'Id', of: ({ id }) => id },
            { title: 'Status', of: ({ status }) => status },
            { title: 'Sending', of: ({ sendingAmount }) => moneyText(sendingAmount), isRight: true },
            { title: 'Payee', of: ({ payee }) => payee?.displayName },
            { title: 'Approvals', of: approvalsText },
            { title: 'Reason', of: ({ reason }) => reason },
            { title: 'Expires', of: ({ expiresAt }) => expiresAt },
          ]);
        }),
      )
      .command(
        'show <id>',
        'Show an action',
        (y) => y.positional('id', idOf('AgentAction')),
        command(async ({ request, printer }, { id }) =>
          show(printer, await request(AgentActionDocument, { id })),
        ),
      )
      .command(
        'approve <id>',
        'Approve an action: the payment is sent when no further approval is needed',
        (y) =>
          y
            .positional('id', idOf('AgentAction'))
            .option('comment', { type: 'string', requiresArg: true, describe: 'Comment of the decision' })
            .options({
              'max-slippage': {
                type: 'string',
                requiresArg: true,
                describe: 'How much worse the price may be if the quote has expired: 0 to 0.1',
              },
              'max-sending-amount': {
                type: 'number',
                requiresArg: true,
                describe: 'Highest sending amount if the quote has expired, in the smallest unit',
              },
              quote: {
                type: 'string',
                requiresArg: true,
                describe: 'Quote whose figures you approve; needed once the payment was priced again',
              },
            }),
        command(async ({ request, printer }, { id, comment, quote, maxSlippage, maxSendingAmount }) =>
          show(
            printer,
            await request(ApproveAgentActionDocument, {
              id,
              comment: comment ?? null,
              quoteId: quote ?? null,
              tolerance: toleranceOf(maxSlippage, maxSendingAmount) as never,
            }),
          ),
        ),
      )
      .command(
        'reject <id>',
        'Reject an action',
        (y) =>
          y
            .positional('id', idOf('AgentAction'))
            .option('reason', { type: 'string', requiresArg: true, describe: 'Reason, shown to the agent' }),
        command(async ({ request, printer }, { id, reason }) =>
          show(printer, await request(RejectAgentActionDocument, { id, reason: reason ?? null })),
        ),
      )
      .demandCommand(1, 'Name a command of approvals.'),
  );
}
