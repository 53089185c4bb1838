/**
 * Descriptions of fields and parameters. A field of REST has the description of the GraphQL field or argument with its name, in
 * the operation or type that the route or component names, so that each text is written once.
 */
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { JsonSchema, Operation, Parameter } from './openapi-document.ts';
import type { Route } from './route.ts';

interface Described {
  readonly description?: string | null | undefined;
  readonly type: GraphQLInputType | GraphQLOutputType;
}

type DescribedFields = Readonly<Record<string, Described>>;

/** The fields of an object or input type; none for other types. */
function fieldsOf(type: GraphQLInputType | GraphQLOutputType): DescribedFields {
  const named = getNamedType(type);
  return isObjectType(named) || isInterfaceType(named) || isInputObjectType(named) ? named.getFields() : {};
}

/** The arguments of the route's operation. Those that are grouped in one argument over GraphQL are single fields over REST. */
function argumentsOf({ graphql }: Route, schema: GraphQLSchema): DescribedFields {
  if (!graphql) return {};
  const field = schema.getMutationType()?.getFields()[graphql] ?? schema.getQueryType()?.getFields()[graphql];
  const args = field?.args ?? [];
  const single = Object.fromEntries(args.map((arg) => [arg.name, arg]));
  const grouped = args
    .filter(({ name }) => name === 'input' || name === 'filter')
    .map(({ type }) => fieldsOf(type));
  return Object.assign({}, single, ...grouped) as DescribedFields;
}

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of a schema in which the properties have descriptions, also those of nested objects. Existing ones are kept. */
function describeSchema(schema: JsonSchema, fields: DescribedFields): JsonSchema {
  const described = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'properties' && isRecord(value)) return [key, describeProperties(value, fields)];
    if (key === 'items' && isRecord(value)) return [key, describeSchema(value, fields)];
    if ((key === 'anyOf' || key === 'oneOf' || key === 'allOf') && Array.isArray(value)) {
      return [key, value.map((one: JsonSchema) => describeSchema(one, fields))];
    }
    return [key, value];
  });
  return Object.fromEntries(described);
}

const describeProperties = (properties: JsonSchema, fields: DescribedFields): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const field = fields[name];
      if (!field || !isRecord(property)) return [name, property];
      const { description } = field;
      return [
        name,
        { ...(description && { description }), ...describeSchema(property, fieldsOf(field.type)) },
      ];
    }),
  );

/** The body of a route with descriptions. If the body is a component, the component gets them. */
export function describeBody(
  body: Operation['requestBody'],
  route: Route,
  schema: GraphQLSchema,
  components: Record<string, JsonSchema>,
): Operation['requestBody'] {
  if (!body) return undefined;
  const fields = argumentsOf(route, schema);
  const describe = (one: JsonSchema): JsonSchema => {
    const name = typeof one['$ref'] === 'string' ? one['$ref'].split('/').at(-1) : undefined;
    const component = name && components[name];
    if (!component) return describeSchema(one, fields);
    components[name] = describeSchema(component, fields);
    return one;
  };
  const content = Object.entries(body.content).map(([type, media]) => [
    type,
    { ...media, schema: describe(media.schema) },
  ]);
  return { ...body, content: Object.fromEntries(content) };
}

export function describeParameters(
  parameters: readonly Parameter[],
  route: Route,
  schema: GraphQLSchema,
): Parameter[] {
  const fields = argumentsOf(route, schema);
  return parameters.map((parameter) => {
    const description = parameter.description ?? fields[parameter.name]?.description;
    return description ? { ...parameter, description } : parameter;
  });
}

/** Components with the name of a GraphQL type, with descriptions. */
export const describeComponents = (
  components: Readonly<Record<string, JsonSchema>>,
  schema: GraphQLSchema,
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(components).map(([name, component]) => {
      const type = schema.getType(name);
      return [
        name,
        isObjectType(type) || isInterfaceType(type) ? describeSchema(component, type.getFields()) : component,
      ];
    }),
  );
