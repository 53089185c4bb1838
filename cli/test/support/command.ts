/** Runs commands in the process of the test, with the environment and the terminal that the test gives. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ZodType } from 'zod';
import type { Io } from '../../src/io.ts';
import { run } from '../../src/run.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Readable;
  /** The response to the prompt; without it there is no terminal. */
  readonly secret?: string;
  readonly isTTY?: boolean;
  readonly signal?: AbortSignal;
  /** Receives stdout as it is written. */
  readonly onOutput?: (text: string) => void;
}

export async function runCommand(argv: readonly string[], options: RunOptions = {}): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  const isTTY = options.isTTY ?? false;
  const stdin = options.stdin instanceof Readable ? options.stdin : Readable.from([options.stdin ?? '']);
  const io: Io = {
    env: options.env ?? {},
    stdin,
    stdout: {
      isTTY,
      write(written) {
        stdout += written;
        options.onOutput?.(written);
      },
    },
    stderr: {
      isTTY,
      write(written) {
        stderr += written;
      },
    },
    isInteractive: options.secret !== undefined,
    signal: options.signal ?? new AbortController().signal,
    readStdin: () => text(stdin),
    askSecret: async () => options.secret,
  };
  const code = await run(argv, io);
  return { code, stdout, stderr };
}

/** A command that follows a stream, and what it has printed so far. */
export interface Following {
  readonly lines: readonly string[];
  /** Ends it as Ctrl-C does. */
  stop(): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

export function follow(argv: readonly string[], options: RunOptions = {}): Following {
  const ending = new AbortController();
  const lines: string[] = [];
  const ended = runCommand(argv, {
    ...options,
    signal: ending.signal,
    onOutput: (written) => lines.push(...written.split('\n').filter(Boolean)),
  });
  return {
    lines,
    ended,
    stop() {
      ending.abort();
      return ended;
    },
  };
}

/** Runs a command with `--json` and validates its one document. Throws if it fails. */
export async function jsonOf<T>(
  schema: ZodType<T>,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<T> {
  const { code, stdout, stderr } = await runCommand([...argv, '--json'], options);
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
  return schema.parse(JSON.parse(stdout));
}

/** A folder that is removed with the test. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'payments-cli-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
