/**
 * Runs a document as the signed-in member. GraphiQL, which has completion, is a page of its own, because its editor writes
 * style elements and the content security policy of the console allows none.
 */
import { Alert, Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { PlayIcon } from '@radix-ui/react-icons';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { sendDocument } from '../../api/client.ts';
import { Section } from '../../components/page.tsx';
import values from '../../components/values.module.css';
import { useSession } from '../../session/session.tsx';
import { useStepUp } from '../../session/step-up.tsx';
import { Body } from './body.tsx';
import { DeveloperPage } from './developer-page.tsx';

const starter = `query Payments($first: Int) {
  transactions(first: $first) {
    nodes {
      id
      status
    }
  }
}`;
const starterVariables = '{ "first": 5 }';

interface Result {
  readonly status: number;
  readonly requestId: string | null;
  readonly body: string;
  readonly durationMs: number;
}

/** The variables of a text; a message if it is no JSON object. */
function variablesIn(text: string): { readonly variables: unknown } | { readonly message: string } {
  if (text.trim() === '') return { variables: {} };
  try {
    const variables: unknown = JSON.parse(text);
    const isObject = typeof variables === 'object' && variables !== null && !Array.isArray(variables);
    return isObject ? { variables } : { message: 'Enter a JSON object.' };
  } catch {
    return { message: 'Enter JSON, such as { "first": 5 }.' };
  }
}

export function Component() {
  const { member } = useSession();
  const prove = useStepUp();
  const [query, setQuery] = useState(starter);
  const [variables, setVariables] = useState(starterVariables);
  const [message, setMessage] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [result, setResult] = useState<Result>();
  const [isRunning, setRunning] = useState(false);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const run = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isRunning) return;
    const parsed = variablesIn(variables);
    setMessage('message' in parsed ? parsed.message : undefined);
    if ('message' in parsed) return;
    abort.current = new AbortController();
    const { signal } = abort.current;
    setRunning(true);
    setFailure(undefined);
    const startedAt = performance.now();
    try {
      const response = await sendDocument(query, parsed.variables, signal);
      setResult({ ...response, durationMs: Math.round(performance.now() - startedAt) });
    } catch {
      if (!signal.aborted) setFailure('The service could not be reached.');
    }
    setRunning(false);
  };
  const runByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run(event);
  };
  return (
    <DeveloperPage title="GraphQL">
      <Section title="Document">
        <form onSubmit={(event) => void run(event)} noValidate>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              Runs a query or a mutation as {member.name}, with your roles. GraphiQL completes names and has
              the documentation.
            </Text>
            <Textarea
              label="Query or mutation"
              className={values.code ?? ''}
              autosize
              minRows={8}
              maxRows={24}
              spellCheck={false}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              onKeyDown={runByKey}
            />
            <Textarea
              label="Variables"
              description="A JSON object"
              className={values.code ?? ''}
              autosize
              minRows={2}
              maxRows={12}
              spellCheck={false}
              value={variables}
              error={message}
              onChange={(event) => setVariables(event.currentTarget.value)}
              onKeyDown={runByKey}
            />
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                Ctrl and Enter run it.
              </Text>
              <Button type="submit" leftSection={<PlayIcon aria-hidden />} loading={isRunning}>
                Run
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      {result && (
        <Section
          title="Response"
          actions={
            <Group gap="sm">
              <Text size="sm" c="dimmed" role="status">
                HTTP {result.status}, {result.durationMs} ms
              </Text>
              {result.requestId !== null && (
                <Anchor
                  component={Link}
                  size="sm"
                  to={`/developers/requests?request=${encodeURIComponent(result.requestId)}`}
                >
                  In the request log
                </Anchor>
              )}
            </Group>
          }
        >
          {result.body.includes('"STEP_UP_REQUIRED"') && (
            <Alert color="yellow">
              This operation needs a proof that it is you. Then run it again.
              <Button size="xs" variant="default" mt="xs" display="block" onClick={() => void prove()}>
                Confirm
              </Button>
            </Alert>
          )}
          <Body title="Response body" text={result.body} />
        </Section>
      )}
    </DeveloperPage>
  );
}
