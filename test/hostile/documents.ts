/** GraphQL documents that are expensive or invalid for parsing, validation, planning or execution. */
import type { Random } from '../faults/random.ts';
import { documentOf, rootFields, selectionOf } from '../support/graphql-client.ts';
import type { World } from './case.ts';
import { fragmentTree, longNames, manyLines, wideFragments } from './fragment-trees.ts';
import { hostileNumbers, hostileTexts, mangled, uuid } from './texts.ts';

const roots = rootFields('query', 'mutation', 'subscription');
const lists = [
  'customers',
  'internalAccounts',
  'externalAccounts',
  'transactions',
  'agents',
  'agentActions',
  'quotes',
];

const times = (count: number, part: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(between);

/** Sizes near a limit and far above it. */
const sizes = [1, 5, 29, 30, 31, 50, 51, 200, 2_000, 10_000];

const cycle = ['customers { nodes', 'internalAccounts { customer', 'transactions { nodes', 'customer'];

type Maker = (random: Random, world: World) => string;

/** Generators by name. */
export const hostileDocuments: Readonly<Record<string, Maker>> = {
  deep: (random) => {
    const depth = random.pick(sizes);
    return `{ ${times(depth, (n) => `${cycle[n % cycle.length]} {`)} id ${'}'.repeat(depth * 2)} }`;
  },
  'nested brackets': (random) => {
    const [open, close] = random.pick([
      ['{a', '}'],
      ['{a(b:[', '])}'],
      ['{a(b:{c:', '})}'],
      ['[', ']'],
      ['(', ')'],
    ] as const);
    const depth = random.pick([20, 51, 500, 20_000]);
    return `${random.pick(['', 'query($v: ', '{ a(b: '])}${open.repeat(depth)}${random.chance(0.5) ? close.repeat(depth) : ''}`;
  },
  wide: (random) =>
    `{ customers(first: 100) { nodes { ${times(random.pick(sizes), () => random.pick(['id', 'email', '__typename', 'fullName']))} } } }`,
  aliases: (random) => {
    const field = random.pick([
      '__typename',
      'customers(first: 100) { totalCount }',
      'viewer { __typename }',
      'nothing',
    ]);
    return `{ ${times(random.pick(sizes), (n) => `a${n}: ${field}`)} }`;
  },
  'fields that clash': (random) =>
    `{ ${times(random.pick(sizes), (n) => `node(id: "Customer:${uuid.slice(0, -4)}${String(n).padStart(4, '0')}") { id }`)} }`,
  'a fragment cycle': (random) => {
    const length = random.between(1, 40);
    return `{ ...F0 } ${times(length, (n) => `fragment F${n} on Query { ...F${(n + 1) % length} customers { nodes { ...F${n} } } }`)}`;
  },
  'doubling fragments': (random) => {
    const length = random.pick([5, 20, 60, 300]);
    return `{ ...F0 } ${times(length, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F${length} on Query { ${random.pick(['__typename', 'a: __typename', 'customers { totalCount }'])} }`;
  },
  'a tree of fragments': fragmentTree,
  'fragments side by side': wideFragments,
  'very many lines': manyLines,
  'very long names': longNames,
  'fragments of nothing': (random) =>
    `{ ...${random.pick(['Nothing', 'on', 'F'])} ... on ${random.pick(['Nothing', 'String', '__Type', 'Customer'])} { id } } ${times(random.pick([1, 50, 500]), (n) => `fragment U${n} on Query { __typename }`)}`,
  directives: (random) => {
    const directive = random.pick([
      '@include(if: true)',
      '@skip(if: $v)',
      '@nothing',
      '@include',
      '@deprecated',
      '@defer',
      '@stream',
      '@oneOf',
    ]);
    return `query($v: Boolean = false) ${times(random.pick(sizes), () => directive)} { __typename ${times(random.pick(sizes), () => directive)} }`;
  },
  introspection: (random) => {
    const depth = random.pick([1, 7, 20, 45, 60]);
    return random.pick([
      `{ __schema { types { ${'fields { type { '.repeat(depth)} name ${'} } '.repeat(depth)} } } }`,
      `{ __schema { types { name ${times(random.pick([1, 8, 30]), (n) => `a${n}: fields(includeDeprecated: true) { name args { name type { ${'ofType { '.repeat(8)} name ${'} '.repeat(8)} } } }`)} } } }`,
      `{ __type(name: ${JSON.stringify(random.pick(hostileTexts))}) { name } }`,
      '{ __type { name } }',
    ]);
  },
  'variables by the thousand': (random) => {
    const count = random.pick([10, 100, 900, 5_000]);
    return `query(${times(count, (n) => `$v${n}: ID = "${n}"`, ', ')}) { nodes(ids: [${times(count, (n) => `$v${n}`, ', ')}]) { id } }`;
  },
  'variables that do not fit': (random) =>
    `query($v: ${random.pick(['ID', '[ID!]!', '[[[ID]]]', 'Nothing', 'Customer', 'CustomerFilter', 'Int!', 'String = 1', 'Int = 99999999999'])}) { ${random.pick(['node(id: $v) { id }', 'nodes(ids: $v) { id }', 'customers(filter: $v) { totalCount }', 'customers(first: $v) { totalCount }', 'customers(first: $w) { totalCount }'])} }`,
  'a literal of everything': (random) => {
    const value = random.pick([
      ...hostileNumbers,
      ...hostileTexts.map((text) => JSON.stringify(text)),
      `"""${random.pick(hostileTexts)}"""`,
      '"\\uD800"',
      '"\\u{110000}"',
      '"\\u{1F600}"',
      '{__proto__: 1, constructor: {prototype: 1}}',
      'PENDING',
      '[[[[1]]]]',
      '$v',
    ]);
    const at = random.pick([
      'node(id: V) { id }',
      'customers(first: V) { totalCount }',
      'customers(filter: V) { totalCount }',
      'transactions(filter: {status: V}) { totalCount }',
      'transactions(filter: {startDate: V}) { totalCount }',
      'createCustomer(input: V) { __typename }',
      'quote(id: V) { id }',
    ]);
    return `${at.startsWith('create') ? 'mutation' : 'query'} { ${at.replace('V', () => value)} }`;
  },
  'one-of with two members': (random) =>
    `mutation { createExternalAccount(input: {customerId: "Customer:${uuid}", currency: "USD", accountInfo: ${random.pick(['{}', '{usdAccount: null}', '{usdAccount: {accountNumber: "1"}, eurAccount: {iban: "x"}}', '{usdAccount: {accountNumber: "1"}, usdAccount: {accountNumber: "2"}}', '{nothing: 1}'])}}) { __typename } }`,
  "another list's cursor": (random, world) => {
    const list = random.pick(lists);
    const cursor = random.chance(0.8)
      ? random.pick([...world.cursors.values(), ''])
      : Buffer.from(`${list}|${random.pick(hostileTexts)}`).toString('base64url');
    return `{ ${list}(first: ${random.pick(['1', '0', '-1', '101', '2147483647', '100'])}, after: ${JSON.stringify(cursor)}) { nodes { id } pageInfo { endCursor } } }`;
  },
  'a page of pages': (random) => {
    const first = random.pick([1, 50, 100]);
    return `{ customers(first: ${first}) { nodes { internalAccounts { transactions(first: ${first}) { nodes { timeline { status } customer { transactions(first: ${first}) { nodes { id } } } } } } } } }`;
  },
  'names of prototypes': (random) =>
    `query ${random.pick(['__proto__', 'constructor', 'toString'])} { ${random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__schema'])}: __typename ... on ${random.pick(['__proto__', 'constructor', 'Query'])} { ${random.pick(['__proto__', 'constructor', '__typename'])} } }`,
  'many operations': (random) =>
    times(
      random.pick([2, 50, 600]),
      (n) =>
        `${random.pick(['query', 'mutation', 'subscription'])} O${random.chance(0.1) ? 0 : n} { __typename }`,
    ),
  'what is no document': (random) =>
    random.pick([
      ...hostileTexts,
      'type Query { a: Int }',
      'schema { query: Query }',
      'extend type Query { a: Int }',
      '{',
      '}',
      '{}',
      'query',
      '# only a comment',
      `#${'x'.repeat(100_000)}`,
      `{ a(b: "${'\\'.repeat(10_001)}") }`,
      `"""${'"'.repeat(5_000)}`,
      ','.repeat(50_000),
      `${' '.repeat(200_000)}{ __typename }`,
      '\u{feff}\u{feff}{ __typename }',
    ]),
  mangled: (random) => mangled(random, documentOf(random.pick(roots))),
  'everything there is': (random) => {
    const root = random.pick(roots.filter(({ kind, field }) => kind === 'query' && field.args.length === 0));
    return documentOf(root, selectionOf(root.field.type, random.between(1, 4)));
  },
};
