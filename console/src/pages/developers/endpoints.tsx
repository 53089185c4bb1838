/** The webhook endpoints: add, pause, remove, and send a test event. */
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { ListButton } from '../../components/list-button.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { Status } from '../../components/status.tsx';
import { useRole } from '../../session/session.tsx';
import type { EndpointPartsFragment } from './developers.documents.ts';
import { EndpointsDocument, SendTestDocument, SetEndpointsDocument } from './developers.documents.ts';
import classes from './developers.module.css';

const inputOf = ({ url, isPaused, extensions, eventTypes }: EndpointPartsFragment) => ({
  url,
  isPaused,
  extensions,
  ...(eventTypes && { eventTypes }),
});

function Endpoint({
  endpoint,
  isBusy,
  mayManage,
  onPause,
  onRemove,
}: {
  readonly endpoint: EndpointPartsFragment;
  readonly isBusy: boolean;
  readonly mayManage: boolean;
  readonly onPause: () => void;
  readonly onRemove: () => void;
}) {
  const test = useOperation(SendTestDocument);
  const [result, setResult] = useState<string>();
  const send = async () => {
    setResult(undefined);
    const { record } = await test.run({ endpointId: endpoint.id });
    if (record) setResult(`The endpoint responded with HTTP ${record.responseStatus}.`);
  };
  return (
    <li className={classes.endpoint}>
      <div className={classes.url}>
        {endpoint.url}
        <Text size="sm" c="dimmed">
          {endpoint.eventTypes ? endpoint.eventTypes.join(', ') : 'All event types'}
          {endpoint.extensions && ', with events of agent actions'}
        </Text>
        <div role="status">{result && <Text size="sm">{result}</Text>}</div>
        <ProblemNotice problem={test.problem} />
      </div>
      <Group gap="xs">
        <Status value={endpoint.isPaused ? 'PAUSED' : 'ACTIVE'} />
        <Button size="compact-sm" variant="default" loading={test.isRunning} onClick={() => void send()}>
          Send test
        </Button>
        <ListButton
          size="compact-sm"
          variant="default"
          disabled={!mayManage}
          isRefreshing={isBusy}
          onClick={onPause}
        >
          {endpoint.isPaused ? 'Resume' : 'Pause'}
        </ListButton>
        <ListButton
          size="compact-sm"
          variant="default"
          disabled={!mayManage}
          isRefreshing={isBusy}
          onClick={onRemove}
        >
          Remove
        </ListButton>
      </Group>
    </li>
  );
}

export function Endpoints() {
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, isRefreshing, reload } = useData(
    EndpointsDocument,
    {},
    { types: ['PlatformConfig'] },
  );
  const { run, isRunning, problem: saving } = useOperation(SetEndpointsDocument);
  // A change replaces the whole list, so there is none before the list is known.
  const isBusy = isRunning || isRefreshing || data === undefined;
  const [url, setUrl] = useState('');
  const [missing, setMissing] = useState<string>();
  const [extensions, setExtensions] = useState(false);
  const endpoints = data?.platformConfig.webhookEndpoints ?? [];
  const save = (next: readonly EndpointPartsFragment[], added: { url: string; extensions: boolean }[] = []) =>
    run({ endpoints: [...next.map(inputOf), ...added] });
  const urlProblem = [...(saving?.fields ?? [])].find(([path]) => path.endsWith('.url'))?.[1];
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (url.trim() === '') return setMissing('Enter the address of your server.');
    setMissing(undefined);
    const { record } = await save(endpoints, [{ url: url.trim(), extensions }]);
    if (record) setUrl('');
  };
  return (
    <Section title="Endpoints">
      {isLoading && <LoadingRows count={2} />}
      {problem && !data && <ProblemNotice problem={problem} onRetry={reload} />}
      {saving && !urlProblem && <ProblemNotice problem={saving} />}
      {data && endpoints.length === 0 && (
        <EmptyState title="No endpoints">
          Add the address of your server. It gets every event as a signed request.
        </EmptyState>
      )}
      <ul aria-label="Endpoints" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {endpoints.map((endpoint) => (
          <Endpoint
            key={endpoint.id}
            endpoint={endpoint}
            isBusy={isBusy}
            mayManage={mayManage}
            onPause={() =>
              void save(
                endpoints.map((one) => (one.id === endpoint.id ? { ...one, isPaused: !one.isPaused } : one)),
              )
            }
            onRemove={() => void save(endpoints.filter(({ id }) => id !== endpoint.id))}
          />
        ))}
      </ul>
      {mayManage ? (
        <form onSubmit={(event) => void add(event)} noValidate>
          <Stack gap="sm" mt="md">
            <Group align="flex-start" gap="sm">
              <TextInput
                label="New endpoint"
                placeholder="https://example.com/webhooks"
                type="url"
                w={380}
                maw="100%"
                value={url}
                error={missing ?? urlProblem}
                onChange={(event) => setUrl(event.currentTarget.value)}
              />
              <Button
                type="submit"
                mt={25}
                loading={isRunning}
                {...(isBusy && { 'data-disabled': true, 'aria-disabled': true })}
              >
                Add
              </Button>
            </Group>
            <Checkbox
              label="With events of agent actions"
              checked={extensions}
              onChange={(event) => setExtensions(event.currentTarget.checked)}
            />
          </Stack>
        </form>
      ) : (
        <Alert color="blue">A member with the role Manage can change the endpoints.</Alert>
      )}
    </Section>
  );
}
