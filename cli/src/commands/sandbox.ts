/** `sandbox fund|clock|trigger|fault`: what only a sandbox platform has. */
import {
  SandboxAdvanceClockDocument,
  SandboxClockDocument,
  SandboxFundAccountDocument,
  type TransferInput,
  TransferOutDocument,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { usageError } from '../errors.ts';
import { moneyText } from '../output.ts';
import { addFaults } from './faults.ts';
import { currencyOfAccount, enumValue, idOf, keyOption, smallestUnit } from './options.ts';
import { showTransaction } from './transaction-view.ts';

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** `90`, `90s`, `15m`, `2h` and `1d` in seconds. */
function secondsOf(text: string): number {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsPerUnit[unit] ?? Number.NaN);
  if (seconds >= 1 && seconds <= 2_147_483_647) return seconds;
  throw usageError(`${text} is not a time, for example 90s, 15m, 2h or 1d.`);
}

function addMoney(group: Cli, { command }: App): Cli {
  return group
    .command(
      'fund <account>',
      'Put money into an account',
      (y) =>
        y.positional('account', idOf('InternalAccount')).options({
          ...keyOption,
          amount: { type: 'string', demandOption: true, requiresArg: true, describe: 'For example 1000.00' },
        }),
      command(async (session, given) => {
        const { account, amount } = given;
        const currency = await currencyOfAccount(session, account);
        const variables = { accountId: account, amount: smallestUnit(amount, currency) };
        const funded = await session.request(SandboxFundAccountDocument, variables, given);
        session.printer.record(funded, [
          ['Id', funded.id],
          ['Balance', moneyText(funded.balance)],
          ['Available', moneyText(funded.availableBalance)],
        ]);
      }),
    )
    .command(
      'trigger <outcome>',
      'Send a payment that has this outcome, for example failed-after-processing',
      (y) =>
        y.positional('outcome', { type: 'string', demandOption: true }).options({
          ...keyOption,
          from: { type: 'string', demandOption: true, requiresArg: true, describe: 'InternalAccount:<uuid>' },
          to: { type: 'string', demandOption: true, requiresArg: true, describe: 'ExternalAccount:<uuid>' },
          amount: { type: 'string', demandOption: true, requiresArg: true, describe: 'For example 25.00' },
        }),
      command(async (session, given) => {
        const { outcome, from, to, amount } = given;
        const currency = await currencyOfAccount(session, from);
        const input = {
          source: from,
          destination: to,
          amount: smallestUnit(amount, currency),
          sandboxOutcome: enumValue(outcome),
        };
        const variables = { input: input as TransferInput };
        showTransaction(session.printer, await session.request(TransferOutDocument, variables, given));
      }),
    ) as Cli;
}

export function addSandbox(cli: Cli, app: App): void {
  const { command } = app;
  cli.command('sandbox', 'Money, time and faults of a sandbox platform', (group) => {
    addMoney(group as Cli, app).command(
      'clock',
      'Show the clock of the platform, or move it forward',
      (y) =>
        y.option('advance', {
          type: 'string',
          requiresArg: true,
          describe: 'For example 90s, 15m, 2h or 1d',
        }),
      command(async ({ request, printer }, { advance }) => {
        const clock =
          advance === undefined
            ? await request(SandboxClockDocument, {})
            : await request(SandboxAdvanceClockDocument, { seconds: secondsOf(advance) });
        printer.record(clock, [
          ['Now', clock.now],
          ['Due work is done', clock.isSettled ? 'yes' : 'not yet'],
        ]);
      }),
    );
    addFaults(group as Cli, app);
    return group.demandCommand(1, 'Name a command of sandbox.');
  });
}
