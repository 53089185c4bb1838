/** Enums with a description for each value. */
import { builder } from './builder.ts';

/** The name of a value as a sentence: `SEPA_INSTANT` is `Sepa instant.` */
const inWords = (value: string): string => {
  const lower = value.toLowerCase().replaceAll('_', ' ');
  return `${lower.charAt(0).toUpperCase()}${lower.slice(1)}.`;
};

/** Declares an enum. A value without a description is described by its name. */
export function describedEnum<const V extends readonly string[]>(
  name: string,
  description: string,
  values: V,
  descriptions: { readonly [K in V[number]]?: string } = {},
) {
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(
      values.map((value) => [value, { description: descriptions[value as V[number]] ?? inWords(value) }]),
    ) as { [K in V[number]]: { description: string } },
  });
}

export const SortOrder = describedEnum(
  'SortOrder',
  'Sort order of a list by creation time.',
  ['ASC', 'DESC'],
  {
    ASC: 'Oldest first.',
    DESC: 'Newest first.',
  },
);
