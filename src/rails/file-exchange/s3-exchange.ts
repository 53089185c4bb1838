/**
 * Exchanges files with a bank through a bucket of S3 or of a compatible store. Keys are
 * `PREFIX/outbox/NAME`, `PREFIX/inbox/NAME` and `PREFIX/archive/NAME`.
 *
 * S3 has no rename. A staged file is published by a copy and a removal, so the guarantee is weaker than that of the other
 * adapters: a process that is killed between both copies the file again to the same key. The content is the same, but a bank
 * that fetches and removes a file within that time can receive it twice. The bank's check of the message id remains.
 *
 * Decision: objects appear whole, so an incoming object is complete when it is listed.
 */
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { invariant } from '../../kernel/errors.ts';
import {
  exchangeFolders,
  type FileExchange,
  FileExchangeUnavailable,
  type FileFilter,
  type IncomingFile,
  IncomingFileTooLarge,
  maxExaminedFiles,
  maxIncomingBytes,
  maxListedFiles,
  oldestFiles,
  transferClock,
  withinSizeLimit,
} from './file-exchange.ts';
import { archivedNameOf, listedNameOf, originalNameOf, requireOwnName, stagedNameOf } from './file-names.ts';
import { limitResponses, type S3ConnectOptions, s3ClientConfig, s3Request } from './s3-connection.ts';

