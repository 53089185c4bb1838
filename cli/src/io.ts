/** What a command uses of its process, so that tests can run commands without one. */
import type { Readable } from 'node:stream';

interface Output {
  /** Returns false when the reader should catch up first. */
  write(text: string): unknown;
  once?(event: 'drain', listener: () => void): unknown;
  readonly isTTY?: boolean | undefined;
}

export interface Io {
  /** For a command that talks to another program. */
  readonly stdin: Readable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
  /** Aborted by SIGINT and SIGTERM: ends commands that follow a stream. */
  readonly signal: AbortSignal;
  /** All of stdin, as text. */
  readStdin(): Promise<string>;
  /** Asks for a secret without showing it. `undefined` if the person cancels. */
  askSecret(message: string): Promise<string | undefined>;
}
