/**
 * The executor has the same results as graphql-js: the same data in the same order, the same errors, and the same
 * resolver calls in the same order with the same arguments.
 *
 * EXECUTION_RUNS sets the number of documents. A failure prints the seed; set it as EXECUTION_SEED to repeat the run.
 */
import fc from 'fast-check';
import {
  buildSchema,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isObjectType,
  parse,
  printSchema,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema as realSchema } from '../../schema/index.ts';
import { createPlannedExecution } from '../../src/transports/graphql/planned-execution.ts';
import { randomDocument } from '../support/random-documents.ts';

const documents = Number(process.env['EXECUTION_RUNS'] ?? 1_000);
const seed = Number(process.env['EXECUTION_SEED'] ?? Date.now() % 2 ** 31);

interface World {
  readonly seed: number;
  /** Calls of resolvers, in order. */
  readonly calls: unknown[];
}

/** A hash of the text: the behaviour of a resolver depends only on the seed and its path. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  }
  return (value ^ (value >>> 15)) >>> 0;
}

function pathText({ path }: Pick<GraphQLResolveInfo, 'path'>): string {
  const keys: unknown[] = [];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) keys.push(at.key);
  return keys.reverse().join('.');
}

async function later<T>(ticks: number, value: () => T): Promise<T> {
  for (let tick = 0; tick < ticks; tick += 1) await undefined;
  return value();
}

/** A value of the type, or sometimes an invalid value. */
function makeValue(
  type: GraphQLResolveInfo['returnType'],
  info: GraphQLResolveInfo,
  at: number,
  rare: number,
): unknown {
  const { schema } = info;
  const nullable = getNullableType(type);
  const oddity = at % (41 * rare);
  if (oddity === 0) return null;
  if (oddity === 1) return undefined;
  if (oddity === 2) return new Error('returned');
  if (oddity === 3) return Object.assign(new Error('with a code'), { extensions: { code: 'ODD' } });
  if (oddity === 4) return { neither: 'text', nor: 'list' };
  if (isListType(nullable)) {
    return Array.from({ length: at % 4 }, (_, index) => {
      const inner = hash(`${at} ${index}`);
      const item = () => makeValue(nullable.ofType, info, inner, rare);
      if (inner % 7 === 0) return later(inner % 3, item);
      if (inner % (23 * rare) === 0) return Promise.reject(new Error('rejected item'));
      return item();
    });
  }
  const named = getNamedType(nullable);
  if (isEnumType(named)) return named.getValues()[at % named.getValues().length]?.value;
  if (isAbstractType(named)) {
    const possible = schema.getPossibleTypes(named);
    const name = oddity === 5 ? 'Query' : oddity === 6 ? 'Nothing' : possible[at % possible.length]?.name;
    return { __typename: oddity === 7 ? undefined : name, at };
  }
  if (isObjectType(named)) return { __typename: named.name, at };
  switch (named.name) {
    case 'Int':
      return oddity === 8 ? 1.5 : at % 100;
    case 'Boolean':
      return oddity === 8 ? 'yes' : at % 2 === 0;
    default:
      return oddity === 8 ? Symbol('not a text') : `text ${at % 100}`;
  }
}

/** A resolver that returns a value or a promise, throws, rejects, or returns an invalid value. */
function resolve(_source: unknown, args: object, world: World, info: GraphQLResolveInfo): unknown {
  const { variableValues, fieldNodes, fieldName, parentType } = info;
  const path = pathText(info);
  const at = hash(`${world.seed} ${path} ${JSON.stringify(args)}`);
  world.calls.push([path, `${parentType.name}.${fieldName}`, fieldNodes.length, { ...args }, variableValues]);
  // Each call has its own arguments object.
  Object.assign(args, { changed: true });
  // With some seeds nearly all resolvers succeed, so that documents are executed to their full depth.
  const rare = world.seed % 3 === 0 ? 1 : world.seed % 3 === 1 ? 5 : 50;
  switch (at % (29 * rare)) {
    case 0:
      throw new Error('thrown');
    case 1:
      return Promise.reject(new Error('rejected'));
    case 2:
      // A resolver can throw a value that is not an Error.
      throw 'a text';
    default:
      if (at % 3 === 0) return later(at % 5, () => makeValue(info.returnType, info, hash(`${at}`), rare));
      return makeValue(info.returnType, info, hash(`${at}`), rare);
  }
}

/** The schema with the resolver of this test on every field. */
function withResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) field.resolve = resolve as never;
  }
  return schema;
}

