/**
 * Exchanges files with a bank through a folder of this machine: another program, such as the bank's own client, moves them on.
 * `outbox` has our files, `inbox` the bank's, `archive` the incoming files that were recorded.
 *
 * Files and folders are flushed to the disk before a call returns, so the guarantee of the port also holds after a power
 * failure.
 *
 * Decision: an incoming file is complete when it does not have a temporary name and was not modified for
 * `quietSeconds`. Programs that write slowly must write under a temporary name and rename the file.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, opendir, rename } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { invariant } from '../../kernel/errors.ts';
import {
  type ExchangeFailure,
  exchangeFolders,
  type FileExchange,
  FileExchangeUnavailable,
  type IncomingFile,
  IncomingFileTooLarge,
  maxExaminedFiles,
  maxIncomingBytes,
  maxListedFiles,
  oldestFiles,
  withinSizeLimit,
} from './file-exchange.ts';
import { archivedNameOf, listedNameOf, originalNameOf, requireOwnName, stagedNameOf } from './file-names.ts';

const quietSeconds = 5;
const chunkBytes = 64 * 1024;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const failureOfCode: Readonly<Record<string, ExchangeFailure>> = {
  ENOENT: 'no-such-file',
  EACCES: 'permission',
  EPERM: 'permission',
  EROFS: 'permission',
};

/** Runs an operation of the file system. The message of the system contains the path, so only its code is kept. */
async function attempt<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    throw new FileExchangeUnavailable(failureOfCode[code] ?? 'failed', code);
  }
}

const ifPresent = async <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Runs the work with an open file, and closes it. `O_NOFOLLOW`: a link does not lead out of the folder. */
async function withFile<T>(
  path: string | Buffer,
  flags: number,
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await attempt(() => open(path, flags | constants.O_NOFOLLOW, 0o600));
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** Makes created, renamed and removed names of a folder durable. */
const flushFolder = (folder: string): Promise<void> =>
  withFile(folder, constants.O_RDONLY, (handle) => attempt(() => handle.sync()));

/** Names from the bank can be any bytes, so their paths are bytes too. */
const pathOf = (folder: string, name: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${folder}${sep}`), name]);

async function* contentOf(path: Buffer, maxBytes: number): AsyncGenerator<Uint8Array> {
  // `O_NONBLOCK`: opening a pipe would wait for its other end.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await attempt(() => open(path, flags));
  try {
    const stats = await attempt(() => handle.stat());
    if (!stats.isFile()) throw new FileExchangeUnavailable('no-such-file');
    if (stats.size > maxBytes) throw new IncomingFileTooLarge();
    yield* withinSizeLimit(chunksOf(handle), maxBytes);
  } finally {
    await handle.close();
  }
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  while (true) {
    const { buffer, bytesRead } = await attempt(() => handle.read(new Uint8Array(chunkBytes)));
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Names of regular files, as bytes. Stops after `maxExaminedFiles`. */
async function* namesIn(folder: string): AsyncGenerator<Buffer> {
  // Each name has one character per byte. The types of Node do not list this encoding.
  const entries = await opendir(folder, { encoding: 'latin1' });
  let examined = 0;
  for await (const entry of entries) {
    examined += 1;
    if (examined > maxExaminedFiles) return;
    if (entry.isFile()) yield Buffer.from(entry.name, 'latin1');
  }
}

interface FolderExchangeOptions {
  /** The operator's folder for all connections. */
  readonly root: string;
  readonly connectionUuid: string;
  /** Of the file system. Only tests set it. */
  readonly now?: () => Date;
  /** Only tests set it. */
  readonly maxBytes?: number;
}

/** Opens the folder of a connection and makes its subfolders. A tenant never chooses a path. */
export async function openFolderExchange({
  root,
  connectionUuid,
  now = () => new Date(),
  maxBytes = maxIncomingBytes,
}: FolderExchangeOptions): Promise<FileExchange> {
  invariant(uuid.test(connectionUuid), 'the folder of a connection is named by its uuid');
  const folder = join(root, connectionUuid);
  const [outbox, inbox, archive] = [
    exchangeFolders.outbox,
    exchangeFolders.inbox,
    exchangeFolders.archive,
  ].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [outbox, inbox, archive]) await attempt(() => mkdir(path, { recursive: true }));
  for (const path of [folder, root]) await flushFolder(path);

  const isComplete = ({ mtimeMs }: Stats) => now().getTime() - mtimeMs >= quietSeconds * 1_000;

  return {
    async stage(name, content) {
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
      await withFile(join(outbox, stagedNameOf(name)), flags, async (handle) => {
        for await (const chunk of content) await attempt(() => handle.writeFile(chunk));
        await attempt(() => handle.sync());
      });
      await flushFolder(outbox);
    },

    async publish(name) {
      const staged = join(outbox, stagedNameOf(name));
      const published = join(outbox, requireOwnName(name));
      const done = await attempt(() => ifPresent(rename(staged, published).then(() => true)));
      // Also without a staged file: a process that ended after its rename has not flushed the folder.
      await flushFolder(outbox);
      return done ?? false;
    },

    async list(limit, isListed) {
      invariant(limit >= 1 && limit <= maxListedFiles, 'the limit of a list is 1 to 1,000');
      const oldest = oldestFiles(limit, isListed);
      await attempt(async () => {
        for await (const original of namesIn(inbox)) {
          const file = await incomingFile(inbox, original, isComplete);
          if (file) oldest.add(file);
        }
      });
      return oldest.files();
    },

    read: async (name) => contentOf(pathOf(inbox, originalNameOf(name)), maxBytes),

    async archive(name) {
      const original = originalNameOf(name);
      const from = pathOf(inbox, original);
      await attempt(async () => {
        const stats = await ifPresent(lstat(from));
        if (!stats) return;
        await ifPresent(rename(from, pathOf(archive, archivedNameOf(original, stats.mtime))));
      });
      for (const path of [archive, inbox]) await flushFolder(path);
    },

    async close() {},
  };
}

/** The file with its listed name, or `undefined` when it is not listed: hidden, temporary, removed, still written. */
async function incomingFile(
  inbox: string,
  original: Buffer,
  isComplete: (stats: Stats) => boolean,
): Promise<IncomingFile | undefined> {
  const name = listedNameOf(original);
  if (name === undefined) return undefined;
  const stats = await ifPresent(lstat(pathOf(inbox, original)));
  if (!stats?.isFile() || !isComplete(stats)) return undefined;
  return { name, size: stats.size, modifiedAt: stats.mtime };
}
