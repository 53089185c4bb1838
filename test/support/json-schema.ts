/**
 * A small validator of JSON Schema 2020-12 with the keywords that the committed OpenAPI document uses. An unknown keyword
 * is an error, so that no keyword is ignored.
 *
 * A response must not have properties that its schema does not name.
 */
type Schema = Readonly<Record<string, unknown>>;

const annotations = new Set(['description', 'format', 'default', 'contentMediaType', 'title', 'examples']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

type Check = (argument: never, value: unknown, schema: Schema, root: Schema, at: string) => string[];

const when = (applies: boolean, holds: () => boolean, problem: string): string[] =>
  applies && !holds() ? [problem] : [];

const checks: Readonly<Record<string, Check>> = {
  $ref: (ref: string, value, _schema, root, at) => {
    const target = ref
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((node, key) => (node as Schema)[key], root);
    return problems(target as Schema, value, root, at);
  },
  type: (type: string | string[], value, _schema, _root, at) =>
    [type].flat().some((one) => typeTests[one]?.(value)) ? [] : [`${at}: is not of type ${type}`],
  const: (only: unknown, value, _schema, _root, at) =>
    when(true, () => value === only, `${at}: is not ${only}`),
  enum: (values: unknown[], value, _schema, _root, at) =>
    when(true, () => values.includes(value), `${at}: ${String(value)} is not in the enum`),
  properties: (properties: Record<string, Schema>, value, schema, root, at) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, inner]) => {
          const property = properties[name];
          if (property) return problems(property, inner, root, `${at}.${name}`);
          return 'additionalProperties' in schema ? [] : [`${at}.${name}: is not described`];
        })
      : [],
  additionalProperties: (rest: Schema | boolean, value, schema, root, at) =>
    isObject(value)
      ? Object.entries(value)
          .filter(([name]) => !(name in ((schema['properties'] ?? {}) as object)))
          .flatMap(([name, inner]) =>
            typeof rest === 'boolean'
              ? when(!rest, () => false, `${at}.${name}: is not allowed`)
              : problems(rest, inner, root, `${at}.${name}`),
          )
      : [],
  propertyNames: (names: Schema, value, _schema, root, at) =>
    isObject(value)
      ? Object.keys(value).flatMap((name) => problems(names, name, root, `${at}{${name}}`))
      : [],
  required: (names: string[], value, _schema, _root, at) =>
    isObject(value)
      ? names.filter((name) => !(name in value)).map((name) => `${at}.${name}: is missing`)
      : [],
  maxProperties: (most: number, value, _schema, _root, at) =>
    when(
      isObject(value),
      () => Object.keys(value as object).length <= most,
      `${at}: has too many properties`,
    ),
  items: (items: Schema, value, _schema, root, at) =>
    Array.isArray(value) ? value.flatMap((one, index) => problems(items, one, root, `${at}.${index}`)) : [],
  anyOf: (choices: Schema[], value, _schema, root, at) =>
    chosen(choices, value, root, at, (count) => count >= 1),
  oneOf: (choices: Schema[], value, _schema, root, at) =>
    chosen(choices, value, root, at, (count) => count === 1),
  minimum: (least: number, value, _schema, _root, at) =>
    when(typeof value === 'number', () => (value as number) >= least, `${at}: is below ${least}`),
  maximum: (most: number, value, _schema, _root, at) =>
    when(typeof value === 'number', () => (value as number) <= most, `${at}: is above ${most}`),
  minLength: (least: number, value, _schema, _root, at) =>
    when(typeof value === 'string', () => (value as string).length >= least, `${at}: is too short`),
  maxLength: (most: number, value, _schema, _root, at) =>
    when(typeof value === 'string', () => (value as string).length <= most, `${at}: is too long`),
  minItems: (least: number, value, _schema, _root, at) =>
    when(Array.isArray(value), () => (value as []).length >= least, `${at}: has too few items`),
  maxItems: (most: number, value, _schema, _root, at) =>
    when(Array.isArray(value), () => (value as []).length <= most, `${at}: has too many items`),
  pattern: (pattern: string, value, _schema, _root, at) =>
    when(
      typeof value === 'string',
      () => new RegExp(pattern, 'u').test(value as string),
      `${at}: has another form`,
    ),
};

function chosen(
  choices: Schema[],
  value: unknown,
  root: Schema,
  at: string,
  enough: (count: number) => boolean,
): string[] {
  const found = choices.map((choice) => problems(choice, value, root, at));
  const fitting = found.filter((list) => list.length === 0).length;
  return enough(fitting) ? [] : [`${at}: fits ${fitting} of ${choices.length}: ${found.flat().join('; ')}`];
}

/** The violations of the schema by a value, each with its path. `root` is the document that references refer to. */
export function problems(schema: Schema, value: unknown, root: Schema, at = '$'): string[] {
  return Object.entries(schema).flatMap(([keyword, argument]) => {
    if (annotations.has(keyword)) return [];
    const check = checks[keyword];
    if (!check) throw new Error(`The validator does not know ${keyword}`);
    return check(argument as never, value, schema, root, at);
  });
}
