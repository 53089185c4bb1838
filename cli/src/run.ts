/** Parses a command line and runs its command. */
import yargs from 'yargs';
import { appOf, type Cli } from './app.ts';
import { addAccounts } from './commands/accounts.ts';
import { addAgents } from './commands/agents.ts';
import { addApprovals } from './commands/approvals.ts';
import { addAudit } from './commands/audit.ts';
import { addBank } from './commands/bank.ts';
import { addCustomers } from './commands/customers.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEvents } from './commands/events.ts';
import { addExplain } from './commands/explain.ts';
import { addLogin } from './commands/login.ts';
import { addMcp } from './commands/mcp.ts';
import { addQuotes } from './commands/quotes.ts';
import { addRequests } from './commands/requests.ts';
import { addSandbox } from './commands/sandbox.ts';
import { addSend } from './commands/send.ts';
import { addTokens } from './commands/tokens.ts';
import { addTransactions } from './commands/transactions.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { CommandError, commandErrorOf, exitCodes, interrupted, usageError } from './errors.ts';
import type { Io } from './io.ts';
import { version } from './version.ts';

const epilogue = `Exit codes:
  0 done
  1 rejected by the API
  2 wrong usage
  3 server not reachable
  4 credentials missing, rejected or without permission
  5 any other failure
  130 interrupted before the end

Environment: PAYMENTS_URL, PAYMENTS_TOKEN, NO_COLOR, XDG_CONFIG_HOME`;

/** A token in the arguments is visible to every user of the computer, in the list of processes. */
function rejectTokenArguments(argv: readonly string[]): void {
  if (argv.some((argument) => /^--token(=|$)/.test(argument)))
    throw usageError(
      'A token is not accepted as an argument, because other users can see arguments.',
      'Use --token-stdin, PAYMENTS_TOKEN or the prompt. If it was a real token, delete it and create a new one.',
    );
}

/** @param options those of the command, as the parser knows them. The types of yargs have them as aliases. */
function checkRepetitions(given: Readonly<Record<string, unknown>>, options: object): true {
  const { array } = options as { readonly array: readonly string[] };
  // The parser adds a name with a hyphen in camel case too.
  const names = Object.keys(given).filter((name) => name !== '_' && !/[A-Z]/.test(name));
  const repeated = names.find((name) => Array.isArray(given[name]) && !array.includes(name));
  if (repeated !== undefined) throw usageError(`--${repeated} is given more than once.`);
  return true;
}

function commandLine(): Cli {
  return yargs()
    .scriptName('payments')
    .usage('$0 <command>')
    .locale('en')
    .parserConfiguration({
      'parse-positional-numbers': false,
      'parse-numbers': false,
    })
    .option('json', { type: 'boolean', default: false, global: true, describe: 'Print JSON' })
    .option('profile', { type: 'string', global: true, requiresArg: true, describe: 'Profile to use' })
    .option('url', { type: 'string', global: true, requiresArg: true, describe: 'Address of the server' })
    .version(version)
    .help()
    .completion('completion', 'Print a completion script for bash or zsh')
    .epilogue(epilogue)
    .check(checkRepetitions)
    .demandCommand(1, 'Name a command.')
    .recommendCommands()
    .strict()
    .exitProcess(false)
    .fail((message, error) => {
      // yargs reports its own errors with a message, and those of commands without one.
      if (error instanceof CommandError || (error && !message)) throw error;
      const unknown = message.startsWith('Did you mean') ? 'There is no such command. ' : '';
      throw usageError(`${unknown}${message}`, 'See --help.');
    }) as unknown as Cli;
}

const groups = [
  addLogin,
  addCustomers,
  addAccounts,
  addSend,
  addQuotes,
  addTransactions,
  addBank,
  addAgents,
  addApprovals,
  addMcp,
  addEvents,
  addWebhooks,
  addSandbox,
  addTokens,
  addAudit,
  addRequests,
  addExplain,
  addDoctor,
];

/** Runs one command. @returns the exit code. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const app = appOf(io, argv.includes('--json'));
  try {
    rejectTokenArguments(argv);
    const cli = commandLine();
    for (const add of groups) add(cli, app);
    let printed = '';
    await cli.parseAsync([...argv], {}, (_error: unknown, _arguments: unknown, output: string) => {
      printed = output;
    });
    if (printed) io.stdout.write(`${printed}\n`);
    return exitCodes.ok;
  } catch (error) {
    // Commands that follow a stream end without an error.
    const isInterrupted = io.signal.aborted && !(error instanceof CommandError);
    const failure = isInterrupted ? interrupted() : commandErrorOf(error);
    app.printer.error(failure);
    return failure.exitCode;
  } finally {
    app.close();
  }
}
