/**
 * The port for files that go to a bank and come from it.
 *
 * A file is sent exactly once, also when the process is killed, if the caller follows these steps: it stages the file, records
 * that the file is staged, publishes it, records that it is published. After the second step it never stages that name again,
 * and repeats `publish` until the call returns. A staged file that is present was not published; one that is absent was.
 *
 * Errors: `FileExchangeUnavailable` for every failure of the folder, the server or the network, also while a content is
 * iterated. The call can be repeated.
 */

export interface IncomingFile {
  /** As in `file-names.ts`: 1 to 765 characters of `A-Z a-z 0-9 . _ - %`. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

export type FileFilter = (file: IncomingFile) => boolean;

/** The subfolders of an exchange: files to the bank, files from the bank, and incoming files that were recorded. */
export const exchangeFolders = { outbox: 'outbox', inbox: 'inbox', archive: 'archive' } as const;

export interface FileExchange {
  /** Writes the file under a temporary name. A repeated call replaces the temporary file. */
  stage(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Publishes a staged file by renaming it. Returns false without a staged file: it was published before. */
  publish(name: string): Promise<boolean>;
  /**
   * Complete incoming files, oldest first. Ignores temporary names, hidden names, subfolders and links.
   *
   * @param limit 1 to `maxListedFiles`.
   * @param isListed selects files. The others do not count for the limit.
   */
  list(limit: number, isListed?: FileFilter): Promise<readonly IncomingFile[]>;
  /**
   * The content of an incoming file. The file is opened when the caller iterates.
   *
   * Errors: `IncomingFileTooLarge` for a file of more than `maxIncomingBytes`.
   */
  read(name: string): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Moves an incoming file to the archive, after it was recorded. A missing file is no error. A bank can use a name twice, so
   * the archived name starts with the file's modification time.
   */
  archive(name: string): Promise<void>;
  close(): Promise<void>;
}

export const maxListedFiles = 1_000;
export const maxIncomingBytes = 1024 ** 3;

/** The max number of entries of an inbox that one call examines. Others follow after these are archived. */
export const maxExaminedFiles = 100_000;

/**
 * `unreachable`: no connection, or it ended. `host-key`: the server has another key than the configured one.
 * `no-such-file`: a file that was listed is not there any more. `stopped`: the process ends. `failed`: all others, such as a full
 * disk.
 */
export type ExchangeFailure =
  | 'unreachable'
  | 'timeout'
  | 'address-not-allowed'
  | 'host-key'
  | 'credentials'
  | 'permission'
  | 'no-such-file'
  | 'stopped'
  | 'failed';

const messages: Record<ExchangeFailure, string> = {
  unreachable: 'The server cannot be reached.',
  timeout: 'The server did not respond in time.',
  'address-not-allowed': 'The host does not have a public address.',
  'host-key': 'The host key of the server is not the configured one.',
  credentials: 'The server rejects the credentials.',
  permission: 'The credentials do not allow this operation.',
  'no-such-file': 'The file does not exist.',
  stopped: 'The exchange was stopped, and will be repeated.',
  failed: 'The file operation failed.',
};

/** Failures of one file. After the others, further calls fail too. */
const failuresOfFiles: readonly ExchangeFailure[] = ['permission', 'no-such-file', 'failed'];

/** The exchange cannot be used now. The message has no secrets, no paths and no text of the server. */
export class FileExchangeUnavailable extends Error {
  override readonly name = 'FileExchangeUnavailable';
  readonly failure: ExchangeFailure;

  /** @param code a short code of the system, the protocol or the server, such as `ENOSPC`. */
  constructor(failure: ExchangeFailure, code?: string) {
    const safeCode = code && /^[\w.-]{1,60}$/.test(code) ? ` (${code})` : '';
    super(`${messages[failure]}${safeCode}`);
    this.failure = failure;
  }

  /** Whether other files can still be exchanged. */
  get isOfOneFile(): boolean {
    return failuresOfFiles.includes(this.failure);
  }
}

/** An incoming file has more than `maxIncomingBytes`. Repeating the call does not help. */
export class IncomingFileTooLarge extends Error {
  override readonly name = 'IncomingFileTooLarge';

  constructor() {
    super(`The file has more than ${maxIncomingBytes} bytes.`);
  }
}

/** For a listing or the content of a file. A server that sends a little at a time does not hold the job longer. */
const maxTransferMs = 30 * 60_000;

/** Throws when a transfer takes too long. Each of its requests has its own limit. */
export function transferClock(): () => void {
  const end = performance.now() + maxTransferMs;
  return () => {
    if (performance.now() > end) throw new FileExchangeUnavailable('timeout');
  };
}

/** Passes chunks on, up to `maxIncomingBytes`: a file can grow while it is read, and a server can send more than it stated. */
export async function* withinSizeLimit(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new IncomingFileTooLarge();
    yield chunk;
  }
}

/** Collects the `limit` oldest files that `isListed` selects. Memory is bounded by the limit, not by the number of files. */
export function oldestFiles(
  limit: number,
  isListed: FileFilter = () => true,
): {
  add(file: IncomingFile): void;
  files(): readonly IncomingFile[];
} {
  let oldest: IncomingFile[] = [];
  const byAge = (a: IncomingFile, b: IncomingFile) =>
    a.modifiedAt.getTime() - b.modifiedAt.getTime() || (a.name < b.name ? -1 : 1);
  const trim = () => {
    oldest = oldest.sort(byAge).slice(0, limit);
  };
  return {
    add(file) {
      if (!isListed(file)) return;
      oldest.push(file);
      if (oldest.length >= 2 * limit) trim();
    },
    files() {
      trim();
      return oldest;
    },
  };
}
