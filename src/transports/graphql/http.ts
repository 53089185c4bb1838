/** GraphQL over HTTP, and subscriptions over SSE, on Yoga. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type FetchAPI, type Plugin } from 'graphql-yoga';
import type { Context } from '../../../schema/core/context.ts';
import { schema } from '../../../schema/index.ts';
import { recordOf } from '../../infrastructure/observability/request-record.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import { CredentialExpired } from '../../platforms/access/credential-expired.ts';
import { challengeFor } from '../http/challenge.ts';
import { hasJsonParameters, isAcceptable, notAcceptable, notJson } from './content-negotiation.ts';
import type { CredentialEnd } from './credential-watch.ts';
import { rejectedDocument, withoutSuggestions } from './document-errors.ts';
import type { Execution } from './execution.ts';
import { formatDomainError, formatError, formatResult, streamedError } from './format-error.ts';
import type { ParsedRequestBody } from './request-body.ts';
import { isAsyncIterable, type SubscriptionResult } from './subscription-executor.ts';

/** Why a stream ends: its credential ended, its client disconnected, or the process stops and the client reconnects. */
export type StreamEnd = CredentialEnd | 'disconnected' | 'shutdown';

/** The state of a request that the GraphQL transport passes to Yoga. */
interface RequestContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly context: Omit<Context, 'loaders'>;
  /** The parameters of a POST, or the error that rejects its body. */
  readonly params?: ParsedRequestBody['params'];
  /** Registers a function that ends the request's stream. Returns a function that removes it. */
  readonly onStream: (end: (reason: StreamEnd) => void) => () => void;
}

interface HttpOptions {
  readonly execution: Execution;
  /** Whether callers without a credential may read the schema. */
  readonly openSchema: boolean;
  readonly report: (defect: unknown) => void;
}

/** The last result of a stream whose credential ends: an error that says why. */
const endErrors: Partial<Record<StreamEnd, () => GraphQLError>> = {
  expired: () => formatDomainError(new CredentialExpired()),
  revoked: () => formatDomainError(new Unauthorized('The credential has ended')),
};

const heartbeatMs = 12_000;
const heartbeatDue = Symbol('heartbeat due');

/** SSE in distinct connections mode. The `id:` field has the cursor, so that a browser resumes automatically. */
function eventStream(onStream: RequestContext['onStream'], report: (defect: unknown) => void) {
  return (result: unknown, fetchAPI: FetchAPI): Response => {
    const status = isAsyncIterable(result) ? undefined : responseStatusOf(result as ExecutionResult);
    if (status) {
      const { errors } = formatResult(result as ExecutionResult, report);
      const body = { ...(errors && { errors }) };
      return fetchAPI.Response.json(body, status);
    }
    const encoder = new TextEncoder();
    const source: AsyncIterator<ExecutionResult | SubscriptionResult> = isAsyncIterable<SubscriptionResult>(
      result,
    )
      ? result[Symbol.asyncIterator]()
      : ([result as ExecutionResult].values() as never);
    let ended: StreamEnd | undefined;
    const removeStream = onStream((reason) => {
      ended = reason;
      void source.return?.();
    });
    let pending: Promise<IteratorResult<ExecutionResult | SubscriptionResult>> | undefined;
    const stream = new fetchAPI.ReadableStream({
      start(controller) {
        controller.enqueue(encoder.encode(':\n\n'));
      },
      async pull(controller) {
        pending ??= Promise.resolve(source.next());
        let timer: NodeJS.Timeout | undefined;
        const heartbeat = new Promise<typeof heartbeatDue>((resolve) => {
          timer = setTimeout(resolve, heartbeatMs, heartbeatDue);
        });
        const next = await Promise.race([pending, heartbeat]).finally(() => clearTimeout(timer));
        if (next === heartbeatDue) {
          controller.enqueue(encoder.encode(':\n\n'));
          return;
        }
        pending = undefined;
        if (next.done) {
          removeStream();
          const reason = ended && endErrors[ended];
          if (reason) controller.enqueue(encoder.encode(message({ errors: [reason()] }, report)));
          // After `complete` a client does not reconnect; after a broken connection it does.
          if (ended !== 'shutdown') controller.enqueue(encoder.encode('event: complete\ndata:\n\n'));
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(message(next.value, report)));
      },
      async cancel() {
        removeStream();
        await source.return?.();
      },
    });
    return new fetchAPI.Response(stream, {
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream',
        // No caching, compression or buffering by proxies, so that each event arrives when it is sent.
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    });
  };
}

/** The status and headers of a result that needs its own status instead of a stream: 401, or a mutation by GET. */
function responseStatusOf({ data, errors = [] }: ExecutionResult): ResponseInit | undefined {
  if (data) return undefined;
  const found = errors
    .map(({ extensions }) => extensions['http'] as HttpExtension | undefined)
    .find((http) => http?.status !== undefined && !http.spec);
  return found && { status: found.status, headers: found.headers ?? {} };
}

interface HttpExtension {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** The status applies only to the media type application/graphql-response+json. */
  readonly spec?: boolean;
}

function message(result: ExecutionResult | SubscriptionResult, report: (defect: unknown) => void): string {
  if ('cursor' in result) return `id: ${result.cursor}\nevent: next\ndata: ${result.text}\n\n`;
  return `event: next\ndata: ${JSON.stringify(formatResult(result, report))}\n\n`;
}

