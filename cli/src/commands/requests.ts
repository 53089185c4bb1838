/** `requests list`. */
import { RequestsDocument } from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { defined, pageOf, pageOptions } from './options.ts';

export function addRequests(cli: Cli, { command }: App): void {
  cli.command('requests', 'The request log of the last 30 days', (group) =>
    group
      .command(
        'list',
        'List API requests, newest first',
        (y) =>
          y.options({
            ...pageOptions,
            operation: { type: 'string', requiresArg: true, describe: 'Root field or endpoint, exactly' },
            error: { type: 'string', requiresArg: true, describe: 'Error code, for example INVALID_INPUT' },
            failed: { type: 'boolean', describe: 'Only requests with an error; --no-failed for the others' },
            actor: { type: 'string', requiresArg: true, describe: 'Id of the member, token or agent' },
            request: { type: 'string', requiresArg: true, describe: 'Id of the request' },
            since: { type: 'string', requiresArg: true, describe: 'Started at this time or later, ISO 8601' },
            until: { type: 'string', requiresArg: true, describe: 'Started at this time or earlier' },
          }),
        command(async ({ request, printer }, given) => {
          const filter = defined({
            operation: given.operation,
            errorCode: given.error,
            failed: given.failed,
            actorId: given.actor,
            requestId: given.request,
            startedAfter: given.since,
            startedBefore: given.until,
          });
          const page = await request(RequestsDocument, { ...pageOf(given), filter: filter as object });
          printer.list(page, [
            { title: 'Time', of: ({ startedAt }) => startedAt },
            { title: 'Status', of: ({ status }) => status, isRight: true },
            { title: 'Operation', of: ({ operation }) => operation },
            { title: 'Error', of: ({ errorCode }) => errorCode },
            { title: 'ms', of: ({ durationMs }) => durationMs, isRight: true },
            { title: 'Actor', of: ({ actor }) => actor.name ?? actor.id ?? actor.kind },
            { title: 'Request', of: ({ requestId }) => requestId },
          ]);
        }),
      )
      .demandCommand(1, 'Name a command of requests.'),
  );
}
