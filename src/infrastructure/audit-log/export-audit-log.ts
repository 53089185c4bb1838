/** The export of the audit log: pages of lines, so that any number of entries takes the memory of one page. */
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { auditLines } from './audit-log-store.ts';
import { sequenceAuditEntries } from './sequence.ts';

const linesAtOnce = 500;

/**
 * The lines of a platform's entries after a position, until the end of the log when it is reached. No transaction stays open
 * meanwhile, so a client may read slowly.
 */
export async function* exportAuditLog(
  ports: Pick<Ports, 'db' | 'dataKey'>,
  platformId: Id<'Platform'>,
  after: number,
): AsyncGenerator<string, void, undefined> {
  await sequenceAuditEntries(ports);
  for (let position = after; ; ) {
    const lines = await auditLines(ports.db.orm, platformId, position, linesAtOnce);
    const last = lines.at(-1);
    if (!last) return;
    yield `${lines.map(({ line }) => line).join('\n')}\n`;
    if (lines.length < linesAtOnce) return;
    position = last.position;
  }
}
