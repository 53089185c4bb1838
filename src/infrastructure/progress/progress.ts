/** How far a long operation is, for the person who waits for it. */
export interface Progress {
  /**
   * Starts a step. The one before it must have ended.
   *
   * @param total the size of the step, in its unit.
   */
  start(title: string, total: number, unit?: ProgressUnit): ProgressStep;
}

export type ProgressUnit = 'items' | 'bytes';

export interface ProgressStep {
  /** @param by how much more is done, in the unit of the step. */
  advance(by?: number): void;
  end(): void;
}

/** For callers that show nothing. */
export const noProgress: Progress = {
  start: () => ({ advance: () => undefined, end: () => undefined }),
};

/** Runs a step, which ends with the work. */
export async function withStep<T>(
  progress: Progress,
  [title, total, unit]: Parameters<Progress['start']>,
  work: (step: Pick<ProgressStep, 'advance'>) => Promise<T>,
): Promise<T> {
  const step = progress.start(title, total, unit);
  try {
    return await work(step);
  } finally {
    step.end();
  }
}
