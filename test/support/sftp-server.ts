/** An SFTP server for one folder, with the behaviours in which the servers of banks differ. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { join, normalize } from 'node:path';
import ssh2 from 'ssh2';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

export const sftpUser = { username: 'payments', password: 'correct horse' };

interface SftpServerOptions {
  readonly folder: string;
  /** Whether the server has OpenSSH's extension to replace the target of a rename. */
  readonly hasPosixRename?: boolean;
  /** A client key that may log in, as text. */
  readonly clientKey?: string;
  /** Called before each request. `ignore` gives no response, `end` ends the connection, a number is a status. */
  readonly intercept?: (request: string, path: string) => 'ignore' | 'end' | number | undefined;
  /** Changes the name of an entry of a listing. */
  readonly rename?: (name: string) => string;
  /** The server sends at most this much in one response. */
  readonly maxReadBytes?: number;
}

type Handle =
  | { readonly path: string; readonly file: number }
  | { readonly path: string; names: string[] | undefined };

const statusOfCode: Readonly<Record<string, number>> = {
  ENOENT: STATUS_CODE.NO_SUCH_FILE,
  EACCES: STATUS_CODE.PERMISSION_DENIED,
};

const attributesOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1_000),
  mtime: Math.floor(mtimeMs / 1_000),
});

const textAt = (data: Buffer, at: number): { readonly text: string; readonly next: number } => {
  const next = at + 4 + data.readUInt32BE(at);
  return { text: data.toString('utf8', at + 4, next), next };
};

/** Adds the extension to the server's first message. The library's server cannot announce extensions. */
function announcePosixRename(sftp: ssh2.SFTPWrapper): void {
  const { _protocol: protocol } = sftp as unknown as {
    _protocol: { channelData(channel: number, data: Buffer): void };
  };
  const send = protocol.channelData.bind(protocol);
  protocol.channelData = (channel, data) => {
    protocol.channelData = send;
    const texts = ['posix-rename@openssh.com', '1'].map((text) => {
      const bytes = Buffer.from(`    ${text}`);
      bytes.writeUInt32BE(text.length, 0);
      return bytes;
    });
    const message = Buffer.concat([data, ...texts]);
    message.writeUInt32BE(message.length - 4, 0);
    send(channel, message);
  };
}

