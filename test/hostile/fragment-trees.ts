/** Documents with many fragments, lines or variables: small to send and expensive for a careless traversal. */
import type { Random } from '../faults/random.ts';

const times = (count: number, part: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(between);

/** A position for a fragment spread: the surrounding text, the type, a leaf field, and a path from the type to itself. */
interface Place {
  readonly around: (spreads: string) => string;
  readonly type: string;
  readonly leaf: string;
  readonly again: (spreads: string) => string;
}

const places: readonly Place[] = [
  {
    around: (spreads) => `{ ${spreads} }`,
    type: 'Query',
    leaf: '__typename',
    again: (spreads) => `__typename ${spreads}`,
  },
  {
    around: (spreads) => `{ agents { nodes { ${spreads} } } }`,
    type: 'Agent',
    leaf: 'id',
    again: (spreads) => `... { ${spreads} }`,
  },
  {
    around: (spreads) => `{ customers { nodes { transactions { nodes { ${spreads} } } } } }`,
    type: 'Transaction',
    leaf: 'id',
    again: (spreads) => `... on Transaction { id ${spreads} }`,
  },
  {
    around: (spreads) => `{ customers { nodes { ${spreads} } } }`,
    type: 'Customer',
    leaf: 'id',
    again: (spreads) => `internalAccounts { customer { ${spreads} } }`,
  },
  {
    around: (spreads) => `{ __schema { types { ${spreads} } } }`,
    type: '__Type',
    leaf: 'name',
    again: (spreads) => `ofType { ${spreads} }`,
  },
  {
    around: (spreads) => `{ __type(name: "Query") { ${spreads} } }`,
    type: '__Type',
    leaf: 'fields { name }',
    again: (spreads) => `fields { type { ${spreads} } }`,
  },
  {
    around: (spreads) => `mutation { __typename ${spreads} }`,
    type: 'Mutation',
    leaf: '__typename',
    again: (spreads) => spreads,
  },
  {
    around: (spreads) => `subscription { transactionUpdated { transaction { ${spreads} } } }`,
    type: 'Transaction',
    leaf: 'id',
    again: (spreads) => `... { ${spreads} }`,
  },
];

/** The spreads of the fragment with a number, given the number of fragments. */
const shapes: Readonly<Record<string, (count: number) => (index: number) => readonly number[]>> = {
  deep: (count) => (n) => (n + 1 < count ? [n + 1] : []),
  doubled: (count) => (n) => (n + 1 < count ? [n + 1, n + 1] : []),
  'each with all after it': (count) => (n) =>
    Array.from({ length: count - n - 1 }, (_, more) => n + 1 + more),
  tree: (count) => (n) => [2 * n + 1, 2 * n + 2].filter((child) => child < count),
  cyclic: (count) => (n) => [(n + 1) % count],
  'each with all': (count) => () => Array.from({ length: count }, (_, n) => n),
  'each with itself': () => (n) => [n, n],
};

const spread = (numbers: readonly number[]): string => numbers.map((n) => `...F${n}`).join(' ');

/** Fragments that form a graph, spread by one operation, by several, or by none. */
export function fragmentTree(random: Random): string {
  const place = random.pick(places);
  const shape = random.pick(Object.values(shapes));
  const count = random.pick([2, 8, 11, 20, 31, 45, 120, 220]);
  const spreads = shape(count);
  const condition = random.chance(0.3)
    ? random.pick([' @include(if: true)', ' @skip(if: false)', ' @include(if: $v)'])
    : '';
  const fragments = times(count, (n) => {
    const inner = spread(spreads(n));
    const body =
      inner === '' ? place.leaf : random.chance(0.7) ? place.again(inner) : `${place.leaf} ${inner}`;
    return `fragment F${n} on ${place.type} { ${body} }`;
  });
  const roots = random.pick(['...F0', '...F0 ...F0', `...F0 ...F1${condition}`, place.leaf]);
  const one = place.around(roots);
  const named = one.startsWith('{') ? `query ${one}` : one;
  const operations = random.chance(0.2)
    ? times(random.pick([2, 12]), (n) => named.replace(/^\w+/, (kind) => `${kind} O${n}`))
    : condition.includes('$v')
      ? named.replace(/^\w+/, (kind) => `${kind}($v: Boolean! = true)`)
      : one;
  return `${operations} ${fragments}`;
}

/** The maximum number of separate fragments, of different fields or of the same field. */
export function wideFragments(random: Random): string {
  const { around, type, leaf } = random.pick(places);
  const count = random.pick([10, 60, 130, 400]);
  return `${around(times(count, (n) => `...F${n}`))} ${times(count, (n) => `fragment F${n} on ${type} { ${leaf} }`)}`;
}

/** Errors at the end of a long text, because each error has its line number. */
export function manyLines(random: Random): string {
  const lines = random.pick(['\n', '\r\n', '# x\n', ',\n']).repeat(random.pick([100, 20_000, 60_000]));
  const wrong = random.pick([
    times(150, (n) => `nothing${n}`),
    times(90, (n) => `customer(id: ${n}) { nothing }`),
    `customers(first: 1) { nodes { ${times(60, (n) => `transactions(first: ${n}) { totalCount }`)} } }`,
    times(30, (n) => `a${n}: customers(first: 0) { totalCount }`),
    'nodes(ids: ["x", "y", "z"]) { id } customers(first: 101) { totalCount }',
    '{',
  ]);
  return `{ ${lines} ${wrong} }`;
}

/** Unknown names of the maximum length of a body. */
export function longNames(random: Random): string {
  const length = random.pick([100, 2_000, 60_000, 200_000]);
  const count = Math.max(1, Math.floor(random.pick([1, 200_000]) / length));
  const name = (n: number) =>
    `${random.pick(['customer', 'x', 'internalAccounts'])}${'y'.repeat(length)}${n}`;
  return random.pick([
    () => `{ ${times(count, name)} }`,
    () => `{ ${times(count, (n) => `...${name(n)}`)} }`,
    () => `{ ${times(count, (n) => `... on ${name(n)} { id }`)} }`,
    () => `{ customers { nodes { ${times(count, name)} } } }`,
    () => `{ customers(${times(count, (n) => `${name(n)}: 1`)}) { totalCount } }`,
    () => `{ transactions(filter: {status: [${times(count, name)}]}) { totalCount } }`,
  ])();
}

/** A document with many variables, and values for some of them or for undeclared ones. */
export function manyVariables(random: Random): { query: string; variables: Record<string, unknown> } {
  const count = random.pick([5, 100, 320]);
  const type = random.pick(['ID', 'ID!', 'Int', 'CustomerFilter', '[ID!]!', 'Boolean = true']);
  const used = random.chance(0.7);
  const query = `query(${times(count, (n) => `$v${n}: ${type}`)}) { ${used ? `nodes(ids: [${times(count, (n) => `$v${n}`)}]) { id }` : '__typename'} }`;
  const value = random.pick([null, 'x', 1, {}, [], { nothing: 1 }, 'y'.repeat(500)]);
  const given = random.pick([0, count, count * 20]);
  return { query, variables: Object.fromEntries(Array.from({ length: given }, (_, n) => [`v${n}`, value])) };
}

/** A list of the maximum length of a body, with valid or invalid items, for arguments with a list type. */
export function longVariableLists(random: Random): { query: string; variables: Record<string, unknown> } {
  const item = random.pick<unknown>(['x', 1, 1.5, null, {}, [], 'PENDING', 'Customer:1', { nothing: 1 }]);
  const bytes = random.pick([1_000, 100_000, 250_000]);
  const list = Array.from({ length: Math.floor(bytes / (JSON.stringify(item).length + 1)) }, () => item);
  return random.pick([
    { query: 'query($v: [ID!]!) { nodes(ids: $v) { id } }', variables: { v: list } },
    { query: 'query($v: ID!) { node(id: $v) { id } }', variables: { v: list } },
    {
      query: 'query($v: TransactionFilter) { transactions(filter: $v) { totalCount } }',
      variables: { v: { status: list } },
    },
    { query: 'query($v: CustomerFilter) { customers(filter: $v) { totalCount } }', variables: { v: list } },
    {
      query: 'query($v: CustomerFilter) { customers(filter: $v) { totalCount } }',
      variables: { v: Object.fromEntries(list.slice(0, 15_000).map((value, n) => [`k${n}`, value])) },
    },
  ]);
}
