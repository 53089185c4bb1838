/**
 * Traces over OTLP. Spans are created from a record when the request or work has ended, so no context is propagated
 * meanwhile. A process that exports no traces never loads this file.
 *
 * Spans of statements have the statement's text with placeholders, without the values of its parameters.
 *
 * Source: W3C Trace Context, level 1; OpenTelemetry semantic conventions for HTTP, GraphQL and database spans.
 */

import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { trimEnd } from '../../kernel/trim-end.ts';
import type { RequestObserver, RequestRecord, SqlStatement } from './request-record.ts';
import type { WorkObserver } from './work-record.ts';

interface Traces {
  readonly onRequest: RequestObserver;
  readonly onWork: WorkObserver;
  /** Exports the remaining spans. */
  close(): Promise<void>;
}

const propagator = new W3CTraceContextPropagator();

/** The context of the client's span; the root context without a valid header. */
const parentOf = (traceparent: string | undefined): Context =>
  propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);

/** @param endpoint the collector's base URL, without `/v1/traces`. */
export function startTraces(endpoint: string, serviceName: string): Traces {
  const exporter = new OTLPTraceExporter({ url: `${trimEnd(endpoint, '/')}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('payments-platform');

  const addStatements = (statements: readonly SqlStatement[], within: Context) => {
    for (const { text, sentAt, respondedAt, failed } of statements) {
      const name = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: sentAt, attributes }, within);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(respondedAt);
    }
  };

  const serverSpan = (record: RequestRecord) => {
    const { transport, method, operation, status, code, startedAt, caller, id } = record;
    const route = transport === 'rest' ? operation.slice(operation.indexOf(' ') + 1) : record.path;
    return tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        startTime: startedAt,
        attributes: {
          'http.request.method': method,
          ...(route !== undefined && { 'http.route': route }),
          'http.response.status_code': status,
          'payments.request_id': id,
          ...(caller && { 'payments.principal.kind': caller.kind, 'payments.principal.id': caller.id }),
          ...(code !== undefined && { 'error.type': code }),
        },
      },
      parentOf(record.traceparent),
    );
  };

  return {
    onRequest(record) {
      const { endedAt, startedAt, status, fields, operation, operationName, statements = [] } = record;
      const span = serverSpan(record);
      let within = trace.setSpan(ROOT_CONTEXT, span);
      if (fields) {
        const [kind = ''] = operation.split(' ');
        const attributes = {
          'graphql.operation.type': kind,
          ...(operationName !== undefined && { 'graphql.operation.name': operationName.slice(0, 64) }),
        };
        const inner = tracer.startSpan(operation, { startTime: startedAt, attributes }, within);
        inner.end(endedAt);
        within = trace.setSpan(within, inner);
      }
      addStatements(statements, within);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAt);
    },
    onWork({ what, kind, startedAt, endedAt, failed, statements }) {
      const span = tracer.startSpan(
        `${what} ${kind}`,
        { kind: SpanKind.CONSUMER, startTime: startedAt },
        ROOT_CONTEXT,
      );
      addStatements(statements, trace.setSpan(ROOT_CONTEXT, span));
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAt);
    },
    close: () => provider.shutdown(),
  };
}
