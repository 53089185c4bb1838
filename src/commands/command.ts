/**
 * The common part of the operator's commands: they validate the arguments first, print the result on stdout, and on an
 * error print one line on stderr and exit with code 1.
 *
 * A command opens the database itself. On PostgreSQL it may run while servers run. The embedded database has one process at
 * a time, so a command fails while a server uses the folder.
 */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type RunningClock, startClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { transactionHooks } from '../hooks.ts';
import { ConfigError } from '../infrastructure/config-error.ts';
import { attributedTo } from '../infrastructure/database/attribution.ts';
import type { Database } from '../infrastructure/database/client.ts';
import { embeddedFolder } from '../infrastructure/database/folder-lock.ts';
import { sqlState } from '../infrastructure/database/transact.ts';
import { noProgress, type Progress } from '../infrastructure/progress/progress.ts';
import { DomainError, InvalidInput } from '../kernel/errors.ts';
import { parseInput } from '../kernel/parse.ts';
import { openDatabase } from '../open-database.ts';
import type { Ports } from '../sandbox/ports.ts';

/** The printed text. The exit code is 1 unless `ok`. */
export interface Outcome {
  readonly text: string;
  readonly ok: boolean;
}

export interface Command<S extends z.ZodObject> {
  /** The command line. */
  readonly usage: string;
  /** The options: each key is `--key` with one value; a boolean option has no value. */
  readonly input: S;
  /** The key of the positional argument. */
  readonly positional?: string;
  /** @param progress shows the parts that can take long. */
  run(input: z.output<S>, config: Config, progress: Progress): Promise<Outcome>;
}

const isFlag = (option: unknown): boolean =>
  option instanceof z.ZodDefault && option.unwrap() instanceof z.ZodBoolean;

/** A boolean option; false by default. */
export const flag = z.boolean().default(false);

/** Parses the options. Throws the usage if they are invalid. */
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
    throw new ConfigError(`Invalid arguments. Usage: ${usage}`);
  }
}

const errorLine = (error: DomainError): string =>
  error instanceof InvalidInput
    ? error.fields.map(({ path, message }) => `--${path} ${message}`).join('; ')
    : error.message;

/** Returns the result, or throws a domain error as the line that the operator reads. */
export function resultOrThrow<T>(result: T): Exclude<T, DomainError> {
  if (result instanceof DomainError) throw new ConfigError(errorLine(result));
  return result as Exclude<T, DomainError>;
}

/** Returns the text for stdout, or throws a `ConfigError` whose message is the line for stderr. */
export async function runCommand<S extends z.ZodObject>(
  command: Command<S>,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  progress = noProgress,
): Promise<Outcome> {
  const input = parseInput(command.input, givenOptions(command, args));
  if (input instanceof InvalidInput) {
    const missing = input.fields.find(({ path }) => path === command.positional);
    throw new ConfigError(
      `${missing ? `The argument ${missing.message}` : errorLine(input)}. Usage: ${command.usage}`,
    );
  }
  return command.run(input, readConfig(env), progress);
}

/** The ports of a command. */
type CommandPorts = Pick<Ports, 'db' | 'clock' | 'transactionHooks'>;

/**
 * Opens the configured database, runs the work, and closes the database. With `existing` it fails if the folder has no
 * database, so that a mistyped DATA_DIR does not create an empty one. The audit log attributes changes to the command `name`.
 */
export async function onDatabase<T>(
  config: Config,
  work: (ports: CommandPorts) => Promise<T>,
  {
    existing = false,
    name,
    progress = noProgress,
  }: { existing?: boolean; name?: string | undefined; progress?: Progress } = {},
): Promise<T> {
  if (existing) requireDatabase(config);
  const db = await openDatabase(config, { progress });
  let running: RunningClock | undefined;
  try {
    running = await startClock(db);
    const actor = { kind: 'OPERATOR', id: undefined, name: undefined } as const;
    const attributed = name === undefined ? db : attributedTo(db, { actor, operation: name });
    return await work({ db: attributed, clock: running.clock, transactionHooks });
  } finally {
    running?.close();
    await db.close();
  }
}

/** Throws if the embedded folder has no database. */
export function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !existsSync(embeddedFolder(dataDir))) {
    throw new ConfigError(`DATA_DIR contains no database: ${resolve(dataDir)}`);
  }
}

/** The errors for a missing table or schema: the database was never migrated. */
const unknownNames = ['42P01', '3F000'];

/** For a command that changes nothing, so that it does not migrate. Throws on a database of another version. */
export async function requireCurrent(db: Database): Promise<void> {
  const current = await db.isCurrent().catch((error: unknown) => {
    if (unknownNames.includes(sqlState(error) ?? '')) return false;
    throw error;
  });
  if (!current) {
    throw new ConfigError(
      'The database has not been migrated to this version. Start the server on it first.',
    );
  }
}

/** A command that changes records and prints one line of JSON. */
export const operationCommand = <S extends z.ZodObject>({
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
  run: (input, config, progress) =>
    onDatabase(
      config,
      async (ports) => {
        await ports.db.migrate();
        const result = resultOrThrow(await perform(ports, input, config));
        return { text: `${JSON.stringify(result)}\n`, ok: true };
      },
      { name: /^npm run (\S+)/.exec(command.usage)?.[1], progress },
    ),
});
