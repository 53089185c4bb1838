/** The core of the client: see README.md. */
export { type Client, createClient, type PaginateOptions } from './client.ts';
export type { Document, DocumentString, Typed } from './document.ts';
export { RequestError, type ResponseError } from './errors.ts';
export type { Connection, NodeOf } from './paginate.ts';
export type { RetryOptions } from './requests/backoff.ts';
export { authorizationOf, type GetToken, type TokenRequest } from './requests/credentials.ts';
export type { ExecuteOptions } from './requests/execute.ts';
export type { Fetch } from './requests/http.ts';
export type { IdempotencyStore } from './requests/idempotency.ts';
export type { ClientOptions, RetryEvent } from './settings.ts';
export type { CursorStore } from './subscriptions/cursors.ts';
export type { SubscribeOptions } from './subscriptions/subscribe.ts';
export type { WebSocketConstructor, WebSocketLike } from './subscriptions/web-socket.ts';
