/** What the edited policy would do with earlier payments of the agent, before it is saved. */
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import type { AgentPolicyInput } from '@payments-platform/client/operations';
import { useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { problemIn } from '../../api/problem.ts';
import { formatMoney, Money } from '../../components/money.tsx';
import { LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { words } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { PolicyBacktestDocument, type PolicyBacktestQuery } from './agents.documents.ts';

const periods = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last year' },
];
const dayMs = 24 * 60 * 60_000;

type Backtest = Extract<
  PolicyBacktestQuery['backtestAgentPolicy'],
  { readonly __typename: 'PolicyBacktest' }
>;
type Tried = Backtest['actions'][number];

const verdicts: Readonly<Record<string, string>> = { RUN: 'Runs', WAIT: 'Waits', REJECT: 'Rejected' };
const verdictText = (verdict: string): string => verdicts[verdict] ?? verdict;

function numbersOf({ result }: Tried): string {
  if (!result) return '';
  const { currency } = result;
  const text = (amount: number) => (currency ? formatMoney({ amount, currency }) : String(amount));
  const parts = [
    result.requested !== null && `${text(result.requested)} requested`,
    result.limit !== null && `limit ${text(result.limit)}`,
    result.used !== null && `${text(result.used)} used`,
    result.reserved !== null && result.reserved > 0 && `${text(result.reserved)} reserved`,
  ];
  return parts.filter(Boolean).join(', ');
}

function Counts({ backtest: { total, changed, before, after } }: { readonly backtest: Backtest }) {
  const text = ({ run, wait, reject }: Backtest['before']) => `${run} run, ${wait} wait, ${reject} rejected`;
  return (
    <Alert color={changed > 0 ? 'yellow' : 'blue'} role="status">
      <Text size="sm">
        {changed} of {total} payments would get another answer.
      </Text>
      <Text size="sm">Until now: {text(before)}.</Text>
      <Text size="sm">With this policy: {text(after)}.</Text>
    </Alert>
  );
}

interface Trial {
  readonly policy: AgentPolicyInput;
  readonly since: string;
}

function Result({ agentId, trial }: { readonly agentId: string; readonly trial: Trial }) {
  const { data, problem, isLoading, reload } = useData(PolicyBacktestDocument, { agentId, ...trial });
  if (isLoading) return <LoadingRows count={2} height={48} />;
  const result = data?.backtestAgentPolicy;
  const found = problem ?? (result && problemIn(result));
  if (found || result?.__typename !== 'PolicyBacktest')
    return <ProblemNotice problem={found} onRetry={reload} />;
  return (
    <Stack gap="sm">
      <Counts backtest={result} />
      {result.actions.length > 0 && (
        <DataTable
          label="Payments with another answer"
          rows={result.actions}
          columns={[
            { header: 'Requested', cell: ({ submittedAt }) => <Time at={submittedAt} /> },
            {
              header: 'Amount',
              isNumeric: true,
              cell: ({ sendingAmount }) => <Money value={sendingAmount} />,
            },
            { header: 'Until now', cell: ({ before }) => verdictText(before.verdict) },
            { header: 'With this policy', cell: ({ after }) => verdictText(after.verdict) },
            { header: 'Rule', cell: ({ after }) => (after.rule ? words(after.rule) : '') },
            { header: 'Numbers', cell: numbersOf },
          ]}
        />
      )}
      {result.nextAfter && <Text size="sm">The first 50 are shown.</Text>}
    </Stack>
  );
}

export function PolicyBacktest({
  agentId,
  validInput,
}: {
  readonly agentId: string;
  /** The edited policy; undefined while a field is not valid. */
  readonly validInput: () => AgentPolicyInput | undefined;
}) {
  const [days, setDays] = useState('30');
  const [trial, setTrial] = useState<Trial>();
  const start = () => {
    const policy = validInput();
    if (policy) setTrial({ policy, since: new Date(Date.now() - Number(days) * dayMs).toISOString() });
  };
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <Select
          label="Try it on"
          allowDeselect={false}
          data={periods}
          value={days}
          onChange={(value) => setDays(value ?? days)}
        />
        <Button variant="default" onClick={start}>
          Try the policy
        </Button>
      </Group>
      {trial && <Result agentId={agentId} trial={trial} />}
    </Stack>
  );
}
