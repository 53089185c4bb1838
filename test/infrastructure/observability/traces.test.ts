/** The traces that a collector receives. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { performDueJob } from '../../support/jobs.ts';
import { restClient } from '../../support/rest.ts';
import { aRestPayer, bankAccountBody } from '../../support/rest-parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
}

let collector: Server;
let service: Service;
const spans: Span[] = [];
const bodies: string[] = [];
const attribute = (span: Span | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

beforeAll(async () => {
  collector = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  service = await startService({
    server: true,
    standing: true,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await service.stop();
  collector.close();
});

test('a request is a span in the trace of its client, with child spans for operation and statements, without parameter values', async () => {
  const traceId = 'aaaabbbbccccddddeeeeffff00001111';
  const headers = {
    authorization: basic(service.platform.token),
    'content-type': 'application/json',
    traceparent: `00-${traceId}-1234567890abcdef-01`,
  };
  const rest = restClient(service);
  const { customerId, accountId, externalId } = await aRestPayer(rest);
  const body = bankAccountBody(customerId);
  await fetch(`${service.url}/2025-10-13/customers/external-accounts`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: 'query Traced { customers(first: 1) { nodes { id } } }' }),
  });
  await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, traceparent: '00-00000000000000000000000000000000-1234567890abcdef-01' },
    body: JSON.stringify({
      query: `mutation { transferOut(input: { source: "${accountId}", destination: "${externalId}", amount: 100 }) { __typename } }`,
    }),
  });
  const done = await performDueJob(
    service.db,
    service.app.jobs,
    () => new Date(service.clock.real().getTime() + 60_000),
    (error) => {
      throw error;
    },
    service.app.observability.onWork,
  );
  expect(done).toBe('done');
  await service.app.observability.close();

  const posted = spans.find(
    (span) => span.name === 'POST /customers/external-accounts' && span.traceId === traceId,
  );
  expect(posted).toMatchObject({ parentSpanId: '1234567890abcdef' });
  expect(attribute(posted, 'http.response.status_code')).toBe(201);

  const query = spans.find(({ name }) => name === 'query customers');
  const server = spans.find(({ spanId }) => spanId === query?.parentSpanId);
  expect(server).toMatchObject({ name: 'POST /graphql', traceId, parentSpanId: '1234567890abcdef' });
  expect(attribute(query, 'graphql.operation.name')).toBe('Traced');
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === query?.spanId);
  expect(statements.map((span) => attribute(span, 'db.query.text')).join('\n')).toContain('from "customers"');

  const mutation = spans.find(({ name }) => name === 'mutation transferOut');
  expect(mutation?.traceId).not.toMatch(/^0+$/);
  const job = spans.find(({ name }) => name.startsWith('job '));
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).length).toBeGreaterThan(1);

  const all = bodies.join('');
  for (const value of [
    body.accountInfo.accountNumber,
    'Grace Hopper',
    'Ada Lovelace',
    service.platform.token,
  ]) {
    expect(all).not.toContain(value);
  }
});
