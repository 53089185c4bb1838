/** The body of a GraphQL request over HTTP, as far as it is settled before GraphQL: its bound, its media type, its text. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Principal } from '../../platforms/access/principal.ts';
import { maxBodyBytes, maxLargeBodyBytes, readBody, withoutMark } from '../http/body.ts';
import { EncodedBody } from '../http/http-errors.ts';
import { parametersIn } from './content-negotiation.ts';
import { isMultipart, receiveUpload, type UploadParams } from './uploads.ts';

/** An answer that comes before GraphQL. */
export interface RequestRejected {
  readonly refused: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly headers?: Record<string, string>;
    /** The limit that the request is over. */
    readonly limit?: number;
  };
}

/** What a POST asks, or what is wrong with how it says so; of any other request nothing is received. */
export interface Received {
  readonly params?: UploadParams | GraphQLParams | GraphQLError;
}

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(graphql\+)?json *(;.*)?$/i.test(contentType ?? '');

/** Whether a body of JSON is a list: many operations at once, of which no limit could say what they are together. */
const isBatch = (text: string): boolean => /^\s*\[/.test(text);

const refused = (
  status: number,
  code: string,
  message: string,
  more: Pick<RequestRejected['refused'], 'headers' | 'limit'> = {},
): RequestRejected => ({ refused: { status, code, message, ...more } });

const tooLarge = (max: number): RequestRejected =>
  refused(413, 'PAYLOAD_TOO_LARGE', `A body has at most ${max} bytes.`, {
    headers: { Connection: 'close' },
  });

/**
 * Receives what is sent: the parameters in a JSON body, or those of an upload. 'gone' when the caller has left.
 *
 * A body over `maxBodyBytes` is read for a known caller and rejected once it is known which operation it asks for.
 *
 * Nothing of it is put on the request itself, where Yoga would look for it: of a Buffer there it names every byte.
 */
export async function receiveRequest(
  req: IncomingMessage,
  principal: Principal | undefined,
  takesLargeBody: (params: GraphQLParams) => boolean,
): Promise<Received | RequestRejected | 'gone'> {
  if (req.method !== 'POST') return {};
  if (isMultipart(req.headers)) {
    const received = await receiveUpload(req, principal);
    return received === 'gone' || 'refused' in received ? received : { params: received };
  }
  if (!isJson(req.headers['content-type'])) {
    return refused(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
  }
  const body = await readBody(req, principal ? maxLargeBodyBytes : maxBodyBytes);
  if (body === 'gone') return body;
  if (body === 'encoded') {
    const { httpStatus, code, message, headers } = new EncodedBody();
    return refused(httpStatus, code, message, { headers });
  }
  if (body === 'too-large') return tooLarge(principal ? maxLargeBodyBytes : maxBodyBytes);
  if (!isUtf8(body)) return refused(400, 'INVALID_INPUT', 'The body must be JSON in UTF-8.');
  const text = withoutMark(body).toString();
  if (isBatch(text)) {
    return refused(400, 'BATCH_LIMIT_EXCEEDED', 'A request holds one operation; the limit is 1.', {
      limit: 1,
    });
  }
  const params = parametersIn(text);
  if (body.length > maxBodyBytes && !(params instanceof GraphQLError || takesLargeBody(params))) {
    return tooLarge(maxBodyBytes);
  }
  return { params };
}
