/** A request over a limit is rejected early with an error that names the limit, and the client can continue. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseWithinLimits } from '../../src/transports/graphql/limits.ts';
import { defaultLimits } from '../../src/transports/limits.ts';
import { type RawResponse, sendQuery } from '../support/graphql-client.ts';
import { openSocket } from '../support/raw-socket.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

const times = (count: number, part: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(between);

/** A document with that depth of fields, including the leaf. */
const ofDepth = (depth: number): string => {
  const chain = ['transactions(first: 1)', 'nodes', 'customer'];
  const fields = Array.from({ length: depth - 1 }, (_, nth) => chain[nth % 3]);
  return `{ ${fields.join(' { ')} { __typename } ${'} '.repeat(fields.length)}`;
};

/** A document with that nesting of brackets; introspection does not count as depth. */
const ofNesting = (nesting: number): string =>
  `{ __schema { types { ${'ofType { '.repeat(nesting - 3)} name ${'} '.repeat(nesting)}`;

/** As many long lists as necessary. In one list of fields, validation would compare all pairs. */
function ofTokens(tokens: number): string {
  const lists: string[] = [];
  for (let left = tokens - 2; left > 0; left -= 112) {
    const ids = times(Math.min(100, left - 12), () => '"Customer:019542f5-b3e7-7d02-8000-000000000002"');
    lists.push(`a${lists.length}: nodes(ids: [${ids}]) { __typename }`);
  }
  return `{ ${lists.join(' ')} }`;
}
/** A fragment of 99 fields, spread as often as possible, and single fields for the remainder. */
const ofSelections = (selections: number): string =>
  `{ ${times(Math.floor(selections / 100), () => '...F')} ${times(selections % 100, () => '__typename')} } fragment F on Query { ${times(99, () => '__typename')} }`;
const ofAliases = (aliases: number): string => `{ ${times(aliases, (n) => `a${n}: __typename`)} }`;
const ofDirectives = (directives: number): string =>
  `{ ${times(directives, () => '__typename @include(if: true)')} }`;

/** That number of fragments with one part each, all spread once. */
const inFragments = (count: number, part: (index: number) => string): string =>
  `{ ${times(count, (n) => `...F${n}`)} } ${times(count, (n) => `fragment F${n} on Query { ${part(n)} }`)}`;

/** Three nested lists of 100 items. */
const costly = `{ customers(first: 100) { nodes { transactions(first: 100) { nodes {
  customer { transactions(first: 100) { nodes { id } } } } } } } }`;

const codesOf = ({ body }: RawResponse): unknown[] =>
  (body.errors ?? []).map(({ extensions }: { extensions: { code: unknown } }) => extensions.code);

describe.each([
  ['TOKENS', 2_000, ofTokens],
  ['NESTING', 50, ofNesting],
  ['SELECTIONS', 5_000, ofSelections],
  ['DEPTH', 12, ofDepth],
  ['ALIASES', 30, ofAliases],
  ['ALIASES', 30, (count: number) => inFragments(count, (n) => `a${n}: __typename`)],
  [
    'ALIASES',
    30,
    (count: number) =>
      `{ a: __schema { types { b: name } } ${times(count - 30, (n) => `a${n}: __typename`)} }`,
  ],
  ['DIRECTIVES', 50, ofDirectives],
  ['DIRECTIVES', 50, (count: number) => inFragments(count, () => '__typename @skip(if: false)')],
] as const)('a document has at most %s %i', (limit, most, document) => {
  test('a document at the limit is executed', async () => {
    const response = await sendQuery(service, document(most));
    expect(response.body.errors).toBeUndefined();
    expect(response.status).toBe(200);
  });

  test.each([
    ['application/graphql-response+json', 400],
    ['application/json', 200],
  ])('a document over the limit is rejected with Accept: %s as %i', async (accept, status) => {
    const response = await sendQuery(service, document(most + 1), undefined, { accept });
    expect(response.status).toBe(status);
    expect(response.body.data).toBeUndefined();
    expect(response.body.errors).toHaveLength(1);
    expect(response.body.errors[0].extensions).toEqual({
      code: `${limit}_LIMIT_EXCEEDED`,
      httpStatus: 400,
      limit: most,
      // A document with too many tokens is not parsed completely.
      ...(limit !== 'TOKENS' && { actual: most + 1 }),
    });
    expect(response.body.errors[0].message).toContain(`the limit is ${most}.`);
  });
});

