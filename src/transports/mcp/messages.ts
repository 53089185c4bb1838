/** The messages in the body of a request. Bounded before the SDK walks them. Source: JSON-RPC 2.0. */
import type { IncomingMessage } from 'node:http';
import { maxBodyBytes, mediaTypeOf, readBody } from '../http/body.ts';
import {
  bodyTooLarge,
  EncodedBody,
  HttpError,
  type RequestError,
  unsupportedMediaType,
} from '../http/http-errors.ts';
import { parseJson } from '../http/json.ts';
import { findTool } from './tools/index.ts';
import type { Tool } from './tools/tool.ts';

const maxBatch = 20;

interface Message {
  readonly method: string | undefined;
  /** Whether it has an id, so that it gets a response. */
  readonly isRequest: boolean;
  /** The tool that it calls. */
  readonly tool: Tool | undefined;
  readonly hasProgressToken: boolean;
}

export interface Messages {
  /** For the SDK. */
  readonly body: unknown;
  readonly all: readonly Message[];
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function messageOf(value: unknown): Message {
  const { method, id, params } = fieldsOf(value);
  const { name, _meta } = fieldsOf(params);
  return {
    method: typeof method === 'string' ? method : undefined,
    isRequest: typeof method === 'string' && id !== undefined,
    tool: method === 'tools/call' && typeof name === 'string' ? findTool(name) : undefined,
    hasProgressToken: fieldsOf(_meta)['progressToken'] !== undefined,
  };
}

const notMessages = (problem: string) => new HttpError(400, 'INVALID_INPUT', `The body ${problem}.`);

/** Returns undefined when the client has disconnected. */
export async function readMessages(req: IncomingMessage): Promise<Messages | RequestError | undefined> {
  const bytes = await readBody(req, maxBodyBytes);
  if (bytes === 'disconnected') return undefined;
  if (bytes === 'encoded') return new EncodedBody();
  if (bytes === 'too-large') return bodyTooLarge(maxBodyBytes);
  if (mediaTypeOf(req.headers['content-type'] ?? '') !== 'application/json') {
    return unsupportedMediaType('application/json');
  }
  const parsed = parseJson(bytes.toString('utf8'));
  if ('problem' in parsed) return notMessages(parsed.problem);
  const { value: body } = parsed;
  if (Array.isArray(body) && (body.length === 0 || body.length > maxBatch)) {
    return notMessages(`must have 1 to ${maxBatch} messages`);
  }
  return { body, all: (Array.isArray(body) ? body : [body]).map(messageOf) };
}

const methods: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'notifications/initialized',
  'notifications/cancelled',
]);

/** The name of the request in logs and metrics. Names that clients choose are not in it. */
export function operationOf({ all }: Messages): string {
  const [first, ...others] = all;
  if (others.length > 0) return 'batch';
  const { method = '', tool } = first ?? {};
  if (tool) return `tools/call ${tool.name}`;
  return methods.has(method) ? method : 'unknown method';
}
