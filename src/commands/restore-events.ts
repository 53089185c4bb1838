/** `npm run events:restore`: restores an archived partition of events from its file. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { text } from '../kernel/parse.ts';
import { restoreEvents } from '../operations/archive/restore-events.ts';
import { operationCommand } from './command.ts';

export const restoreEventsCommand = operationCommand({
  usage: 'npm run events:restore -- <file>',
  input: z.object({ file: text(4096) }),
  positional: 'file',
  perform: async ({ db }, { file }) => ({ ...(await restoreEvents(db, resolve(file))) }),
});
