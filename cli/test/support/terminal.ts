/** Runs command lines against the server of a test. */
import type { ZodType } from 'zod';
import type { Service } from '../../../test/support/service.ts';
import { type Ended, jsonOf, runCommand } from './command.ts';

/** The address and token of the first platform, as the environment of a command. */
export const environmentOf = ({
  url,
  platform,
}: Pick<Service, 'url' | 'platform'>): Record<string, string> => ({
  PAYMENTS_URL: url,
  PAYMENTS_TOKEN: platform.token,
});

export interface Terminal {
  /** Runs a command for people. */
  shown(line: string): Promise<Ended>;
  /** Runs a command with `--json` and validates what it prints. */
  json<T>(schema: ZodType<T>, line: string): Promise<T>;
}

/** Words of a line are separated by one space. */
export const terminalOf = (env: Readonly<Record<string, string>>): Terminal => ({
  shown: (line) => runCommand(line.split(' '), { env }),
  json: (schema, line) => jsonOf(schema, line.split(' '), { env }),
});
