/**
 * Ports for servers that end and start again on the same port.
 *
 * Decision: they are below the ports that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere). A
 * connection could otherwise have the port while the server is down.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const lowest = 20_000;
const highest = 32_767;
const maxTries = 100;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

export async function freePort(): Promise<string> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port)) return String(port);
  }
  throw new Error(`no port from ${lowest} to ${highest} is free`);
}
