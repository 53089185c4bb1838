/** `webhooks listen|deliveries|redeliver`. */
import { once } from 'node:events';
import {
  RedeliverWebhookDocument,
  RedeliverWebhooksDocument,
  WebhookDeliveriesDocument,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { usageError } from '../errors.ts';
import { checkUrl, type GlobalArguments, openSession, type Session } from '../session.ts';
import { addEndpoint, checkAddressIsFree, publicKeysOf, removeEndpoint } from '../webhooks/endpoint.ts';
import { platformKeys } from '../webhooks/platform-keys.ts';
import { type Forwarded, startReceiver } from '../webhooks/receiver.ts';
import { defined, enumValue, idOf, pageOf, pageOptions, wholeNumber } from './options.ts';

const lineOf = ({ type, resourceId, sequence, status, durationMs, error }: Forwarded): string =>
  [
    new Date().toISOString(),
    (type ?? '-').padEnd(32),
    resourceId ?? '-',
    sequence === undefined ? '' : `#${sequence}`,
    `-> ${status ?? error} (${durationMs} ms)`,
  ].join('  ');

interface ListenArguments extends GlobalArguments {
  readonly forward: string;
  readonly kind: readonly string[] | undefined;
  readonly port: string;
  readonly publicUrl: string | undefined;
  readonly redeliverAfter: string | undefined;
  readonly keep: boolean;
  readonly replace: boolean;
}

/** The API also takes the names of enum values; an endpoint takes the types of the envelope. */
const eventType = (text: string): string => text.toUpperCase();

async function listen(session: Session, given: ListenArguments): Promise<void> {
  const { io, printer } = session;
  checkUrl(given.forward);
  // Only this command has endpoints at the loopback address.
  if (given.publicUrl !== undefined && !given.replace)
    await checkAddressIsFree(session, checkUrl(given.publicUrl));
  const requested = wholeNumber('port', given.port, 0, 65_535);
  const platform = await platformKeys(() => publicKeysOf(session));
  let hasRejected = false;
  const receiver = await startReceiver({
    port: requested,
    target: given.forward,
    isSigned: platform.isSigned,
    onForwarded: (forwarded) => printer.item(forwarded, () => lineOf(forwarded)),
    onRejected() {
      if (!hasRejected)
        printer.note('A request that the platform did not sign was rejected. Others are too.');
      hasRejected = true;
    },
  });
  const url =
    given.publicUrl === undefined ? `http://127.0.0.1:${receiver.port}/` : checkUrl(given.publicUrl);
  const ended = io.signal.aborted ? Promise.resolve() : once(io.signal, 'abort');
  try {
    const endpointId = await addEndpoint(session, url, given.kind?.map(eventType));
    printer.note(`Forwarding webhooks from ${url} to ${given.forward}. Ctrl-C ends it.`);
    for (const key of platform.keys) printer.note(`Signed with:\n${key.trim()}`);
    if (given.redeliverAfter !== undefined) {
      const { events } = await session.request(RedeliverWebhooksDocument, {
        after: given.redeliverAfter,
        endpointId,
      });
      printer.note(`Redelivering ${events} events.`);
    }
    await ended;
  } finally {
    if (!given.keep) await removeAfter(session, url);
    await receiver.close();
  }
}

/** The signal has ended the requests of the session, so the removal has a session of its own. */
async function removeAfter({ io, printer, url: server, token }: Session, url: string): Promise<void> {
  const own = openSession({ ...io, signal: AbortSignal.timeout(10_000) }, printer, { url: server, token });
  try {
    await removeEndpoint(own, url);
  } catch {
    printer.note(
      `The endpoint ${url} is still in the settings of the platform: remove it, or run the command again.`,
    );
  } finally {
    own.client.close();
  }
}

export function addWebhooks(cli: Cli, { command }: App): void {
  cli.command('webhooks', 'Webhooks', (group) =>
    group
      .command(
        'listen',
        'Receive the signed webhooks of the platform and forward them; ends with Ctrl-C',
        (y) =>
          y.options({
            forward: {
              type: 'string',
              demandOption: true,
              requiresArg: true,
              describe: 'Address of your receiver, for example http://127.0.0.1:3000/hook',
            },
            kind: {
              type: 'string',
              array: true,
              requiresArg: true,
              describe: 'Only this event type; repeatable',
            },
            port: {
              type: 'string',
              default: '4280',
              requiresArg: true,
              describe: 'Local port; 0 for a free one',
            },
            'public-url': {
              type: 'string',
              requiresArg: true,
              describe: 'Address of a tunnel to the port, for a server on another computer',
            },
            'redeliver-after': {
              type: 'string',
              requiresArg: true,
              describe: 'Deliver the events after this cursor again',
            },
            replace: {
              type: 'boolean',
              default: false,
              describe: 'Take over an endpoint with the address of --public-url that an earlier run left',
            },
            keep: {
              type: 'boolean',
              default: false,
              describe: 'Leave the endpoint in the settings at the end',
            },
          }),
        command(listen),
      )
      .command(
        'deliveries',
        'List deliveries, newest first',
        (y) =>
          y.options({
            ...pageOptions,
            resource: { type: 'string', requiresArg: true, describe: 'Id of the resource that changed' },
            status: { type: 'string', requiresArg: true, describe: 'pending, delivered or failed' },
          }),
        command(async ({ request, printer }, given) => {
          const filter = defined({
            resourceId: given.resource,
            status: given.status && enumValue(given.status),
          });
          printer.list(
            await request(WebhookDeliveriesDocument, { ...pageOf(given), filter: filter as object }),
            [
              { title: 'Id', of: ({ id }) => id },
              { title: 'Type', of: ({ type }) => type },
              { title: 'Resource', of: ({ resourceId }) => resourceId },
              { title: 'Status', of: ({ status }) => status },
              { title: 'Next attempt', of: ({ nextAttemptAt }) => nextAttemptAt },
              { title: 'Created', of: ({ createdAt }) => createdAt },
            ],
          );
        }),
      )
      .command(
        'redeliver <id>',
        'Send a delivery again',
        (y) => y.positional('id', idOf('Delivery')),
        command(async ({ request, printer }, { id }) => {
          if (!id.startsWith('Delivery:'))
            throw usageError(
              'The id of a delivery is Delivery:<uuid>.',
              'payments webhooks deliveries lists them.',
            );
          const delivery = await request(RedeliverWebhookDocument, { deliveryId: id });
          printer.record(delivery, [
            ['Id', delivery.id],
            ['Type', delivery.type],
            ['Status', delivery.status],
            ['Next attempt', delivery.nextAttemptAt],
          ]);
        }),
      )
      .demandCommand(1, 'Name a command of webhooks.'),
  );
}
