/** GraphQL over HTTP: hostile documents, hostile values in valid documents, and hostile encodings of both. */
import fc from 'fast-check';
import type { Random } from '../faults/random.ts';
import { documentOf, documentWith, type RootField, rootFields } from '../support/graphql-client.ts';
import { argumentsOf } from '../support/hostile-inputs.ts';
import { contentTypes, multipart, simple, wrongBodies } from './bodies.ts';
import type { HttpCase, World } from './case.ts';
import { hostileDocuments } from './documents.ts';
import { longVariableLists, manyVariables } from './fragment-trees.ts';
import { largeBody, largeMultipart } from './large-requests.ts';
import { hostileJson } from './texts.ts';

const roots = rootFields('query', 'mutation');
const accepts = [
  'application/json',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  '*/*',
  'text/event-stream',
  'text/html',
  'multipart/mixed',
  'image/png',
  '',
  ';;;,,,/',
];

const requestOf = (
  random: Random,
  world: World,
  kind: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): HttpCase => {
  const authorization = random.chance(0.9) ? world.authorization : random.pick(world.callers);
  const accept = random.chance(0.7) ? 'application/json' : random.pick(accepts);
  return {
    transport: 'graphql',
    kind,
    method: 'POST',
    path: '/graphql',
    headers: {
      'content-type': 'application/json',
      accept,
      ...(authorization !== undefined && { authorization }),
      ...headers,
    },
    body,
  };
};

/** Values for the arguments of a field, generated in batches, because building an arbitrary is expensive. */
function valuesFor(random: Random, world: World) {
  const left = new Map<RootField, Record<string, unknown>[]>();
  return (root: RootField): Record<string, unknown> => {
    const some = left.get(root) ?? [];
    if (some.length === 0) {
      some.push(
        ...fc.sample(argumentsOf(root, world.ids), { seed: random.between(1, 2 ** 31 - 1), numRuns: 40 }),
      );
      left.set(root, some);
    }
    return some.pop() as Record<string, unknown>;
  };
}

const asJson = JSON.stringify;

/** A stream of requests to the GraphQL endpoint. */
export function graphqlRequests(random: Random, world: World): () => HttpCase {
  const values = valuesFor(random, world);
  const documents = Object.entries(hostileDocuments);
  const bodies = Object.entries(wrongBodies);
  const anyDocument = (): [string, string] => {
    const [kind, make] = random.pick(documents);
    return [kind, make(random, world)];
  };

  const made = {
    variables: () => {
      const root = random.pick(roots);
      return requestOf(
        random,
        world,
        `variables of ${root.field.name}`,
        asJson({ query: documentOf(root), variables: values(root) }),
      );
    },
    literals: () => {
      const root = random.pick(roots);
      return requestOf(
        random,
        world,
        `literals of ${root.field.name}`,
        asJson({ query: documentWith(root, values(root)) }),
      );
    },
    document: () => {
      const [kind, query] = anyDocument();
      return requestOf(
        random,
        world,
        kind,
        asJson({ query, variables: { v: random.pick([null, 1, 'x', {}, []]) } }),
      );
    },
    'many variables': () => requestOf(random, world, 'many variables', asJson(manyVariables(random))),
    'long lists': () =>
      requestOf(random, world, 'long lists in variables', asJson(longVariableLists(random))),
    body: () => {
      const [kind, make] = random.pick(bodies);
      return requestOf(random, world, kind, make(random));
    },
    large: () => requestOf(random, world, 'a large body', largeBody(random)),
    'large upload': () =>
      requestOf(random, world, 'a large upload', largeMultipart(random), {
        'content-type': 'multipart/form-data; boundary=x',
        'apollo-require-preflight': 'true',
      }),
    'content type': () =>
      requestOf(
        random,
        world,
        'a content type',
        random.chance(0.5) ? asJson({ query: simple }) : `query=${encodeURIComponent(simple)}`,
        {
          'content-type': random.pick(contentTypes),
        },
      ),
    multipart: () =>
      requestOf(random, world, 'multipart', multipart(random), {
        'content-type': random.pick([
          'multipart/form-data; boundary=x',
          'multipart/form-data; boundary="x"',
          'multipart/form-data; boundary=y',
        ]),
        ...(random.chance(0.7) && {
          'apollo-require-preflight': 'true',
          'x-graphql-yoga-csrf': '1',
          'graphql-require-preflight': '1',
        }),
      }),
    get: (): HttpCase => {
      const [kind, query] = random.chance(0.5)
        ? (['a mutation by GET', 'mutation { __typename }'] as const)
        : anyDocument();
      const encoded = encodeURIComponent(query.toWellFormed()).slice(0, random.pick([2_000, 15_000]));
      const search = random.pick([
        `query=${encoded}`,
        `query=${encoded}&variables=${encodeURIComponent(hostileJson(random).toWellFormed()).slice(0, 5_000)}`,
        `query=${encoded}&query=${encoded}`,
        'query=%',
        'query=%ff%fe',
        'query=%7B__typename%7D&operationName=%00',
        `query[]=${encoded}`,
        'variables={',
        '',
      ]);
      const { headers } = requestOf(random, world, '', '');
      const { 'content-type': _, ...rest } = headers as Record<string, string>;
      return {
        transport: 'graphql',
        kind: `GET: ${kind}`,
        method: random.pick(['GET', 'GET', 'GET', 'HEAD']),
        path: `/graphql?${search}`,
        headers: {
          ...rest,
          ...(random.chance(0.2) && { 'last-event-id': random.pick(['x', '%00', 'a'.repeat(2_000)]) }),
        },
      };
    },
    method: (): HttpCase => ({
      ...requestOf(random, world, 'a method', asJson({ query: simple })),
      method: random.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'HEAD']),
    }),
    caller: () =>
      requestOf(random, world, 'a caller', asJson({ query: '{ customers { totalCount } }' }), {
        authorization: random.pick([
          '',
          'Basic',
          'Basic ',
          'Basic !!!',
          'Basic Og==',
          `Basic ${Buffer.from('a'.repeat(3_000)).toString('base64')}`,
          'Bearer',
          'Bearer x.y.z',
          'Bearer eyJhbGciOiJub25lIn0.e30.',
          `Bearer ${'e'.repeat(6_000)}`,
          'Digest x',
          'Basic \xff\xfe',
          `Basic ${Buffer.from('bench:\u0000').toString('base64')}`,
        ]),
      }),
  };
  const weights = {
    variables: 26,
    literals: 14,
    document: 30,
    'many variables': 2,
    'long lists': 3,
    body: 14,
    'content type': 4,
    multipart: 5,
    get: 8,
    method: 2,
    caller: 3,
    large: 2,
    'large upload': 1,
  };
  return () => made[random.weighted(weights)]();
}
