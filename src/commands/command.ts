/**
 * What the operator's commands share: arguments checked before anything is opened, one line of JSON on stdout when it
 * is done, one line on stderr and exit code 1 when it is not.
 *
 * They open the database themselves. On a server they work beside running processes; the embedded database belongs to
 * one process at a time, so they are refused while a server holds its folder.
 */
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { openDatabase, systemClock } from '../app.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { DomainError, InvalidInput } from '../kernel/errors.ts';
import { parseInput } from '../kernel/parse.ts';
import type { Ports } from '../ports.ts';

export interface Command<S extends z.ZodObject> {
  /** As an operator types it. */
  readonly usage: string;
  /** Its options: each key is `--key`, given once with a value. */
  readonly input: S;
  /** Does it; what it answers is printed. */
  perform(
    ports: Pick<Ports, 'db' | 'clock'>,
    input: z.output<S>,
    config: Config,
  ): Promise<Readonly<Record<string, unknown>> | DomainError>;
}

/** The options as given; throws with the usage where they cannot be told apart. */
function givenOptions({ input, usage }: Command<z.ZodObject>, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.keys(input.shape).map((name) => [name, { type: 'string' }] as const),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch {
    throw new ConfigError(`The arguments are not understood. Usage: ${usage}`);
  }
}

const refusalLine = (refusal: DomainError): string =>
  refusal instanceof InvalidInput
    ? refusal.fields.map(({ path, message }) => `--${path} ${message}`).join('; ')
    : refusal.message;

/** Answers the line for stdout; throws a `ConfigError` whose message is the line for stderr. */
export async function runCommand<S extends z.ZodObject>(
  command: Command<S>,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const input = parseInput(command.input, givenOptions(command, args));
  if (input instanceof InvalidInput) {
    throw new ConfigError(`${refusalLine(input)}. Usage: ${command.usage}`);
  }
  const config = readConfig(env);
  const db = await openDatabase(config);
  try {
    await db.migrate();
    const result = await command.perform({ db, clock: systemClock }, input, config);
    if (result instanceof DomainError) throw new ConfigError(refusalLine(result));
    return `${JSON.stringify(result)}\n`;
  } finally {
    await db.close();
  }
}
