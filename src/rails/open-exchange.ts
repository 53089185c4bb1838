/** Opens the file exchange of a connection: the adapter of its kind, with its secret. */
import { trimEnd } from '../kernel/trim-end.ts';
import type { BankConnection, ExchangeSettings } from './bank-connections/bank-connection.ts';
import { openSecret } from './bank-connections/manage-connections.ts';
import { exchangeFolderOf } from './bank-connections/store.ts';
import type { FileExchange } from './file-exchange/file-exchange.ts';
import { openFolderExchange } from './file-exchange/folder-exchange.ts';
import { openS3Exchange } from './file-exchange/s3-exchange.ts';
import { openSftpExchange } from './file-exchange/sftp-exchange.ts';
import type { Ports } from './ports.ts';

interface ExchangeOptions {
  /** Has a subfolder for each connection. */
  readonly folder: string;
  readonly dataKey: Ports['dataKey'];
  /** Whether servers at private addresses are allowed. */
  readonly allowsPrivateTargets: boolean;
}

type Settings<K extends ExchangeSettings['kind']> = Extract<ExchangeSettings, { readonly kind: K }>;

function overSftp(
  { host, port, username, hostKeyFingerprint, path, authentication }: Settings<'SFTP'>,
  secret: string,
  allowsPrivateTargets: boolean,
): Promise<FileExchange> {
  const credentials = authentication === 'PASSWORD' ? { password: secret } : { privateKey: secret };
  const inFolder = (name: string) => `${trimEnd(path, '/')}/${name}`;
  const folders = { outbox: inFolder('outbox'), inbox: inFolder('inbox'), archive: inFolder('archive') };
  const server = { host, port, username, credentials, hostKeyFingerprint };
  return openSftpExchange(server, { allowsPrivateTargets, folders });
}

function overS3(
  { region, bucket, prefix, accessKeyId, endpoint }: Settings<'S3'>,
  secretAccessKey: string,
  allowsPrivateTargets: boolean,
): Promise<FileExchange> {
  const address = endpoint ?? `https://s3.${region}.amazonaws.com`;
  const trimmed = trimEnd(prefix, '/');
  return openS3Exchange(
    { endpoint: address, region, bucket, prefix: trimmed, accessKeyId, secretAccessKey },
    { allowsPrivateTargets },
  );
}

export const exchangeOpener =
  ({ folder, dataKey, allowsPrivateTargets }: ExchangeOptions): Ports['openExchange'] =>
  async (connection: BankConnection) => {
    const { id, exchange } = connection;
    switch (exchange.kind) {
      case 'FOLDER':
        return openFolderExchange({ root: folder, connectionUuid: exchangeFolderOf(id) });
      case 'SFTP':
        return overSftp(exchange, openSecret(dataKey, connection), allowsPrivateTargets);
      case 'S3':
        return overS3(exchange, openSecret(dataKey, connection), allowsPrivateTargets);
    }
  };
