/**
 * Exchanges files with a bank through an SFTP server. Folders are those of the bank; without a setting they are `outbox`,
 * `inbox` and `archive` in the folder in which the session starts.
 *
 * Decision: an incoming file is complete when two listings, `settleMs` apart, show the same size and time. The clock of the
 * server is not compared with ours.
 *
 * Decision: a missing staged file means "published before" only if the outbox exists, because a server can respond the same
 * way for a missing folder.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { invariant } from '../../kernel/errors.ts';
import { trimEnd } from '../../kernel/trim-end.ts';
import {
  exchangeFolders,
  type FileExchange,
  FileExchangeUnavailable,
  type FileFilter,
  type IncomingFile,
  IncomingFileTooLarge,
  maxIncomingBytes,
  maxListedFiles,
  withinSizeLimit,
} from './file-exchange.ts';
import { archivedNameOf, originalNameOf, requireOwnName, stagedNameOf } from './file-names.ts';
import {
  type ConnectOptions,
  ifPresent,
  reported,
  SftpConnection,
  type SftpServer,
  SftpStatus,
} from './sftp-connection.ts';
import { type Attributes, readChunks, scan, write } from './sftp-transfer.ts';

const defaultSettleMs = 2_000;

export interface SftpFolders {
  readonly outbox: string;
  readonly inbox: string;
  /** On the same file system as `inbox`. */
  readonly archive: string;
}

export interface SftpExchangeOptions extends ConnectOptions {
  readonly folders?: SftpFolders;
  readonly settleMs?: number;
  /** Only tests set it. */
  readonly maxBytes?: number;
}

const join = (folder: string, name: string): string => `${trimEnd(folder, '/')}/${name}`;

class SftpExchange implements FileExchange {
  readonly #connection: SftpConnection;
  readonly #folders: SftpFolders;
  readonly #settleMs: number;
  readonly #maxBytes: number;

  constructor(connection: SftpConnection, options: SftpExchangeOptions) {
    this.#connection = connection;
    this.#folders = options.folders ?? exchangeFolders;
    this.#settleMs = options.settleMs ?? defaultSettleMs;
    this.#maxBytes = options.maxBytes ?? maxIncomingBytes;
  }

  #lstat(path: string): Promise<Attributes | undefined> {
    return ifPresent(this.#connection.request<Attributes>((sftp, done) => sftp.lstat(path, done)));
  }

  /** Replaces an existing target where the server can. */
  async #rename(from: string, to: string): Promise<void> {
    await this.#connection.request<void>((sftp, done) => {
      try {
        sftp.ext_openssh_rename(from, to, done);
      } catch {
        // The library throws when the server does not have the extension.
        sftp.rename(from, to, done);
      }
    });
  }

  async stage(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(this.#folders.outbox, stagedNameOf(name));
    await reported(async () => {
      const size = await write(this.#connection, path, content);
      const staged = await this.#lstat(path);
      if (staged?.size !== size) throw new FileExchangeUnavailable('failed', 'size');
    });
  }

  async publish(name: string): Promise<boolean> {
    const { outbox } = this.#folders;
    const staged = join(outbox, stagedNameOf(name));
    const published = join(outbox, requireOwnName(name));
    return reported(async () => {
      if (await this.#lstat(staged)) {
        await this.#rename(staged, published);
        return true;
      }
      const folder = await this.#connection.request<Attributes>((sftp, done) => sftp.stat(outbox, done));
      if (!folder.isDirectory()) throw new FileExchangeUnavailable('failed', 'outbox');
      return false;
    });
  }

  async list(limit: number, isListed?: FileFilter): Promise<readonly IncomingFile[]> {
    invariant(limit >= 1 && limit <= maxListedFiles, 'the limit of a list is 1 to 1,000');
    return reported(async () => {
      const before = await scan(this.#connection, this.#folders.inbox, limit, isListed);
      if (before.length === 0) return [];
      await delay(this.#settleMs);
      const sizes = new Map(before.map((file) => [file.name, file]));
      const after = await scan(this.#connection, this.#folders.inbox, limit, isListed);
      return after.filter(({ name, size, modifiedAt }) => {
        const earlier = sizes.get(name);
        return earlier?.size === size && earlier.modifiedAt.getTime() === modifiedAt.getTime();
      });
    });
  }

  async read(name: string): Promise<AsyncIterable<Uint8Array>> {
    const path = join(this.#folders.inbox, originalNameOf(name).toString());
    return this.#content(path);
  }

  async *#content(path: string): AsyncGenerator<Uint8Array> {
    const connection = this.#connection;
    const stats = await reported(() => this.#lstat(path));
    if (!stats?.isFile()) throw new FileExchangeUnavailable('no-such-file');
    if (stats.size > this.#maxBytes) throw new IncomingFileTooLarge();
    const handle = await reported(() =>
      connection.request<Buffer>((sftp, done) => sftp.open(path, 'r', done)),
    );
    try {
      yield* withinSizeLimit(readChunks(connection, handle), this.#maxBytes);
    } catch (error) {
      throw error instanceof SftpStatus ? new FileExchangeUnavailable('failed') : error;
    } finally {
      await reported(() => connection.request<void>((sftp, done) => sftp.close(handle, done))).catch(
        () => {},
      );
    }
  }

  async archive(name: string): Promise<void> {
    const original = originalNameOf(name);
    const path = join(this.#folders.inbox, original.toString());
    await reported(async () => {
      const stats = await this.#lstat(path);
      if (!stats) return;
      const modifiedAt = new Date((stats.mtime ?? 0) * 1_000);
      const archived = join(this.#folders.archive, archivedNameOf(original, modifiedAt).toString());
      await this.#rename(path, archived).catch(async (error) => {
        if (!(error instanceof SftpStatus)) throw error;
        await this.#connection.request<void>((sftp, done) => sftp.mkdir(this.#folders.archive, done));
        await this.#rename(path, archived);
      });
    });
  }

  close(): Promise<void> {
    return this.#connection.end();
  }
}

/** Connects to the server. The caller closes the exchange. */
export async function openSftpExchange(
  server: SftpServer,
  options: SftpExchangeOptions,
): Promise<FileExchange> {
  return new SftpExchange(await SftpConnection.open(server, options), options);
}
