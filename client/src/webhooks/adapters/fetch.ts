/** Handlers of `Request`: Deno, Bun, workers, Next.js and others; and Hono. */
import { type ReceiverOptions, webhookReceiver } from '../receiver.ts';
import { signatureHeaderName } from '../signature.ts';
import { BodyAlreadyRead, readBody } from './read-body.ts';

/** `const handler = fetchHandler({ keys, onEvent }); Deno.serve(handler)`. */
export function fetchHandler(options: ReceiverOptions): (request: Request) => Promise<Response> {
  const receive = webhookReceiver(options);
  return async (request) => {
    const { status, headers, body } = await receive({
      method: request.method,
      contentType: request.headers.get('content-type'),
      signature: request.headers.get(signatureHeaderName),
      body: async (maxBytes) => {
        if (request.bodyUsed) throw new BodyAlreadyRead();
        return readBody(chunksOf(request.body), maxBytes);
      },
    });
    return new Response(body, { status, headers });
  };
}

/** A stream is not an async iterable in every browser. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || !value) return;
    yield value;
  }
}

/** What the handler uses of a context of Hono. */
interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** `app.all('/hooks', honoHandler({ keys, onEvent }))`, with Hono 4. */
export function honoHandler(options: ReceiverOptions): (context: HonoContext) => Promise<Response> {
  const handle = fetchHandler(options);
  return ({ req }) => handle(req.raw);
}
