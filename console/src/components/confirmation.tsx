/** A window that asks before something that cannot be undone. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.ts';
import { ProblemNotice } from './notices.tsx';

export function Confirmation({
  isOpen,
  title,
  children,
  button,
  isDangerous = true,
  isRunning,
  problem,
  onConfirm,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly title: string;
  /** What happens. */
  readonly children: ReactNode;
  readonly button: string;
  readonly isDangerous?: boolean;
  readonly isRunning: boolean;
  readonly problem: Problem | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered>
      <Stack gap="md">
        <Text size="sm">{children}</Text>
        <ProblemNotice problem={problem} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button {...(isDangerous && { color: 'red' })} loading={isRunning} onClick={onConfirm}>
            {button}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
