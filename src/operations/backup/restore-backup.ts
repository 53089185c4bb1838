/**
 * Restores a backup into a data folder that does not exist or is empty. The archive is unpacked into a staging folder and
 * compared with the checksums. One rename moves a complete backup to the data folder.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { ConfigError } from '../../infrastructure/config-error.ts';
import { FolderInUse, lockFolder } from '../../infrastructure/database/folder-lock.ts';
import { keyFileName } from '../../infrastructure/keys/key-file.ts';
import {
  noProgress,
  type Progress,
  type ProgressStep,
  withStep,
} from '../../infrastructure/progress/progress.ts';
import { isBackupPath, type Manifest, manifestName, parseManifest } from './manifest.ts';
import { BrokenArchive, readTar } from './tar.ts';

interface RestoreRequest {
  readonly file: string;
  readonly folder: string;
  /** The fingerprint of the configured master key, if there is one. */
  readonly masterKeyFingerprint: string | undefined;
}

interface Restored {
  readonly files: number;
  readonly createdAt: string;
  /** Whether the backup contains its master key. */
  readonly hasMasterKey: boolean;
}

const maxManifestBytes = 64 * 1024 * 1024;

/** Writes an entry to a file and flushes it to the disk. Returns the SHA-256 in hex. */
async function unpack(path: string, pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) {
      digest.update(piece);
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return digest.digest('hex');
}

async function textOf(pieces: AsyncIterable<Uint8Array>, size: number): Promise<string> {
  if (size > maxManifestBytes) throw new BrokenArchive('its manifest is too long');
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts).toString('utf8');
}

/** Unpacks the archive into a folder and compares it with the manifest. Returns the manifest. */
async function unpackAll(source: AsyncIterable<Uint8Array>, folder: string): Promise<Manifest> {
  const digests = new Map<string, string>();
  let manifest: Manifest | undefined;
  for await (const { path, size, pieces } of readTar(source)) {
    if (manifest) throw new BrokenArchive('it has data after its manifest');
    if (!isBackupPath(path)) throw new BrokenArchive('it contains a file that is not part of a backup');
    if (path === manifestName) {
      manifest = parseManifest(await textOf(pieces(), size));
      if (!manifest) throw new BrokenArchive('its manifest has an unknown format');
    } else if (path.endsWith('/')) await mkdir(join(folder, path), { mode: 0o700 });
    else digests.set(path, await unpack(join(folder, path), pieces()));
  }
  if (!manifest) throw new BrokenArchive('it has no manifest');
  const expected = Object.entries(manifest.files);
  const damaged = expected.find(([path, digest]) => digests.get(path) !== digest);
  if (damaged || expected.length !== digests.size) {
    throw new BrokenArchive(
      damaged
        ? `${damaged[0]} differs from its digest in the manifest`
        : 'it contains files that its manifest does not list',
    );
  }
  return manifest;
}

const isDamage = (error: unknown): error is Error =>
  error instanceof BrokenArchive ||
  (error instanceof Error &&
    /^(Z_|ERR_ZLIB|EEXIST|ENOENT|EISDIR)/.test(String((error as NodeJS.ErrnoException).code)));

/**
 * This does not use `pipeline`, because `pipeline` can reject while files are still being written. They would then be written
 * after the cleanup.
 */
async function unpackFile(
  file: string,
  folder: string,
  step: Pick<ProgressStep, 'advance'>,
): Promise<Manifest> {
  const packed = createReadStream(file);
  packed.on('data', (piece) => step.advance(piece.length));
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  try {
    return await unpackAll(packed.pipe(unpacked), folder);
  } catch (error) {
    if (isDamage(error)) throw new ConfigError(`${file} is not a complete backup: ${error.message}`);
    throw error;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

export async function restoreBackup(
  { file, folder, masterKeyFingerprint }: RestoreRequest,
  progress: Progress = noProgress,
): Promise<Restored> {
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist`);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ConfigError(`DATA_DIR is not empty: ${folder}. Restore into a folder that does not exist.`);
  }
  const staging = `${folder}.restoring`;
  const unlock = lockStaging(staging);
  try {
    // A restore that was interrupted leaves files.
    for (const name of await readdir(staging)) {
      if (!name.startsWith('lock.json')) await rm(join(staging, name), { recursive: true });
    }
    const total = statSync(file).size;
    const manifest = await withStep(progress, ['Restoring the backup', total, 'bytes'], (step) =>
      unpackFile(file, staging, step),
    );
    if (masterKeyFingerprint && masterKeyFingerprint !== manifest.masterKeyFingerprint) {
      throw new ConfigError('MASTER_KEY is not the key of this backup');
    }
    const hasMasterKey = existsSync(join(staging, keyFileName));
    unlock();
    await moveInto(staging, folder);
    return { files: Object.keys(manifest.files).length, createdAt: manifest.createdAt, hasMasterKey };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

function lockStaging(staging: string): () => void {
  try {
    return lockFolder(staging);
  } catch (error) {
    if (error instanceof FolderInUse) throw new ConfigError('Another restore into this folder is running');
    throw error;
  }
}

/** Replaces an empty or absent folder. If another process created it meanwhile, the rename fails and nothing changes. */
async function moveInto(staging: string, folder: string): Promise<void> {
  try {
    if (existsSync(folder)) await rmdir(folder);
    await rename(staging, folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EBUSY', 'EXDEV', 'EPERM'].includes(code)) {
      throw new ConfigError(
        `DATA_DIR cannot be replaced, because it may be a mount point. Set DATA_DIR to a folder below it`,
      );
    }
    if (['ENOTEMPTY', 'EEXIST'].includes(code)) throw new ConfigError(`DATA_DIR is not empty: ${folder}`);
    throw error;
  }
  const parent = await open(dirname(folder), 'r');
  await parent.sync().finally(() => parent.close());
}
