/** Every list field has a bound, which limits its cost, its response and the rows that are read for it. */
import { getNamedType, getNullableType, isInterfaceType, isListType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { boundOf } from '../../../schema/core/bounds.ts';
import { schema } from '../../../schema/index.ts';

const listFields = Object.values(schema.getTypeMap()).flatMap((type) =>
  !type.name.startsWith('__') && (isObjectType(type) || isInterfaceType(type))
    ? Object.values(type.getFields())
        .filter((field) => isListType(getNullableType(field.type)))
        .map((field) => ({ name: `${type.name}.${field.name}`, type, field }))
    : [],
);

test('every list field is a connection or declares its bound', () => {
  expect(listFields.length).toBeGreaterThan(80);
  for (const { name, type, field } of listFields) {
    const bound = boundOf(field);
    if (bound === 'page') {
      expect([name, 'pageInfo' in type.getFields()]).toEqual([name, true]);
    } else if (typeof bound === 'number') {
      expect([name, Number.isInteger(bound) && bound > 0 && bound <= 500]).toEqual([name, true]);
    } else {
      expect([name, bound?.argument]).toEqual([name, expect.stringMatching(/^(first|last|ids)$/)]);
      expect(field.args.map((arg) => arg.name)).toContain(bound?.argument);
      expect(bound?.default).toBeLessThanOrEqual(bound?.max ?? 0);
    }
  }
});

test('every field that returns a connection has page arguments', () => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const returned = getNamedType(field.type);
      if (!isObjectType(returned) || !('pageInfo' in returned.getFields())) continue;
      expect([`${type.name}.${field.name}`, field.args.map(({ name }) => name)]).toEqual([
        `${type.name}.${field.name}`,
        expect.arrayContaining(['first', 'after']),
      ]);
    }
  }
});
