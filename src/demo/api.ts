/** A client of the public GraphQL API. It needs only the server's URL and a token. */
import { setTimeout } from 'node:timers/promises';

/** An error that stops the demo, with a one-line message. */
export class DemoStopped extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: the shape of the data depends on the document
type Data = any;

export interface Api {
  /** Executes a document and returns the value of its only root field. An error stops the demo. */
  execute(document: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>;
  /** Yields the values of a subscription's only root field over SSE, until the consumer stops. */
  subscribe(document: string, variables: Readonly<Record<string, unknown>>): AsyncGenerator<Data>;
}

const onlyField = (result: Data): Data => {
  if (result.errors) throw new DemoStopped(`The API returned an error: ${result.errors[0]?.message}`);
  const [value] = Object.values(result.data) as Data[];
  if (value?.errorCode)
    throw new DemoStopped(`The API rejected the request: ${value.errorCode} ${value.message}`);
  return value;
};

/** Parses the JSON messages of an event stream. */
async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Data> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (data) yield JSON.parse(data);
    }
  }
}

/** The Authorization header of an API token, `<id>:<secret>`. */
export const basic = (token: string): string => `Basic ${Buffer.from(token).toString('base64')}`;

/** @param authorization `Basic …` for an API token, or `Bearer …` for an agent. */
export function connect(url: string, authorization: string): Api {
  const endpoint = new URL('/graphql', url);

  async function post(accept: string, body: object, signal?: AbortSignal): Promise<Response> {
    for (;;) {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept, authorization },
        body: JSON.stringify(body),
        signal: signal ?? null,
      }).catch((error: unknown) => {
        throw signal?.aborted ? error : new DemoStopped(`No server responds at ${endpoint.origin}.`);
      });
      if (response.status === 401) throw new DemoStopped('The token is not accepted.');
      if (response.status !== 429) return response;
      await response.body?.cancel();
      await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000);
    }
  }

  return {
    async execute(query, variables = {}) {
      const response = await post('application/json', { query, variables });
      return onlyField(await response.json());
    },
    async *subscribe(query, variables) {
      const stopped = new AbortController();
      try {
        const { body } = await post('text/event-stream', { query, variables }, stopped.signal);
        if (body) for await (const message of messagesOf(body)) yield onlyField(message);
      } finally {
        stopped.abort();
      }
    },
  };
}
