/** Describes the responses of a route: success, the preview of a dry run, the challenge of a signed request, and errors. */
import type { z } from 'zod';
import { unaffectedOperations } from '../../sandbox/faults/fault.ts';
import { faultHeader } from '../http/faults.ts';
import { ErrorBody } from './bodies/common.ts';
import { SignedRequestChallenge } from './bodies/wallets.ts';
import { examples } from './examples.ts';
import {
  type Header,
  type JsonSchema,
  type Operation,
  type ResponseDescription,
  schemaOf,
} from './openapi-document.ts';
import { json } from './openapi-request.ts';
import type { Route } from './route.ts';

const statusDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is invalid.',
  401: 'The credentials, or a signature, code or request id, are missing or invalid.',
  403: 'The caller does not have the required permission.',
  404: 'The record does not exist or the caller cannot see it.',
  409: 'The request conflicts with the state of a record or with an idempotency key.',
  410: 'The customer is deleted.',
  412: 'The counterparty supports no common protocol version.',
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
  424: 'An external system failed, timed out or sent an invalid response.',
  429: 'Too many requests. Retry after the number of seconds in Retry-After.',
  500: 'An unexpected error. The service has logged it.',
  501: 'Not implemented.',
  503: 'The service cannot reach its database. Retry after the number of seconds in Retry-After. A retry with the same idempotency key is safe.',
};

/** The error statuses that an endpoint can return. */
function errorStatusesOf({
  caller,
  params,
  body,
  streamedUpload,
  method,
  errorStatuses = [],
  status,
}: Route): number[] {
  return [
    ...new Set([
      400,
      ...(caller === 'anonymous' ? [] : [401]),
      403,
      ...(params ? [404] : []),
      ...(method === 'GET' ? [] : [413]),
      ...(body || streamedUpload ? [415] : []),
      ...errorStatuses,
      429,
      500,
      503,
      ...(status === 501 ? [501] : []),
    ]),
  ].sort((a, b) => a - b);
}

/** Whether a request without a signature can get a challenge, status 202. */
export const canChallenge = ({ signing }: Pick<Route, 'signing'>): boolean =>
  signing === 'retry' || signing === 'signature';

function successDescription(route: Route): string {
  const effects: Partial<Record<Route['status'], string>> = {
    201: 'The record was created.',
    202: 'The work was accepted, and a job does it.',
  };
  const effect = effects[route.status] ?? 'The operation succeeded.';
  const signed = route.challengedIf
    ? 'The request is signed or needs no signature.'
    : 'The request is signed.';
  const body = route.status === 204 ? 'The response has no body.' : '';
  return [effect, canChallenge(route) ? signed : '', body].filter(Boolean).join(' ');
}

function challengeDescription({ signing, challengedIf }: Route): string {
  const missing = signing === 'retry' ? 'Request-Id' : 'Service-Wallet-Signature';
  const condition = challengedIf ? ` and ${challengedIf}` : '';
  const added = signing === 'retry' ? 'Request-Id and Service-Wallet-Signature' : missing;
  return `The request has no ${missing}${condition}. A signature is required: the body contains the payload to sign. Nothing was changed. Repeat the request with ${added}.`;
}

/** The headers that responses of many endpoints have. */
export const sharedHeaders: Readonly<Record<string, Header>> = {
  [faultHeader]: {
    description:
      'Only on sandbox platforms: the fault on request that affected this response, as its kind and id. Absent for a hidden fault.',
    schema: {
      type: 'string',
      examples: ['SLOW; id=SandboxFault:019542f5-b3e7-7d02-8000-000000000001'],
    },
  },
};

/** A fault can affect every response to an authenticated caller, except for those of the faults themselves. */
const faultHeaderOf = ({ caller, name }: Pick<Route, 'caller' | 'name'>) =>
  caller !== 'anonymous' &&
  !unaffectedOperations.has(name) && { [faultHeader]: { $ref: `#/components/headers/${faultHeader}` } };

/** Adds the header to each response. */
function withFaultHeader(
  route: Route,
  responses: Readonly<Record<string, ResponseDescription>>,
): Operation['responses'] {
  const header = faultHeaderOf(route);
  if (!header) return responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, headers, ...rest }]) => [
      status,
      { description, headers: { ...headers, ...header }, ...rest },
    ]),
  );
}

/** The response to a dry run, beside the success of an endpoint that has the same status. */
function withPreview(
  { response }: Route,
  preview: z.ZodType,
  success: ResponseDescription | undefined,
  components: Record<string, JsonSchema>,
): ResponseDescription {
  const description = 'dryRun is true: what the request would do. Nothing was stored.';
  if (!success || !response) return { description, content: json(schemaOf(preview, components)) };
  const schema = { anyOf: [schemaOf(response, components), schemaOf(preview, components)] };
  return {
    ...success,
    description: `${success.description} With dryRun the body is a PaymentPreview, and nothing was stored.`,
    content: json(schema, success.content?.['application/json']?.example),
  };
}

export function responsesOf(route: Route, components: Record<string, JsonSchema>): Operation['responses'] {
  const error = schemaOf(ErrorBody, components);
  const responses: Record<string, ResponseDescription> = {};
  if (route.status !== 501) {
    responses[route.status] = {
      description: successDescription(route),
      ...(route.idempotent && {
        headers: {
          'Idempotent-Replayed': {
            description:
              'true if this is the stored response of the first request with this idempotency key.',
            schema: { type: 'string', const: 'true' },
          },
        },
      }),
      ...(route.stream && { content: { [route.stream]: { schema: { type: 'string' } } } }),
      ...(route.download && {
        content: Object.fromEntries(
          route.download.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        ),
      }),
      ...(route.response && {
        content: json(schemaOf(route.response, components), examples[route.name]?.response),
      }),
    };
  }
  if (route.previews) responses[200] = withPreview(route, route.previews, responses[200], components);
  if (canChallenge(route)) {
    responses[202] = {
      description: challengeDescription(route),
      content: json(schemaOf(SignedRequestChallenge, components), examples[route.name]?.challenge),
    };
  }
  for (const status of errorStatusesOf(route)) {
    responses[status] = {
      description: statusDescriptions[status] ?? 'An error.',
      ...((status === 429 || status === 503) && {
        headers: {
          'Retry-After': {
            description: 'Number of seconds to wait before a retry.',
            schema: { type: 'integer' },
          },
        },
      }),
      content: json(error),
    };
  }
  return withFaultHeader(route, responses);
}
