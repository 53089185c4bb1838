/**
 * Screens customers and beneficial owners when their names are new or change, and at each submission for verification.
 *
 * Decision: the counterparties of payments are not screened. Their names would be screened in `createExternalAccount`, with the port
 * that this file uses: docs/operations/screening.md#what-is-not-screened.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { type FoundHits, saveHits } from './store.ts';
import type { Subject } from './subjects.ts';

/** Screens subjects of a customer whose row is locked. Does nothing without a list. */
export async function screenSubjects(
  tx: Executor,
  { screening }: Pick<Ports, 'screening'>,
  platform: Platform,
  customerId: Id<'Customer'>,
  subjects: readonly Subject[],
  at: Date,
): Promise<void> {
  const list = screening.list(platform);
  if (!list) return;
  const found: FoundHits[] = [];
  for (const subject of subjects) {
    found.push({ subject, hits: await screening.screen(platform, subject.party) });
  }
  await saveHits(tx, { platformId: platform.id, customerId, listVersion: list.version, at }, found);
}
