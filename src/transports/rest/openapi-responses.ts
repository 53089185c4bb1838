/** What a row answers, described: its success, what is to be signed first, and its refusals. */
import { ErrorBody } from './bodies/common.ts';
import { SignedRequestChallenge } from './bodies/wallets.ts';
import { type JsonSchema, type Operation, type ResponseDescription, schemaOf } from './openapi-document.ts';
import { json } from './openapi-request.ts';
import type { Route } from './route.ts';

const words: Readonly<Record<number, string>> = {
  400: 'The input is wrong.',
  401: 'The credentials, or a signature, code or request id, are missing or not valid.',
  403: 'The caller may not do this.',
  404: 'The record does not exist, or belongs to somebody else.',
  409: 'The state of a record, or an idempotency key, stands in the way.',
  410: 'The customer is deleted.',
  412: 'The counterparty speaks no common version.',
  413: 'The body is too large.',
  415: 'The body is of another media type.',
  424: 'Somebody whom the service depends on did not answer.',
  429: 'Too many requests. Wait the seconds of Retry-After.',
  500: 'An unexpected error, which was logged.',
  501: 'Not implemented.',
  503: 'The service cannot reach its database. Wait the seconds of Retry-After; a retry with the same idempotency key is safe.',
};

/** Statuses of refusals that an endpoint can answer. */
export function errorStatusesOf({
  caller,
  params,
  body,
  method,
  errorStatuses: refusals = [],
  status,
}: Route): number[] {
  return [
    ...new Set([
      400,
      ...(caller === 'anonymous' ? [] : [401]),
      403,
      ...(params ? [404] : []),
      ...(method === 'GET' ? [] : [413]),
      ...(body ? [415] : []),
      ...refusals,
      429,
      500,
      503,
      ...(status === 501 ? [501] : []),
    ]),
  ].sort((a, b) => a - b);
}

export function responsesOf(route: Route, components: Record<string, JsonSchema>): Operation['responses'] {
  const error = schemaOf(ErrorBody, components);
  const answers: Record<string, ResponseDescription> = {};
  if (route.status !== 501) {
    answers[route.status] = {
      description: route.status === 204 ? 'Done.' : route.status === 201 ? 'Made.' : 'The answer.',
      ...(route.idempotent && {
        headers: {
          'Idempotent-Replayed': {
            description: 'true, where the first call with this key is answered again.',
            schema: { type: 'string', const: 'true' },
          },
        },
      }),
      ...(route.response && { content: json(schemaOf(route.response, components)) }),
    };
  }
  if (route.signing === 'retry' || route.signing === 'signature') {
    answers[202] = {
      description: 'What to sign before it is done.',
      content: json(schemaOf(SignedRequestChallenge, components)),
    };
  }
  for (const status of errorStatusesOf(route)) {
    answers[status] = {
      description: words[status] ?? 'A refusal.',
      ...((status === 429 || status === 503) && {
        headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
      }),
      content: json(error),
    };
  }
  return answers;
}
