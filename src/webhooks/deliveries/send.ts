/** Sends one signed request to one endpoint and classifies the response. Source: docs/behaviour/webhooks.md#delivery, docs/behaviour/webhooks.md#signature. */
import type { KeyObject } from 'node:crypto';
import type { HttpFailure, SafeFetch } from '../../infrastructure/http-client/safe-fetch.ts';
import type { WebhookResponse } from '../../payments/approvals/payment-approval.ts';
import type { EventType } from '../event-kinds.ts';
import { signatureHeader, signatureHeaderName } from '../signing/signature.ts';
import { requestTimeoutMs } from './delivery.ts';

/** Names the fault on request that changed the delivery. It is not signed. */
const faultHeaderName = 'x-sandbox-fault';

/** The delivery log stores less of the response. */
const maxResponseBytes = 256 * 1024;

const failures: Record<Exclude<HttpFailure['failure'], 'timeout'>, string> = {
  'invalid-url': 'The URL cannot be called.',
  'address-not-allowed': 'The host has no public address.',
  'too-large': 'The response is too large.',
  network: 'The host cannot be reached or closed the connection.',
};

export interface SendResult {
  readonly response: WebhookResponse;
  readonly durationMs: number;
}

export async function sendWebhook(
  fetch: SafeFetch,
  key: KeyObject,
  { url, type, body }: { readonly url: string; readonly type: EventType; readonly body: string },
  faultLabel?: string,
): Promise<SendResult> {
  const startedAt = performance.now();
  const result = await fetch({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'payments-platform-webhooks/1',
      // `body` is sent as UTF-8, so the signature covers the bytes that are sent.
      [signatureHeaderName]: signatureHeader(Buffer.from(body, 'utf8'), key),
      ...(faultLabel !== undefined && { [faultHeaderName]: faultLabel }),
    },
    body,
    timeoutMs: requestTimeoutMs(type),
    maxBytes: maxResponseBytes,
  });
  const durationMs = Math.round(performance.now() - startedAt);
  if (result.ok) {
    const text = Buffer.from(result.body).toString('utf8');
    return { response: { kind: 'response', status: result.status, body: text }, durationMs };
  }
  if (result.failure === 'timeout') return { response: { kind: 'timeout' }, durationMs };
  return { response: { kind: 'unreachable', error: failures[result.failure] }, durationMs };
}

/** The result of a request that a fault on request drops: the receiver could not be reached. */
export const droppedRequest = (faultLabel: string | undefined): SendResult => ({
  response: {
    kind: 'unreachable',
    error: faultLabel === undefined ? failures.network : `Not sent, by the sandbox fault ${faultLabel}.`,
  },
  durationMs: 0,
});

/** The response as the delivery log stores it. */
export function describeResponse(response: WebhookResponse): {
  readonly responseStatus: number | undefined;
  readonly responseBody: string | undefined;
  readonly error: string | undefined;
} {
  switch (response.kind) {
    case 'response':
      return { responseStatus: response.status, responseBody: response.body, error: undefined };
    case 'timeout':
      return {
        responseStatus: undefined,
        responseBody: undefined,
        error: 'No response within the time limit.',
      };
    case 'unreachable':
      return { responseStatus: undefined, responseBody: undefined, error: response.error };
  }
}
