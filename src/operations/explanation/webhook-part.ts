/** Each webhook about a payment or the action of its agent, with the HTTP status of its attempts. */
import type { Id } from '../../kernel/ids.ts';
import { parseUrl } from '../../kernel/url.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { attemptsOf } from '../../webhooks/deliveries/attempt-store.ts';
import type { WebhookAttempt, WebhookDelivery } from '../../webhooks/deliveries/delivery.ts';
import { deliveriesOfResources } from '../../webhooks/deliveries/delivery-store.ts';
import { endpointsOf } from '../../webhooks/endpoints/endpoint-store.ts';
import { type ExplanationStep, maxAttempts, maxDeliveries, type StepOutcome } from './explanation.ts';
import { noSteps, type Part } from './reading.ts';

const outcomes: Readonly<Record<WebhookDelivery['status'], StepOutcome>> = {
  PENDING: 'WAITING',
  DELIVERED: 'SUCCEEDED',
  FAILED: 'FAILED',
};

const resultText = ({ responseStatus, error }: WebhookAttempt): string =>
  responseStatus === undefined ? (error ?? 'no response') : `HTTP ${responseStatus}`;

function deliveryStep(
  { id, type, status, endpointId, eventId, createdAt }: WebhookDelivery,
  attempts: readonly WebhookAttempt[],
  url: string | undefined,
): ExplanationStep {
  const last = attempts.at(-1);
  const count = attempts.length;
  const tried =
    count > 1 ? ` It was the last of ${count === maxAttempts ? `${count} or more` : count} attempts.` : '';
  return {
    kind: 'WEBHOOK_DELIVERED',
    at: last?.at ?? createdAt,
    text: last
      ? `The webhook ${type} was sent to ${url ?? 'an endpoint that was removed'}: ${resultText(last)}.${tried}`
      : `The webhook ${type} to ${url ?? 'an endpoint that was removed'} was not sent yet.`,
    outcome: outcomes[status],
    references: [id, endpointId, eventId],
    attempts: attempts.map(({ at, responseStatus, durationMs, error }) => ({
      at,
      responseStatus,
      durationMs,
      error,
    })),
  };
}

/** Reads one delivery more than an explanation has, so that a caller learns that some are missing. */
export const explainWebhooks: Part = async ({ db, scope, mayReadPlatform, actionsOf }, transactions) => {
  if (!mayReadPlatform) return noSteps;
  const { platformId } = scope;
  const resourcesOf = (transaction: Transaction): readonly string[] => [
    ...actionsOf(transaction).map(({ id }) => id),
    transaction.id,
  ];
  const ids = transactions.flatMap(resourcesOf);
  const deliveries = await deliveriesOfResources(db, platformId, ids, maxDeliveries + 1);
  const deliveryIds = [...deliveries.values()].flat().map(({ id }) => id);
  if (deliveryIds.length === 0) return noSteps;
  const [attempts, endpoints] = await Promise.all([
    attemptsOf(db, platformId, deliveryIds, maxAttempts),
    endpointsOf(db, [platformId]),
  ]);
  // The path of an endpoint can be a secret, so a sentence names its host only.
  const hosts = new Map<Id<'WebhookEndpoint'>, string | undefined>(
    endpoints.map(({ id, url }) => [id, parseUrl(url)?.host]),
  );
  return (transaction) =>
    resourcesOf(transaction)
      .flatMap((id) => deliveries.get(id) ?? [])
      .map((delivery) =>
        deliveryStep(delivery, attempts.get(delivery.id) ?? [], hosts.get(delivery.endpointId)),
      );
};
