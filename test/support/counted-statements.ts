/** Counts the statements of a test alone: a service also reads its event log in the background. */
import type { Database } from '../../src/infrastructure/database/client.ts';
import { servicePartition } from '../../src/infrastructure/database/fair-queue.ts';

export interface CountedStatements {
  /** A view of the database. */
  readonly db: Database;
  /** The statements that were sent through the view. */
  readonly count: number;
}

export function countedStatements(db: Database): CountedStatements {
  let count = 0;
  const view = db.observed(
    () => {
      count += 1;
    },
    () => servicePartition,
  );
  return {
    db: view,
    get count() {
      return count;
    },
  };
}
