/** A page that fails does not take the navigation with it. */
import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { isRouteErrorResponse, useNavigate, useRevalidator, useRouteError } from 'react-router';
import { EmptyState } from '../components/notices.tsx';

/** A page of an earlier build may be gone after an update of the service. */
const isMissingModule = (error: unknown): boolean =>
  error instanceof TypeError && /import|module/i.test(error.message);

export function PageError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    console.error(error);
  }, [error]);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (isMissingModule(error)) {
    return (
      <EmptyState
        title="This page could not be loaded"
        action={<Button onClick={() => location.reload()}>Load again</Button>}
      >
        The service was updated, or the connection failed.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Something went wrong on this page"
      action={
        <Group>
          <Button onClick={() => void revalidate()}>Try again</Button>
          <Button variant="default" onClick={() => void navigate('/')}>
            Go to the start
          </Button>
        </Group>
      }
    >
      No payment was changed by this. The other pages work.
    </EmptyState>
  );
}

export function NotFound() {
  const navigate = useNavigate();
  return (
    <EmptyState
      title="This page does not exist"
      action={<Button onClick={() => void navigate('/')}>Go to the start</Button>}
    >
      The address may be mistyped, or the record belongs to another platform.
    </EmptyState>
  );
}
