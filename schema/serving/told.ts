/**
 * What subscribers are told. An event is told to all who ask the same of it in the same words: the document is executed
 * once, and its answer is made into text once, however many they are.
 */
import {
  type ASTNode,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  Kind,
  visit,
} from 'graphql';
import { credentialIdOf } from '../../src/access/principal.ts';
import type { LoggedEvent } from '../../src/events/log.ts';
import type { Context } from '../context.ts';
import type { Update } from '../subscriptions.ts';
import { presentError, streamedError } from './present.ts';

/** A result with the cursor of the event that it tells, and the answer that it shares with others. */
export interface ToldResult extends ExecutionResult {
  readonly cursor: string;
  readonly answer: ExecutionResult;
}

/** Answers kept for those who are a little behind; the one who is further behind has it worked out again. */
const answersKept = 2_000;
const shared = new Map<LoggedEvent, Map<string, Promise<ExecutionResult>>>();
let answerCount = 0;

function answersTo(event: LoggedEvent): Map<string, Promise<ExecutionResult>> {
  const known = shared.get(event);
  if (known) return known;
  const answers = new Map<string, Promise<ExecutionResult>>();
  shared.set(event, answers);
  for (const [oldest, forgotten] of shared) {
    if (answerCount <= answersKept || oldest === event) break;
    shared.delete(oldest);
    answerCount -= forgotten.size;
  }
  return answers;
}

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

/** What two subscribers must have in common to be told in the same words. */
function questionOf({ document, operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { number, variables } = wordingOf(document);
  const { principal } = contextValue as Context;
  return JSON.stringify([
    number,
    operationName ?? null,
    variables.map((name) => variableValues?.[name] ?? null),
    principal ? credentialIdOf(principal) : null,
  ]);
}

/** An iterator of answers over an iterator of updates. By hand: a waiting generator could not be returned. */
export function answering(
  source: AsyncIterator<Update>,
  args: ExecutionArgs,
  execute: (args: ExecutionArgs) => Promise<ExecutionResult>,
): AsyncIterableIterator<ToldResult> {
  const question = questionOf(args);
  const answerTo = (update: Update): Promise<ExecutionResult> => {
    const answers = answersTo(update.event);
    let answer = answers.get(question);
    if (!answer) {
      const contextValue: Context = { ...(args.contextValue as Context), loaders: new Map() };
      answer = execute({ ...args, rootValue: update, contextValue });
      answers.set(question, answer);
      answerCount += 1;
    }
    return answer;
  };
  return {
    async next() {
      const { value, done } = await source.next();
      if (done) return { value: undefined, done: true };
      const answer = await answerTo(value);
      return { value: { ...answer, cursor: value.cursor, answer }, done: false };
    },
    async return() {
      await source.return?.();
      return { value: undefined, done: true };
    },
    async throw(error) {
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

const texts = new WeakMap<ExecutionResult, string>();

/**
 * The answer as JSON, errors as callers see them.
 *
 * @param report called with defects, once for all who are told.
 */
export function textOf({ answer }: ToldResult, report: (defect: unknown) => void): string {
  let text = texts.get(answer);
  if (text === undefined) {
    const errors = answer.errors?.map((error) => streamedError(presentError(error, report)));
    text = JSON.stringify({ ...answer, ...(errors && { errors }) });
    texts.set(answer, text);
  }
  return text;
}