describe('documents of an attacker', () => {
  const braces = 10_000;
  test.each<[string, string, string]>([
    ['10,000 nested braces', `${'{a'.repeat(braces)}${'}'.repeat(braces)}`, 'NESTING_LIMIT_EXCEEDED'],
    ['10,000 braces that never end', '{'.repeat(braces), 'NESTING_LIMIT_EXCEEDED'],
    ['10,000 nested lists', `{ a(b: ${'['.repeat(braces)}`, 'NESTING_LIMIT_EXCEEDED'],
    ['10,000 nested objects', `{ a(b: ${'{c:'.repeat(braces)}`, 'NESTING_LIMIT_EXCEEDED'],
    ['a type of 10,000 lists', `query($a: ${'['.repeat(braces)}`, 'NESTING_LIMIT_EXCEEDED'],
    ['braces behind a string', `{ a(b: "}}\\"") ${'{a'.repeat(braces)}`, 'NESTING_LIMIT_EXCEEDED'],
    ['braces after a block string', `{ a(b: """}\\"""}""") ${'{a'.repeat(braces)}`, 'NESTING_LIMIT_EXCEEDED'],
    ['braces behind a comment', `# }"\n${'{a'.repeat(braces)}`, 'NESTING_LIMIT_EXCEEDED'],
    ['braces between closing ones', `}}}}${'{a'.repeat(100)}`, 'NESTING_LIMIT_EXCEEDED'],
    ['20,000 aliases', `{${times(20_000, (n) => `a${n}:id`)}}`, 'TOKENS_LIMIT_EXCEEDED'],
    ['20,000 directives', `{id ${times(20_000, () => '@a')}}`, 'TOKENS_LIMIT_EXCEEDED'],
    ['a string that never ends', `{ a(b: "${'x'.repeat(100_000)}`, 'INVALID_INPUT'],
    ['a block string that never ends', `{ a(b: """${'x'.repeat(100_000)}`, 'INVALID_INPUT'],
    ['a fragment of itself', '{ ...A } fragment A on Query { ...A }', 'INVALID_INPUT'],
    [
      'cyclic fragments',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...C } fragment C on Query { ...A }',
      'INVALID_INPUT',
    ],
    [
      'cyclic fragments through fields',
      '{ customers { nodes { ...A } } } fragment A on Customer { internalAccounts { customer { ...A } } }',
      'INVALID_INPUT',
    ],
    [
      'many fields that cannot be merged',
      `{ ${times(150, (n) => `node(id: "${n}") { id }`)} }`,
      'INVALID_INPUT',
    ],
  ])('%s', async (_name, document, code) => {
    const response = await sendQuery(service, document, undefined, {
      accept: 'application/graphql-response+json',
    });
    expect(response.status).toBe(400);
    expect(codesOf(response)[0]).toBe(code);
  });

  test('fragments that double at each level are counted without expansion', async () => {
    const doubling = (steps: number, leaf: string) =>
      `{ ...F0 } ${times(steps, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F${steps} on Query { ${leaf} }`;
    expect(codesOf(await sendQuery(service, doubling(10, 'a: __typename')))).toEqual([
      'ALIASES_LIMIT_EXCEEDED',
    ]);
    expect(codesOf(await sendQuery(service, doubling(60, 'a: __typename')))).toEqual([
      'SELECTIONS_LIMIT_EXCEEDED',
    ]);
    // The cached plan of a frequent document is small too.
    for (let time = 0; time < 4; time += 1) {
      const response = await sendQuery(service, doubling(10, '__typename'));
      expect(response.body.data).toEqual({ __typename: 'Query' });
    }
  });

  /** 45 levels. Each spreads the next one twice. */
  const doubled = (type: string, leaf: string) =>
    `${times(45, (n) => `fragment F${n} on ${type} { ...F${n + 1} ...F${n + 1} }`)} fragment F45 on ${type} { ${leaf} }`;
  const bombs: [string, string][] = [
    ['of a record', `{ agents { nodes { ...F0 } } } ${doubled('Agent', 'id')}`],
    [
      'below a list that reads fewer columns for small selections',
      `{ customers { nodes { transactions { nodes { ...F0 } } } } } ${doubled('Transaction', 'id')}`,
    ],
    ['of the schema', `{ __schema { types { ...F0 } } } ${doubled('__Type', 'name')}`],
    ['of lists of the schema', `{ __schema { types { ...F0 } } } ${doubled('__Type', 'fields { name }')}`],
    ['that nothing spreads', `{ __typename } ${doubled('Query', '__typename')}`],
    ['of a change', `mutation { __typename ...F0 } ${doubled('Mutation', '__typename')}`],
    [
      'in a cycle',
      `{ ...F0 } ${times(8, (n) => `fragment F${n} on Query { ${times(8, (m) => `...F${m}`)} }`)}`,
    ],
    [
      'in a cycle through the schema',
      `{ __schema { types { ...F0 } } } ${times(8, (n) => `fragment F${n} on __Type { fields { type { ${times(8, (m) => `...F${m}`)} } } }`)}`,
    ],
  ];
  test.each(bombs)('fragments %s are counted before any other code visits them', async (name, source) => {
    const code = name.startsWith('in a cycle') ? 'INVALID_INPUT' : 'SELECTIONS_LIMIT_EXCEEDED';
    for (let time = 0; time < 4; time += 1) {
      expect(codesOf(await sendQuery(service, source))[0]).toBe(code);
      expect(codesOf(await sendQuery(service, source, undefined, { authorization: '' }))[0]).toBe(code);
    }
    const stream = await sendQuery(service, source, undefined, { accept: 'text/event-stream' });
    expect(stream.text).toContain(code);
  });

  test('the maximum number of fragments is counted too', () => {
    const chain = `{ ...F0 } ${times(20_000, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F20000 on Query { __typename }`;
    const limits = { ...defaultLimits, tokens: 1_000_000 };
    expect(() => parseWithinLimits(chain, limits)).toThrow(
      'The document has more selections; the limit is 5000.',
    );
  });

  test('a chain of 200 fragments has the depth of its fields', async () => {
    const chain = `{ ...F0 } ${times(200, (n) => `fragment F${n} on Query { ...F${n + 1} }`)} fragment F200 on Query { __typename }`;
    for (let time = 0; time < 4; time += 1) {
      expect((await sendQuery(service, chain)).body.data).toEqual({ __typename: 'Query' });
    }
  });

  test('100,000 aliases exceed the size limit of a body', async () => {
    const response = await sendQuery(service, `{${times(100_000, (n) => `a${n}:id`)}}`);
    expect(response.status).toBe(413);
    expect(codesOf(response)).toEqual(['PAYLOAD_TOO_LARGE']);
  });

  test.each(['[', '{"a":'])('variables with 50,000 repetitions of %s are rejected', async (open) => {
    const close = open === '[' ? ']' : '}';
    const deep = `${open.repeat(30_000)}1${close.repeat(30_000)}`;
    for (const [declared, used] of [
      ['$v: [ID!]!', 'nodes(ids: $v) { id }'],
      ['$v: CustomerFilter', 'customers(filter: $v) { totalCount }'],
    ]) {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', authorization: basic(service.platform.token) },
        body: `{"query":"query(${declared}) { ${used} }","variables":{"v":${deep}}}`,
      });
      expect(response.status).toBeLessThan(500);
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      expect(errors[0]?.extensions.code).toBe('INVALID_INPUT');
    }
  });
});

