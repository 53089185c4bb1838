/** Queries, mutations and subscriptions for components. */
import type { DocumentString } from '@payments-platform/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AnyVariables, useClient, useQuery } from 'urql';
import { useSessionGeneration } from '../session/generation.ts';
import { client } from './client.ts';
import { useConnection } from './connection.ts';
import { type Problem, problemOf } from './problem.ts';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly problem: Problem | undefined;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  /** Data is shown while the current state is being loaded. */
  readonly isRefreshing: boolean;
  readonly reload: () => void;
}

interface DataOptions {
  readonly pause?: boolean;
  /** Types whose mutations load the query again also while its list is empty. */
  readonly types?: readonly string[];
}

/** Loads a query, and loads it again when the connection or the session is back. */
export function useData<Data, Variables extends object>(
  document: DocumentString<Data, Variables>,
  variables: Variables,
  { pause = false, types }: DataOptions = {},
): Loaded<Data> {
  const context = useStable(types ? { additionalTypenames: [...types] } : {});
  const [{ data, error, fetching, stale }, execute] = useQuery<Data, AnyVariables>({
    query: document,
    variables: variables as AnyVariables,
    pause,
    context,
  });
  const reload = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  const { recovered } = useConnection();
  const generation = useSessionGeneration();
  const first = useRef(`${recovered}/${generation}`);
  useEffect(() => {
    if (first.current === `${recovered}/${generation}` || pause) return;
    first.current = `${recovered}/${generation}`;
    reload();
  }, [recovered, generation, pause, reload]);
  return {
    data,
    problem: error && !fetching ? problemOf(error) : undefined,
    isLoading: fetching && data === undefined,
    isRefreshing: (fetching || stale) && data !== undefined,
    reload,
  };
}

/** The same object while its content is the same. */
function useStable<T extends object>(value: T): T {
  const ref = useRef(value);
  if (JSON.stringify(ref.current) !== JSON.stringify(value)) ref.current = value;
  return ref.current;
}

export interface Action<Data, Variables> {
  /** Runs the mutation. The promise has the data, or a problem of a request without a result. */
  readonly run: (variables: Variables) => Promise<{ data: Data } | { problem: Problem }>;
  readonly isRunning: boolean;
}

/** A mutation. Nothing is shown as changed before the service has confirmed it. */
export function useAction<Data, Variables extends object>(
  document: DocumentString<Data, Variables>,
): Action<Data, Variables> {
  const cache = useClient();
  const [isRunning, setRunning] = useState(false);
  const run = useCallback(
    async (variables: Variables) => {
      setRunning(true);
      try {
        const { data, error } = await cache
          .mutation<Data, AnyVariables>(document, variables as AnyVariables)
          .toPromise();
        if (error || !data) return { problem: problemOf(error) };
        return { data };
      } finally {
        setRunning(false);
      }
    },
    [cache, document],
  );
  return { run, isRunning };
}

/**
 * Follows a subscription from a cursor. It continues after each end of the connection without gaps; after a new sign-in it
 * continues from the last cursor.
 *
 * @param after the cursor of the query whose result the updates change; undefined while it is being loaded.
 */
export function useUpdates<Data, Variables extends { after?: string | null | undefined }>(
  document: DocumentString<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  after: string | undefined,
  onUpdate: (data: Data) => void,
): void {
  const generation = useSessionGeneration();
  const handler = useRef(onUpdate);
  useEffect(() => {
    handler.current = onUpdate;
  });
  const given = useStable(variables);
  const position = useRef<string | undefined>(undefined);
  const isReady = after !== undefined;
  // The query is loaded again from time to time. Its later cursor is not a reason to connect again.
  if (position.current === undefined) position.current = after;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session needs a new subscription.
  useEffect(() => {
    if (!isReady) return undefined;
    const abort = new AbortController();
    const follow = async () => {
      const updates = client.subscribe(
        document as DocumentString<Data, Record<string, unknown>>,
        { ...given, after: position.current },
        {
          signal: abort.signal,
          cursorStore: {
            load: () => position.current,
            save: (cursor) => {
              position.current = cursor;
            },
          },
        },
      );
      for await (const data of updates) handler.current(data);
    };
    // The end of the session is handled where the socket closes. Any other error ends when the page loads again.
    follow().catch(() => undefined);
    return () => abort.abort();
  }, [document, given, isReady, generation]);
}
