/** A plugin of Fastify 5. It takes the instance by its structure, so that nothing of Fastify is imported. */
import { type ReceiverOptions, webhookReceiver } from '../receiver.ts';
import { deliveryOf, type NodeRequest } from './node.ts';

interface FastifyRequest {
  readonly raw: unknown;
}

interface FastifyReply {
  code(status: number): FastifyReply;
  headers(values: Record<string, string>): FastifyReply;
  send(body: string): unknown;
}

/** What the plugin uses of a Fastify instance. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

export interface FastifyOptions extends ReceiverOptions {
  /** The path of the endpoint. */
  readonly path: string;
}

/** `app.register(fastifyPlugin, { path: '/hooks', keys, onEvent })`. The parsers of other routes stay as they are. */
export async function fastifyPlugin(fastify: FastifyLike, options: FastifyOptions): Promise<void> {
  const receive = webhookReceiver(options);
  // The parsers of Fastify would read the body. This one leaves it to the handler, whatever its content type.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  fastify.all(options.path, async ({ raw }, reply) => {
    const { status, headers, body } = await receive(deliveryOf(raw as NodeRequest));
    return reply
      .code(status)
      .headers({ ...headers })
      .send(body);
  });
}
