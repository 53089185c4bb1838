/**
 * The part of the schema that a caller can reach, for introspection. Agents and access tokens see a part: software that builds its
 * requests from the schema then finds only what it can use. Back ends and members see all of it.
 *
 * Decision: this is no access control. Documents are validated against the whole schema, and each field checks the permission.
 * So a caller that knows a hidden field gets the same error as before.
 *
 * Source: docs/behaviour/conventions.md#introspection.
 */
import {
  type GraphQLArgumentConfig,
  type GraphQLFieldConfig,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  type GraphQLType,
  GraphQLUnionType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../schema/core/context.ts';
import { schema } from '../../../schema/index.ts';
import { type Reached, reachOf } from '../../../schema/reach.ts';
import { requiredPermissions } from '../../platforms/access/permissions.ts';
import { type Principal, requirePermission } from '../../platforms/access/principal.ts';

/** The caller's kind and the permissions that it has. Two callers with the same key see the same schema. */
function keyOf(principal: Principal): string {
  const held = requiredPermissions.map((one) => (requirePermission(principal, one) === true ? '1' : '0'));
  return `${principal.kind} ${held.join('')}`;
}

type Fields = Readonly<Record<string, GraphQLFieldConfig<unknown, unknown>>>;

/** Builds the schema of the reached types. Resolvers are left out: nothing is executed on it. */
function buildVisible(reached: Reached): GraphQLSchema {
  const built = new Map<string, GraphQLNamedType>();
  const named = (type: GraphQLNamedType): GraphQLNamedType => built.get(type.name) ?? type;
  const typeOf = <T extends GraphQLType>(type: T): T => {
    if (isNonNullType(type)) return new GraphQLNonNull(typeOf(type.ofType)) as unknown as T;
    if (isListType(type)) return new GraphQLList(typeOf(type.ofType)) as unknown as T;
    return named(type as GraphQLNamedType) as T;
  };
  const argsOf = (args: Readonly<Record<string, GraphQLArgumentConfig>> = {}) =>
    Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, { ...arg, type: typeOf(arg.type) }]));
  const fieldsOf = (type: string, fields: Fields) => () =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => reached.get(type)?.has(name))
        .map(([name, { description, deprecationReason, type: of, args }]) => [
          name,
          { description, deprecationReason, type: typeOf(of), args: argsOf(args) },
        ]),
    );
  const interfacesOf = (interfaces: readonly GraphQLInterfaceType[]) => () =>
    interfaces.filter(({ name }) => reached.has(name)).map(typeOf);

  for (const type of Object.values(schema.getTypeMap())) {
    const { name } = type;
    if (!reached.has(name)) continue;
    if (isObjectType(type)) {
      const { description, fields, interfaces } = type.toConfig();
      const parts = { fields: fieldsOf(name, fields), interfaces: interfacesOf(interfaces) };
      built.set(name, new GraphQLObjectType({ name, description, ...parts }));
    } else if (isInterfaceType(type)) {
      const { description, fields, interfaces } = type.toConfig();
      const parts = { fields: fieldsOf(name, fields), interfaces: interfacesOf(interfaces) };
      built.set(name, new GraphQLInterfaceType({ name, description, ...parts }));
    } else if (isUnionType(type)) {
      const { description, types } = type.toConfig();
      const members = types.filter((member) => reached.get(name)?.has(member.name));
      built.set(name, new GraphQLUnionType({ name, description, types: () => members.map(typeOf) }));
    } else if (isInputObjectType(type)) {
      const { fields, extensions: _own, ...config } = type.toConfig();
      built.set(name, new GraphQLInputObjectType({ ...config, fields: () => argsOf(fields) }));
    } else if (!isSpecifiedScalarType(type)) {
      built.set(name, type);
    }
  }
  const rootOf = (type: GraphQLObjectType | null | undefined) =>
    type && (built.get(type.name) as GraphQLObjectType | undefined);
  return new GraphQLSchema({
    description: schema.description,
    query: rootOf(schema.getQueryType()),
    mutation: rootOf(schema.getMutationType()),
    subscription: rootOf(schema.getSubscriptionType()),
    types: [...built.values()],
    directives: schema.getDirectives(),
  });
}

/** Each takes about a megabyte. There are as many as different sets of permissions in use. */
const maxSchemas = 32;
const schemas = new LRUCache<string, GraphQLSchema>({ max: maxSchemas });
const seen = new WeakMap<Principal, GraphQLSchema>();

function partFor(principal: Principal): GraphQLSchema {
  const key = keyOf(principal);
  let part = schemas.get(key);
  if (!part) {
    part = buildVisible(reachOf(schema, principal));
    schemas.set(key, part);
  }
  return part;
}

/** The schema as the caller's introspection shows it. */
export function visibleSchema(context: Pick<Context, 'principal'> | undefined): GraphQLSchema {
  const principal = context?.principal;
  if (principal?.kind !== 'agent' && principal?.kind !== 'access-token') return schema;
  // Introspection asks once for each of its fields.
  let part = seen.get(principal);
  if (!part) {
    part = partFor(principal);
    seen.set(principal, part);
  }
  return part;
}
