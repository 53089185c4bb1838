/** `events tail`: the event log as it grows, each event once and in order. */
import {
  EventPublishedDocument,
  type EventPublishedSubscription,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { usageError } from '../errors.ts';
import type { GlobalArguments, Session } from '../session.ts';
import { positionFile } from './cursor-file.ts';
import { defined, enumValue, wholeNumber } from './options.ts';

interface TailArguments extends GlobalArguments {
  readonly kind: readonly string[] | undefined;
  readonly resource: string | undefined;
  readonly customer: string | undefined;
  readonly after: string | undefined;
  readonly cursorFile: string | undefined;
  readonly limit: string | undefined;
}

const lineOf = ({ event }: EventPublishedSubscription['eventPublished']): string =>
  [event.occurredAt, event.type.padEnd(32), event.resourceId ?? '-', `#${event.sequence}`].join('  ');

async function tail({ client, printer, io }: Session, given: TailArguments): Promise<void> {
  if (given.after !== undefined && given.cursorFile !== undefined)
    throw usageError('--after and --cursor-file both say where to start: give one.');
  const limit = given.limit === undefined ? undefined : wholeNumber('limit', given.limit, 1, 1_000_000);
  const store = given.cursorFile === undefined ? undefined : positionFile(given.cursorFile);
  const variables = defined({
    after: given.after,
    kinds: given.kind?.map(enumValue),
    resourceId: given.resource,
    customerId: given.customer,
  });
  const options = { transport: 'sse', cursorStore: store, signal: io.signal } as const;
  let count = 0;
  let printed: string | undefined;
  try {
    for await (const { eventPublished } of client.subscribe(
      EventPublishedDocument,
      variables as object,
      options,
    )) {
      printer.item(eventPublished, () => lineOf(eventPublished));
      printed = eventPublished.cursor;
      count += 1;
      if (count === limit) return;
    }
  } catch (error) {
    if (!io.signal.aborted) throw error;
  } finally {
    // The subscription saves a position when the next event is requested, which an interrupt can precede.
    if (printed !== undefined) await store?.save(printed);
  }
}

export function addEvents(cli: Cli, { command }: App): void {
  cli.command('events', 'The event log', (group) =>
    group
      .command(
        'tail',
        'Print events as they happen, over restarts of the server; ends with Ctrl-C',
        (y) =>
          y.options({
            kind: {
              type: 'string',
              array: true,
              requiresArg: true,
              describe: 'For example OUTGOING_PAYMENT.COMPLETED; repeatable',
            },
            resource: { type: 'string', requiresArg: true, describe: 'Id of the resource that changed' },
            customer: { type: 'string', requiresArg: true, describe: 'Customer:<uuid>' },
            after: {
              type: 'string',
              requiresArg: true,
              describe: 'Cursor to start after; default: the present',
            },
            'cursor-file': {
              type: 'string',
              requiresArg: true,
              describe: 'File with the position; the next run continues there',
            },
            limit: { type: 'string', requiresArg: true, describe: 'Ends after this number of events' },
          }),
        command(tail),
      )
      .demandCommand(1, 'Name a command of events.'),
  );
}
