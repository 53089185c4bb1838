/** The entry point of the process. */
import { text } from 'node:stream/consumers';
import { isCancel, password } from '@clack/prompts';
import type { Io } from './io.ts';
import { run } from './run.ts';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A second signal ends the process at once.
  process.once(signal, () => ending.abort());
}
// The reader of a pipe, such as `head`, may end first.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const io: Io = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  isInteractive: Boolean(process.stdin.isTTY && process.stderr.isTTY),
  signal: ending.signal,
  readStdin: () => text(process.stdin),
  async askSecret(message) {
    const value = await password({ message, mask: '', output: process.stderr, signal: ending.signal });
    return isCancel(value) ? undefined : value;
  },
};

process.exitCode = await run(process.argv.slice(2), io);
