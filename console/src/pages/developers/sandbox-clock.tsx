/** The clock of the sandbox. It moves forward only. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../api/operation.ts';
import { ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { MoveClockDocument } from './developers.documents.ts';

const steps = [
  ['60', 'A minute'],
  ['3600', 'An hour'],
  ['86400', 'A day'],
  ['604800', 'A week'],
] as const;

export function ClockTool({ now, onMoved }: { readonly now: string; readonly onMoved: () => void }) {
  const { run, isRunning, problem } = useOperation(MoveClockDocument);
  const [isUnsettled, setUnsettled] = useState(false);
  const move = async (seconds: string) => {
    const { record } = await run({ seconds: Number(seconds) });
    if (!record) return;
    setUnsettled(!record.isSettled);
    onMoved();
  };
  return (
    <Section title="Clock">
      <Stack gap="sm">
        <Text>
          It is <Time at={now} withSeconds /> in this sandbox. Moving the clock does at once what becomes due
          until then. It cannot be moved back.
        </Text>
        <Group gap="xs">
          {steps.map(([seconds, label]) => (
            <Button key={seconds} variant="default" disabled={isRunning} onClick={() => void move(seconds)}>
              {label} forward
            </Button>
          ))}
        </Group>
        <div role="status">
          {isRunning && <Text size="sm">Doing what becomes due…</Text>}
          {isUnsettled && <Text size="sm">Some work is still running. It finishes in the background.</Text>}
        </div>
        <ProblemNotice problem={problem} />
      </Stack>
    </Section>
  );
}
