/**
 * Moves changes to the audit log soon after their commit: at most once a second, so that under load one statement moves
 * hundreds. Reads of the audit log move them first, so a reader sees every change that was committed before.
 */
import { onAttributedCommit } from '../database/attribution.ts';
import type { Ports } from '../ports.ts';
import { sequenceAuditEntries } from './sequence.ts';

const delayMs = 1_000;
/** A process that ended may have left changes. */
const checkEveryMs = 30_000;

export interface AuditSequencer {
  close(): Promise<void>;
}

export function startAuditSequencer(
  ports: Pick<Ports, 'db' | 'dataKey'>,
  onError: (error: unknown) => void,
): AuditSequencer {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** Whether the next run follows a commit. Later commits do not delay it. */
  let isSoon = false;
  const schedule = (ms: number) => {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(run, ms).unref();
    isSoon = ms === delayMs;
  };
  const run = () => {
    isSoon = false;
    running = sequenceAuditEntries(ports)
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (!isSoon) schedule(checkEveryMs);
      });
  };
  const unsubscribe = onAttributedCommit(ports.db, () => {
    if (!isSoon) schedule(delayMs);
  });
  schedule(delayMs);
  return {
    async close() {
      isClosed = true;
      unsubscribe();
      clearTimeout(timer);
      await running;
    },
  };
}
