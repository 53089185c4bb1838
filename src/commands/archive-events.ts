/** `npm run events:archive`: moves the partitions of past events to files. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { DomainError } from '../kernel/errors.ts';
import { text } from '../kernel/parse.ts';
import { archiveEvents } from '../operations/archive/archive-events.ts';
import { closePartitions } from '../operations/partitions/close-partitions.ts';
import { operationCommand } from './command.ts';

/** A month of UTC. The value is its first instant. */
const month = z
  .string({ error: 'is required' })
  .regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month: YYYY-MM' })
  .transform((written) => new Date(`${written}-01T00:00:00Z`));

export const archiveEventsCommand = operationCommand({
  usage: 'npm run events:archive -- --before YYYY-MM --folder <folder>',
  input: z.object({ before: month, folder: text(4096) }),
  async perform({ db, clock }, { before, folder }) {
    await closePartitions(db, clock.real());
    const archived = await archiveEvents(db, { before, folder: resolve(folder) });
    return archived instanceof DomainError ? archived : { archived };
  },
});
