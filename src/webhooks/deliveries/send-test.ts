/**
 * Sends a TEST event now and returns the receiver's response. The delivery log contains the attempt.
 *
 * Decision: without `endpointId` the test goes to the first endpoint of the list, which is `webhookEndpoint` in REST.
 *
 * Source: docs/behaviour/webhooks.md#test-endpoint.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { InvalidInput, invariant, Upstream } from '../../kernel/errors.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { optional } from '../../kernel/parse.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { endpointsOf } from '../endpoints/endpoint-store.ts';
import { type AttemptPorts, attemptDelivery } from './attempt.ts';
import { attemptsOf, responseBodies } from './attempt-store.ts';
import { loggedBody } from './delivery.ts';
import { toLeasedTest } from './lease-store.ts';
import { insertTestDelivery } from './queue.ts';

export const SendTestWebhookInput = z.object({ endpointId: optional(idSchema('WebhookEndpoint')) });

/** The platform has no endpoint to send the test to. Status 400 over REST. */
class WebhookEndpointNotSet extends InvalidInput {
  override readonly name = 'WebhookEndpointNotSet';
  constructor() {
    super([{ path: 'endpointId', message: 'cannot be chosen: no webhook endpoint is set' }], {
      code: 'WEBHOOK_ENDPOINT_NOT_SET',
      message: 'No webhook endpoint is set.',
    });
  }
}

/** The endpoint cannot be reached or its response is not 2xx. The interface fixes status 400 over REST. */
class WebhookDeliveryFailed extends Upstream {
  override readonly name = 'WebhookDeliveryFailed';
  readonly responseStatus: number | undefined;
  readonly responseBody: string | undefined;

  constructor(
    responseStatus: number | undefined,
    responseBody: string | undefined,
    error: string | undefined,
  ) {
    super('WEBHOOK_DELIVERY_ERROR', 'The test could not be delivered.', error);
    this.responseStatus = responseStatus;
    this.responseBody = responseBody;
  }

  override get httpStatus(): number {
    return 400;
  }

  override get details(): Readonly<Record<string, unknown>> {
    return {
      ...(this.reason !== undefined && { reason: this.reason }),
      ...(this.responseStatus !== undefined && { response_status: this.responseStatus }),
      ...(this.responseBody !== undefined && { response_body: this.responseBody }),
    };
  }
}

/** The receiver's response; the body is cut to 16 KiB. */
export interface TestWebhookSent {
  readonly deliveryId: Id<'Delivery'>;
  readonly url: string;
  readonly responseStatus: number;
  readonly responseBody: string | undefined;
}

export async function sendTestWebhook(
  ports: AttemptPorts,
  { platform }: PlatformCaller,
  { endpointId }: z.output<typeof SendTestWebhookInput>,
): Promise<TestWebhookSent | WebhookEndpointNotSet | WebhookDeliveryFailed | InvalidInput> {
  const { db, clock } = ports;
  const endpoints = await endpointsOf(db.orm, [platform.id]);
  const endpoint: WebhookEndpoint | undefined = endpointId
    ? endpoints.find(({ id }) => id === endpointId)
    : endpoints[0];
  if (!endpoint) {
    return endpointId
      ? InvalidInput.at('endpointId', 'is not an endpoint of the settings')
      : new WebhookEndpointNotSet();
  }
  const leased = await transact(db, async (tx) =>
    toLeasedTest(
      endpoint,
      await insertTestDelivery(tx, endpoint, clock.now(platform), clock.real()),
      platform,
    ),
  );
  const deliveryId = await attemptDelivery(ports, leased);
  const attempt = (await attemptsOf(db.orm, platform.id, [deliveryId], 1)).get(deliveryId)?.[0];
  invariant(attempt, 'the delivery log contains the attempt');
  const { responseStatus: status, error } = attempt;
  const responseBody = (await responseBodies(db.orm, platform.id, [attempt.uuid])).get(attempt.uuid);
  if (status === undefined || status < 200 || status > 299) {
    return new WebhookDeliveryFailed(status, responseBody && loggedBody(responseBody), error);
  }
  return { deliveryId, url: endpoint.url, responseStatus: status, responseBody };
}
