/** A position in a file, so that the next run of a command continues after what this one printed. */
import { readFile } from 'node:fs/promises';
import type { CursorStore } from '@payments-platform/client';
import { CommandError, exitCodes } from '../errors.ts';
import { writePrivateFile } from '../profiles.ts';

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT';

export function positionFile(path: string): CursorStore {
  return {
    async load() {
      try {
        return (await readFile(path, 'utf8')).trim() || undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw new CommandError(exitCodes.usage, `${path} cannot be read.`, { code: 'CURSOR_FILE' });
      }
    },
    save: (cursor) => writePrivateFile(path, `${cursor}\n`),
  };
}
