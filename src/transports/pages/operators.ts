/** Endpoints for operators: readiness and metrics. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { retryAfterSeconds } from '../../infrastructure/database/unavailable.ts';
import { canReadMetrics } from '../../infrastructure/observability/metrics-access.ts';
import type { Observability } from '../../infrastructure/observability/observability.ts';
import { sendError, sendJson } from '../http/send.ts';

const retryLater = { 'Retry-After': String(retryAfterSeconds) };

export async function serveReadiness(
  res: ServerResponse,
  { health }: Observability,
  isDraining: boolean,
): Promise<void> {
  const status = isDraining ? 'draining' : await health.readiness();
  if (status === 'ready') sendJson(res, 200, { status });
  else sendJson(res, 503, { status }, retryLater);
}

export async function serveMetrics(
  req: IncomingMessage,
  res: ServerResponse,
  { metrics: { registry } }: Observability,
  token: string | undefined,
): Promise<void> {
  if (!canReadMetrics(req, token)) {
    if (token !== undefined) {
      return sendError(res, 401, 'UNAUTHORIZED', 'Send METRICS_TOKEN as a Bearer token.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="metrics"' },
      });
    }
    return sendError(
      res,
      403,
      'FORBIDDEN',
      'METRICS_TOKEN is not set: only callers on this machine may read metrics.',
    );
  }
  const text = await registry.metrics();
  res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text);
}
