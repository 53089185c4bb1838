/**
 * Writes a data folder into one archive. The caller holds the lock of the folder, and the database is closed.
 *
 * Decision: the master key is not included unless the operator requests it. A backup with both the key and the encrypted
 * wallet seeds does not protect the seeds.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, type Stats } from 'node:fs';
import { link, lstat, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ConfigError } from '../../infrastructure/config-error.ts';
import { keyFileName } from '../../infrastructure/keys/key-file.ts';
import { noProgress, type Progress, withStep } from '../../infrastructure/progress/progress.ts';
import { folderParts, type Manifest, manifestName } from './manifest.ts';
import { endOfArchive, headerOf, paddingOf } from './tar.ts';

interface BackupRequest {
  readonly folder: string;
  readonly file: string;
  readonly masterKeyFingerprint: string;
  readonly withMasterKey: boolean;
  readonly at: Date;
}

interface Backup {
  readonly files: number;
  /** The total size of the files, not of the archive. */
  readonly bytes: number;
}

/** Lists a folder and its content in the order of the names. A folder comes before its content. */
async function* walk(folder: string, path: string): AsyncGenerator<{ path: string; stats: Stats }> {
  const stats = await lstat(join(folder, path));
  if (!stats.isDirectory()) {
    if (!stats.isFile()) throw new ConfigError(`${join(folder, path)} is neither a file nor a folder`);
    yield { path, stats };
    return;
  }
  yield { path: `${path}/`, stats };
  for (const name of (await readdir(join(folder, path))).sort()) yield* walk(folder, `${path}/${name}`);
}

async function sizeOf(folder: string, parts: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const part of parts) {
    for await (const { stats } of walk(folder, part)) bytes += stats.isFile() ? stats.size : 0;
  }
  return bytes;
}

async function* archiveOf(
  request: BackupRequest,
  parts: readonly string[],
  written: { files: number; bytes: number },
  onRead: (bytes: number) => void,
) {
  const { folder, masterKeyFingerprint, at } = request;
  const files: Record<string, string> = {};
  for (const part of parts) {
    for await (const { path, stats } of walk(folder, part)) {
      const size = stats.isFile() ? stats.size : 0;
      yield headerOf({ path, mode: stats.mode, size });
      if (!stats.isFile()) continue;
      const digest = createHash('sha256');
      let read = 0;
      for await (const piece of createReadStream(join(folder, path)) as AsyncIterable<Uint8Array>) {
        digest.update(piece);
        read += piece.length;
        onRead(piece.length);
        yield piece;
      }
      if (read !== size) throw new ConfigError(`${join(folder, path)} changed while it was read`);
      yield paddingOf(size);
      files[path] = digest.digest('hex');
      written.files += 1;
      written.bytes += size;
    }
  }
  const manifest: Manifest = {
    format: 'payments-platform-backup',
    version: 1,
    createdAt: at.toISOString(),
    masterKeyFingerprint,
    files,
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield headerOf({ path: manifestName, mode: 0o600, size: text.length });
  yield text;
  yield paddingOf(text.length);
  yield endOfArchive();
}

/** Writes the backup file atomically and flushes it to the disk. Never overwrites an existing file. */
export async function writeBackup(request: BackupRequest, progress: Progress = noProgress): Promise<Backup> {
  const { file, folder, withMasterKey } = request;
  if (existsSync(file)) throw new ConfigError(`${file} already exists`);
  if (!existsSync(dirname(file))) throw new ConfigError(`${dirname(file)} is not a folder`);
  const part = `${file}.${process.pid}.part`;
  const written = { files: 0, bytes: 0 };
  try {
    const parts = [...folderParts, ...(withMasterKey ? [keyFileName] : [])].filter((name) =>
      existsSync(join(folder, name)),
    );
    const total = await sizeOf(folder, parts);
    await withStep(progress, ['Writing the backup', total, 'bytes'], (step) =>
      pipeline(
        Readable.from(archiveOf(request, parts, written, (bytes) => step.advance(bytes))),
        createGzip({ level: 6 }),
        createWriteStream(part, { flags: 'wx', mode: 0o600 }),
      ),
    );
    const handle = await open(part, 'r');
    await handle.sync().finally(() => handle.close());
    await link(part, file);
  } finally {
    await rm(part, { force: true });
  }
  return written;
}
