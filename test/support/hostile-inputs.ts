/**
 * Inputs generated from the schema. Most have a valid shape, so that they pass the first validation, and one or more
 * invalid values.
 */
import fc from 'fast-check';
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { idTypes } from '../../src/kernel/ids.ts';
import { idTypesIn, type RootField } from './graphql-client.ts';

/** Sent wherever an input could contain a secret. No response may repeat it. */
export const secretMark = 'hunter2secret';

const unknownUuid = '01890000-0000-7000-8000-00000000dead';

const wrongStrings = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    `a\u0000${secretMark}`,
    '\ud800',
    `${secretMark}\udc00`,
    '💣'.repeat(300),
    'x'.repeat(256),
    'x'.repeat(5_000),
    secretMark,
    `gat_${secretMark}`,
    "'; drop table customers; --",
    '%00',
    '{}',
    'null',
    '-1',
    '1e309',
    '__proto__',
    'constructor',
    '\u202e\u2066',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const plausibleStrings = fc.constantFrom(
  'Ada Lovelace',
  'USD',
  'EUR',
  'BTC',
  'US',
  'ada@example.com',
  '+14155550100',
  '$ada@uma.test',
  'INFORMATION',
  '021000021',
  '123456789',
  'DE89370400440532013000',
  'https://example.com/hook',
);

const instants = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999999999-14:00',
  '2026-02-30T00:00:00Z',
  '2026-01-01',
  '+275760-09-13T00:00:00Z',
  secretMark,
);

const dates = fc.constantFrom(
  '1990-12-10',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '1990-02-30',
  '',
  secretMark,
);

const numbers = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    1,
    1.5,
    -0.1,
    1e3,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31),
    2 ** 53,
    2 ** 53 - 1,
    9e15,
    1e16,
    1e300,
  ),
  fc.integer({ min: 1, max: 5_000 }),
);

/** Values of a type that no field accepts. */
const strangers: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -7,
    1.5,
    '',
    secretMark,
    [],
    {},
    [[[]]],
    [secretMark],
    { secret: secretMark },
    { __proto__: 1, constructor: secretMark },
    Array.from({ length: 2_000 }, () => secretMark),
  ),
  fc.constant(null).map(() => {
    let deep: unknown = secretMark;
    for (let level = 0; level < 500; level += 1) deep = level % 2 ? [deep] : { deep };
    return deep;
  }),
);

/** Ids of records of any platform, by type name. */
export type KnownIds = ReadonlyMap<string, readonly string[]>;

function ids(known: KnownIds, expected: readonly string[]): fc.Arbitrary<string> {
  const types = expected.length > 0 ? expected : [...idTypes];
  const fitting = types.flatMap((type) => known.get(type) ?? []);
  const others = [...known.values()].flat();
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...(fitting.length > 0 ? fitting : [`${types[0]}:${unknownUuid}`])),
    },
    { weight: 1, arbitrary: fc.constantFrom(...(others.length > 0 ? others : [unknownUuid])) },
    { weight: 1, arbitrary: fc.constantFrom(...types.map((type) => `${type}:${unknownUuid}`)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        unknownUuid,
        `${types[0]}:`,
        `${types[0]}:${unknownUuid}:${secretMark}`,
        `${types[0]}:${unknownUuid.toUpperCase()}`,
        `Nonsense:${unknownUuid}`,
        secretMark,
        '\u0000',
      ),
    },
  );
}

/** A long list whose text is below 200 KB. Otherwise lists of lists would have gigabytes. */
function repeated(one: unknown): unknown[] {
  const length = (JSON.stringify(one) ?? '').length + 1;
  return Array.from({ length: Math.min(300, Math.ceil(200_000 / length)) }, () => one);
}

/** The percentage of values of a wrong type. */
const strangeness = 4;

function right(
  type: GraphQLInputType,
  described: string | null | undefined,
  known: KnownIds,
  levels: number,
): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return right(type.ofType, described, known, levels);
  if (isListType(type)) {
    const item = sentAs(type.ofType, described, known, levels);
    return fc.oneof(
      { weight: 8, arbitrary: fc.array(item, { maxLength: 3 }) },
      { weight: 1, arbitrary: item.map(repeated) },
    );
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    if (type.isOneOf) {
      const one = fc
        .constantFrom(...fields)
        .chain((field) =>
          sentAs(field.type, field.description, known, levels - 1).map((value) => ({ [field.name]: value })),
        );
      const many = fc.tuple(one, one).map(([a, b]) => ({ ...a, ...b }));
      return levels > 0
        ? fc.oneof({ weight: 12, arbitrary: one }, { weight: 1, arbitrary: many })
        : fc.constant({});
    }
    if (levels <= 0) return fc.constant({});
    return fc.record(
      Object.fromEntries(
        fields.map((field) => {
          const value = sentAs(field.type, field.description, known, levels - 1);
          return [
            field.name,
            isNonNullType(field.type)
              ? fc.oneof({ weight: 30, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) })
              : fc.option(value, { nil: undefined }),
          ];
        }),
      ),
    );
  }
  switch (getNamedType(type).name) {
    case 'ID':
      return ids(known, idTypesIn(described));
    case 'Int':
    case 'Float':
    case 'Amount':
      return numbers;
    case 'Boolean':
      return fc.boolean();
    case 'DateTime':
      return instants;
    case 'Date':
      return dates;
    case 'StringMap':
      return fc.dictionary(
        fc.oneof(plausibleStrings, fc.constantFrom('', '\u0000', '\ud800', 'x'.repeat(65))),
        wrongStrings,
        {
          maxKeys: 3,
        },
      );
    default:
      return fc.oneof({ weight: 2, arbitrary: plausibleStrings }, { weight: 1, arbitrary: wrongStrings });
  }
}

function sentAs(
  type: GraphQLInputType,
  described: string | null | undefined,
  known: KnownIds,
  levels: number,
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 100 - strangeness, arbitrary: right(type, described, known, levels) },
    { weight: strangeness, arbitrary: strangers },
  );
}

/** Values for the arguments of a root field. */
export const argumentsOf = ({ field }: RootField, known: KnownIds): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      field.args.map((arg) => {
        const value = sentAs(arg.type, arg.description, known, 5);
        return [arg.name, isNonNullType(arg.type) ? value : fc.option(value, { nil: undefined })];
      }),
    ),
  );
