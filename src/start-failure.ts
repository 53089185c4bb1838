/** Why a process could not start, in one line for whoever runs it. What nobody could have caused is told in full. */
import { ConfigError } from './infrastructure/config-error.ts';
import { isBrokenConnection } from './infrastructure/database/unavailable.ts';

interface Failure extends Error {
  readonly code?: string;
  readonly syscall?: string;
}

/** Names of settings that a failure of the system points at. */
function settingAdvice({ code = '', syscall }: Failure): string | undefined {
  if (syscall === 'listen' || syscall === 'bind') {
    return {
      EADDRINUSE: 'PORT is in use by another process: stop it, or set PORT to another number.',
      EACCES: 'PORT may not be used by this user: set PORT to a number from 1024 to 65535.',
      EADDRNOTAVAIL: 'HOST is not an address of this machine.',
      ENOTFOUND: 'HOST is not an address of this machine.',
    }[code];
  }
  if (syscall === 'mkdir' || syscall === 'open') return 'DATA_DIR is not a folder that can be written to.';
  // Names of drivers and SQLSTATEs.
  return {
    ENOTFOUND: 'DATABASE_URL names a host that is not known.',
    EAI_AGAIN: 'DATABASE_URL names a host that is not known.',
    '28P01': 'DATABASE_URL has a user or a password that the server refuses.',
    '28000': 'DATABASE_URL has a user or a password that the server refuses.',
    '3D000': 'DATABASE_URL names a database that does not exist.',
  }[code];
}

/** The line, without its end; a defect's stack where there is nothing better to say. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const line = settingAdvice(at);
    if (line) return line;
    // Also one that is just coming up or going down: whoever runs this starts it again.
    if (isBrokenConnection(at)) return 'DATABASE_URL names a server that does not answer.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
