/** The server as a separate process, for tests that kill it, restart it or run several. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../src/kernel/project.ts';
import type { TypedDocumentString } from '../graphql/graphql.ts';
import { basic, type GraphQLResponse, longTimeouts, type Service } from './service.ts';

/** The first token of every process that tests start. */
export const processToken = 'crash-test:0123456789abcdef';
const masterKey = Buffer.alloc(32, 7).toString('base64');

/** Options for `node`. Optimizing the embedded engine takes more CPU time than most test processes need. */
export const nodeOptions = ['--liftoff-only'];

export interface ServerProcess extends Pick<Service, 'url' | 'send'> {
  readonly pid: number;
  /** The output on stderr. */
  readonly errors: () => string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/** Sends documents to the server at a URL. */
export const senderTo =
  (url: string): Service['send'] =>
  async <T, V>(
    document: TypedDocumentString<T, V>,
    variables: V,
    authorization = basic(processToken),
  ): Promise<GraphQLResponse<T>> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', authorization },
      body: JSON.stringify({ query: document.toString(), variables }),
    });
    return { status: response.status, ...((await response.json()) as object) } as GraphQLResponse<T>;
  };

async function firstLineOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const line = /^.*\n/.exec(text);
    if (line) return line[0];
  }
  throw new Error('The process ended before it served.');
}

/**
 * Starts the server on a free port and waits until it serves requests.
 *
 * @param onMessage receives the IPC messages of the process; without it there is no channel.
 */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  onMessage?: (message: unknown) => void,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeOptions, 'dist/src/main.js'], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      BOOTSTRAP_TOKEN: processToken,
      MASTER_KEY: masterKey,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      LIMITS: longTimeouts,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? ['ipc' as const] : [])],
  });
  if (onMessage) child.on('message', onMessage);
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const line = await firstLineOf(child).catch((error: Error) => {
    throw new Error(`${error.message}\n${errors}`);
  });
  child.stdout?.resume();
  const url = /http:\/\/[^/\s]+/.exec(line)?.[0];
  if (!url) throw new Error(`No address in: ${line}`);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return {
    url,
    pid: child.pid as number,
    send: senderTo(url),
    errors: () => errors,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
