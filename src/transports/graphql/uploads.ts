/**
 * The GraphQL multipart request specification, for the one file that an operation takes: `operations` with null where
 * the file belongs, `map` that says where that is, and the file. It comes whole into memory, within its bound.
 *
 * Decision: one file and nothing else, because no operation takes two. Which variable it is must be said, the variable
 * must be null, and a part that the map does not name is refused, so that nothing of a request is left unread.
 *
 * Source: GraphQL multipart request specification 2.0 (github.com/jaydenseric/graphql-multipart-request-spec).
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { UploadedFile } from '../../../schema/core/uploaded-file.ts';
import { maxDocumentBytes } from '../../customers/verifications/document.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import { readBody } from '../http/body.ts';
import { EncodedBody } from '../http/http-errors.ts';
import { parseJson } from '../http/json.ts';
import { maxFieldBytes, type Part, parseMultipart } from '../http/multipart.ts';
import { authenticateHeader } from './format-error.ts';
import type { RequestRejected } from './request-body.ts';

/** A document, and `operations`, `map` and the headers of the parts. */
const maxBodyBytes = maxDocumentBytes + maxFieldBytes;

export const isMultipart = (headers: IncomingHttpHeaders): boolean =>
  /^multipart\/form-data *;/i.test(headers['content-type'] ?? '');

/** Any of these makes a browser ask first, so that no form of another site can send them. */
const preflightHeaders = ['apollo-require-preflight', 'graphql-require-preflight', 'x-requested-with'];

/** Whether it cannot be a form that another site's page sent with the reader's credential. */
const isPreflighted = (headers: IncomingHttpHeaders): boolean =>
  preflightHeaders.some((name) => Boolean(headers[name]));

/** The fields of a request in JSON; what is not looked at here, whoever executes it checks. */
export interface UploadParams {
  readonly query?: string;
  readonly operationName?: string;
  readonly variables: Record<string, unknown>;
}

function jsonObject(part: Part | undefined): Record<string, unknown> | undefined {
  if (!part || part.fileName !== undefined) return undefined;
  const parsed = parseJson(part.bytes.toString('utf8'));
  const value = 'value' in parsed ? parsed.value : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** The name of the only part that the map names, and of the only variable that it gives it to. */
function placeIn(map: Record<string, unknown>): { part: string; variable: string } | undefined {
  const [entry, ...more] = Object.entries(map);
  if (!entry || more.length > 0) return undefined;
  const [part, paths] = entry;
  if (!Array.isArray(paths) || paths.length !== 1) return undefined;
  const variable = /^variables\.([_A-Za-z]\w*)$/.exec(String(paths[0]))?.[1];
  return variable === undefined ? undefined : { part, variable };
}

/** Reads a multipart request: its parameters as those of one in JSON, with the file in its variable. */
async function paramsIn(body: Buffer, contentType: string): Promise<UploadParams | InvalidInput> {
  const parts = await parseMultipart(body, contentType);
  if (parts instanceof InvalidInput) return parts;
  const partOf = (wanted: string) => parts.find(({ name }) => name === wanted);

  const operations = jsonObject(partOf('operations'));
  const variables = operations?.['variables'];
  if (!operations || typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    return InvalidInput.at('operations', 'must be one request in JSON, with variables');
  }
  const place = placeIn(jsonObject(partOf('map')) ?? {});
  if (!place) {
    return InvalidInput.at('map', 'must name one part and its variable, as in {"0": ["variables.file"]}');
  }
  const { part, variable } = place;
  if (!Object.hasOwn(variables, variable) || (variables as Record<string, unknown>)[variable] !== null) {
    return InvalidInput.at('operations', "must have null for the file's variable");
  }
  const file = partOf(part);
  if (file?.fileName === undefined || parts.length !== 3) {
    return InvalidInput.at('map', 'must name the only file, and the request have no other part');
  }
  const received = new UploadedFile(file.bytes, file.fileName);
  return { ...operations, variables: { ...variables, [variable]: received } };
}

/** Of a request whose body is not read to its end. */
const unread = { Connection: 'close' };

const refused = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = unread,
): RequestRejected => ({ refused: { status, code, message, headers } });

/** Receives a multipart request. What is wrong with its headers is told before its body is read. */
export async function receiveUpload(
  req: IncomingMessage,
  principal: Principal | undefined,
): Promise<UploadParams | RequestRejected | 'gone'> {
  if (!isPreflighted(req.headers)) {
    return refused(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Send application/json; an upload needs the header Apollo-Require-Preflight: true.',
    );
  }
  // Nothing that takes a file is open to callers of no account, so nothing is read for them.
  if (!principal) {
    return refused(401, 'UNAUTHORIZED', 'Missing credentials', {
      ...unread,
      'WWW-Authenticate': authenticateHeader,
    });
  }
  const body = await readBody(req, maxBodyBytes);
  if (body === 'gone') return body;
  if (body === 'encoded') {
    const { httpStatus, code, message, headers } = new EncodedBody();
    return refused(httpStatus, code, message, { ...unread, ...headers });
  }
  if (body === 'too-large') {
    return refused(413, 'PAYLOAD_TOO_LARGE', `An upload has at most ${maxBodyBytes} bytes.`);
  }
  const params = await paramsIn(body, req.headers['content-type'] ?? '');
  return params instanceof InvalidInput ? refused(400, params.code, params.message, {}) : params;
}
