/** What the commands of one run share. */
import type { Argv } from 'yargs';
import type { Io } from './io.ts';
import { type Printer, printerOf } from './output.ts';
import { credentialsOf, type GlobalArguments, openSession, type Session } from './session.ts';

export type Cli = Argv<GlobalArguments>;

export interface App {
  readonly io: Io;
  readonly printer: Printer;
  /** A handler of yargs that runs a command with the client of its profile. */
  command<Arguments extends GlobalArguments>(
    work: (session: Session, given: Arguments) => Promise<void>,
  ): (given: Arguments) => Promise<void>;
  /** A session with another token, for `login`. */
  open(profile: { url: string; token: string }): Session;
  /** Hides a secret in what is printed. */
  hide(token: string): void;
  close(): void;
}

/** The parts of a token that no message may contain. */
const secretsIn = (token: string): string[] => [
  token,
  ...(token.includes(':') ? [token.slice(token.indexOf(':') + 1), btoa(token)] : []),
];

export function appOf(io: Io, isJson: boolean): App {
  const secrets = new Set<string>();
  const sessions: Session[] = [];
  const redact = (text: string) =>
    [...secrets].reduce((rest, secret) => (secret ? rest.replaceAll(secret, '***') : rest), text);
  const printer = printerOf(io, isJson, redact);
  const hide = (token: string) => {
    for (const secret of secretsIn(token)) secrets.add(secret);
  };
  const open: App['open'] = (profile) => {
    hide(profile.token);
    const session = openSession(io, printer, profile);
    sessions.push(session);
    return session;
  };
  return {
    io,
    printer,
    hide,
    open,
    command: (work) => async (given) => work(open(await credentialsOf(io, given)), given),
    close: () => {
      for (const { client } of sessions) client.close();
    },
  };
}
