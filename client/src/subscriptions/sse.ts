/**
 * A subscription over server-sent events. The stream is read only as fast as the caller reads, so that the server, which
 * then pauses the subscription, stores nothing and the client buffers one message.
 */
import { RequestError } from '../errors.ts';
import { connectionError, dataOf, type ExecutionResult, post, resultIn } from '../requests/http.ts';
import { linkedController, reasonOf, throwIfAborted } from '../requests/linked.ts';
import type { Settings } from '../settings.ts';
import type { OpenStream } from './transport.ts';

/** The server sends at least a comment every 12 seconds. */
const stallTimeoutMs = 30_000;

/** Characters of one event. The server's limit of a message is 10 MiB. */
const maxEventLength = 2 ** 24;

export const sseTransport = ({ endpoint, fetch, credentials, timeoutMs }: Settings): OpenStream =>
  async function* open(request, signal) {
    const { controller, unlink } = linkedController([signal]);
    try {
      const authorization = await credentials.current();
      const accept = 'text/event-stream';
      const started = setTimeout(() => controller.abort(timeout(timeoutMs)), timeoutMs);
      const one = { ...request, url: endpoint, authorization, accept, fetch, signal: controller.signal };
      const response = await post(one).finally(() => clearTimeout(started));
      if (response.status === 401) credentials.reject(authorization);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!response.ok || !isStream) throw await rejection(response);
      yield* resultsIn(response, controller, () => credentials.reject(authorization));
    } catch (error) {
      throwIfAborted(signal);
      throw controller.signal.aborted ? reasonOf(controller.signal) : error;
    } finally {
      controller.abort();
      unlink();
    }
  };

const timeout = (ms: number) =>
  new RequestError('TIMEOUT', `The server sent nothing for ${ms} ms.`, { retryable: true });

/** The error of a response that is not a stream. */
async function rejection(response: Response): Promise<unknown> {
  try {
    await dataOf(response);
  } catch (error) {
    return error;
  }
  return new RequestError('INVALID_RESPONSE', 'The response is not an event stream.', { retryable: false });
}

async function* resultsIn(
  { body }: Response,
  controller: AbortController,
  rejectCredential: () => void,
): AsyncGenerator<ExecutionResult> {
  if (!body) throw new TypeError('This fetch cannot read a stream: subscribe over WebSocket.');
  for await (const { event, data } of eventsIn(body.getReader(), controller)) {
    if (event === 'complete') return;
    if (event !== 'next') continue;
    const result = resultIn(data);
    if (!result) throw new RequestError('INVALID_RESPONSE', 'An event has no result.', { retryable: true });
    if (result.errors?.some(({ extensions }) => extensions?.['code'] === 'UNAUTHORIZED')) rejectCredential();
    yield result;
  }
  // Without `complete`: the server restarts, or the connection broke.
  throw connectionError(undefined);
}

interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

async function* eventsIn(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  controller: AbortController,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const read = eventSplitter();
  for (;;) {
    // Only while a read waits: a caller that reads slowly does not stall the connection.
    const stalled = setTimeout(() => controller.abort(timeout(stallTimeoutMs)), stallTimeoutMs);
    const { done, value } = await reader
      .read()
      .catch((cause: unknown) => {
        throw connectionError(cause);
      })
      .finally(() => clearTimeout(stalled));
    if (done) return;
    yield* read(decoder.decode(value, { stream: true })).map(parseEvent);
  }
}

/**
 * Splits a stream at empty lines. What arrived before is not searched again: otherwise an event in many small chunks would
 * take time that grows with the square of its length.
 */
function eventSplitter(): (chunk: string) => readonly string[] {
  let pieces: string[] = [];
  let length = 0;
  /** The line break at the end of the chunk before, which may be the first of two. */
  let lineBreak = '';
  return (chunk) => {
    const [first = '', ...others] = (lineBreak + chunk).split('\n\n');
    const rest = others.pop();
    const complete = rest === undefined ? [] : [pieces.join('') + first, ...others];
    if (rest !== undefined) {
      pieces = [];
      length = 0;
    }
    const piece = rest ?? first;
    lineBreak = piece.endsWith('\n') ? '\n' : '';
    pieces.push(lineBreak ? piece.slice(0, -1) : piece);
    length += piece.length;
    if (length > maxEventLength) {
      throw new RequestError('INVALID_RESPONSE', 'An event is too long.', { retryable: false });
    }
    return complete;
  };
}

/** A line ends with LF only, which the server sends: JSON may contain other line separators, such as U+2028. */
function parseEvent(text: string): ServerSentEvent {
  let event = 'message';
  const data: string[] = [];
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return { event, data: data.join('\n') };
}
