/** The record of background work: jobs of one kind that were done together, a webhook delivery, or a message to an approver. */
import type { Database } from '../database/client.ts';
import { type Partition, servicePartition } from '../database/fair-queue.ts';
import type { SqlStatement } from './request-record.ts';

interface WorkRecord {
  readonly what: 'job' | 'webhook' | 'notification';
  /** The kind of job or of event, or the channel of a message. */
  readonly kind: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failed: boolean;
  /** The number of jobs, deliveries or messages. */
  readonly count: number;
  readonly statements: readonly SqlStatement[];
}

export type WorkObserver = (record: WorkRecord) => void;

export const ignoreWork: WorkObserver = () => undefined;

/**
 * Creates a view of the database for one piece of work. `end` reports the work.
 *
 * @param partition the tenant that the work is done for, if known before it starts.
 */
export function observeWork(
  db: Database,
  what: WorkRecord['what'],
  observe: WorkObserver,
  partition: Partition = servicePartition,
): { readonly db: Database; readonly end: (kind: string, failed: boolean, count?: number) => void } {
  const startedAt = performance.now();
  const statements: SqlStatement[] = [];
  return {
    db: db.observed(
      (text, sentAt, respondedAt, failed) => {
        statements.push({ text, sentAt, respondedAt, failed });
      },
      () => partition,
    ),
    end: (kind, failed, count = 1) =>
      observe({ what, kind, startedAt, endedAt: performance.now(), failed, count, statements }),
  };
}
