/** Handlers of node:http and Express. They take requests and responses by their structure, so that nothing of Node is imported. */
import { type Delivery, type ReceiverOptions, webhookReceiver } from '../receiver.ts';
import { signatureHeaderName } from '../signature.ts';
import { BodyAlreadyRead, readBody } from './read-body.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What the handler uses of an `IncomingMessage`. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: Headers;
  /** Whether the body was read before. */
  readonly readableEnded?: boolean;
  /** Set by parsers: its bytes with `express.raw()`. */
  readonly body?: unknown;
  /** Set by some hosts of functions: the bytes of the body, next to a parsed `body`. */
  readonly rawBody?: unknown;
}

/** What the handler uses of a `ServerResponse`. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

const textOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The delivery of a request that has the given bytes, or a stream of them. */
export function deliveryOf(request: NodeRequest): Delivery {
  return {
    method: request.method,
    contentType: textOf(request.headers, 'content-type'),
    signature: textOf(request.headers, signatureHeaderName),
    body: async (maxBytes) => {
      const bytes = [request.rawBody, request.body].find((given) => given instanceof Uint8Array);
      if (bytes instanceof Uint8Array) return bytes.length > maxBytes ? undefined : bytes;
      if (request.readableEnded) throw new BodyAlreadyRead();
      const declared = Number(textOf(request.headers, 'content-length') ?? 0);
      return declared > maxBytes ? undefined : readBody(request, maxBytes);
    },
  };
}

/** `createServer(nodeHandler({ keys, onEvent })).listen(8080)`. */
export function nodeHandler(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const receive = webhookReceiver(options);
  return async (request, response) => {
    const { status, headers, body } = await receive(deliveryOf(request));
    response.writeHead(status, { ...headers });
    response.end(body);
  };
}

/** `app.all('/hooks', expressHandler({ keys, onEvent }))`, before `express.json()`; or with `express.raw({ type: () => true })`. */
export const expressHandler: (
  options: ReceiverOptions,
) => (request: NodeRequest, response: NodeResponse) => Promise<void> = nodeHandler;
