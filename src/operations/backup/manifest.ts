/** What a backup says of itself: the last entry of its archive, so that one that was cut short has none. */
import { z } from 'zod';
import { keyFileName } from '../../infrastructure/keys/key-file.ts';

export const manifestName = 'manifest.json';

const manifest = z.object({
  format: z.literal('payments-platform-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  /** Of the master key that the backup's data key is sealed under. */
  masterKeyFingerprint: z.string(),
  /** SHA-256 of each file, in hex. */
  files: z.record(z.string(), z.string()),
});
export type Manifest = z.output<typeof manifest>;

export function parseManifest(text: string): Manifest | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The parts of a data folder that a backup holds: neither locks nor what was never finished. */
export const folderParts = ['database', 'documents'] as const;

/** Whether a path of an archive is one that a backup has: below the folder, and of a part of it. */
export function isBackupPath(path: string): boolean {
  if (path === manifestName || path === keyFileName) return true;
  const [part, ...names] = path.replace(/\/$/, '').split('/');
  return (
    folderParts.some((known) => known === part) &&
    names.every((name) => /^[A-Za-z0-9_.-]+$/.test(name) && !/^\.+$/.test(name))
  );
}
