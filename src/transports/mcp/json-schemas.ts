/**
 * The JSON schemas of tools, made from the zod schemas of the operations. A schema says what a client may send; the operation's
 * own schema parses it.
 *
 * Decision: a model reads short schemas better. Null, which means the same as an absent field, and the customer, which is always
 * that of the agent, are left out. They are accepted.
 */
import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes the alternative null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, type } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const others = type.filter((one) => one !== 'null');
    return { ...schema, type: others.length === 1 ? others[0] : others };
  }
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((one) => !(isObject(one) && one['type'] === 'null'));
  if (others.length === anyOf.length) return schema;
  const { anyOf: _all, ...rest } = schema;
  return others.length === 1 ? { ...(others[0] as JsonSchema), ...rest } : { ...rest, anyOf: others };
}

/** @param hidden the fields that the schema does not list. */
function simplified(value: unknown, hidden: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => simplified(one, hidden));
  if (!isObject(value)) return value;
  const { properties, $schema: _version, ...rest } = withoutNull(value);
  const others = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, simplified(one, hidden)]));
  if (!isObject(properties)) return others;
  const shown = Object.entries(properties).filter(([name]) => !hidden.includes(name));
  return {
    ...others,
    properties: Object.fromEntries(shown.map(([name, one]) => [name, simplified(one, hidden)])),
  };
}

/** The schema of what a client sends. */
export const inputJsonSchema = (schema: z.ZodType, hidden: readonly string[] = []): JsonSchema =>
  simplified(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), hidden) as JsonSchema;

/** The schema of what a client gets. */
export const outputJsonSchema = (schema: z.ZodType): JsonSchema =>
  simplified(z.toJSONSchema(schema, { io: 'output' }), []) as JsonSchema;
