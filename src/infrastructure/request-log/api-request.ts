/** An API request of the request log. Source: docs/behaviour/requests.md. */
import type { Id } from '../../kernel/ids.ts';
import { instantView, type JsonBody } from '../../kernel/view.ts';
import type { Actor } from '../database/attribution.ts';

export const requestTransports = ['graphql', 'rest', 'socket', 'mcp'] as const;

export interface ApiRequest {
  readonly id: Id<'ApiRequest'>;
  readonly platformId: Id<'Platform'>;
  readonly requestId: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly transport: (typeof requestTransports)[number];
  readonly method: string;
  readonly operation: string;
  readonly operationName: string | undefined;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly actor: Actor;
  readonly address: string | undefined;
  readonly requestBody: string | undefined;
  readonly responseBody: string | undefined;
}

export const apiRequestView = ({ platformId: _own, startedAt, actor, ...request }: ApiRequest): JsonBody => ({
  ...request,
  transport: request.transport.toUpperCase(),
  startedAt: instantView(startedAt),
  actor: { kind: actor.kind, id: actor.id, name: actor.name },
});
