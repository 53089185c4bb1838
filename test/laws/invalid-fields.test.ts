/**
 * An error has one entry for each invalid field of an input and none for a valid field: over REST from the schemas of
 * the endpoints, over GraphQL from the server. Several invalid fields have the same entries as each of them alone.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { graphqlAccountInfo, restAccountInfo } from '../../src/accounts/external/account-info-input.ts';
import { accountTypeNames } from '../../src/accounts/external/account-types.ts';
import { invalidInput } from '../../src/kernel/parse.ts';
import { errorBody } from '../../src/transports/http/http-errors.ts';
import { routes } from '../../src/transports/rest/routes/index.ts';
import { graphqlBody, restBody } from '../accounts/external/bodies.ts';
import { documentOf, rootFields, sendQuery } from '../support/graphql-client.ts';
import { openApi } from '../support/rest.ts';
import { type Service, startService } from '../support/service.ts';
import {
  type Field,
  fieldsIn,
  invalidValueOfEachKind,
  invalidValues,
  invalidValuesOfAnyType,
  type Json,
  type Path,
  validGraphQLValues,
  validRestValues,
  withValueAt,
} from '../support/valid-inputs.ts';

type Entries = (input: Json) => Promise<readonly string[]> | readonly string[];

const dotted = (path: Path): string => path.join('.');

/** Inputs with mutually exclusive fields: without these fields, the input is valid. */
const excluded: Readonly<Record<string, readonly string[]>> = {
  sandboxReceiveUma: ['customerId', 'input.customerId'],
  // The end of a backtest is after its start.
  backtestAgentPolicy: ['until'],
  // A tolerance has one of two limits.
  approveAgentAction: ['tolerance.maxSendingAmount'],
};

function without(input: Json, paths: readonly string[]): Json {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input;
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      if (paths.includes(name)) return [];
      const below = paths.flatMap((path) =>
        path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : [],
      );
      return [[name, without(value, below)]];
    }),
  );
}

/** Discriminators: if one is invalid, the other fields of the object are not validated. */
const discriminators = new Set<unknown>([
  'type',
  'sourceType',
  'destinationType',
  'accountType',
  'beneficiaryType',
  // Of a verification: it says whether problems are needed.
  'decision',
]);

const reachOf = (path: Path): Path => (discriminators.has(path.at(-1)) ? path.slice(0, -1) : path);

const overlaps = (a: Path, b: Path): boolean =>
  a.slice(0, b.length).join('.') === dotted(b) || b.slice(0, a.length).join('.') === dotted(a);

/**
 * Checks the rule for one valid input.
 *
 * @param checked another valid input whose fields are checked: those with an equal value are not checked again.
 */
async function expectOneEntryEach(
  right: Json,
  entriesOf: Entries,
  wrongValues: (field: Field) => readonly Json[],
  { runs, isWhole = true, checked }: { runs: number; isWhole?: boolean; checked?: Json | undefined },
): Promise<number> {
  // The operation may reject some fields of a complete request, because they refer to records that do not exist.
  const standing = await entriesOf(right);
  if (isWhole) expect(standing, JSON.stringify(right)).toEqual([]);
  const wrongs: { path: Path; value: Json; entries: readonly string[] }[] = [];
  const checkedFields = new Set(fieldsIn(checked ?? null).map((one) => JSON.stringify(one)));
  for (const field of fieldsIn(right)) {
    if (checkedFields.has(JSON.stringify(field))) continue;
    const own = dotted(field.path);
    for (const value of wrongValues(field)) {
      const entries = (await entriesOf(withValueAt(right, field.path, value))).filter(
        (one) => !standing.includes(one),
      );
      const shown = `${own} = ${JSON.stringify(value).slice(0, 60)}`;
      expect(new Set(entries).size, shown).toBe(entries.length);
      for (const entry of entries)
        expect(`${entry}.`, shown).toMatch(new RegExp(`^${own.replaceAll('.', '\\.')}\\.`));
      if (value === null || typeof value !== 'object') expect(entries.length, shown).toBeLessThan(2);
      if (entries.length > 0) wrongs.push({ path: field.path, value, entries });
    }
  }
  if (wrongs.length === 0) return 0;
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(wrongs, { minLength: Math.min(2, wrongs.length) }),
      async (picked) => {
        const apart = picked.filter(
          ({ path }, index) =>
            !picked.slice(0, index).some((before) => overlaps(reachOf(before.path), reachOf(path))),
        );
        const input = apart.reduce((made, { path, value }) => withValueAt(made, path, value), right);
        // The currency cannot be checked against the account type if the account is invalid.
        const isAccountWrong = apart.some(({ path }) => path.includes('accountInfo'));
        const isKnown = (entry: string): boolean => !(isAccountWrong && /(^|\.)currency$/.test(entry));
        const expected = apart.flatMap(({ entries }) => entries).filter(isKnown);
        const found = await entriesOf(input);
        expect(new Set(found).size).toBe(found.length);
        if (isWhole) expect(found.filter(isKnown).sort()).toEqual(expected.sort());
        // GraphQL rejects some values before the schemas, and the operation rejects some after them.
        else expect([...expected, ...standing]).toEqual(expect.arrayContaining(found.filter(isKnown)));
      },
    ),
    { numRuns: runs },
  );
  return wrongs.length;
}

