/** One signed call of one endpoint, and what its answer is to us. Source: gaps 6.1, 6.2. */
import type { KeyObject } from 'node:crypto';
import type { HttpFailure, SafeFetch } from '../../infrastructure/http-client/safe-fetch.ts';
import type { WebhookResponse } from '../../payments/approvals/payment-approval.ts';
import type { EventType } from '../event-kinds.ts';
import { signatureHeader, signatureHeaderName } from '../signing/signature.ts';
import { requestTimeoutMs } from './delivery.ts';

/** More than any receiver has a reason to answer; the log keeps less of it. */
const maxAnswerBytes = 256 * 1024;

const failures: Record<Exclude<HttpFailure['failure'], 'timeout'>, string> = {
  'invalid-url': 'The URL cannot be called.',
  'address-not-allowed': 'The host is not at a public address.',
  'too-large': 'The answer is too large.',
  network: 'The host cannot be reached, or broke off.',
};

export interface Sent {
  readonly answer: WebhookResponse;
  readonly durationMs: number;
}

export async function sendWebhook(
  fetch: SafeFetch,
  key: KeyObject,
  { url, type, body }: { readonly url: string; readonly type: EventType; readonly body: string },
): Promise<Sent> {
  const begun = performance.now();
  const result = await fetch({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'payments-platform-webhooks/1',
      // Text and bytes are the same here: `body` is sent as UTF-8, and that is what is signed.
      [signatureHeaderName]: signatureHeader(Buffer.from(body, 'utf8'), key),
    },
    body,
    timeoutMs: requestTimeoutMs(type),
    maxBytes: maxAnswerBytes,
  });
  const durationMs = Math.round(performance.now() - begun);
  if (result.ok) {
    const text = Buffer.from(result.body).toString('utf8');
    return { answer: { kind: 'response', status: result.status, body: text }, durationMs };
  }
  if (result.failure === 'timeout') return { answer: { kind: 'timeout' }, durationMs };
  return { answer: { kind: 'unreachable', error: failures[result.failure] }, durationMs };
}

/** What the delivery log says of an answer. */
export function describeResponse(answer: WebhookResponse): {
  readonly responseStatus: number | undefined;
  readonly responseBody: string | undefined;
  readonly error: string | undefined;
} {
  switch (answer.kind) {
    case 'response':
      return { responseStatus: answer.status, responseBody: answer.body, error: undefined };
    case 'timeout':
      return { responseStatus: undefined, responseBody: undefined, error: 'No answer in time.' };
    case 'unreachable':
      return { responseStatus: undefined, responseBody: undefined, error: answer.error };
  }
}
