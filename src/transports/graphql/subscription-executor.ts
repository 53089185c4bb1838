/**
 * What subscribers are told. An event is told to all who ask the same of it in the same words: the document is executed
 * once, and its answer is made into text once, however many they are.
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
import type { Update } from '../../../schema/payments/subscriptions.ts';
import { unavailability } from '../../infrastructure/database/unavailable.ts';
import { credentialIdOf } from '../../platforms/access/principal.ts';
import { createSharedResults } from './shared-results.ts';
import { ownValue } from './variables.ts';

/** An answer with the cursor of the event that it tells. Its data and errors are text already. */
export interface SubscriptionResult extends ExecutionResult {
  readonly cursor: string;
  readonly text: string;
}

const kept = createSharedResults({ answers: 2_000, characters: 32_000_000, largest: 256 * 1024 });

interface Wording {
  readonly number: number;
  readonly variables: readonly string[];
}

let wordingCount = 0;
const wordings = new WeakMap<DocumentNode, Wording>();

/**
 * What a document's answers depend on. Not the arguments of the subscription's own field: they choose which events are
 * told, and nothing of what is said about one.
 */
function wordingOf(document: DocumentNode): Wording {
  const known = wordings.get(document);
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
  wordingCount += 1;
  const wording = { number: wordingCount, variables: [...variables] };
  wordings.set(document, wording);
  return wording;
}

/**
 * What two subscribers must have in common to be told in the same words. The time on their platform's clock, too, as it
 * was when each began: what depends on it is answered as on that clock.
 */
function questionOf({ document, operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { number, variables } = wordingOf(document);
  const { principal } = contextValue as Context;
  return JSON.stringify([
    number,
    operationName ?? null,
    variables.map((name) => ownValue(variableValues, name) ?? null),
    principal ? [credentialIdOf(principal), principal.platform.clockOffsetMs] : null,
  ]);
}

const retryEveryMs = 500;
const patienceMs = 120_000;

/**
 * An answer for which the database was needed while it was away is worked out again once it is back: the cursor that is
 * told with it says that the reader has seen this event.
 */
async function answered(work: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
  for (let waitedMs = 0; ; waitedMs += retryEveryMs) {
    const result = await work();
    const isAway = result.errors?.some(({ originalError }) => unavailability(originalError)) ?? false;
    if (!isAway || waitedMs >= patienceMs) return result;
    await delay(retryEveryMs, undefined, { ref: false });
  }
}

export type InTurn = (execute: () => Promise<ExecutionResult>) => Promise<ExecutionResult>;

/**
 * An iterator of answers over an iterator of updates. By hand: a waiting generator could not be returned.
 *
 * @param textOf the answer as JSON, errors as callers see them. Called once for all who are told.
 * @param over called when it has come to its end, whoever ended it; perhaps more than once.
 * @param inTurn runs an execution when it is its turn: see update-scheduler.ts.
 */
export function executeSubscription(
  source: AsyncIterator<Update>,
  args: ExecutionArgs,
  execute: (args: ExecutionArgs) => Promise<ExecutionResult>,
  textOf: (answer: ExecutionResult) => string,
  over: () => void,
  inTurn: InTurn,
): AsyncIterableIterator<SubscriptionResult> {
  const question = questionOf(args);
  const answerTo = (update: Update): Promise<string> =>
    kept.get(update.event, question, async () =>
      textOf(
        await answered(() =>
          inTurn(() => {
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
          return { value: { cursor: value.cursor, text: await answerTo(value) }, done: false };
        }
      } catch (error) {
        over();
        await source.return?.();
        throw error;
      }
      over();
      return { value: undefined, done: true };
    },
    async return() {
      over();
      await source.return?.();
      return { value: undefined, done: true };
    },
    async throw(error) {
      over();
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