describe('a body', () => {
  const most = 256 * 1024;
  /** A query that is padded with spaces to a length. */
  const bodyOf = (bytes: number): string => {
    const body = '{"query":"{ viewer { __typename } }"}';
    return `${' '.repeat(bytes - body.length)}${body}`;
  };

  /** Sends with `node:http`, which can omit Content-Length. */
  const post = (body: string, declared: boolean) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const req = request(`${service.url}/graphql`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          authorization: basic(service.platform.token),
          ...(declared ? { 'Content-Length': Buffer.byteLength(body) } : { 'Transfer-Encoding': 'chunked' }),
        },
      });
      let responded = false;
      req.on('response', (response) => {
        responded = true;
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      req.on('error', (error) => !responded && reject(error));
      req.end(body);
    });

  test.each([
    ['with its length declared', true],
    ['without', false],
  ])('has at most 262144 bytes, %s', async (_name, declared) => {
    expect((await post(bodyOf(most), declared)).status).toBe(200);
    for (const bytes of [most + 1, 10 * 1024 * 1024]) {
      const { status, text } = await post(bodyOf(bytes), declared);
      expect([bytes, status]).toEqual([bytes, 413]);
      expect(JSON.parse(text).errors[0].extensions).toEqual({ code: 'PAYLOAD_TOO_LARGE', httpStatus: 413 });
    }
    expect((await post(bodyOf(100), declared)).status).toBe(200);
  });

  test('above the limit is rejected, and a client that sends all of it before it reads gets the response', async () => {
    const headers = { 'content-type': 'application/json', authorization: basic(service.platform.token) };
    for (let nth = 0; nth < 20; nth += 1) {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers,
        body: bodyOf(2 * most),
      });
      expect(response.status).toBe(413);
    }
  });
});