function serveFiles(sftp: ssh2.SFTPWrapper, client: ssh2.Connection, options: SftpServerOptions): void {
  const { folder, intercept, rename = (name) => name, maxReadBytes = 1024 ** 2 } = options;
  const pathOf = (path: string) => join(folder, normalize(`/${path}`));
  const handles = new Map<string, Handle>();
  const newHandle = (handle: Handle): Buffer => {
    const key = String(handles.size);
    handles.set(key, handle);
    return Buffer.from(key);
  };
  const fileOf = (key: Buffer): number => {
    const handle = handles.get(key.toString());
    if (!handle || !('file' in handle)) throw new Error('no such handle');
    return handle.file;
  };

  /** Responds with a status when the work throws, or when the test wants it. */
  const respond = (request: string, id: number, path: string, work: () => void): void => {
    const action = intercept?.(request, path);
    if (action === 'ignore') return;
    if (action === 'end') client.end();
    else if (action !== undefined) sftp.status(id, action);
    else {
      try {
        work();
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        sftp.status(id, statusOfCode[code] ?? STATUS_CODE.FAILURE, `server text about ${path}`);
      }
    }
  };
  const ok = (id: number) => sftp.status(id, STATUS_CODE.OK);

  sftp.on('OPEN', (id, path, flags) =>
    respond('OPEN', id, path, () => {
      const mode = flags & OPEN_MODE.WRITE ? 'w' : 'r';
      sftp.handle(id, newHandle({ path, file: openSync(pathOf(path), mode) }));
    }),
  );
  sftp.on('WRITE', (id, key, offset, data) =>
    respond('WRITE', id, '', () => {
      writeSync(fileOf(key), data, 0, data.length, offset);
      ok(id);
    }),
  );
  sftp.on('READ', (id, key, offset, length) =>
    respond('READ', id, '', () => {
      const buffer = Buffer.alloc(Math.min(length, maxReadBytes));
      const size = readSync(fileOf(key), buffer, 0, buffer.length, offset);
      if (size === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, buffer.subarray(0, size));
    }),
  );
  sftp.on('FSTAT', (id, key) =>
    respond('FSTAT', id, '', () => sftp.attrs(id, attributesOf(fstatSync(fileOf(key))))),
  );
  sftp.on('CLOSE', (id, key) =>
    respond('CLOSE', id, '', () => {
      const handle = handles.get(key.toString());
      if (handle && 'file' in handle) closeSync(handle.file);
      ok(id);
    }),
  );
  sftp.on('OPENDIR', (id, path) =>
    respond('OPENDIR', id, path, () => {
      sftp.handle(id, newHandle({ path, names: readdirSync(pathOf(path)) }));
    }),
  );
  sftp.on('READDIR', (id, key) =>
    respond('READDIR', id, '', () => {
      const handle = handles.get(key.toString());
      const names = handle && 'names' in handle ? handle.names?.splice(0, 2) : undefined;
      if (!handle || !names?.length) sftp.status(id, STATUS_CODE.EOF);
      else {
        const entries = names.map((name) => {
          const stats = lstatSync(join(pathOf(handle.path), name));
          return { filename: rename(name), longname: name, attrs: attributesOf(stats) };
        });
        sftp.name(id, entries as unknown as ssh2.FileEntry[]);
      }
    }),
  );
  sftp.on('LSTAT', (id, path) =>
    respond('LSTAT', id, path, () => sftp.attrs(id, attributesOf(lstatSync(pathOf(path))))),
  );
  sftp.on('STAT', (id, path) =>
    respond('STAT', id, path, () => sftp.attrs(id, attributesOf(statSync(pathOf(path))))),
  );
  sftp.on('MKDIR', (id, path) =>
    respond('MKDIR', id, path, () => {
      mkdirSync(pathOf(path));
      ok(id);
    }),
  );
  sftp.on('RENAME', (id, from, to) =>
    respond('RENAME', id, from, () => {
      // The protocol's own rename does not replace a target.
      if (existsSync(pathOf(to))) throw new Error('the target exists');
      renameSync(pathOf(from), pathOf(to));
      ok(id);
    }),
  );
  sftp.on('EXTENDED', (id, name, data) => {
    if (name !== 'posix-rename@openssh.com') return sftp.status(id, STATUS_CODE.OP_UNSUPPORTED);
    const from = textAt(data, 0);
    respond('POSIX-RENAME', id, from.text, () => {
      renameSync(pathOf(from.text), pathOf(textAt(data, from.next).text));
      ok(id);
    });
  });
}

export interface SftpTestServer {
  readonly port: number;
  readonly hostKeyFingerprint: string;
  close(): Promise<void>;
}

/** A key pair. The library writes some keys in a form that it cannot read. */
export function sshKeys(): { readonly public: string; readonly private: string } {
  for (let tries = 0; tries < 20; tries += 1) {
    const keys = ssh2.utils.generateKeyPairSync('ed25519');
    const parsed = [keys.public, keys.private].map((key) => ssh2.utils.parseKey(key));
    if (!parsed.some((key) => key instanceof Error)) return keys;
  }
  throw new Error('no key can be read');
}

export async function startSftpServer(options: SftpServerOptions): Promise<SftpTestServer> {
  const hostKey = sshKeys();
  const parsed = ssh2.utils.parseKey(hostKey.public);
  if (parsed instanceof Error) throw parsed;
  const digest = createHash('sha256').update(parsed.getPublicSSH()).digest('base64');
  const known = options.clientKey ? ssh2.utils.parseKey(options.clientKey) : undefined;

  const clients = new Set<ssh2.Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
    clients.add(client);
    // The types of the library lack this method of servers.
    (client as ssh2.Connection & Pick<Socket, 'setNoDelay'>).setNoDelay(true);
    client.on('close', () => clients.delete(client));
    client.on('error', () => {});
    client.on('authentication', (context) => {
      if (context.username !== sftpUser.username) return context.reject();
      if (context.method === 'password' && context.password === sftpUser.password) return context.accept();
      if (context.method !== 'publickey' || !known || known instanceof Error) return context.reject();
      if (!context.key.data.equals(known.getPublicSSH())) return context.reject();
      const { blob, signature } = context;
      if (blob && signature && known.verify(blob, signature, context.hashAlgo) !== true)
        return context.reject();
      context.accept();
    });
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => {
        const sftp = acceptSftp();
        if (options.hasPosixRename) announcePosixRename(sftp);
        serveFiles(sftp, client, options);
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    hostKeyFingerprint: `SHA256:${digest.replace(/=+$/, '')}`,
    close: async () => {
      for (const client of clients) client.end();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
