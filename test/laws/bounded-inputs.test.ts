/**
 * Every list and every map of an input has a maximum, which the descriptions of both APIs say, and which is checked
 * before anything in it. Every text has a maximum too, which is checked before its pattern.
 */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { schema } from '../../schema/index.ts';
import { maxFieldErrors } from '../../src/kernel/errors.ts';
import { boundedList, maxMapKeys, stringMap } from '../../src/kernel/lists.ts';
import { invalidInput, text } from '../../src/kernel/parse.ts';
import type { JsonSchema } from '../../src/transports/rest/openapi-document.ts';
import { routes } from '../../src/transports/rest/routes/index.ts';
import { openApi } from '../support/rest.ts';
import { fieldsIn, type Json, validRestValues, withValueAt } from '../support/valid-inputs.ts';

/** The maximum in a description. */
const statedMax = (description: string | null | undefined): number | undefined => {
  const stated = /\bat most (\d+)\b|\b1 to (\d+)\b/i.exec(description ?? '');
  return stated ? Number(stated[1] ?? stated[2]) : undefined;
};

interface ListInput {
  readonly name: string;
  readonly input: GraphQLArgument | GraphQLInputField;
}

const listInputs: readonly ListInput[] = Object.values(schema.getTypeMap())
  .filter((type) => !type.name.startsWith('__'))
  .flatMap((type) => {
    if (isInputObjectType(type)) {
      return Object.values(type.getFields()).map((input) => ({ name: `${type.name}.${input.name}`, input }));
    }
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) =>
      field.args.map((input) => ({ name: `${type.name}.${field.name}(${input.name})`, input })),
    );
  })
  .filter(({ input }) => isListType(getNullableType(input.type)));

describe('GraphQL', () => {
  test('has lists among its inputs', () => expect(listInputs.length).toBeGreaterThan(50));

  test.each(listInputs)('the description of $name has the maximum number of items', ({ input }) => {
    expect(statedMax(input.description)).toBeGreaterThan(0);
  });
});

interface Sized {
  readonly at: string;
  readonly schema: JsonSchema;
}

/** Lists and maps in a schema, except in discriminators of a union. */
function sizedIn(of: JsonSchema, at: string, seen = new Set<string>()): Sized[] {
  const { $ref, anyOf, oneOf, properties, items, type, additionalProperties } = of;
  if (typeof $ref === 'string') {
    if (seen.has($ref)) return [];
    seen.add($ref);
    return sizedIn(openApi.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, at, seen);
  }
  const isMap =
    type === 'object' && additionalProperties !== undefined && additionalProperties !== false && !properties;
  return [
    ...(type === 'array' || isMap ? [{ at, schema: of }] : []),
    ...[...((anyOf ?? []) as JsonSchema[]), ...((oneOf ?? []) as JsonSchema[])].flatMap((one) =>
      sizedIn(one, at, seen),
    ),
    ...Object.entries((properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, one]) =>
      sizedIn(one, `${at}.${name}`, seen),
    ),
    ...(items ? sizedIn(items as JsonSchema, `${at}[]`, seen) : []),
  ];
}

const sized = Object.values(openApi.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, parameters = [], requestBody }) => [
    ...parameters.flatMap(({ name, schema: one }) => sizedIn(one, `${operationId}?${name}`)),
    ...Object.values(requestBody?.content ?? {}).flatMap((media) => sizedIn(media.schema, operationId)),
  ]);

describe('REST', () => {
  test('has lists and maps among its inputs', () => expect(sized.length).toBeGreaterThan(50));

  test('describes the maximum of each', () => {
    const without = sized.filter(({ schema: one }) => !(one['maxItems'] ?? one['maxProperties']));
    expect(without.map(({ at }) => at)).toEqual([]);
  });

  /** A list of that length. Reading an item throws. */
  const unreadable = (length: number): unknown =>
    new Proxy(Array.from({ length }), {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) throw new Error('an item was read');
        return Reflect.get(target, key);
      },
    });

  const withBody = routes.filter(({ body, upload }) => body && !upload);
  test.each(withBody.map((route) => [route.name, route] as const))(
    '%s: no item of a list that is too long is read, and a text of a megabyte is one entry',
    (_name, route) => {
      const described = openApi.paths[route.path]?.[route.method.toLowerCase()];
      const shape = described?.requestBody?.content['application/json']?.schema ?? {};
      const entriesOf = (input: Json) => {
        const { error } = route.body?.safeParse(input) ?? {};
        return error ? invalidInput(error).fields : [];
      };
      const megabyte = 'x'.repeat(1024 * 1024);
      for (const right of validRestValues(shape, '')) {
        const standing = new Set(entriesOf(right).map(({ path }) => path));
        for (const { path, value } of fieldsIn(right)) {
          const own = path.join('.');
          if (Array.isArray(value)) {
            const entries = entriesOf(withValueAt(right, path, unreadable(70_000) as Json));
            expect(entries.filter((entry) => !standing.has(entry.path))).toEqual([
              { path: own, message: expect.stringMatching(/^must have at most \d+ items$/) },
            ]);
          } else if (typeof value === 'string') {
            const entries = entriesOf(withValueAt(right, path, megabyte)).filter(
              (entry) => !standing.has(entry.path),
            );
            expect(entries.length, own).toBeLessThan(2);
            for (const entry of entries) {
              expect(entry.path).toBe(own);
              expect(entry.message.length).toBeLessThan(1_000);
            }
          }
        }
      }
    },
  );
});

describe('a list', () => {
  const list = boundedList(text(10), 3, { nonEmpty: 'must have one' });
  const messages = (value: unknown) => list.safeParse(value).error?.issues.map(({ message }) => message);
  test.each([
    [['a'], undefined],
    [['a', 'b', 'c'], undefined],
    [['a', 'b', 'c', 'd'], ['must have at most 3 items']],
    [[], ['must have one']],
    ['abc', ['must be a list']],
    [undefined, ['is required']],
    [null, ['must be a list']],
  ])('%j', (value, expected) => expect(messages(value)).toEqual(expected));
});

describe('a map', () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'x']));
  const fieldsOf = (value: unknown) => {
    const { error } = z.object({ map: stringMap }).safeParse({ map: value });
    return error && invalidInput(error).fields;
  };
  test('has at most 50 keys', () => {
    expect(fieldsOf(keys(maxMapKeys))).toBeUndefined();
    for (const count of [maxMapKeys + 1, 200_000]) {
      expect(fieldsOf(keys(count))).toEqual([{ path: 'map', message: 'must have at most 50 keys' }]);
    }
  });
  test.each([
    ['a key of 65 characters', { ['k'.repeat(65)]: 'x' }, 'map', 'has a name that is not valid'],
    ['a value of 1025', { key: 'x'.repeat(1_025) }, 'map.key', 'must have at most 1024 characters'],
    ['a list', ['x'], 'map', 'must be an object whose values are strings'],
  ])('%s is rejected', (_name, value, path, message) => expect(fieldsOf(value)).toEqual([{ path, message }]));
});

test('an error names at most 100 fields, and a strict object with many unknown ones is no exception', () => {
  const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key${n}`, 1]));
  const { error } = z.strictObject({ a: text(1) }).safeParse({ a: '', ...unknown });
  expect(error && invalidInput(error).fields).toHaveLength(maxFieldErrors);
});
