/** Records the steps of an operation instead of showing them. */
import type { Progress } from '../../src/infrastructure/progress/progress.ts';

interface RecordedStep {
  readonly title: string;
  readonly total: number;
  done: number;
  hasEnded: boolean;
}

export function recordedProgress(): Progress & { readonly steps: readonly RecordedStep[] } {
  const steps: RecordedStep[] = [];
  return {
    steps,
    start(title, total) {
      const step: RecordedStep = { title, total, done: 0, hasEnded: false };
      steps.push(step);
      return {
        advance: (by = 1) => {
          step.done += by;
        },
        end: () => {
          step.hasEnded = true;
        },
      };
    },
  };
}
