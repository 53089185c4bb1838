/**
 * Uploads by the GraphQL multipart request specification: `operations` with null for the file's variable, `map` with the
 * path of that variable, and the file. The body is read into memory, up to its size limit.
 *
 * Decision: a request has exactly one file, because no operation takes two. The map must name its variable, the variable
 * must be null, and a part that the map does not name is rejected, so that no part is silently ignored.
 *
 * Source: GraphQL multipart request specification 2.0 (github.com/jaydenseric/graphql-multipart-request-spec).
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { UploadedFile } from '../../../schema/core/uploaded-file.ts';
import { maxDocumentBytes } from '../../customers/verifications/document.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import { readBody } from '../http/body.ts';
import { challengeFor } from '../http/challenge.ts';
import { EncodedBody } from '../http/http-errors.ts';
import { parseJson } from '../http/json.ts';
import { maxFieldBytes, type Part, parseMultipart } from '../http/multipart.ts';
import type { RequestRejected } from './request-body.ts';

/** The document, `operations`, `map` and the headers of the parts. */
const maxBodyBytes = maxDocumentBytes + maxFieldBytes;

export const isMultipart = (headers: IncomingHttpHeaders): boolean =>
  /^multipart\/form-data *;/i.test(headers['content-type'] ?? '');

/** A browser sends these across sites only after a preflight, so a form on another site cannot send them. */
const preflightHeaders = ['apollo-require-preflight', 'graphql-require-preflight', 'x-requested-with'];

/** Whether the request cannot come from a form on another site, which a browser sends with the user's credential. */
const isPreflighted = (headers: IncomingHttpHeaders): boolean =>
  preflightHeaders.some((name) => Boolean(headers[name]));

/** The fields of a request in JSON. Only `variables` is checked here; execution checks the others. */
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

/** The only part and the only variable in the map. */
function mappingIn(map: Record<string, unknown>): { part: string; variable: string } | undefined {
  const [entry, ...more] = Object.entries(map);
  if (!entry || more.length > 0) return undefined;
  const [part, paths] = entry;
  if (!Array.isArray(paths) || paths.length !== 1) return undefined;
  const variable = /^variables\.([_A-Za-z]\w*)$/.exec(String(paths[0]))?.[1];
  return variable === undefined ? undefined : { part, variable };
}

/** The parameters of a multipart request, with the file as the value of its variable. */
async function paramsIn(body: Buffer, contentType: string): Promise<UploadParams | InvalidInput> {
  const parts = await parseMultipart(body, contentType);
  if (parts instanceof InvalidInput) return parts;
  const partOf = (partName: string) => parts.find(({ name }) => name === partName);

  const operations = jsonObject(partOf('operations'));
  const variables = operations?.['variables'];
  if (!operations || typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    return InvalidInput.at('operations', 'must be one request in JSON, with variables');
  }
  const mapping = mappingIn(jsonObject(partOf('map')) ?? {});
  if (!mapping) {
    return InvalidInput.at('map', 'must name one part and its variable, as in {"0": ["variables.file"]}');
  }
  const { part, variable } = mapping;
  if (!Object.hasOwn(variables, variable) || (variables as Record<string, unknown>)[variable] !== null) {
    return InvalidInput.at('operations', "must have null for the file's variable");
  }
  const file = partOf(part);
  if (file?.fileName === undefined || parts.length !== 3) {
    return InvalidInput.at('map', 'must name the only file, and the request must have no other part');
  }
  const uploaded = new UploadedFile(file.bytes, file.fileName);
  return { ...operations, variables: { ...variables, [variable]: uploaded } };
}

/** The headers of a response to a request whose body is not read to its end. */
const closing = { Connection: 'close' };

const rejected = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = closing,
): RequestRejected => ({ rejected: { status, code, message, headers } });

/** Reads a multipart request. Its headers are checked before its body is read. */
export async function receiveUpload(
  req: IncomingMessage,
  principal: Principal | undefined,
): Promise<UploadParams | RequestRejected | 'disconnected'> {
  if (!isPreflighted(req.headers)) {
    return rejected(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Send application/json; an upload needs the header Apollo-Require-Preflight: true.',
    );
  }
  // No public operation takes a file, so the body of an unauthenticated request is not read.
  if (!principal) {
    return rejected(401, 'UNAUTHORIZED', 'Missing credentials', {
      ...closing,
      'WWW-Authenticate': challengeFor(req.headers),
    });
  }
  const body = await readBody(req, maxBodyBytes);
  if (body === 'disconnected') return body;
  if (body === 'encoded') {
    const { httpStatus, code, message, headers } = new EncodedBody();
    return rejected(httpStatus, code, message, { ...closing, ...headers });
  }
  if (body === 'too-large') {
    return rejected(413, 'PAYLOAD_TOO_LARGE', `The upload is too large. The limit is ${maxBodyBytes} bytes.`);
  }
  const params = await paramsIn(body, req.headers['content-type'] ?? '');
  return params instanceof InvalidInput ? rejected(400, params.code, params.message, {}) : params;
}
