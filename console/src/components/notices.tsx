/** What is shown in place of data: while it loads, where there is none, and when it could not be loaded. */
import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.ts';
import type { Role } from '../session/requests.ts';
import classes from './notices.module.css';
import { words } from './status.tsx';

/** An error that belongs to no field. It is announced when it appears. */
export function ProblemNotice({
  problem,
  title,
  onRetry,
}: {
  readonly problem: Problem | undefined;
  readonly title?: string;
  readonly onRetry?: () => void;
}) {
  if (!problem) return null;
  if (problem.fields.size === 1 && problem.fields.has('id')) {
    return (
      <EmptyState title="Nothing has this id">
        The address of this page may be mistyped or cut off.
      </EmptyState>
    );
  }
  return (
    <Alert color="red" variant="light" role="alert" icon={<ExclamationTriangleIcon />} title={title}>
      <Text size="sm">{problem.message}</Text>
      {problem.requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          Request {problem.requestId}
        </Text>
      )}
      {onRetry && (
        <Button size="xs" variant="default" mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={classes.empty}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={440}>
        {children}
      </Text>
      {action}
    </div>
  );
}

export function LoadingRows({
  count = 6,
  height = 40,
}: {
  readonly count?: number;
  readonly height?: number;
}) {
  return (
    <Stack gap="xs" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
        <Skeleton key={index} height={height} radius="sm" />
      ))}
    </Stack>
  );
}

/** Why a page has no controls for this member. */
export function RoleNotice({
  roles,
  purpose,
}: {
  readonly roles: readonly Role[];
  readonly purpose: string;
}) {
  const names = roles.map(words).join(' and ');
  return (
    <Alert color="blue">
      A member with the {roles.length === 1 ? 'role' : 'roles'} {names} can {purpose}.
    </Alert>
  );
}
