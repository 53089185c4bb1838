/** The manifest of a backup. It is the last entry of the archive, so a truncated archive has none. */
import { z } from 'zod';
import { keyFileName } from '../../infrastructure/keys/key-file.ts';

export const manifestName = 'manifest.json';

const manifest = z.object({
  format: z.literal('payments-platform-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  /** The fingerprint of the master key that encrypts the data key of the backup. */
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

/** The parts of a data folder that a backup contains. Locks and temporary files are excluded. */
export const folderParts = ['database', 'documents'] as const;

/** Whether a backup may contain the path: a relative path within one of the folder's parts. */
export function isBackupPath(path: string): boolean {
  if (path === manifestName || path === keyFileName) return true;
  const [part, ...names] = path.replace(/\/$/, '').split('/');
  return (
    folderParts.some((known) => known === part) &&
    names.every((name) => /^[A-Za-z0-9_.-]+$/.test(name) && !/^\.+$/.test(name))
  );
}
