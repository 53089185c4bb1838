/** A store with the few requests of S3 that the exchange sends. One bucket, in memory. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

interface StoredObject {
  readonly bytes: Buffer;
  readonly modifiedAt: Date;
}

interface S3TestServer {
  readonly endpoint: string;
  readonly objects: Map<string, StoredObject>;
  /** Keys of parts of uploads that were neither completed nor aborted. */
  readonly uploads: Map<string, Map<number, Buffer>>;
  /** Called before each request, with the method, the key and the query. A result is sent instead. */
  intercept: ((method: string, key: string, query: URLSearchParams) => Interception | undefined) | undefined;
  close(): Promise<void>;
}

type Interception =
  | { readonly status: number; readonly code: string }
  | { readonly body: AsyncIterable<Uint8Array> }
  | 'end'
  | 'ignore';

export const s3Credentials = { accessKeyId: 'KEYID', secretAccessKey: 'SECRETKEY' };
export const s3BucketName = 'bank-files';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const xml = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`;
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The response of a request: status, headers and body. */
interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

const failed = (status: number, code: string): Reply => ({
  status,
  body: xml('Error', `<Code>${code}</Code><Message>server text with SECRET</Message>`),
});

/** @param pageSize the max number of objects of one page of a listing. */
export async function startS3Server({ pageSize = 1_000 } = {}): Promise<S3TestServer> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Map<number, Buffer>>();

  function listing(query: URLSearchParams): Reply {
    const prefix = query.get('prefix') ?? '';
    const start = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(prefix) && key > start)
      .filter((key) => !key.slice(prefix.length).includes('/'))
      .sort();
    const page = keys.slice(0, pageSize);
    const contents = page.map((key) => {
      const { bytes, modifiedAt } = objects.get(key) as StoredObject;
      const date = modifiedAt.toISOString();
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${date}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const hasMore = keys.length > page.length;
    const next = hasMore
      ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
      : '';
    const body = `<IsTruncated>${hasMore}</IsTruncated>${next}${contents.join('')}`;
    return { status: 200, body: xml('ListBucketResult', body) };
  }

  function uploadReply(method: string, key: string, query: URLSearchParams, bytes: Buffer): Reply {
    const id = query.get('uploadId') ?? '';
    if (method === 'POST' && query.has('uploads')) {
      uploads.set(key, new Map());
      return {
        status: 200,
        body: xml('InitiateMultipartUploadResult', `<UploadId>${escaped(key)}</UploadId>`),
      };
    }
    const parts = uploads.get(id);
    if (!parts) return failed(404, 'NoSuchUpload');
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), bytes);
      return { status: 200, headers: { etag: etagOf(bytes) } };
    }
    uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    objects.set(key, { bytes: Buffer.concat(ordered), modifiedAt: new Date() });
    return { status: 200, body: xml('CompleteMultipartUploadResult', `<Key>${escaped(key)}</Key>`) };
  }

  function put(key: string, bytes: Buffer, copySource: string | undefined): Reply {
    if (copySource === undefined) {
      objects.set(key, { bytes, modifiedAt: new Date() });
      return { status: 200, headers: { etag: etagOf(bytes) } };
    }
    const source = objects.get(decodeURIComponent(copySource).replace(/^\/?[^/]+\//, ''));
    if (!source) return failed(404, 'NoSuchKey');
    objects.set(key, { ...source, modifiedAt: new Date() });
    return { status: 200, body: xml('CopyObjectResult', `<ETag>${etagOf(source.bytes)}</ETag>`) };
  }

  async function reply(request: IncomingMessage, url: URL, key: string): Promise<Reply> {
    const { method = 'GET', headers } = request;
    if (!headers.authorization?.includes(`Credential=${s3Credentials.accessKeyId}/`)) {
      return failed(403, 'InvalidAccessKeyId');
    }
    const query = url.searchParams;
    const bytes = await bodyOf(request);
    if (query.has('uploads') || query.has('uploadId')) return uploadReply(method, key, query, bytes);
    if (query.has('list-type')) return listing(query);
    if (method === 'PUT') return put(key, bytes, headers['x-amz-copy-source'] as string | undefined);
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    const found = objects.get(key);
    if (!found) return failed(404, 'NoSuchKey');
    return {
      status: 200,
      headers: { 'last-modified': found.modifiedAt.toUTCString(), etag: etagOf(found.bytes) },
      body: found.bytes,
    };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const key = decodeURIComponent(url.pathname.replace(/^\/[^/]+\/?/, ''));
    const action = handle.intercept?.(request.method ?? '', key, url.searchParams);
    if (action === 'ignore') return;
    if (action === 'end') return request.socket.destroy();
    if (action && 'body' in action) return pipeline(action.body, response).catch(() => {});
    const {
      status,
      headers = {},
      body,
    } = action ? failed(action.status, action.code) : await reply(request, url, key);
    const bytes = Buffer.from(body ?? '');
    response.writeHead(status, { ...headers, 'content-length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const handle: S3TestServer = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    intercept: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return handle;
}