const madeSchema = withResolvers(
  buildSchema(`
    interface Node { id: ID! parent: Node }
    interface Named implements Node { id: ID! parent: Node name(upper: Boolean = false): String }
    type Cat implements Node & Named { id: ID! parent: Node name(upper: Boolean = false): String lives: Int!
      friends(first: Int = 2, after: String): [Animal!]! tags: [String] mood: Mood owner: Person! }
    type Dog implements Node & Named { id: ID! parent: Node name(upper: Boolean = false): String
      friends(first: Int = 2, after: String): [Animal!] tags: [String] mood: Mood! matrix: [[Int!]]! owner: Person }
    type Ghost implements Node { id: ID! parent: Node tags: [String] }
    type Person { name(upper: Boolean = false): String pets(filter: Filter, ids: [ID!]): [Animal] best: Animal! }
    union Animal = Cat | Dog | Ghost
    enum Mood { CALM WILD }
    input Filter { text: String moods: [Mood!] = [CALM] not: Filter limit: Int! = 3 }
    input Choice @oneOf { id: ID mood: Mood }
    type Query { node(id: ID): Node animals(filter: Filter, ids: [ID!], first: Int! = 2): [Animal] cat: Cat dog: Dog!
      echo(text: String, list: [Int], filter: Filter, mood: Mood, flag: Boolean! = true): String
      chosen(by: Choice!): Named person: Person needs(id: ID!, deep: [[Int!]!]): Int! }
    type Mutation { change(filter: Filter): Cat drop(id: ID!): Boolean! both: [Dog!] }
      type Subscription { changed(filter: Filter): Animal ticks: Int! }`),
);
// Some abstract types resolve their type asynchronously or with isTypeOf.
const ghost = madeSchema.getType('Ghost');
if (isObjectType(ghost)) {
  ghost.isTypeOf = (value) => {
    const { at = 0 } = value as { at?: number };
    if (at % 5 === 0) return false;
    return at % 5 === 1 ? Promise.resolve(at % 3 > 0) : true;
  };
}
const named = madeSchema.getType('Named');
if (isAbstractType(named)) {
  named.resolveType = (value: { __typename?: string; at: number }) => {
    if (value.at % 13 === 0) throw new Error('has no type');
    if (value.at % 13 === 1) return madeSchema.getType('Cat') as never;
    if (value.at % 13 === 2) return 7 as never;
    return value.at % 2 === 0 ? value.__typename : later(1, () => value.__typename);
  };
}

/** Everything of a result that is visible to a client or a log, and the resolver calls. */
function seenOf(result: ExecutionResult, { calls }: World): unknown {
  return {
    text: JSON.stringify(result),
    errors: (result.errors ?? []).map((error) => ({
      isError: error instanceof Error,
      name: error.name,
      nodes: error.nodes,
      path: error.path,
      positions: error.positions,
      cause: error.originalError?.message,
    })),
    calls,
  };
}

const { execute: executePlanned } = createPlannedExecution({ maxFields: 300 });

/** Unhandled rejections, which would end the process. */
const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown) => unhandled.push(reason);
let others: NodeJS.UnhandledRejectionListener[] = [];
beforeAll(() => {
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', noteUnhandled);
});
afterAll(() => {
  process.off('unhandledRejection', noteUnhandled);
  for (const listener of others) process.on('unhandledRejection', listener);
});

async function seenBy(
  executor: (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>,
  args: ExecutionArgs,
  worldSeed: number,
): Promise<unknown> {
  const world: World = { seed: worldSeed, calls: [] };
  const seen = seenOf(await executor({ ...args, contextValue: world }), world);
  // Unhandled rejections have been reported by now.
  await new Promise(setImmediate);
  return seen;
}

/** Statistics of the compared results, to detect a generator that produces trivial documents. */
interface Tally {
  compared: number;
  withErrors: number;
  withData: number;
}

async function compare(schema: GraphQLSchema, fields: number, numRuns: number): Promise<Tally> {
  const tally: Tally = { compared: 0, withErrors: 0, withData: 0 };
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.nat(), async (generate, worldSeed) => {
      const { source, operationName, variables } = randomDocument(schema, generate, fields);
      let document: DocumentNode;
      try {
        document = parse(source);
      } catch (error) {
        throw new Error(`${source}: ${error}`);
      }
      fc.pre(validate(schema, document).length === 0);
      for (const text of variables) {
        const variableValues = JSON.parse(text) as Record<string, unknown>;
        const args = { schema, document, operationName, variableValues };
        const expected = await seenBy(execute, args, worldSeed);
        unhandled.length = 0;
        expect(await seenBy(executePlanned, args, worldSeed), `${source}\n${text}`).toEqual(expected);
        expect(unhandled, `${source}\n${text}`).toEqual([]);
        tally.compared += 1;
        const { text: json } = expected as { text: string };
        if (json.includes('"errors"')) tally.withErrors += 1;
        if (!json.includes('"data":null') && json.includes('"data"')) tally.withData += 1;
      }
    }),
    { numRuns, seed, maxSkipsPerRun: 1_000, endOnFailure: true },
  );
  return tally;
}

test('an item that fails at once leaves no promise of the items before it unhandled', async () => {
  const schema = buildSchema('type Item { now: Int! soon: Int! } type Query { items: [Item!]! }');
  const document = parse('{ items { now soon } }');
  const item = (now: number | null) => ({ now, soon: later(1, () => null) });
  const rootValue = { items: () => [item(1), item(null)] };
  unhandled.length = 0;
  const result = await executePlanned({ schema, document, rootValue });
  expect(JSON.stringify(result)).toBe(JSON.stringify(await execute({ schema, document, rootValue })));
  await new Promise(setImmediate);
  // graphql-js itself leaves this promise unhandled.
  expect(unhandled).toHaveLength(1);
});

/** Generous, because the documents take long on a busy machine. */
const timeout = 240_000 + documents * 200;

describe('random documents have the same results as with graphql-js', { timeout }, () => {
  test(`on a schema with every kind of type, seed ${seed}`, async () => {
    const { compared, withErrors, withData } = await compare(madeSchema, 25, documents);
    expect(compared).toBe(documents * 3);
    expect(withErrors).toBeGreaterThan(compared / 10);
    expect(withData).toBeGreaterThan(compared / 10);
  });

  test(`on the schema of the service with test resolvers, seed ${seed}`, async () => {
    const stubbed = withResolvers(buildSchema(printSchema(realSchema)));
    const { compared, withErrors, withData } = await compare(stubbed, 25, Math.ceil(documents / 3));
    expect(compared).toBe(Math.ceil(documents / 3) * 3);
    expect(withErrors).toBeGreaterThan(compared / 10);
    expect(withData).toBeGreaterThan(compared / 10);
  });
});
