/**
 * Calls several servers in turn over keep-alive connections, as a load balancer does. It tries the next server only if a
 * connection is rejected before anything is sent.
 */
import { Agent, request } from 'node:http';
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
      const outgoing = request(`${url}/graphql`, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.on('error', reject);
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.on('end', () => resolve({ status: response.statusCode, ...JSON.parse(text) }));
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  return {
    async send(document, variables) {
      const body = JSON.stringify({ query: document.toString(), variables });
      for (;;) {
        turn += 1;
        // A process that was suspended first learns which of its connections have ended.
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
