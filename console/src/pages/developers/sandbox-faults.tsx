/** Faults on request, with which programs are tested against failures. */
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { SandboxFaultKind, SandboxFaultTarget } from '@payments-platform/client/operations';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../../api/operation.ts';
import { EmptyState, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { words } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { NewFaultDocument, RemoveFaultDocument } from './developers.documents.ts';

const kinds: readonly SandboxFaultKind[] = [
  'SLOW',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'LOSE_RESPONSE',
  'DUPLICATE',
  'REORDER',
  'DELAY',
  'DROP',
];
const targeted: ReadonlySet<string> = new Set(['DUPLICATE', 'REORDER', 'DELAY', 'DROP']);

function NewFault({ onAdded }: { readonly onAdded: () => void }) {
  const { run, isRunning, problem } = useOperation(NewFaultDocument);
  const [kind, setKind] = useState<SandboxFaultKind>('SLOW');
  const [target, setTarget] = useState<SandboxFaultTarget>('WEBHOOKS');
  const [operation, setOperation] = useState('');
  const [count, setCount] = useState('1');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { record } = await run({
      input: {
        kind,
        count: Number(count),
        ...(targeted.has(kind) && { target }),
        ...(operation.trim() !== '' && !targeted.has(kind) && { operation: operation.trim() }),
      },
    });
    if (record) onAdded();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {problem && problem.fields.size === 0 && <ProblemNotice problem={problem} />}
        <Group align="flex-start" gap="sm">
          <Select
            label="Fault"
            allowDeselect={false}
            w={170}
            data={kinds.map((value) => ({ value, label: words(value) }))}
            value={kind}
            error={problem?.fields.get('kind')}
            onChange={(value) => setKind((value ?? 'SLOW') as SandboxFaultKind)}
          />
          {targeted.has(kind) ? (
            <Select
              label="Of"
              allowDeselect={false}
              w={170}
              data={[
                { value: 'WEBHOOKS', label: 'Webhooks' },
                { value: 'SUBSCRIPTIONS', label: 'Subscriptions' },
              ]}
              value={target}
              error={problem?.fields.get('target')}
              onChange={(value) => setTarget((value ?? 'WEBHOOKS') as SandboxFaultTarget)}
            />
          ) : (
            <TextInput
              label="Only this operation (optional)"
              placeholder="createQuote"
              w={230}
              value={operation}
              error={problem?.fields.get('operation')}
              onChange={(event) => setOperation(event.currentTarget.value)}
            />
          )}
          <TextInput
            label="How often"
            type="number"
            min={1}
            max={1000}
            w={110}
            value={count}
            error={problem?.fields.get('count')}
            onChange={(event) => setCount(event.currentTarget.value)}
          />
          <Button type="submit" mt={25} loading={isRunning}>
            Add fault
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function Faults({
  faults,
  onChanged,
}: {
  readonly faults: readonly {
    readonly id: string;
    readonly kind: string;
    readonly target: string;
    readonly operation: string | null;
    readonly remaining: number | null;
    readonly appliedCount: number;
    readonly expiresAt: string;
  }[];
  readonly onChanged: () => void;
}) {
  const { run, isRunning, problem } = useOperation(RemoveFaultDocument);
  return (
    <Section title="Faults">
      <Stack gap="md">
        <NewFault onAdded={onChanged} />
        <ProblemNotice problem={problem} />
        {faults.length === 0 ? (
          <EmptyState title="No faults">
            A fault makes the sandbox fail as networks do, so that your program can be tested against it.
          </EmptyState>
        ) : (
          <DataTable
            label="Faults"
            rows={faults}
            columns={[
              { header: 'Fault', cell: ({ kind }) => words(kind) },
              { header: 'Of', cell: ({ target, operation }) => operation ?? words(target) },
              { header: 'Left', isNumeric: true, cell: ({ remaining }) => remaining ?? 'No limit' },
              { header: 'Applied', isNumeric: true, cell: ({ appliedCount }) => appliedCount },
              { header: 'Expires', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
              {
                header: 'Actions',
                cell: (fault) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={isRunning}
                    aria-label={`Remove the fault ${words(fault.kind)}`}
                    onClick={() => void run({ id: fault.id }).then(onChanged)}
                  >
                    Remove
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Stack>
    </Section>
  );
}
