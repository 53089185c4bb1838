/**
 * Which types and fields of the schema a caller can reach: from the root fields that its permissions allow, through the fields that
 * return something to it.
 */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import {
  type Principal,
  type RequiredPermission,
  requirePermission,
} from '../src/platforms/access/principal.ts';
import { requiredOfResolver } from './core/context.ts';
import { nodePermissionOf } from './core/node.ts';
import { requiredPermissionOf } from './platforms/permission-descriptions.ts';

/** The reached types, each with its fields or members. */
export type Reached = ReadonlyMap<string, ReadonlySet<string>>;

type Field = GraphQLField<unknown, unknown>;

/** What a record needs where another record refers to it: its loader requires it (`visibleIf`). */
const relations: Readonly<Record<string, RequiredPermission>> = {
  Agent: 'VIEW_AGENTS',
  AuthMethod: 'VIEW',
  AuthSession: 'VIEW',
  BankConnection: 'VIEW_PLATFORM',
  BankFile: 'VIEW_PLATFORM',
  BeneficialOwner: 'VIEW',
  Customer: 'VIEW_CUSTOMER_NAME',
  ExternalAccount: 'VIEW_EXTERNAL_ACCOUNTS',
  InternalAccount: 'VIEW_TRANSACTIONS',
  LedgerEntry: 'VIEW_TRANSACTIONS',
};

/** Fields of records that a loader protects by a permission of their own. */
const relationFields: Readonly<Record<string, RequiredPermission>> = {
  'AgentAction.payee': 'VIEW_ACTION_PAYEES',
  'AgentActionSourceAccount.availableBalance': 'VIEW_ACTION_BALANCES',
};

/** The type of caller that a member of the union `Viewer` is. */
const viewers: Readonly<Record<string, Principal['kind'] | undefined>> = {
  Agent: 'agent',
  AccessTokenHolder: 'access-token',
};

class Walk {
  readonly reached = new Map<string, Set<string>>();
  readonly #schema: GraphQLSchema;
  readonly #principal: Principal;
  readonly #waiting: GraphQLNamedType[] = [];

  constructor(schema: GraphQLSchema, principal: Principal) {
    this.#schema = schema;
    this.#principal = principal;
  }

  #may(required: RequiredPermission | undefined): boolean {
    return required === undefined || requirePermission(this.#principal, required) === true;
  }

  #add(type: GraphQLNamedType): void {
    if (this.reached.has(type.name)) return;
    this.reached.set(type.name, new Set());
    this.#waiting.push(type);
  }

  /** The record types that a field of this type can return to the caller. Other types are returned as they are. */
  #returnable(type: GraphQLNamedType, isRelation: boolean): readonly GraphQLNamedType[] {
    if (isObjectType(type)) {
      const item = type.getFields()['nodes'];
      const record = item && type.name.endsWith('Connection') ? getNamedType(item.type) : type;
      return isRelation && !this.#may(relations[record.name]) ? [] : [type];
    }
    if (!isAbstractType(type)) return [type];
    const members = this.#schema.getPossibleTypes(type);
    if (type.name === 'Node') return members.filter(({ name }) => this.#may(nodePermissionOf(name)));
    if (type.name === 'Viewer') return members.filter(({ name }) => viewers[name] === this.#principal.kind);
    return members.filter(({ name }) => !isRelation || this.#may(relations[name]));
  }

  #isPermitted(parent: GraphQLNamedType, field: Field): boolean {
    const own = requiredOfResolver(field);
    return (
      this.#may(requiredPermissionOf(field)) &&
      this.#may(relationFields[`${parent.name}.${field.name}`]) &&
      (this.#principal.kind !== 'access-token' || this.#may(own))
    );
  }

  #visitField(parent: GraphQLNamedType, field: Field, isRoot: boolean): void {
    if (!this.#isPermitted(parent, field)) return;
    const type = getNamedType(field.type);
    const returned = this.#returnable(type, !isRoot);
    if (returned.length === 0) return;
    this.reached.get(parent.name)?.add(field.name);
    this.#add(type);
    for (const member of returned) this.#add(member);
    if (isUnionType(type)) {
      for (const { name } of returned) this.reached.get(type.name)?.add(name);
    }
    for (const argument of field.args) this.#add(getNamedType(argument.type));
  }

  #visit(type: GraphQLNamedType, roots: ReadonlySet<GraphQLNamedType>): void {
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) this.#add(getNamedType(field.type));
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return;
    for (const one of type.getInterfaces()) this.#add(one);
    for (const field of Object.values(type.getFields())) this.#visitField(type, field, roots.has(type));
  }

  from(roots: readonly GraphQLObjectType[]): Reached {
    const rootTypes = new Set<GraphQLNamedType>(roots);
    for (const root of roots) this.#add(root);
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) this.#visit(next, rootTypes);
    // A type without fields, such as the mutations of a caller that has none, cannot be in a schema.
    for (const root of roots) if (this.reached.get(root.name)?.size === 0) this.reached.delete(root.name);
    return this.reached;
  }
}

/** What the caller can reach. Enum values are not filtered: a value of a record may be any of them. */
export function reachOf(schema: GraphQLSchema, principal: Principal): Reached {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return new Walk(schema, principal).from(roots.flatMap((root) => root ?? []));
}
