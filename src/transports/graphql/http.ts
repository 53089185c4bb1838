/** GraphQL over HTTP, and subscriptions over SSE, on Yoga. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type FetchAPI, type Plugin } from 'graphql-yoga';
import type { Context } from '../../../schema/core/context.ts';
import { schema } from '../../../schema/index.ts';
import { recordOf } from '../../infrastructure/observability/request-record.ts';
import { hasJsonParameters, isAcceptable, notAcceptable, notJson } from './content-negotiation.ts';
import type { Execution } from './execution.ts';
import {
  formatError,
  formatResult,
  rejectedDocument,
  streamedError,
  withoutSuggestions,
} from './format-error.ts';
import type { Received } from './request-body.ts';
import { isAsyncIterable, type SubscriptionResult } from './subscription-executor.ts';

/** The caller's credential ended, or its connection, or this process goes down and the client should come back. */
export type StreamEnd = 'credential' | 'gone' | 'shutdown';

/** What the server knows of a request before Yoga has it. */
export interface RequestContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly context: Omit<Context, 'loaders'>;
  /** Of a POST: what it asks, or what is wrong with its body. */
  readonly params?: Received['params'];
  /** Takes how to end the stream that this request opened; answers how to forget it. */
  readonly onStream: (end: (why: StreamEnd) => void) => () => void;
}

export interface HttpOptions {
  readonly execution: Execution;
  /** Whether callers without a credential are told of the schema. */
  readonly openSchema: boolean;
  readonly report: (defect: unknown) => void;
}

const heartbeatMs = 12_000;
const idle = Symbol('idle');

/** SSE in distinct connections mode; `id:` carries the cursor, so that a browser resumes by itself. */
function eventStream(onStream: RequestContext['onStream'], report: (defect: unknown) => void) {
  return (result: unknown, fetchAPI: FetchAPI): Response => {
    const refusal = isAsyncIterable(result) ? undefined : refusalOf(result as ExecutionResult);
    if (refusal) {
      const { errors } = formatResult(result as ExecutionResult, report);
      const body = { ...(errors && { errors }) };
      return fetchAPI.Response.json(body, { status: refusal.status, headers: refusal.headers ?? {} });
    }
    const encoder = new TextEncoder();
    const source: AsyncIterator<ExecutionResult | SubscriptionResult> = isAsyncIterable<SubscriptionResult>(
      result,
    )
      ? result[Symbol.asyncIterator]()
      : ([result as ExecutionResult].values() as never);
    let ended: StreamEnd | undefined;
    const forget = onStream((why) => {
      ended = why;
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
        const silence = new Promise<typeof idle>((resolve) => {
          timer = setTimeout(resolve, heartbeatMs, idle);
        });
        const next = await Promise.race([pending, silence]).finally(() => clearTimeout(timer));
        if (next === idle) {
          controller.enqueue(encoder.encode(':\n\n'));
          return;
        }
        pending = undefined;
        if (next.done) {
          forget();
          // A client that reads `complete` does not come back; one whose connection breaks does.
          if (ended !== 'shutdown') controller.enqueue(encoder.encode('event: complete\ndata:\n\n'));
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(message(next.value, report)));
      },
      async cancel() {
        forget();
        await source.return?.();
      },
    });
    return new fetchAPI.Response(stream, {
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream',
        // Neither kept nor compressed nor held back on its way: each event is to arrive when it is sent.
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    });
  };
}

/** An answer that a stream cannot carry, because its status says it: 401, or a mutation by GET. */
function refusalOf({ data, errors = [] }: ExecutionResult) {
  if (data) return undefined;
  const told = errors.map(({ extensions }) => extensions['http'] as HttpFacts | undefined);
  return told.find((facts) => facts?.status !== undefined && !facts.spec);
}

interface HttpFacts {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** The status only where the media type asks for one. */
  readonly spec?: boolean;
}

function message(result: ExecutionResult | SubscriptionResult, report: (defect: unknown) => void): string {
  if ('cursor' in result) return `id: ${result.cursor}\nevent: next\ndata: ${result.text}\n\n`;
  return `event: next\ndata: ${JSON.stringify(formatResult(result, report))}\n\n`;
}

/** A result as JSON. Yoga would make its errors anew from what graphql-js knows of their locations: see locations.ts. */
function jsonOf(result: object): string {
  const { errors, ...rest } = result as ExecutionResult;
  const told = errors?.map((error) => (error instanceof GraphQLError ? streamedError(error) : error));
  return JSON.stringify({ ...(told && { errors: told }), ...rest });
}

const acceptOf = (request: Request): string => request.headers.get('accept') ?? '*/*';

const streamType = /(^|,) *text\/event-stream/i;
const jsonType = /(^|,) *application\/(graphql-response\+)?json/i;

/** Whether a subscription can be answered at all: JSON cannot carry one. */
const acceptsStream = (accept: string): boolean =>
  streamType.test(accept) || /(^|,) *(text|\*)\/\*/.test(accept);

const acceptsAny = (accept: string): boolean =>
  acceptsStream(accept) || jsonType.test(accept) || /(^|,) *application\/\*/i.test(accept);

/** Whether a single result, too, goes as a stream: to whom names the stream first. */
function prefersStream(accept: string): boolean {
  const stream = accept.search(streamType);
  const json = accept.search(jsonType);
  return stream >= 0 && (json < 0 || stream < json);
}

const streamNotAccepted = (): GraphQLError =>
  new GraphQLError('A subscription is answered as text/event-stream, which the request does not accept.', {
    extensions: { code: 'INVALID_INPUT', httpStatus: 406, http: { status: 406 } },
  });

/** In the words by which clients know to send the whole document instead of its hash. */
const persistedQueryNotSupported = (): GraphQLError =>
  new GraphQLError('PersistedQueryNotSupported', {
    extensions: { code: 'INVALID_INPUT', httpStatus: 400, http: rejectedDocument },
  });

/** Yoga, made to prepare, authorize and execute as the sockets do. */
export function createHttpHandler({ execution, openSchema, report }: HttpOptions) {
  const ours: Plugin<Record<string, unknown>, RequestContext> = {
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
      const refused = execution.rejectionOf(args);
      if (refused) setResultAndStopExecution({ errors: [refused] });
      else setExecuteFn(execution.execute);
    },
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      execution.describe(args);
      const refused = acceptsStream(acceptOf(args.contextValue.request))
        ? execution.rejectionOf(args)
        : streamNotAccepted();
      if (refused) setResultAndStopExecution({ errors: [refused] });
      else setSubscribeFn(execution.subscribe);
    },
    onResultProcess({ request, result, setResultProcessor, serverContext }) {
      const [error] = isAsyncIterable(result) ? [] : ((result as ExecutionResult | undefined)?.errors ?? []);
      recordOf(serverContext.res)?.rejected(error?.extensions?.['code']);
      if (result && !isAsyncIterable(result)) Object.assign(result, { stringify: () => jsonOf(result) });
      const accept = acceptOf(request);
      // Where it accepts no form that Yoga has for an error of a subscription, it is told so in JSON.
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
    // Read by the server, with its bounds and only from callers that no other site's form can be: see uploads.ts.
    multipart: false,
    // Bodies are read before Yoga, within their bounds: see received.ts.
    maxRequestBodySize: false,
    // The server has its own. Yoga answers every URL that ends so, and none ends in a line break.
    healthCheckEndpoint: '\n',
    parserAndValidationCache: false,
    logging: false,
    maskedErrors: { maskError: (error) => formatError(error, report) },
    context: ({ context }) => ({ ...context, loaders: new Map() }),
    plugins: [ours],
  });
}
