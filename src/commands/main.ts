/** Runs an operator's command as a process: its name comes first, then its options. */
import { startFailure } from '../start-failure.ts';
import { runCommand } from './command.ts';
import { createPlatformCommand } from './create-platform.ts';
import { settleTransactionCommand } from './settle-transaction.ts';

async function main([name, ...args]: readonly string[]): Promise<string> {
  switch (name) {
    case 'platform:create':
      return runCommand(createPlatformCommand, args, process.env);
    case 'transaction:settle':
      return runCommand(settleTransactionCommand, args, process.env);
    default:
      throw new Error(`Invariant broken: package.json names a command that exists (${name})`);
  }
}

main(process.argv.slice(2)).then(
  (line) => process.stdout.write(line),
  (error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exitCode = 1;
  },
);