export interface S3Bucket {
  /** `https://host` with an optional port. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Without a slash at its ends. Empty for the root of the bucket. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Parts of an upload have at least 5 MiB, and there are at most 10,000 of them. */
const partBytes = 8 * 1024 ** 2;
const listedKeys = 1_000;

export interface S3ExchangeOptions extends S3ConnectOptions {
  /** Only tests set it. */
  readonly maxBytes?: number;
}

type S3Module = typeof import('@aws-sdk/client-s3');

/** Groups chunks into parts of `partBytes`. The last part is smaller, and the only one of an empty content is empty. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + partBytes - size);
      chunks.push(piece);
      [at, size] = [at + piece.length, size + piece.length];
      if (size < partBytes) continue;
      yield Buffer.concat(chunks);
      [chunks, size] = [[], 0];
    }
  }
  yield Buffer.concat(chunks);
}

class S3Exchange implements FileExchange {
  readonly #s3: S3Module;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #maxBytes: number;

  constructor(s3: S3Module, config: S3ClientConfig, { bucket, prefix }: S3Bucket, maxBytes: number) {
    this.#s3 = s3;
    this.#client = new s3.S3Client(config);
    limitResponses(this.#client);
    this.#bucket = bucket;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.#maxBytes = maxBytes;
  }

  #at(folder: keyof typeof exchangeFolders, name: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${exchangeFolders[folder]}/${name}` };
  }

  async stage(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const target = this.#at('outbox', stagedNameOf(name));
    const parts = partsOf(content);
    const first = await parts.next();
    const second = await parts.next();
    const firstPart = first.value ?? Buffer.alloc(0);
    if (second.done) {
      const put = new this.#s3.PutObjectCommand({ ...target, Body: firstPart });
      await s3Request((options) => this.#client.send(put, options));
    } else await this.#stageParts(target, [firstPart, second.value], parts);
  }

  /** Uploads in parts. An upload that is not completed has no object, and the bucket's own rules remove its parts. */
  async #stageParts(
    target: { readonly Bucket: string; readonly Key: string },
    first: readonly Buffer[],
    rest: AsyncIterable<Buffer>,
  ): Promise<void> {
    const create = new this.#s3.CreateMultipartUploadCommand(target);
    const { UploadId } = await s3Request((options) => this.#client.send(create, options));
    const uploaded: { readonly ETag: string | undefined; readonly PartNumber: number }[] = [];
    const upload = async (Body: Buffer) => {
      const PartNumber = uploaded.length + 1;
      const command = new this.#s3.UploadPartCommand({ ...target, UploadId, PartNumber, Body });
      const { ETag } = await s3Request((options) => this.#client.send(command, options));
      uploaded.push({ ETag, PartNumber });
    };
    try {
      for (const part of first) await upload(part);
      for await (const part of rest) if (part.length > 0) await upload(part);
      const MultipartUpload = { Parts: uploaded };
      const complete = new this.#s3.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload });
      await s3Request((options) => this.#client.send(complete, options));
    } catch (error) {
      const abort = new this.#s3.AbortMultipartUploadCommand({ ...target, UploadId });
      await s3Request((options) => this.#client.send(abort, options)).catch(() => {});
      throw error;
    }
  }

  /** Copies an object, then removes it. Returns false without one. */
  async #move(
    from: { readonly Bucket: string; readonly Key: string },
    to: { readonly Bucket: string; readonly Key: string },
  ): Promise<boolean> {
    const CopySource = `${from.Bucket}/${from.Key.split('/').map(encodeURIComponent).join('/')}`;
    const copy = new this.#s3.CopyObjectCommand({ ...to, CopySource });
    try {
      await s3Request((options) => this.#client.send(copy, options));
    } catch (error) {
      if (error instanceof FileExchangeUnavailable && error.failure === 'no-such-file') return false;
      throw error;
    }
    const remove = new this.#s3.DeleteObjectCommand(from);
    await s3Request((options) => this.#client.send(remove, options));
    return true;
  }

  publish(name: string): Promise<boolean> {
    return this.#move(this.#at('outbox', stagedNameOf(name)), this.#at('outbox', requireOwnName(name)));
  }

  async list(limit: number, isListed?: FileFilter): Promise<readonly IncomingFile[]> {
    invariant(limit >= 1 && limit <= maxListedFiles, 'the limit of a list is 1 to 1,000');
    const oldest = oldestFiles(limit, isListed);
    const { Bucket, Key: Prefix } = this.#at('inbox', '');
    let after: string | undefined;
    for (let examined = 0; examined < maxExaminedFiles; ) {
      const position = after === undefined ? {} : { ContinuationToken: after };
      // A delimiter leaves out the objects of subfolders.
      const page = { Bucket, Prefix, Delimiter: '/', MaxKeys: listedKeys, ...position };
      const command = new this.#s3.ListObjectsV2Command(page);
      const result = await s3Request((options) => this.#client.send(command, options));
      const { Contents = [], NextContinuationToken } = result;
      for (const { Key = '', Size = 0, LastModified: modifiedAt = new Date(0) } of Contents) {
        const original = Key.startsWith(Prefix) ? Key.slice(Prefix.length) : '';
        const name = listedNameOf(Buffer.from(original));
        if (name !== undefined) oldest.add({ name, size: Size, modifiedAt });
      }
      if (!NextContinuationToken) break;
      // A page without objects also counts, so that the loop ends.
      examined += Math.max(Contents.length, listedKeys / 10);
      after = NextContinuationToken;
    }
    return oldest.files();
  }

  async read(name: string): Promise<AsyncIterable<Uint8Array>> {
    return this.#content(originalNameOf(name).toString());
  }

  async *#content(original: string): AsyncGenerator<Uint8Array> {
    const command = new this.#s3.GetObjectCommand(this.#at('inbox', original));
    const { Body, ContentLength = 0 } = await s3Request((options) => this.#client.send(command, options));
    const body = Body as (AsyncIterable<Uint8Array> & { destroy(): void }) | undefined;
    if (!body) throw new FileExchangeUnavailable('failed');
    try {
      if (ContentLength > this.#maxBytes) throw new IncomingFileTooLarge();
      const checkTime = transferClock();
      for await (const chunk of withinSizeLimit(body, this.#maxBytes)) {
        checkTime();
        yield chunk;
      }
    } catch (error) {
      const isOurs = error instanceof IncomingFileTooLarge || error instanceof FileExchangeUnavailable;
      throw isOurs ? error : new FileExchangeUnavailable('unreachable');
    } finally {
      body.destroy();
    }
  }

  async archive(name: string): Promise<void> {
    const original = originalNameOf(name);
    const from = this.#at('inbox', original.toString());
    const head = new this.#s3.HeadObjectCommand(from);
    const found = await s3Request((options) => this.#client.send(head, options)).catch((error) => {
      if (error instanceof FileExchangeUnavailable && error.failure === 'no-such-file') return undefined;
      throw error;
    });
    if (!found) return;
    const archived = archivedNameOf(original, found.LastModified ?? new Date(0)).toString();
    await this.#move(from, this.#at('archive', archived));
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }
}

/** Opens a bucket. Nothing is sent before the first call. */
export async function openS3Exchange(bucket: S3Bucket, options: S3ExchangeOptions): Promise<FileExchange> {
  const config = s3ClientConfig(bucket, options);
  const s3 = await import('@aws-sdk/client-s3');
  return new S3Exchange(s3, config, bucket, options.maxBytes ?? maxIncomingBytes);
}
