/** Connects an assistant that talks over stdin and stdout with the server at `/mcp`. Source: Model Context Protocol, stdio. */
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Io } from '../io.ts';
import type { Profile } from '../profiles.ts';
import { connectUpstream } from './upstream.ts';

/** Longer than the longest call: see `wait_for_decision`. */
const lastResponsesMs = 70_000;
const maxMessageBytes = 4 * 1024 * 1024;

/** The message of the server in the text of an error of the SDK: a JSON-RPC response. */
function serverMessageIn(text: string): string | undefined {
  try {
    const parsed = JSON.parse(text.slice(text.indexOf('{'))) as { error?: { message?: unknown } };
    const message = parsed.error?.message;
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** What the assistant gets when its request did not reach the server, or was rejected before the protocol. */
function failureOf(error: unknown): string {
  if (!(error instanceof StreamableHTTPError))
    return 'The payments server is not reachable. Try again later.';
  const message = serverMessageIn(error.message);
  if (error.code === 401)
    return `${message ?? 'The agent has no access'}. The agent was deleted, or its token is wrong: connect another one.`;
  return message ?? `The payments server responded with the status ${error.code}.`;
}

/** Resolves when the assistant has closed stdin, or the command is interrupted. */
export async function bridge(io: Io, profile: Profile, note: (text: string) => void): Promise<void> {
  const assistant = new StdioServerTransport(io.stdin, io.stdout as unknown as Writable, {
    maxBufferSize: maxMessageBytes,
  });
  /** The requests of the assistant that have no response yet. */
  const open = new Set<string | number>();
  let allResponded = (): void => undefined;
  const deliver = (message: JSONRPCMessage): void => {
    if (!('method' in message) && message.id !== undefined) open.delete(message.id);
    if (open.size === 0) allResponded();
    assistant.send(message).catch((error: unknown) => note(String(error)));
  };
  const upstream = connectUpstream(profile, deliver, note);
  assistant.onmessage = (message) => {
    if ('method' in message && 'id' in message) open.add(message.id);
    upstream.send(message).catch((error: unknown) => {
      const text = failureOf(error);
      note(text);
      if (!('method' in message) || !('id' in message)) return;
      deliver({ jsonrpc: '2.0', id: message.id, error: { code: ErrorCode.InternalError, message: text } });
    });
  };
  assistant.onerror = (error) => note(error.message);
  await new Promise<void>((resolve) => {
    assistant.onclose = resolve;
    io.stdin.once('end', resolve);
    io.stdin.once('close', resolve);
    io.signal.addEventListener('abort', () => resolve(), { once: true });
    assistant.start().catch((error: unknown) => {
      note(String(error));
      resolve();
    });
  });
  // A script closes stdin after its last request, and still reads the response.
  if (open.size > 0 && !io.signal.aborted) {
    const responded = new Promise<void>((resolve) => {
      allResponded = resolve;
      io.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([responded, delay(lastResponsesMs, undefined, { ref: false })]);
  }
  await upstream.close();
  await assistant.close();
}
