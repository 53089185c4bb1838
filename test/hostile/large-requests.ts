/**
 * Requests of up to a megabyte: long lists and texts, maps with many keys, deep nesting, many parts, headers and parameters.
 * Each is accepted or rejected, and none blocks the process for long.
 */
import type { Random } from '../faults/random.ts';
import { endpoints } from '../support/hostile-requests.ts';
import { fieldsIn, type Json, validRestValues, withValueAt } from '../support/valid-inputs.ts';
import type { HttpCase, World } from './case.ts';
import { largeJson, largeSize, longText, uuid } from './texts.ts';

/** Documents with a large input. The last one has an attestation, which allows a larger body. */
const largeDocuments: readonly string[] = [
  'query($v: TransactionFilter) { transactions(filter: $v) { totalCount } }',
  'query($v: [ID!]!) { nodes(ids: $v) { id } }',
  'query($v: [String!]) { exchangeRates(destinationCurrencies: $v) { sourceCurrency } }',
  'mutation($v: CreateCustomerInput!) { createCustomer(input: $v) { __typename } }',
  'mutation($v: CreateAgentInput!) { createAgent(input: $v) { __typename } }',
  'mutation($v: UpdatePlatformConfigInput!) { updatePlatformConfig(input: $v) { __typename } }',
  'mutation($v: StringMap) { approveTransaction(transactionId: "x", receiverCustomerInfo: $v) { __typename } }',
  'mutation($v: AddCredentialInput!) { addCredential(input: $v) { __typename } }',
];

/** The value itself, or an input with the value in one of its fields. */
function largeVariable(random: Random): string {
  const value = largeJson(random, largeSize(random));
  const field = random.pick([undefined, 'status', 'email', 'currencies', 'webhookEndpoints', 'businessInfo']);
  switch (random.between(0, 3)) {
    case 0:
      return `{"name":"a","customerId":"x","policy":{"permissions":${value},"accountRestrictions":{"accountRules":${value.slice(0, 400_000) === value ? value : '[]'}}}}`;
    case 1:
      return `{"passkey":{"accountId":"x","nickname":"a","challenge":"x","attestation":${value}}}`;
    default:
      return field === undefined ? value : `{${JSON.stringify(field)}:${value}}`;
  }
}

export const largeBody = (random: Random): string =>
  `{"query":${JSON.stringify(random.pick(largeDocuments))},"variables":{"v":${largeVariable(random)}}}`;

/** Many parts, large headers, and files that are slow to search, up to a megabyte. */
export function largeMultipart(random: Random): string {
  const size = largeSize(random);
  const head = 'Content-Disposition: form-data; name="file"; filename="a.pdf"';
  const file = (content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n--x--\r\n`;
  switch (random.between(0, 5)) {
    case 0:
      return `${'--x\r\n\r\n\r\n'.repeat(size / 9)}--x--`;
    case 1:
      return `${`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ny\r\n`.repeat(size / 55)}--x--`;
    case 2:
      return `--x\r\nContent-Disposition: form-data${'; a="b"'.repeat(size / 7)}\r\n\r\ny\r\n--x--`;
    case 3:
      return `--x\r\n${'A: b\r\n'.repeat(size / 6)}\r\ny\r\n--x--`;
    case 4:
      return file(random.pick(['\r\n', '\r\n--', '-', '\r\n--y']).repeat(size / 4));
    default:
      return file(longText(random, size));
  }
}

const withJson = endpoints.flatMap((endpoint) => {
  const schema = endpoint.operation.requestBody?.content['application/json']?.schema;
  return schema ? [{ ...endpoint, rights: validRestValues(schema, '') }] : [];
});

const mark = '"a large value"';

/** A valid body except for one large value. */
function largeField(random: Random, rights: readonly Json[]): string {
  const right = random.pick(rights);
  const fields = fieldsIn(right);
  const value = largeJson(random, largeSize(random));
  if (fields.length === 0 || random.chance(0.2)) return value;
  const body = JSON.stringify(withValueAt(right, random.pick(fields).path, JSON.parse(mark)));
  return body.replace(mark, () => value);
}

/** A stream of large requests to the REST API. */
export function largeRestRequests(random: Random, world: World): () => HttpCase {
  const base = '/2025-10-13';
  const headers = { authorization: world.authorization };
  const made = {
    body: (): HttpCase => {
      const { method, path, name, rights } = random.pick(withJson);
      return {
        transport: 'rest',
        kind: `a large body for ${name}`,
        method,
        path: base + path.replace(/\{\w+\}/g, `Customer:${uuid}`),
        headers: { ...headers, 'content-type': 'application/json' },
        body: largeField(random, rights),
      };
    },
    upload: (): HttpCase => ({
      transport: 'rest',
      kind: 'a large upload',
      method: 'POST',
      path: `${base}/documents`,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      body: largeMultipart(random),
    }),
    query: (): HttpCase => {
      const parameter = random.pick(['status', 'limit', 'destinationCurrency', 'x']);
      const count = random.pick([60, 200, 1_000]);
      const search = random.chance(0.5)
        ? `${parameter}=PENDING&`.repeat(count)
        : `${parameter}=${'PENDING,'.repeat(count)}`;
      return {
        transport: 'rest',
        kind: 'many parameters',
        method: 'GET',
        path: `${base}/${random.pick(['transactions', 'exchange-rates', 'customers'])}?${search}`,
        headers,
      };
    },
    headers: (): HttpCase => ({
      transport: 'rest',
      kind: 'many headers',
      method: 'GET',
      path: `${base}/customers`,
      headers: {
        ...headers,
        ...Object.fromEntries(
          Array.from({ length: random.pick([100, 500, 1_500]) }, (_, n) => [`x-${n}`, 'y']),
        ),
      },
    }),
  };
  const weights = { body: 70, upload: 15, query: 10, headers: 5 };
  return () => made[random.weighted(weights)]();
}
