/**
 * Writes the types of the events of webhooks to `src/webhooks/generated/events.ts`, from `webhooks` of the OpenAPI document.
 * With `--check` it fails when the file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

interface OpenApi {
  readonly webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }
  >;
  readonly components: { readonly schemas: Record<string, Schema> };
}
type Schema = Record<string, unknown>;

const read = (path: string): OpenApi => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'));
const { webhooks, components } = read('../src/transports/rest/openapi.json');

/** `OUTGOING_PAYMENT.COMPLETED` is `OutgoingPaymentCompleted`. */
const typeNameOf = (kind: string): string =>
  kind
    .toLowerCase()
    .split(/[._]/)
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('');

/** Without titles and limits, which have no type. A `$ref` next to a description would lose its name. */
function typed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(typed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Schema;
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', '#/definitions/') };
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, typed(value)]));
}

const events = Object.entries(webhooks).map(
  ([kind, { post }]) =>
    [`${typeNameOf(kind)}Event`, post.requestBody.content['application/json'].schema] as const,
);

const root = {
  title: 'WebhookEvent',
  description: 'A delivered event, discriminated on `type`. A later server may send further types.',
  anyOf: events.map(([name]) => ({ $ref: `#/definitions/${name}` })),
  definitions: typed({ ...components.schemas, ...Object.fromEntries(events) }),
} as JSONSchema;

const printed = await compile(root, 'WebhookEvent', {
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  bannerComment: '// Written by generate-webhooks.ts: run npm run schema.',
  style: { singleQuote: true, printWidth: 110 },
});

const file = join(import.meta.dirname, 'src/webhooks/generated/events.ts');
if (!process.argv.includes('--check')) writeFileSync(file, printed);
else if (readFileSync(file, 'utf8') !== printed) {
  console.error('client/src/webhooks/generated/events.ts is not up to date: run `npm run schema`.');
  process.exitCode = 1;
}
