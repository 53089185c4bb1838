/**
 * Runs before every test file, and fails one that leaves ids in the future. New ids are never smaller than earlier ones, and files
 * share the modules of their worker: ids that a test made while it had moved the time would make all later rows of the worker new.
 */
import { afterAll } from 'vitest';
import { newUuid, timeOfUuid } from '../../src/kernel/ids.ts';

const toleranceMs = 1_000;

afterAll(() => {
  const aheadMs = timeOfUuid(newUuid()).getTime() - Date.now();
  if (aheadMs > toleranceMs) throw new Error(`The ids of this worker are ${aheadMs} ms ahead of the time.`);
});
