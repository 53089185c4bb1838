/** `agents backtest`: what a policy would have said about the past submissions of an agent. */
import {
  BacktestAgentPolicyDocument,
  type PolicyBacktestFieldsFragment,
} from '@payments-platform/client/operations';
import { moneyText, type Printer } from '../output.ts';
import type { Session } from '../session.ts';
import { objectInFile, wholeNumber } from './options.ts';

type Backtested = PolicyBacktestFieldsFragment['actions'][number];
type Counts = PolicyBacktestFieldsFragment['before'];

const countsText = ({ run, wait, reject }: Counts): string => `${run} run, ${wait} wait, ${reject} rejected`;

const verdictText = ({ verdict, rule }: Backtested['after']): string =>
  rule ? `${verdict} ${rule}` : verdict;

function numbersText({ result }: Backtested): string {
  if (!result) return '';
  const { limit, used, reserved, requested, currency } = result;
  const text = (amount: number) => (currency ? moneyText({ amount, currency }) : String(amount));
  return [
    ['limit', limit],
    ['used', used],
    ['reserved', reserved],
    ['requested', requested],
  ]
    .flatMap(([name, amount]) => (typeof amount === 'number' ? [`${name} ${text(amount)}`] : []))
    .join(', ');
}

function print(printer: Printer, backtest: PolicyBacktestFieldsFragment): void {
  const { total, changed, before, after, rules, actions, nextAfter } = backtest;
  printer.show(backtest, () =>
    [
      printer.fields([
        ['Submissions', total],
        ['Other verdict', changed],
        ['Before', countsText(before)],
        ['After', countsText(after)],
        ['Deciding rules', rules.map(({ rule, count }) => `${rule} ${count}`)],
      ]),
      actions.length === 0
        ? ''
        : printer.table(actions, [
            { title: 'Submitted', of: ({ submittedAt }) => submittedAt },
            { title: 'Amount', of: ({ sendingAmount }) => moneyText(sendingAmount) },
            { title: 'Before', of: (one) => verdictText(one.before) },
            { title: 'After', of: (one) => verdictText(one.after) },
            { title: 'Numbers', of: numbersText },
          ]),
      nextAfter ? `More: --after ${nextAfter}\n` : '',
    ].join(''),
  );
}

export async function backtestAgent(
  { request, printer }: Session,
  given: {
    readonly id: string;
    readonly policy: string;
    readonly since: string;
    readonly until: string | undefined;
    readonly all: boolean | undefined;
    readonly limit: string;
    readonly after: string | undefined;
  },
): Promise<void> {
  const backtest = await request(BacktestAgentPolicyDocument, {
    agentId: given.id,
    policy: (await objectInFile(given.policy, 'the fields of the policy to change')) as never,
    since: given.since,
    until: given.until ?? null,
    onlyChanged: !given.all,
    first: wholeNumber('limit', given.limit, 1, 1_000),
    after: given.after ?? null,
  });
  print(printer, backtest);
}
