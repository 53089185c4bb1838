/**
 * Executes subscriptions. For each event, subscriptions with the same document, variables and credential share one
 * execution and one serialized result.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ASTNode,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  Kind,
  visit,
} from 'graphql';
import type { Context } from '../../../schema/core/context.ts';
import type { Update } from '../../../schema/core/updates.ts';
import { unavailability } from '../../infrastructure/database/unavailable.ts';
import { credentialIdOf } from '../../platforms/access/principal.ts';
import { createSharedResults } from './shared-results.ts';
import { ownValue } from './variables.ts';

/** The serialized result of one event, with the event's cursor. */
export interface SubscriptionResult extends ExecutionResult {
  readonly cursor: string;
  readonly text: string;
  /** The published kind of the event; absent where none is published. */
  readonly eventType: string | undefined;
}

const sharedResults = createSharedResults({
  maxResults: 2_000,
  maxCharacters: 32_000_000,
  maxResultCharacters: 256 * 1024,
});

interface DocumentKey {
  readonly number: number;
  /** The names of the variables that the result depends on. */
  readonly variables: readonly string[];
}

let documentCount = 0;
const documentKeys = new WeakMap<DocumentNode, DocumentKey>();

/**
 * The part of the cache key that a document determines. Variables in the arguments of the subscription's root field do
 * not count: they select events, and do not change the result of an event.
 */
function documentKeyOf(document: DocumentNode): DocumentKey {
  const known = documentKeys.get(document);
  if (known) return known;
  const variables = new Set<string>();
  const collect = (node: ASTNode) => visit(node, { Variable: ({ name }) => void variables.add(name.value) });
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) collect(definition);
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const selection of definition.selectionSet.selections) {
      if (selection.kind !== Kind.FIELD) collect(selection);
      else
        for (const part of [selection.selectionSet, ...(selection.directives ?? [])]) part && collect(part);
    }
  }
  documentCount += 1;
  const key = { number: documentCount, variables: [...variables] };
  documentKeys.set(document, key);
  return key;
}

/**
 * The cache key of a subscription's results. It includes the offset of the platform's clock at the start of the
 * subscription, because results may depend on that clock.
 */
function resultKeyOf({ document, operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { number, variables } = documentKeyOf(document);
  const { principal } = contextValue as Context;
  return JSON.stringify([
    number,
    operationName ?? null,
    variables.map((name) => ownValue(variableValues, name) ?? null),
    principal ? [credentialIdOf(principal), principal.platform.clockOffsetMs] : null,
  ]);
}

const retryEveryMs = 500;
const outageTimeoutMs = 120_000;

/**
 * Repeats an execution that failed because the database was unavailable. The cursor of a result means that the client
 * has received the event, so an error in its place would lose the event.
 */
async function retryDuringOutage(work: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
  for (let waitedMs = 0; ; waitedMs += retryEveryMs) {
    const result = await work();
    const isUnavailable = result.errors?.some(({ originalError }) => unavailability(originalError)) ?? false;
    if (!isUnavailable || waitedMs >= outageTimeoutMs) return result;
    await delay(retryEveryMs, undefined, { ref: false });
  }
}

export type Schedule = (execute: () => Promise<ExecutionResult>) => Promise<ExecutionResult>;

/**
 * Maps an iterator of updates to an iterator of results. It is not a generator, because `return` on a generator waits
 * for a pending `next`.
 *
 * @param textOf serializes a result, with its errors formatted. Called once per shared result.
 * @param onEnd called when the subscription ends, for any reason; may be called more than once.
 * @param schedule runs an execution in its turn: see update-scheduler.ts.
 */
export function executeSubscription(
  source: AsyncIterator<Update>,
  args: ExecutionArgs,
  execute: (args: ExecutionArgs) => Promise<ExecutionResult>,
  textOf: (result: ExecutionResult) => string,
  onEnd: () => void,
  schedule: Schedule,
): AsyncIterableIterator<SubscriptionResult> {
  const key = resultKeyOf(args);
  const resultOf = (update: Update): Promise<string> =>
    sharedResults.get(update.event, key, async () =>
      textOf(
        await retryDuringOutage(() =>
          schedule(() => {
            const contextValue: Context = { ...(args.contextValue as Context), loaders: new Map() };
            return execute({ ...args, rootValue: update, contextValue });
          }),
        ),
      ),
    );
  return {
    async next() {
      try {
        const { value, done } = await source.next();
        if (!done) {
          const { cursor, event } = value;
          return { value: { cursor, eventType: event.type, text: await resultOf(value) }, done: false };
        }
      } catch (error) {
        onEnd();
        await source.return?.();
        throw error;
      }
      onEnd();
      return { value: undefined, done: true };
    },
    async return() {
      onEnd();
      await source.return?.();
      return { value: undefined, done: true };
    },
    async throw(error) {
      onEnd();
      await source.return?.();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

export const isAsyncIterable = <T>(value: unknown): value is AsyncIterableIterator<T> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
