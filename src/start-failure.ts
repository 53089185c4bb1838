/** Describes why the process could not start: one line for a configuration error, the stack for a defect. */
import { ConfigError } from './infrastructure/config-error.ts';
import { isBrokenConnection } from './infrastructure/database/unavailable.ts';

interface Failure extends Error {
  readonly code?: string;
  readonly syscall?: string;
  /** The port and the address of a listener that could not start. */
  readonly port?: number;
  readonly address?: string;
}

/** The setting that a system or database error points to. */
function settingAdvice({ code = '', syscall, port, address }: Failure): string | undefined {
  if (syscall === 'listen' || syscall === 'bind') {
    return {
      EADDRINUSE: `PORT ${port} is in use by another process. Stop that process, or set PORT to another number.`,
      EACCES: `PORT ${port} requires more rights than this user has. Set PORT to a number from 1024 to 65535.`,
      EADDRNOTAVAIL: `HOST ${address} is not an address of this machine.`,
      ENOTFOUND: 'HOST is not an address of this machine.',
    }[code];
  }
  if (syscall === 'mkdir' || syscall === 'open') return 'DATA_DIR is not a folder that can be written to.';
  // Codes of drivers and SQLSTATEs.
  return {
    ENOTFOUND: 'DATABASE_URL names an unknown host.',
    EAI_AGAIN: 'DATABASE_URL names an unknown host.',
    '28P01': 'DATABASE_URL has a user or password that the server rejects.',
    '28000': 'DATABASE_URL has a user or password that the server rejects.',
    '3D000': 'DATABASE_URL names a database that does not exist.',
  }[code];
}

/** The text without a final line break. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const line = settingAdvice(at);
    if (line) return line;
    // This includes a server that is just starting or stopping. The operator starts the process again.
    if (isBrokenConnection(at)) return 'DATABASE_URL names a server that does not respond.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
