/** The webhook endpoint that a command adds to the settings of the platform while it runs. */
import {
  PlatformConfigDocument,
  UpdatePlatformConfigDocument,
  type WebhookEndpointInput,
} from '@payments-platform/client/operations';
import { usageError } from '../errors.ts';
import type { Session } from '../session.ts';

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly eventTypes?: readonly string[] | null;
  readonly extensions: boolean;
  readonly isPaused: boolean;
}

const endpointsQuery =
  'query WebhookEndpoints { platformConfig { webhookEndpoints { id url eventTypes extensions isPaused } } }';

async function endpointsOf({ request }: Session): Promise<readonly Endpoint[]> {
  const config = (await request(endpointsQuery as never, {})) as { webhookEndpoints: readonly Endpoint[] };
  return config.webhookEndpoints;
}

/** The settings replace the whole list, so every other endpoint is repeated as it is. */
const inputOf = ({ url, eventTypes, extensions, isPaused }: Endpoint): WebhookEndpointInput => ({
  url,
  eventTypes: eventTypes ?? null,
  extensions,
  isPaused,
});

const replace = (session: Session, webhookEndpoints: readonly WebhookEndpointInput[]) =>
  session.request(UpdatePlatformConfigDocument, { input: { webhookEndpoints } });

/** Rejects an address that another endpoint of the platform has. */
export async function checkAddressIsFree(session: Session, url: string): Promise<void> {
  if (!(await endpointsOf(session)).some((endpoint) => endpoint.url === url)) return;
  throw usageError(
    `The platform has an endpoint with the address ${url} already.`,
    'Give another path of the tunnel: every path is forwarded. If an earlier run of this command left the endpoint, add --replace.',
  );
}

/** Adds the endpoint, or finds it if an earlier run left it. @returns its id. */
export async function addEndpoint(
  session: Session,
  url: string,
  eventTypes: readonly string[] | undefined,
): Promise<string> {
  const others = (await endpointsOf(session)).filter((endpoint) => endpoint.url !== url);
  const added = {
    url,
    eventTypes: eventTypes ?? null,
    extensions: eventTypes === undefined,
    isPaused: false,
  };
  await replace(session, [...others.map(inputOf), added]);
  const found = (await endpointsOf(session)).find((endpoint) => endpoint.url === url);
  if (!found) throw new Error('The endpoint was removed while it was added.');
  return found.id;
}

export async function removeEndpoint(session: Session, url: string): Promise<void> {
  const endpoints = await endpointsOf(session);
  const others = endpoints.filter((endpoint) => endpoint.url !== url);
  if (others.length < endpoints.length) await replace(session, others.map(inputOf));
}

/** The public keys with which the receiver verifies the deliveries. */
export async function publicKeysOf({ request }: Session): Promise<readonly string[]> {
  return (await request(PlatformConfigDocument, {})).webhookPublicKeys;
}
