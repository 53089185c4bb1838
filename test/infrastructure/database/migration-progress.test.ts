/** The progress of migrations, with the migrator on a database of an earlier version. */
import { expect, test } from 'vitest';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { migratedBefore } from '../../support/older-database.ts';
import { recordedProgress } from '../../support/recorded-progress.ts';

test('the statements of the missing migrations are counted; without missing ones there is no step', async () => {
  const progress = recordedProgress();
  const engine = await migratedBefore('sandbox_faults');
  const db = await openEmbedded('memory', { engine, progress });
  await db.migrate();
  await db.migrate();
  const [step, ...more] = progress.steps;
  expect(more).toEqual([]);
  expect(step).toMatchObject({ title: 'Migrating the database', hasEnded: true });
  expect(step?.total).toBeGreaterThan(3);
  // The last statement is executed when the step ends.
  expect(step?.done).toBe((step?.total ?? 0) - 1);
  await db.close();
});
