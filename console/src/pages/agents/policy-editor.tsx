/**
 * The editor of a policy. It keeps what is typed while the agent is loaded again.
 *
 * `validInput` is the changed policy as the API takes it, before it is saved: what saves it, and what tries it on earlier
 * actions, read it there.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { AgentPolicyInput } from '@payments-platform/client/operations';
import { useState } from 'react';
import { useOperation } from '../../api/operation.ts';
import { useCurrencyOf } from '../../components/money.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { type AgentPartsFragment, ChangeAgentPolicyDocument } from './agents.documents.ts';
import { PolicyBacktest } from './policy-backtest.tsx';
import { draftOf, type PolicyErrors, policyInput } from './policy-draft.ts';
import { PolicyFields } from './policy-fields.tsx';
import { RuleFields } from './rule-fields.tsx';

export function PolicyEditor({
  agent,
  onSaved,
}: {
  readonly agent: AgentPartsFragment;
  readonly onSaved: () => void;
}) {
  const currencyOf = useCurrencyOf();
  const [draft, setDraft] = useState(() => draftOf(agent.policy, currencyOf));
  const [errors, setErrors] = useState<PolicyErrors>({});
  const [isSaved, setSaved] = useState(false);
  const { run, isRunning, problem } = useOperation(ChangeAgentPolicyDocument);
  const thresholdCode =
    draft.currency === agent.policy.spendingLimits.currency
      ? (agent.policy.approvalThresholds?.currency ?? draft.currency)
      : draft.currency;
  /** The policy of the draft; undefined while a field is not valid, which then has a message. */
  const validInput = (): AgentPolicyInput | undefined => {
    const result = policyInput(draft, currencyOf(draft.currency), currencyOf(thresholdCode));
    setErrors('errors' in result ? result.errors : {});
    return 'errors' in result ? undefined : result.input;
  };
  const save = async () => {
    const input = validInput();
    if (!input) return;
    const { record } = await run({ id: agent.id, input });
    if (!record) return;
    setSaved(true);
    onSaved();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="lg">
        {problem && <ProblemNotice problem={problem} />}
        <PolicyFields
          draft={draft}
          accounts={agent.customer.internalAccounts}
          errorOf={(path) => errors[path] ?? problem?.fields.get(path)}
          onChange={(next) => {
            setSaved(false);
            setDraft(next);
          }}
        />
        <RuleFields
          draft={draft}
          errorOf={(path) => errors[path] ?? problem?.fields.get(path)}
          onChange={(next) => {
            setSaved(false);
            setDraft(next);
          }}
        />
        <PolicyBacktest agentId={agent.id} validInput={validInput} />
        <Group justify="flex-end">
          {isSaved && (
            <Text size="sm" role="status">
              Saved. It applies to the next payment.
            </Text>
          )}
          <Button type="submit" loading={isRunning}>
            Save policy
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