describe('a page', () => {
  const page = (first: number) => `{ customers(first: ${first}) { nodes { id } } }`;
  test.each([1, 100])('may have %i items', async (first) => {
    expect((await sendQuery(service, page(first))).body.errors).toBeUndefined();
  });
  test.each([0, -1, 101, 2147483647])('may not have %i items', async (first) => {
    const response = await sendQuery(service, page(first));
    expect(response.body.errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      httpStatus: 400,
      fields: [{ path: 'first' }],
    });
  });
  test('nodes accepts 100 ids', async () => {
    const ids = (count: number) =>
      Array.from({ length: count }, () => 'Customer:01890000-0000-7000-8000-000000000000');
    const nodes = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    expect((await sendQuery(service, nodes, { ids: ids(100) })).body.data.nodes).toHaveLength(100);
    const response = await sendQuery(service, nodes, { ids: ids(101) });
    expect(response.body.errors[0].extensions.fields).toEqual([
      { path: 'ids', message: 'must have at most 100 items' },
    ]);
  });
});

describe('over a socket', () => {
  test.each([
    ['TOKENS', ofTokens(2_001)],
    ['NESTING', '{a'.repeat(10_000)],
    ['SELECTIONS', ofSelections(5_001)],
    ['DEPTH', ofDepth(13)],
    ['ALIASES', ofAliases(31)],
    ['DIRECTIVES', ofDirectives(51)],
    ['COST', costly],
  ])('%s over the limit cause an error of this operation only', async (limit, document) => {
    const socket = await openSocket(service);
    await socket.until(({ type }) => type === 'connection_ack');
    socket.subscribe('large', document);
    const rejected = await socket.until(({ id }) => id === 'large');
    expect(rejected.type).toBe('error');
    expect(rejected.payload).toHaveLength(1);
    expect(Object.keys(rejected.payload[0].extensions).slice(0, 3)).toEqual(['code', 'httpStatus', 'limit']);
    expect(rejected.payload[0].extensions.code).toBe(`${limit}_LIMIT_EXCEEDED`);
    socket.subscribe('next', '{ __typename }');
    expect((await socket.until(({ id, type }) => id === 'next' && type === 'next')).payload.data).toEqual({
      __typename: 'Query',
    });
    socket.close();
  });

  test('an invalid document, cursor or argument causes an error of its operation only', async () => {
    const socket = await openSocket(service);
    await socket.until(({ type }) => type === 'connection_ack');
    const wrong = {
      syntax: 'subscription {',
      field: 'subscription { nothing }',
      operation: 'fragment A on Query { __typename }',
      cursor: 'subscription { transactionUpdated(after: "hunter2") { cursor } }',
      literal: 'subscription { transactionUpdated(transactionId: {a: "hunter2"}) { cursor } }',
      id: 'subscription { transactionUpdated(transactionId: "hunter2") { cursor } }',
    };
    for (const [name, document] of Object.entries(wrong)) {
      socket.subscribe(name, document);
      const { type, payload } = await socket.until(({ id }) => id === name);
      const [error] = type === 'error' ? payload : payload.errors;
      expect([name, error.extensions.code]).toEqual([name, 'INVALID_INPUT']);
      expect(JSON.stringify(payload)).not.toContain('hunter2');
    }
    expect(socket.isOpen).toBe(true);
    socket.close();
  });

  test('a socket has at most 100 subscriptions, and the next one is an error', async () => {
    const socket = await openSocket(service);
    await socket.until(({ type }) => type === 'connection_ack');
    const subscription = 'subscription { transactionUpdated { cursor } }';
    for (let n = 1; n <= 101; n += 1) socket.subscribe(String(n), subscription);
    const rejected = await socket.until(({ type }) => type === 'error');
    expect(rejected.id).toBe('101');
    expect(rejected.payload[0].extensions).toEqual({
      code: 'SUBSCRIPTIONS_LIMIT_EXCEEDED',
      httpStatus: 400,
      limit: 100,
    });
    // A subscription that ends frees its slot.
    socket.send({ type: 'complete', id: '1' });
    socket.subscribe('102', subscription);
    socket.send({ type: 'ping' });
    await socket.until(({ type }) => type === 'pong');
    expect(socket.messages.filter(({ type }) => type === 'error')).toHaveLength(1);
    expect(socket.isOpen).toBe(true);
    socket.close();
  });

  test('a message over 256 KB closes only its socket', async () => {
    const [large, other] = [await openSocket(service), await openSocket(service)];
    await other.until(({ type }) => type === 'connection_ack');
    large.subscribe('large', `{ __typename } #${'x'.repeat(256 * 1024)}`);
    expect(await large.closed).toBe(1009);
    other.subscribe('next', '{ __typename }');
    expect((await other.until(({ id }) => id === 'next')).type).toBe('next');
    other.close();
  });
});
