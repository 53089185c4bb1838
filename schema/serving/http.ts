/** GraphQL over HTTP, and subscriptions over SSE, on Yoga. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { ExecutionResult } from 'graphql';
import { createYoga, type FetchAPI, type Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { schema } from '../index.ts';
import { execute, mayAsk, prepare, subscribe } from './execution.ts';
import { presentError, streamedError } from './present.ts';
import { isAsyncIterable, type ToldResult, textOf } from './told.ts';
import type { UploadParams } from './uploads.ts';

/** The caller's credential ended, or this process goes down and the client should come back. */
export type StreamEnd = 'credential' | 'shutdown';

/** What the server knows of a request before Yoga has it. */
export interface RequestContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly context: Omit<Context, 'loaders'>;
  /** Of a multipart request: what it asks, already read. */
  readonly upload?: UploadParams | undefined;
  /** Takes how to end the stream that this request opened; answers how to forget it. */
  readonly onStream: (end: (why: StreamEnd) => void) => () => void;
}

export interface HttpOptions {
  /** GraphiQL, and the schema to callers without a credential. */
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
      const body = presentErrors(result as ExecutionResult, report);
      return fetchAPI.Response.json(body, { status: refusal.status, headers: refusal.headers ?? {} });
    }
    const encoder = new TextEncoder();
    const source: AsyncIterator<ExecutionResult | ToldResult> = isAsyncIterable<ToldResult>(result)
      ? result[Symbol.asyncIterator]()
      : ([result as ExecutionResult].values() as never);
    let ended: StreamEnd | undefined;
    const forget = onStream((why) => {
      ended = why;
      void source.return?.();
    });
    let pending: Promise<IteratorResult<ExecutionResult | ToldResult>> | undefined;
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
        'Cache-Control': 'no-cache',
        Connection: 'keep-alive',
        'Content-Encoding': 'none',
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

const presentErrors = (result: ExecutionResult, report: (defect: unknown) => void) =>
  result.errors ? { errors: result.errors.map((error) => streamedError(presentError(error, report))) } : {};

function message(result: ExecutionResult | ToldResult, report: (defect: unknown) => void): string {
  if ('cursor' in result) return `id: ${result.cursor}\nevent: next\ndata: ${textOf(result, report)}\n\n`;
  return `event: next\ndata: ${JSON.stringify({ ...result, ...presentErrors(result, report) })}\n\n`;
}

/** Yoga, made to prepare, authorize and execute as the sockets do. */
export function createHttpHandler({ openSchema, report }: HttpOptions) {
  const ours: Plugin<Record<string, unknown>, RequestContext> = {
    onRequestParse({ serverContext, setRequestParser }) {
      const { upload } = serverContext;
      if (upload) setRequestParser(() => upload);
    },
    onParse({ params, setParsedDocument }) {
      setParsedDocument(prepare(String(params.source)).document);
    },
    onValidate({ params, setResult }) {
      const source = params.documentAST.loc?.source.body;
      if (source !== undefined) setResult([...prepare(source).errors]);
    },
    onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
      const refused = mayAsk(args.document, args.operationName, args.contextValue as never, openSchema);
      if (refused) setResultAndStopExecution({ errors: [refused] });
      else setExecuteFn(execute);
    },
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const refused = mayAsk(args.document, args.operationName, args.contextValue as never, openSchema);
      if (refused) setResultAndStopExecution({ errors: [refused] });
      else setSubscribeFn(subscribe);
    },
    onResultProcess({ request, result, setResultProcessor, serverContext }) {
      const wantsStream = request.headers.get('accept')?.includes('text/event-stream') ?? false;
      if (wantsStream || isAsyncIterable(result)) {
        setResultProcessor(eventStream(serverContext.onStream, report), 'text/event-stream');
      }
    },
  };

  return createYoga<RequestContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: openSchema
      ? {
          title: 'Payments',
          headers: '{\n  "Authorization": "Basic <base64 of token id:secret>"\n}',
          defaultQuery:
            '# Put your token into the Headers tab below, then press Play.\n{\n  viewer { __typename ... on Platform { id name mode permissions } }\n}\n',
          subscriptionsProtocol: 'SSE',
        }
      : false,
    // From the package, not from a network that the page's reader may not have.
    renderGraphiQL,
    cors: false,
    batching: false,
    // Read by the server, with its bounds and only from callers that no other site's form can be: see uploads.ts.
    multipart: false,
    parserAndValidationCache: false,
    logging: false,
    maskedErrors: { maskError: (error) => presentError(error, report) },
    context: ({ context }) => ({ ...context, loaders: new Map() }),
    plugins: [ours],
  });
}
