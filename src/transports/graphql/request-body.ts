/** Reads the body of a GraphQL request over HTTP and checks its size, media type and form before GraphQL sees it. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Principal } from '../../platforms/access/principal.ts';
import { maxBodyBytes, maxLargeBodyBytes, readBody, withoutByteOrderMark } from '../http/body.ts';
import { EncodedBody } from '../http/http-errors.ts';
import { parametersIn } from './content-negotiation.ts';
import { isMultipart, receiveUpload, type UploadParams } from './uploads.ts';

/** The error response to a request that never reaches GraphQL. */
export interface RequestRejected {
  readonly rejected: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly headers?: Record<string, string>;
    /** The limit that the request exceeds. */
    readonly limit?: number;
  };
}

/** The parameters of a POST, or the error that rejects them; empty for any other method. */
export interface ParsedRequestBody {
  readonly params?: UploadParams | GraphQLParams | GraphQLError;
}

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(graphql\+)?json *(;.*)?$/i.test(contentType ?? '');

/** Whether a JSON body is a list, which is a batch of operations. No limit would apply to their sum. */
const isBatch = (text: string): boolean => /^\s*\[/.test(text);

const rejected = (
  status: number,
  code: string,
  message: string,
  more: Pick<RequestRejected['rejected'], 'headers' | 'limit'> = {},
): RequestRejected => ({ rejected: { status, code, message, ...more } });

const tooLarge = (max: number): RequestRejected =>
  rejected(413, 'PAYLOAD_TOO_LARGE', `The body is too large. The limit is ${max} bytes.`, {
    headers: { Connection: 'close' },
  });

/**
 * Reads the parameters in a JSON body, or those of an upload. Returns 'disconnected' when the client has disconnected.
 *
 * For an authenticated caller a body over `maxBodyBytes` is read, and rejected unless its operation takes a large body.
 *
 * The body is not stored as `req.body`, because Yoga would use it, and treats a Buffer there as an object of bytes.
 */
export async function receiveRequest(
  req: IncomingMessage,
  principal: Principal | undefined,
  takesLargeBody: (params: GraphQLParams) => boolean,
): Promise<ParsedRequestBody | RequestRejected | 'disconnected'> {
  if (req.method !== 'POST') return {};
  if (isMultipart(req.headers)) {
    const received = await receiveUpload(req, principal);
    return received === 'disconnected' || 'rejected' in received ? received : { params: received };
  }
  if (!isJson(req.headers['content-type'])) {
    return rejected(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
  }
  const body = await readBody(req, principal ? maxLargeBodyBytes : maxBodyBytes);
  if (body === 'disconnected') return body;
  if (body === 'encoded') {
    const { httpStatus, code, message, headers } = new EncodedBody();
    return rejected(httpStatus, code, message, { headers });
  }
  if (body === 'too-large') return tooLarge(principal ? maxLargeBodyBytes : maxBodyBytes);
  if (!isUtf8(body)) return rejected(400, 'INVALID_INPUT', 'The body must be JSON in UTF-8.');
  const text = withoutByteOrderMark(body).toString();
  if (isBatch(text)) {
    return rejected(400, 'BATCH_LIMIT_EXCEEDED', 'A request holds one operation; the limit is 1.', {
      limit: 1,
    });
  }
  const params = parametersIn(text);
  if (body.length > maxBodyBytes && !(params instanceof GraphQLError || takesLargeBody(params))) {
    return tooLarge(maxBodyBytes);
  }
  return { params };
}
