import type { Client } from '../client.ts';

/** What the kit uses of a client: one that `createClient` returns. */
export type AgentClient = Pick<Client, 'execute' | 'subscribe'>;
