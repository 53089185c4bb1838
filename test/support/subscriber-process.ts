/**
 * Many subscribers in a separate process, so that measurements of the server process do not include them.
 * `startSubscriberProcess` starts it. As a program, it receives a plan from its parent over IPC and reports what it received.
 *
 * It uses raw sockets with a minimal implementation of graphql-transport-ws. A client library for each of a thousand
 * sockets would take CPU time from the server under test.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

export interface SubscriberPlan {
  readonly url: string;
  readonly tenants: readonly {
    readonly authorization: string;
    /** A text that every message of this tenant contains. */
    readonly marker: string;
    /** The number of sockets that read, and the number of sockets that stop reading. */
    readonly reading: number;
    readonly stalled: number;
  }[];
  readonly query: string;
}

/** The messages that a reading socket received: their number, their tenant and their order. */
export interface ReceivedMessages {
  readonly tenant: number;
  readonly count: number;
  /** Messages without the tenant's marker. */
  readonly foreign: number;
  readonly disordered: number;
  readonly closed: number | undefined;
}

export interface SubscriberProcess {
  /** Resolves when every socket has subscribed and the stalled ones have stopped reading. */
  readonly ready: Promise<void>;
  received(): Promise<readonly ReceivedMessages[]>;
  stop(): Promise<void>;
}

export async function startSubscriberProcess(order: SubscriberPlan): Promise<SubscriberProcess> {
  const child = fork(fileURLToPath(import.meta.url), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  child.send({ start: order });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The subscriber process ended.');
  });
  ended.catch(() => undefined);
  const response = async (key: string): Promise<unknown> => {
    for (;;) {
      const [message] = (await Promise.race([once(child, 'message'), ended])) as [Record<string, unknown>];
      if (key in message) return message[key];
    }
  };
  return {
    ready: response('ready') as Promise<void>,
    received() {
      child.send({ report: true });
      return response('received') as Promise<readonly ReceivedMessages[]>;
    },
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

interface Subscriber {
  readonly socket: WebSocket;
  readonly received: { -readonly [K in keyof ReceivedMessages]: ReceivedMessages[K] };
}

async function subscribe({ url, query, tenants }: SubscriberPlan, tenant: number): Promise<Subscriber> {
  const { authorization, marker } = tenants[tenant] as SubscriberPlan['tenants'][number];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const received: Subscriber['received'] = { tenant, count: 0, foreign: 0, disordered: 0, closed: undefined };
  socket.on('error', () => undefined);
  socket.on('close', (code) => {
    received.closed = code;
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ type: 'subscribe', id: 's', payload: { query } }));
  // The server sends the pong after it has started the subscription.
  socket.send(JSON.stringify({ type: 'ping' }));
  await once(socket, 'message');
  let last = 0;
  socket.on('message', (data) => {
    const text = String(data);
    if (!text.includes('"type":"next"')) return;
    const cursor = Buffer.from(/"cursor":"([^"]+)"/.exec(text)?.[1] ?? '', 'base64url').toString();
    const position = Number(cursor.slice(2));
    received.count += 1;
    if (!text.includes(marker)) received.foreign += 1;
    if (!(position > last)) received.disordered += 1;
    last = position;
  });
  return { socket, received };
}

async function connectAll(order: SubscriberPlan): Promise<Subscriber[]> {
  const members: Subscriber[] = [];
  for (const [tenant, { reading, stalled }] of order.tenants.entries()) {
    for (let nth = 0; nth < reading + stalled; nth += 1) {
      const member = await subscribe(order, tenant);
      if (nth < reading) members.push(member);
      else (member.socket as unknown as { _socket: Socket })._socket.pause();
    }
  }
  return members;
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  let members: Subscriber[] = [];
  process.on('message', async (message: { start?: SubscriberPlan; report?: true }) => {
    if (message.start) {
      members = await connectAll(message.start);
      process.send?.({ ready: true });
    }
    if (message.report) process.send?.({ received: members.map(({ received }) => received) });
  });
  process.on('disconnect', () => process.exit(0));
}