describe('over REST', () => {
  const described = (path: string, method: string) => openApi.paths[path]?.[method.toLowerCase()];

  const withBody = routes.filter(({ body, upload }) => body && !upload);
  test.each(withBody.map((route) => [route.name, route] as const))('the body of %s', async (_name, route) => {
    const schema =
      described(route.path, route.method)?.requestBody?.content['application/json']?.schema ?? {};
    let wrong = 0;
    for (const right of validRestValues(schema, '')) {
      const entriesOf = (input: Json): readonly string[] => {
        const { error } = route.body?.safeParse(input) ?? {};
        if (!error) return [];
        const { errors } = errorBody(invalidInput(error), route).details as { errors: { field: string }[] };
        return errors.map(({ field }) => field);
      };
      wrong += await expectOneEntryEach(
        without(right, excluded[route.name] ?? []),
        entriesOf,
        invalidValuesOfAnyType,
        { runs: 30 },
      );
    }
    // A challenge for a one-time code ignores the body.
    if (route.name !== 'challengeCredential') expect(wrong).toBeGreaterThan(0);
  });

  const withQuery = routes.filter(({ query }) => query);
  test.each(withQuery.map((route) => [route.name, route] as const))(
    'the query of %s',
    async (_name, route) => {
      const parameters = (described(route.path, route.method)?.parameters ?? []).filter(
        (one) => one.in === 'query',
      );
      const right = Object.fromEntries(
        parameters.map(({ name, schema }) => [name, String(validRestValues(schema, name)[0])]),
      );
      const entriesOf = (input: Json): readonly string[] => {
        const { error } = route.query?.safeParse(input) ?? {};
        // An error names a list item by its index, which a query string does not contain.
        return error
          ? [...new Set(invalidInput(error).fields.map(({ path }) => path.replace(/\.\d+$/, '')))]
          : [];
      };
      await expectOneEntryEach(right, entriesOf, invalidValues, { runs: 30 });
    },
  );
});

describe.each([
  ['REST', restBody, z.object({ accountInfo: restAccountInfo }), invalidValuesOfAnyType],
  ['GraphQL', graphqlBody, z.object({ accountInfo: graphqlAccountInfo }), invalidValues],
] as const)('an account over %s', (_api, bodyOf, schema, wrongValues) => {
  test.each(accountTypeNames)('of type %s', async (type) => {
    const entriesOf = (input: Json): readonly string[] => {
      const { error } = schema.safeParse(input);
      return error ? invalidInput(error).fields.map(({ path }) => path) : [];
    };
    const right = { accountInfo: bodyOf(type) as Json };
    expect(await expectOneEntryEach(right, entriesOf, wrongValues, { runs: 20 })).toBeGreaterThan(0);
  });
});

describe('over GraphQL', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true, standing: true });
  });
  afterAll(() => service.stop());

  const roots = rootFields('query', 'mutation').filter(
    ({ field }) => field.args.length > 0 && !/Document$/.test(field.name),
  );
  test.each(roots.map((root) => [root.field.name, root] as const))(
    '%s',
    { timeout: 120_000 },
    async (name, root) => {
      const document = documentOf(root);
      const entriesOf = async (variables: Json): Promise<readonly string[]> => {
        const { body, status } = await sendQuery(service, document, variables);
        expect(status).toBeLessThan(500);
        const invalidFields = body.data?.[name]?.fields ?? body.errors?.[0]?.extensions?.fields ?? [];
        return invalidFields.map(({ path }: { path: string }) => path);
      };
      const values = root.field.args.map(
        (arg) => [arg.name, validGraphQLValues(arg.type, arg.name, arg.description)] as const,
      );
      const base = Object.fromEntries(values.map(([arg, [first]]) => [arg, first ?? null]));
      const rights: Json[] = [
        base,
        ...values.flatMap(([arg, [, ...others]]) => others.map((other) => ({ ...base, [arg]: other }))),
      ];
      for (const [nth, right] of rights.entries()) {
        await expectOneEntryEach(without(right, excluded[name] ?? []), entriesOf, invalidValueOfEachKind, {
          runs: 4,
          isWhole: false,
          checked: nth === 0 ? undefined : base,
        });
      }
    },
  );
});
