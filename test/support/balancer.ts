/**
 * Calls several servers in turn over connections that are kept alive, as a load balancer does: to the next server it
 * goes where a connection is rejected, when nothing was sent yet, and nowhere else.
 */
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TypedDocumentString } from '../graphql/graphql.ts';
import { processToken } from './server-process.ts';
import { basic, type GraphQLResponse } from './service.ts';

export interface Balancer {
  send<T, V>(document: TypedDocumentString<T, V>, variables: V): Promise<GraphQLResponse<T>>;
  /** How often a server rejected a connection. */
  readonly rejected: number;
  close(): void;
}

export function balancerOf(urls: readonly string[]): Balancer {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let rejected = 0;

  const post = (url: string, body: string): Promise<GraphQLResponse<unknown>> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: basic(processToken),
        'content-type': 'application/json',
        accept: 'application/json',
      };
      const asked = request(`${url}/graphql`, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.on('error', reject);
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.on('end', () => resolve({ status: response.statusCode, ...JSON.parse(text) }));
      });
      asked.on('error', reject);
      asked.end(body);
    });

  return {
    async send(document, variables) {
      const body = JSON.stringify({ query: document.toString(), variables });
      for (;;) {
        turn += 1;
        // A process that stood still reads first which of its connections have ended meanwhile.
        await nextTurn();
        try {
          return (await post(urls[turn % urls.length] as string, body)) as never;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
          rejected += 1;
        }
      }
    },
    get rejected() {
      return rejected;
    },
    close: () => agent.destroy(),
  };
}

/** A port that nothing listens on now: for a server that comes back where it was. */
export async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
