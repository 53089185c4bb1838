/**
 * What the operator's commands share: arguments checked before anything is opened, what was done told on stdout, one
 * line on stderr and exit code 1 when it was not.
 *
 * They open the database themselves. On a server they work beside running processes; the embedded database belongs to
 * one process at a time, so they are refused while a server holds its folder.
 */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openDatabase, type RunningClock, startClock, systemClock } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { transactionHooks } from '../hooks.ts';
import { ConfigError } from '../infrastructure/config-error.ts';
import { embeddedFolder } from '../infrastructure/database/folder-lock.ts';
import { DomainError, InvalidInput } from '../kernel/errors.ts';
import { parseInput } from '../kernel/parse.ts';
import type { Ports } from '../sandbox/ports.ts';

export { systemClock };

/** What is printed; not `ok`, the exit code is 1. */
export interface Outcome {
  readonly text: string;
  readonly ok: boolean;
}

export interface Command<S extends z.ZodObject> {
  /** As an operator types it. */
  readonly usage: string;
  /** Its options: each key is `--key`, given once with a value; a boolean one is given or not. */
  readonly input: S;
  /** The key whose value stands alone, without a name. */
  readonly positional?: string;
  run(input: z.output<S>, config: Config): Promise<Outcome>;
}

const isFlag = (option: unknown): boolean =>
  option instanceof z.ZodDefault && option.unwrap() instanceof z.ZodBoolean;

/** A boolean option: not given, it is false. */
export const flag = z.boolean().default(false);

/** The options as given; throws with the usage where they cannot be told apart. */
function givenOptions(
  { input, usage, positional }: Pick<Command<z.ZodObject>, 'input' | 'usage' | 'positional'>,
  args: readonly string[],
) {
  const options = Object.fromEntries(
    Object.entries(input.shape)
      .filter(([name]) => name !== positional)
      .map(([name, option]) => [name, { type: isFlag(option) ? 'boolean' : 'string' }] as const),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      strict: true,
      allowPositionals: positional !== undefined,
    });
    if (positionals.length > 1) throw new Error('one argument too many');
    return positional ? { ...values, [positional]: positionals[0] } : values;
  } catch {
    throw new ConfigError(`The arguments are not understood. Usage: ${usage}`);
  }
}

const refusalLine = (refusal: DomainError): string =>
  refusal instanceof InvalidInput
    ? refusal.fields.map(({ path, message }) => `--${path} ${message}`).join('; ')
    : refusal.message;

/** A refusal as the line that the operator reads. */
export function allowed<T>(answer: T): Exclude<T, DomainError> {
  if (answer instanceof DomainError) throw new ConfigError(refusalLine(answer));
  return answer as Exclude<T, DomainError>;
}

/** Answers what goes to stdout; throws a `ConfigError` whose message is the line for stderr. */
export async function runCommand<S extends z.ZodObject>(
  command: Command<S>,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Outcome> {
  const input = parseInput(command.input, givenOptions(command, args));
  if (input instanceof InvalidInput) {
    const missing = input.fields.find(({ path }) => path === command.positional);
    throw new ConfigError(
      `${missing ? `The argument ${missing.message}` : refusalLine(input)}. Usage: ${command.usage}`,
    );
  }
  return command.run(input, readConfig(env));
}

/** What a command can use beside its input. */
export type CommandPorts = Pick<Ports, 'db' | 'clock' | 'transactionHooks'>;

/**
 * Does something on the database that the settings name, and closes it again. `existing`: a folder without one is
 * refused, so that a DATA_DIR that was mistyped does not come to hold an empty one.
 */
export async function onDatabase<T>(
  config: Config,
  work: (ports: CommandPorts) => Promise<T>,
  { existing = false } = {},
): Promise<T> {
  if (existing) requireDatabase(config);
  const db = await openDatabase(config);
  let running: RunningClock | undefined;
  try {
    running = await startClock(db);
    return await work({ db, clock: running.clock, transactionHooks });
  } finally {
    running?.close();
    await db.close();
  }
}

/** Refuses an embedded folder that holds no database. */
export function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !existsSync(embeddedFolder(dataDir))) {
    throw new ConfigError(`DATA_DIR holds no database: ${resolve(dataDir)}`);
  }
}

/** A command that changes what is recorded, and answers one line of JSON. */
export const operation = <S extends z.ZodObject>({
  perform,
  ...command
}: Pick<Command<S>, 'usage' | 'input' | 'positional'> & {
  perform(
    ports: CommandPorts,
    input: z.output<S>,
    config: Config,
  ): Promise<Readonly<Record<string, unknown>> | DomainError>;
}): Command<S> => ({
  ...command,
  run: (input, config) =>
    onDatabase(config, async (ports) => {
      await ports.db.migrate();
      const result = allowed(await perform(ports, input, config));
      return { text: `${JSON.stringify(result)}\n`, ok: true };
    }),
});
