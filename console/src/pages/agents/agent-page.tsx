/** One agent: its usage, its policy and its actions, and the switches that stop it. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { Confirmation } from '../../components/confirmation.tsx';
import { CopyableId } from '../../components/copyable.tsx';
import { Money, useCurrency } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { DetailList, Page, Section } from '../../components/page.tsx';
import { customerName, payeeName } from '../../components/parties.ts';
import { Status } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import type { AgentPartsFragment } from './agents.documents.ts';
import {
  AgentDetailDocument,
  ChangeAgentDocument,
  NewDeviceCodeDocument,
  RemoveAgentDocument,
} from './agents.documents.ts';
import classes from './agents.module.css';
import { stateOf } from './agents-page.tsx';
import { DeviceCodeWindow, type ShownCode } from './device-code.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { Usage } from './usage.tsx';

function Actions({ agent }: { readonly agent: AgentPartsFragment }) {
  if (agent.actions.nodes.length === 0) {
    return <EmptyState title="No actions yet">Payments that the agent requests appear here.</EmptyState>;
  }
  return (
    <div className={classes.stack}>
      <DataTable
        label="Actions"
        rows={agent.actions.nodes}
        linkTo={({ id }) => `/approvals/${id}`}
        columns={[
          { header: 'Payee', cell: ({ payee }) => payeeName(payee) },
          { header: 'Amount', isNumeric: true, cell: ({ sendingAmount }) => <Money value={sendingAmount} /> },
          { header: 'Status', cell: ({ status }) => <Status value={status} /> },
          { header: 'Requested', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
      <Anchor component={Link} to={`/payments?agent=${encodeURIComponent(agent.id)}`}>
        All payments of this agent
      </Anchor>
    </div>
  );
}

function Controls({
  agent,
  onChanged,
}: {
  readonly agent: AgentPartsFragment;
  readonly onChanged: () => void;
}) {
  const navigate = useNavigate();
  const change = useOperation(ChangeAgentDocument);
  const connect = useOperation(NewDeviceCodeDocument);
  const remove = useOperation(RemoveAgentDocument);
  const [code, setCode] = useState<ShownCode>();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Stack gap="sm" align="flex-end">
      <Group gap="sm">
        <Button
          variant="default"
          loading={change.isRunning}
          onClick={() =>
            void change.run({ id: agent.id, input: { isPaused: !agent.isPaused } }).then(onChanged)
          }
        >
          {agent.isPaused ? 'Resume' : 'Pause'}
        </Button>
        {!agent.isConnected && (
          <Button
            loading={connect.isRunning}
            onClick={() =>
              void connect.run({ agentId: agent.id }).then(({ record }) => {
                if (record) setCode(record);
              })
            }
          >
            New device code
          </Button>
        )}
        <Button variant="default" color="red" onClick={() => setRemoving(true)}>
          Delete
        </Button>
      </Group>
      <ProblemNotice problem={change.problem ?? connect.problem} />
      <DeviceCodeWindow code={code} onClose={() => setCode(undefined)} />
      <Confirmation
        isOpen={isRemoving}
        title={`Delete ${agent.name}?`}
        button="Delete the agent"
        isRunning={remove.isRunning}
        problem={remove.problem}
        onConfirm={() =>
          void remove.run({ id: agent.id }).then(({ record }) => {
            if (record) void navigate('/agents', { replace: true });
          })
        }
        onClose={() => setRemoving(false)}
      >
        Its token stops working at once, and its waiting actions are rejected. Its payments stay. This cannot
        be undone.
      </Confirmation>
    </Stack>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const { data, problem, isLoading, reload } = useData(
    AgentDetailDocument,
    { id },
    { types: ['AgentAction'] },
  );
  const agent = data?.agent ?? undefined;
  const [mayManage, mayTransact] = [useRole('MANAGE'), useRole('TRANSACT')];
  const currency = useCurrency(agent?.policy.spendingLimits.currency ?? 'USD');
  const back = { to: '/agents', label: 'Agents' };
  if (!agent) {
    return (
      <Page title="Agent" back={back}>
        {isLoading && <LoadingRows count={4} height={72} />}
        <ProblemNotice problem={problem} onRetry={reload} />
        {data && !problem && (
          <EmptyState title="This agent does not exist">It may have been deleted.</EmptyState>
        )}
      </Page>
    );
  }
  return (
    <Page title={agent.name} back={back} actions={mayManage && <Controls agent={agent} onChanged={reload} />}>
      <div className={classes.summary}>
        <Status value={stateOf(agent)} />
        {agent.isPaused && <Text size="sm">It can request nothing until it is resumed.</Text>}
      </div>
      <Section title="Usage">
        <Usage agent={agent} currency={currency} />
      </Section>
      <Section title="Policy">
        {mayManage && mayTransact ? (
          <PolicyEditor key={agent.id} agent={agent} onSaved={reload} />
        ) : (
          <Alert color="blue">A member with the roles Manage and Transact can change the policy.</Alert>
        )}
      </Section>
      <Section title="Actions">
        <Actions agent={agent} />
      </Section>
      <Section title="References">
        <DetailList
          details={[
            {
              label: 'Customer',
              value: (
                <Anchor component={Link} to={`/customers/${agent.customer.id}`}>
                  {customerName(agent.customer)}
                </Anchor>
              ),
            },
            { label: 'Id', value: <CopyableId id={agent.id} /> },
            { label: 'Created', value: <Time at={agent.createdAt} /> },
          ]}
        />
      </Section>
    </Page>
  );
}
