/** Errors have the same locations as in graphql-js, also in texts with many lines. */
import { type ASTNode, GraphQLError, getLocation, parse, type SourceLocation, visit } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorAt, withPlainLocations } from '../../../src/transports/graphql/locations.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { type Service, startService } from '../../support/service.ts';

const texts = [
  '{ viewer { __typename } }',
  '\n\n{\r\n  customers(first: 1) {\r nodes { id } }\n}',
  'query($a: ID = """\n block\n  text\n""", $b: [Int!]) @d {\n ...F\n a: x(y: {z: [1, $a]}) @include(if: true) }\nfragment F on Query { b }',
  '# comment é\n,,,{ a(b: "é\\n😀") c }',
  '\u{feff}{ a\n\u{feff} b }',
];

test.each(texts)('each node of %j has the location of graphql-js', (text) => {
  const expected: SourceLocation[] = [];
  const nodes: ASTNode[] = [];
  visit(parse(text), {
    enter({ loc }) {
      if (loc) expected.push(getLocation(loc.source, loc.start));
    },
  });
  visit(withPlainLocations(parse(text)), { enter: (node) => void nodes.push(node) });
  expect(nodes.map((node) => errorAt('x', { nodes: [node] }).locations?.[0])).toEqual(expected);
  expect(nodes.every(({ loc }) => loc === undefined)).toBe(true);
});

test('an error of several nodes has the location of each, and one of none has none', () => {
  const [operation] = withPlainLocations(parse('{\n a\n b }')).definitions;
  if (operation?.kind !== 'OperationDefinition') throw new Error('it is one');
  const { selections } = operation.selectionSet;
  expect(errorAt('x', { nodes: selections }).toJSON()).toEqual({
    message: 'x',
    locations: [
      { line: 2, column: 2 },
      { line: 3, column: 2 },
    ],
  });
  expect(errorAt('x', {}).toJSON()).toEqual(new GraphQLError('x').toJSON());
});

describe('the service returns the location of an error', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true });
  });
  afterAll(() => service.stop());

  test.each([
    ['of validation', '{\n  viewer { __typename }\n  nothing\n}', [{ line: 3, column: 3 }]],
    ['of syntax', '{\n  viewer {', [{ line: 2, column: 11 }]],
    ['of an argument', '{\n  customers(first:\n   "x") { totalCount } }', [{ line: 3, column: 4 }]],
  ])('%s', async (_name, source, locations) => {
    expect((await sendQuery(service, source)).body.errors[0].locations).toEqual(locations);
  });

  test('of a field, on every request', async () => {
    const source = '{ viewer { __typename }\n\n  customers(first: 0) { totalCount } }';
    for (let time = 0; time < 4; time += 1) {
      const { errors } = (await sendQuery(service, source)).body;
      expect(errors[0].locations).toEqual([{ line: 3, column: 3 }]);
      expect(errors[0].path).toEqual(['customers']);
    }
  });
});
