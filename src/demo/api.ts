/** A client of the public API, as anybody could write it: it knows nothing of the server but its address and a token. */
import { setTimeout } from 'node:timers/promises';

/** Why the demo cannot go on, in one line. */
export class DemoStopped extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the document that was sent
type Answered = any;

export interface Api {
  /** Sends a document; answers its only root field. A refusal stops the demo: it asks for nothing that is refused. */
  ask(document: string, variables?: Readonly<Record<string, unknown>>): Promise<Answered>;
  /** The updates of a subscription's only root field, over SSE, until the reader stops. */
  watch(document: string, variables: Readonly<Record<string, unknown>>): AsyncGenerator<Answered>;
}

const onlyField = (answer: Answered): Answered => {
  if (answer.errors) throw new DemoStopped(`The API answered: ${answer.errors[0]?.message}`);
  const [value] = Object.values(answer.data) as Answered[];
  if (value?.errorCode) throw new DemoStopped(`The API refused: ${value.errorCode} ${value.message}`);
  return value;
};

/** The messages of an event stream, as their JSON. */
async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Answered> {
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

/** What an API token, `<id>:<secret>`, is as a header. */
export const basic = (token: string): string => `Basic ${Buffer.from(token).toString('base64')}`;

/** @param authorization the header: `Basic …` of an API token, or `Bearer …` of an agent. */
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
        throw signal?.aborted ? error : new DemoStopped(`Nothing answers at ${endpoint.origin}.`);
      });
      if (response.status === 401) throw new DemoStopped('The token is refused.');
      if (response.status !== 429) return response;
      await response.body?.cancel();
      await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000);
    }
  }

  return {
    async ask(query, variables = {}) {
      const response = await post('application/json', { query, variables });
      return onlyField(await response.json());
    },
    async *watch(query, variables) {
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
