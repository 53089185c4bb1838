/** Contents and listings over SFTP. Errors: `SftpStatus` and `FileExchangeUnavailable`. */
import {
  type FileFilter,
  type IncomingFile,
  maxExaminedFiles,
  oldestFiles,
  transferClock,
} from './file-exchange.ts';
import { listedNameOf } from './file-names.ts';
import { type Sftp, type SftpConnection, untilEnd } from './sftp-connection.ts';

/** Servers accept at least this much in one request. */
const requestBytes = 32 * 1024;
/** Requests that are sent before the first response, because a bank is far away. */
const parallelWrites = 16;
/** What decoding makes of bytes that are not UTF-8. */
const replacement = '\uFFFD';

export type Attributes = Parameters<Parameters<Sftp['lstat']>[1]>[1];
type DirectoryEntry = Parameters<Parameters<Sftp['readdir']>[1]>[1][number];

/** Opens the file, runs the work and closes the file. */
async function withHandle<T>(
  connection: SftpConnection,
  open: (sftp: Sftp, done: (error: Error | null | undefined, handle?: Buffer) => void) => void,
  work: (handle: Buffer) => Promise<T>,
): Promise<T> {
  const handle = await connection.request<Buffer>(open);
  const close = () => connection.request<void>((sftp, done) => sftp.close(handle, done));
  try {
    const result = await work(handle);
    // A server can report at the end that a write has failed.
    await close();
    return result;
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** Writes the file, and returns its size. */
export async function write(
  connection: SftpConnection,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const checkTime = transferClock();
  let position = 0;
  let pending: Promise<void>[] = [];
  const flush = async () => {
    const written = pending;
    pending = [];
    await Promise.all(written);
    checkTime();
  };
  await withHandle(
    connection,
    (sftp, done) => sftp.open(path, 'w', done),
    async (handle) => {
      for await (const chunk of content) {
        for (let at = 0; at < chunk.length; at += requestBytes) {
          const part = Buffer.from(chunk.subarray(at, at + requestBytes));
          const start = position;
          position += part.length;
          const written = connection.request<void>((sftp, done) =>
            sftp.write(handle, part, 0, part.length, start, done),
          );
          // `flush` reports the error, unless the content fails before.
          written.catch(() => {});
          pending.push(written);
          if (pending.length >= parallelWrites) await flush();
        }
      }
      await flush();
    },
  );
  return position;
}

/** The content of an open file. */
export async function* readChunks(connection: SftpConnection, handle: Buffer): AsyncGenerator<Uint8Array> {
  const checkTime = transferClock();
  for (let position = 0; ; ) {
    const buffer = Buffer.alloc(requestBytes);
    const bytesRead = await untilEnd(
      connection.request<number>((sftp, done) => sftp.read(handle, buffer, 0, requestBytes, position, done)),
    );
    checkTime();
    if (!bytesRead) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The file with its listed name, or `undefined` when it is not listed: hidden, temporary, a folder, a link. */
function incomingFile({ filename, longname, attrs }: DirectoryEntry): IncomingFile | undefined {
  // Some servers do not send the type of a file, but only the line that a person would see.
  const isFile = attrs.mode === undefined ? longname.startsWith('-') : attrs.isFile();
  // A name that is not UTF-8 cannot be sent back to the server.
  if (!isFile || filename.includes(replacement)) return undefined;
  const name = listedNameOf(Buffer.from(filename));
  if (name === undefined) return undefined;
  return { name, size: attrs.size ?? 0, modifiedAt: new Date((attrs.mtime ?? 0) * 1_000) };
}

/** The oldest incoming files of a folder. */
export async function scan(
  connection: SftpConnection,
  folder: string,
  limit: number,
  isListed?: FileFilter,
): Promise<readonly IncomingFile[]> {
  const checkTime = transferClock();
  const oldest = oldestFiles(limit, isListed);
  await withHandle(
    connection,
    (sftp, done) => sftp.opendir(folder, done),
    async (handle) => {
      for (let examined = 0; examined < maxExaminedFiles; ) {
        const entries = await untilEnd(
          connection.request<DirectoryEntry[]>((sftp, done) => sftp.readdir(handle, done)),
        );
        checkTime();
        if (!entries || entries.length === 0) return;
        examined += entries.length;
        for (const entry of entries) {
          const file = incomingFile(entry);
          if (file) oldest.add(file);
        }
      }
    },
  );
  return oldest.files();
}
