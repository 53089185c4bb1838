/** Operations whose result is a union: the record, or the problem with its fields. */
import type { DocumentString } from '@payments-platform/client';
import { useCallback, useState } from 'react';
import { useStepUp } from '../session/step-up.tsx';
import { useAction } from './hooks.ts';
import { type Problem, problemIn, type Success } from './problem.ts';

type Member = { readonly __typename: string };

/** The root field of a mutation. */
type ResultOf<Data> = Extract<Data[keyof Data], Member>;

export type Outcome<Data> =
  | { readonly record: Success<ResultOf<Data>>; readonly problem?: undefined }
  | { readonly record?: undefined; readonly problem: Problem };

export interface ApiOperation<Data, Variables> {
  /** Runs the mutation, and once more after a step-up where it needs one. */
  readonly run: (variables: Variables) => Promise<Outcome<Data>>;
  readonly isRunning: boolean;
  /** The problem of the last run; undefined after a success. */
  readonly problem: Problem | undefined;
  readonly clear: () => void;
}

const stepUpRequired = 'STEP_UP_REQUIRED';

export function useOperation<Data extends object, Variables extends object>(
  document: DocumentString<Data, Variables>,
): ApiOperation<Data, Variables> {
  const { run: send, isRunning } = useAction(document);
  const prove = useStepUp();
  const [problem, setProblem] = useState<Problem>();

  const attempt = useCallback(
    async (variables: Variables): Promise<Outcome<Data>> => {
      const sent = await send(variables);
      if ('problem' in sent) return sent;
      const [result] = Object.values(sent.data) as [ResultOf<Data>];
      const found = problemIn(result);
      return found ? { problem: found } : { record: result as Success<ResultOf<Data>> };
    },
    [send],
  );
  const run = useCallback(
    async (variables: Variables) => {
      setProblem(undefined);
      let outcome = await attempt(variables);
      if (outcome.problem?.code === stepUpRequired && (await prove())) outcome = await attempt(variables);
      setProblem(outcome.problem);
      return outcome;
    },
    [attempt, prove],
  );
  const clear = useCallback(() => setProblem(undefined), []);
  return { run, isRunning, problem, clear };
}
