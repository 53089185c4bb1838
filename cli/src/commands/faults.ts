/** `sandbox fault create|list|delete|clear`. */
import {
  DeleteSandboxFaultDocument,
  DeleteSandboxFaultsDocument,
  SandboxFaultDocument,
  type SandboxFaultFieldsFragment,
  type SandboxFaultInput,
  SandboxFaultsDocument,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import type { Printer } from '../output.ts';
import { defined, enumValue, idOf, wholeNumber } from './options.ts';

const show = (printer: Printer, fault: SandboxFaultFieldsFragment): void =>
  printer.record(fault, [
    ['Id', fault.id],
    ['Kind', fault.kind],
    ['Target', fault.target],
    ['Operation', fault.operation],
    ['Event type', fault.eventType],
    ['Remaining', fault.remaining],
    ['Applied', fault.appliedCount],
    ['Expires', fault.expiresAt],
  ]);

const numberOf = (name: string, text: string | undefined, max: number): number | undefined =>
  text === undefined ? undefined : wholeNumber(name, text, 1, max);

const faultOptions = {
  target: {
    type: 'string',
    choices: ['requests', 'webhooks', 'subscriptions'],
    requiresArg: true,
    describe: 'Required for duplicate, reorder, delay and drop',
  },
  operation: { type: 'string', requiresArg: true, describe: 'Only this operation' },
  'event-type': { type: 'string', requiresArg: true, describe: 'Only this event type' },
  'token-id': { type: 'string', requiresArg: true, describe: 'Only this credential' },
  count: { type: 'string', requiresArg: true, describe: 'How many times, 1 to 1000; default 1' },
  seconds: { type: 'string', requiresArg: true, describe: 'For this time, 1 to 86400 s' },
  'delay-ms': { type: 'string', requiresArg: true, describe: 'Delay in milliseconds' },
  'retry-after': { type: 'string', requiresArg: true, describe: 'Retry-After of rate-limited in seconds' },
  hidden: { type: 'boolean', default: false, describe: 'Responses do not name the fault' },
} as const;

export function addFaults(cli: Cli, { command }: App): void {
  cli.command('fault', 'Faults on request', (group) =>
    group
      .command(
        'create <kind>',
        'duplicate, reorder, delay, drop, lose-response, slow, rate-limited or unavailable',
        (y) => y.positional('kind', { type: 'string', demandOption: true }).options(faultOptions),
        command(async ({ request, printer }, given) => {
          const input = defined({
            kind: enumValue(given.kind),
            target: given.target && enumValue(given.target),
            operation: given.operation,
            eventType: given.eventType,
            tokenId: given.tokenId,
            count: numberOf('count', given.count, 1_000),
            durationSeconds: numberOf('seconds', given.seconds, 86_400),
            delayMs: numberOf('delay-ms', given.delayMs, 86_400_000),
            retryAfterSeconds: numberOf('retry-after', given.retryAfter, 3_600),
            hidden: given.hidden || undefined,
          });
          show(printer, await request(SandboxFaultDocument, { input: input as SandboxFaultInput }));
        }),
      )
      .command(
        'list',
        'List the faults that have not expired',
        (y) => y,
        command(async ({ request, printer }) => {
          const faults = await request(SandboxFaultsDocument, {});
          printer.list({ nodes: faults, pageInfo: { hasNextPage: false } }, [
            { title: 'Id', of: ({ id }) => id },
            { title: 'Kind', of: ({ kind }) => kind },
            { title: 'Target', of: ({ target }) => target },
            { title: 'Remaining', of: ({ remaining }) => remaining, isRight: true },
            { title: 'Applied', of: ({ appliedCount }) => appliedCount, isRight: true },
            { title: 'Expires', of: ({ expiresAt }) => expiresAt },
          ]);
        }),
      )
      .command(
        'delete <id>',
        'End a fault',
        (y) => y.positional('id', idOf('SandboxFault')),
        command(async ({ request, printer }, { id }) => {
          const deleted = await request(DeleteSandboxFaultDocument, { id });
          printer.record(deleted, [['Deleted', deleted.deletedId]]);
        }),
      )
      .command(
        'clear',
        'End all faults',
        (y) => y,
        command(async ({ request, printer }) => {
          const deleted = await request(DeleteSandboxFaultsDocument, {});
          printer.record(deleted, [['Deleted', deleted.deletedCount]]);
        }),
      )
      .demandCommand(1, 'Name a command of sandbox fault.'),
  );
}
