/** The time from the command to the first response with the embedded database: on an empty folder, and on an existing one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageTarget } from './page.ts';
import { startEmbedded } from './processes.ts';

async function secondsToRespond(folder: string): Promise<number> {
  const startMs = performance.now();
  const server = await startEmbedded(folder);
  const { url, method, headers } = pageTarget(server);
  const body = JSON.stringify({ query: '{ customers(first: 1) { nodes { id } } }' });
  const response = await fetch(url, { method, headers, body });
  const text = await response.text();
  const seconds = (performance.now() - startMs) / 1000;
  await server.stop();
  if (response.status !== 200 || text.includes('"errors"')) throw new Error(`the first response is ${text}`);
  return seconds;
}

/** The seconds of the first and of the second start. */
export async function measureStarts(): Promise<{ first: number; second: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-bench-'));
  try {
    return { first: await secondsToRespond(folder), second: await secondsToRespond(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