/** A result as JSON. Yoga would serialize errors without their locations: see locations.ts. */
function jsonOf(result: object): string {
  const { errors, ...rest } = result as ExecutionResult;
  const formatted = errors?.map((error) => (error instanceof GraphQLError ? streamedError(error) : error));
  return JSON.stringify({ ...(formatted && { errors: formatted }), ...rest });
}

const acceptOf = (request: Request): string => request.headers.get('accept') ?? '*/*';

const streamType = /(^|,) *text\/event-stream/i;
const jsonType = /(^|,) *application\/(graphql-response\+)?json/i;

/** Whether the client accepts the only media type for subscriptions. */
const acceptsStream = (accept: string): boolean =>
  streamType.test(accept) || /(^|,) *(text|\*)\/\*/.test(accept);

const acceptsAny = (accept: string): boolean =>
  acceptsStream(accept) || jsonType.test(accept) || /(^|,) *application\/\*/i.test(accept);

/** Whether a single result is sent as a stream too: when the client lists the stream type first. */
function prefersStream(accept: string): boolean {
  const stream = accept.search(streamType);
  const json = accept.search(jsonType);
  return stream >= 0 && (json < 0 || stream < json);
}

const streamNotAccepted = (): GraphQLError =>
  new GraphQLError(
    'The response to a subscription is text/event-stream, which the request does not accept.',
    {
      extensions: { code: 'INVALID_INPUT', httpStatus: 406, http: { status: 406 } },
    },
  );

/** Clients detect this message and send the whole document instead of its hash. */
const persistedQueryNotSupported = (): GraphQLError =>
  new GraphQLError('PersistedQueryNotSupported', {
    extensions: { code: 'INVALID_INPUT', httpStatus: 400, http: rejectedDocument },
  });

/** Creates a Yoga server that prepares, authorizes and executes documents like the sockets. */
export function createHttpHandler({ execution, openSchema, report }: HttpOptions) {
  const plugin: Plugin<Record<string, unknown>, RequestContext> = {
    onRequest({ request, endResponse, fetchAPI }) {
      if (isAcceptable(request.headers.get('accept'))) return;
      endResponse(fetchAPI.Response.json({ errors: [notAcceptable()] }, { status: 406 }));
    },
    onRequestParse({ request, serverContext, setRequestParser }) {
      const { params: received } = serverContext;
      if (received) {
        setRequestParser(() => {
          if (received instanceof GraphQLError) throw received;
          return received;
        });
      } else if (request.method === 'GET' && !hasJsonParameters(request.url)) {
        setRequestParser(() => {
          throw notJson();
        });
      }
      return {
        onRequestParseDone({ requestParserResult: params, setRequestParserResult }) {
          if (Array.isArray(params)) return;
          if (params.query === undefined && params.extensions?.['persistedQuery'] !== undefined) {
            throw persistedQueryNotSupported();
          }
          if (params.operationName !== '') return;
          const { operationName: _none, ...others } = params;
          setRequestParserResult(others);
        },
      };
    },
    onResponse({ response, serverContext }) {
      if (response.status !== 401) return;
      response.headers.set('WWW-Authenticate', challengeFor(serverContext.req.headers));
    },
    onParse({ params, setParsedDocument }) {
      setParsedDocument(execution.prepare(String(params.source)).document);
    },
    onValidate({ params, context, setResult }) {
      const errors = execution.errorsOf(params.documentAST);
      const { principal } = (context as unknown as RequestContext).context;
      setResult(principal || openSchema ? [...errors] : errors.map(withoutSuggestions));
    },
    onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
      execution.describe(args);
      const rejection = execution.rejectionOf(args);
      if (rejection) setResultAndStopExecution({ errors: [rejection] });
      else setExecuteFn(execution.execute);
    },
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      execution.describe(args);
      const rejection = acceptsStream(acceptOf(args.contextValue.request))
        ? execution.rejectionOf(args)
        : streamNotAccepted();
      if (rejection) setResultAndStopExecution({ errors: [rejection] });
      else setSubscribeFn(execution.subscribe);
    },
    onResultProcess({ request, result, setResultProcessor, serverContext }) {
      const [error] = isAsyncIterable(result) ? [] : ((result as ExecutionResult | undefined)?.errors ?? []);
      recordOf(serverContext.res)?.setErrorCode(error?.extensions?.['code']);
      if (result && !isAsyncIterable(result)) Object.assign(result, { stringify: () => jsonOf(result) });
      const accept = acceptOf(request);
      // The client may accept no media type in which Yoga sends the error of a subscription. `eventStream` sends JSON then.
      if (isAsyncIterable(result) || prefersStream(accept) || !acceptsAny(accept)) {
        setResultProcessor(eventStream(serverContext.onStream, report), 'text/event-stream');
      }
    },
  };

  return createYoga<RequestContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    batching: false,
    // The transport reads uploads itself, with size limits and protection against cross-site forms: see uploads.ts.
    multipart: false,
    // The transport reads bodies before Yoga, with size limits: see request-body.ts.
    maxRequestBodySize: false,
    // Disables Yoga's health check, because the server has its own. Yoga compares the end of the URL, and no URL ends in a
    // line break.
    healthCheckEndpoint: '\n',
    parserAndValidationCache: false,
    logging: false,
    maskedErrors: { maskError: (error) => formatError(error, report) },
    context: ({ context }) => ({ ...context, loaders: new Map() }),
    plugins: [plugin],
  });
}
