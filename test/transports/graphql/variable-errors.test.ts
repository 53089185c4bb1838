/** The errors of invalid variables: the path of each, and what the value has to be. */
import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { variableErrors } from '../../../src/transports/graphql/variable-errors.ts';

const schema = buildSchema(`
  enum Color { RED GREEN }
  input Wall { color: Color!, width: Int }
  input House { walls: [Wall!], colors: [Color!], front: Wall }
  type Query { paint(house: House, only: Color): Int }
`);

function fieldsOf(variables: Record<string, unknown>): unknown {
  const document = parse('query ($given: House, $color: Color) { paint(house: $given, only: $color) }');
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('There is an operation.');
  return variableErrors(schema, operation, variables)?.extensions['fields'];
}

const colors = 'must be one of RED, GREEN';

test.each([
  [{ color: 'BLUE' }, 'only', colors],
  [{ color: 5 }, 'only', colors],
  [{ given: { colors: ['RED', 'BLUE'] } }, 'house.colors.1', colors],
  [{ given: { colors: 'BLUE' } }, 'house.colors', colors],
  [{ given: { walls: [{ color: 'RED' }, { color: '" in "Wall' }] } }, 'house.walls.1.color', colors],
  [{ given: { front: { color: 'RED', width: 'wide' } } }, 'house.front.width', 'has the wrong type'],
  [{ given: { front: {} } }, 'house.front.color', 'is required'],
  [{ given: { front: { color: 'RED', height: 1 } } }, 'house.front.height', 'is not a known field'],
])('%j is an error at %s', (variables, path, message) => {
  expect(fieldsOf(variables)).toEqual([{ path, message }]);
});

test('valid variables are no error', () => {
  expect(fieldsOf({ color: 'RED', given: { colors: ['GREEN'] } })).toBeUndefined();
});
