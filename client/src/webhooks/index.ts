/** Receives webhooks: see docs/guides/webhooks.md of the server. */
export { type FastifyLike, type FastifyOptions, fastifyPlugin } from './adapters/fastify.ts';
export { fetchHandler, honoHandler } from './adapters/fetch.ts';
export { expressHandler, type NodeRequest, type NodeResponse, nodeHandler } from './adapters/node.ts';
export { BodyAlreadyRead } from './adapters/read-body.ts';
export type { EventPosition } from './event.ts';
export { type Claim, type EventStore, type MemoryStoreOptions, memoryEventStore } from './event-store.ts';
export type * from './generated/events.ts';
export type { PaymentDecision } from './payment-decision.ts';
export {
  type Delivery,
  type DeliveryResponse,
  type EventContext,
  type NotifiedEvent,
  type ReceiverOptions,
  webhookReceiver,
} from './receiver.ts';
export { signatureHeaderName, type WebhookKeys } from './signature.ts';
export { type Verification, type VerificationProblem, type VerifyOptions, verifyWebhook } from './verify.ts';
