/** Runs an operator's command. The first argument is its name, then its options follow. */
import { terminalProgress } from '../infrastructure/progress/terminal-progress.ts';
import { startFailure } from '../start-failure.ts';
import { archiveEventsCommand } from './archive-events.ts';
import { backupCommand } from './backup.ts';
import { type Outcome, runCommand } from './command.ts';
import { createMemberCommand } from './create-member.ts';
import { createPartitionsCommand } from './create-partitions.ts';
import { createPlatformCommand } from './create-platform.ts';
import { createTokenCommand } from './create-token.ts';
import { reconcileBankCommand } from './reconcile-bank.ts';
import { restoreCommand } from './restore.ts';
import { restoreEventsCommand } from './restore-events.ts';
import { rotateKeysCommand } from './rotate-keys.ts';
import { settleTransactionCommand } from './settle-transaction.ts';
import { verifyLedgerCommand } from './verify-ledger.ts';

/** Beside the result, which is on stdout. */
const progress = terminalProgress({ stream: process.stderr, env: process.env, lines: true });

async function main([name, ...args]: readonly string[]): Promise<Outcome> {
  switch (name) {
    case 'platform:create':
      return runCommand(createPlatformCommand, args, process.env, progress);
    case 'token:create':
      return runCommand(createTokenCommand, args, process.env, progress);
    case 'member:create':
      return runCommand(createMemberCommand, args, process.env, progress);
    case 'transaction:settle':
      return runCommand(settleTransactionCommand, args, process.env, progress);
    case 'ledger:verify':
      return runCommand(verifyLedgerCommand, args, process.env, progress);
    case 'bank:reconcile':
      return runCommand(reconcileBankCommand, args, process.env, progress);
    case 'keys:rotate':
      return runCommand(rotateKeysCommand, args, process.env, progress);
    case 'partitions:create':
      return runCommand(createPartitionsCommand, args, process.env, progress);
    case 'events:archive':
      return runCommand(archiveEventsCommand, args, process.env, progress);
    case 'events:restore':
      return runCommand(restoreEventsCommand, args, process.env, progress);
    case 'backup':
      return runCommand(backupCommand, args, process.env, progress);
    case 'restore':
      return runCommand(restoreCommand, args, process.env, progress);
    default:
      throw new Error(`Invariant broken: package.json names a command that exists (${name})`);
  }
}

main(process.argv.slice(2)).then(
  ({ text, ok }) => {
    process.stdout.write(text);
    if (!ok) process.exitCode = 1;
  },
  (error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exitCode = 1;
  },
);
