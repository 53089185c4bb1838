/**
 * The selected fields of each object type in an operation, computed on first use and cached for later executions.
 *
 * Decision: the cache is limited by the number of plans and their fields together, and evicts the least recently used plan.
 * Clients choose how many fields a document has, and how many plans, by the values of `@skip` and `@include`.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { type ExecutionContext, getFieldDef } from 'graphql/execution/execute.js';
import { LRUCache } from 'lru-cache';

/** A selected field of an object type. */
export interface FieldPlan {
  /** Its response name. */
  readonly name: string;
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  /** The nodes that select it. `node` is the first of them, which has its arguments. */
  readonly nodes: readonly FieldNode[];
  readonly node: FieldNode;
  /** The arguments, if they are the same in all executions; undefined when they depend on variables. */
  readonly constantArguments: Readonly<Record<string, unknown>> | undefined;
  /** Whether it reads the schema: `__schema`, `__type`, or a field below them. */
  readonly isIntrospection: boolean;
  /** The fields below it, by the type of the object. */
  readonly below: Map<GraphQLObjectType, readonly FieldPlan[]>;
}

/** The fields of an operation for one set of values of `@skip` and `@include`. */
export interface Plan {
  rootFields(context: ExecutionContext): readonly FieldPlan[];
  fieldsBelow(context: ExecutionContext, field: FieldPlan, type: GraphQLObjectType): readonly FieldPlan[];
}

interface Plans {
  of(context: ExecutionContext): Plan;
  /** The number of fields in all cached plans. */
  readonly fields: number;
}

const introspectionFields: ReadonlySet<string> = new Set(['__schema', '__type']);

const simpleKinds: ReadonlySet<string> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
]);

/** Undefined for lists and objects too: resolvers may change them, so each execution needs its own. */
function constantArguments(definition: GraphQLField<unknown, unknown>, node: FieldNode) {
  if (!(node.arguments ?? []).every(({ value }) => simpleKinds.has(value.kind))) return undefined;
  try {
    return getArgumentValues(definition, node, {});
  } catch {
    // Each execution throws this error again, as the error of the field.
    return undefined;
  }
}

function planFields(
  { schema }: ExecutionContext,
  parentType: GraphQLObjectType,
  collected: ReadonlyMap<string, readonly FieldNode[]>,
): FieldPlan[] {
  const fields: FieldPlan[] = [];
  for (const [name, nodes] of collected) {
    const [node] = nodes;
    const definition = node && getFieldDef(schema, parentType, node);
    if (!definition) continue;
    fields.push({
      name,
      parentType,
      definition,
      nodes,
      node,
      constantArguments: constantArguments(definition, node),
      isIntrospection: parentType.name.startsWith('__') || introspectionFields.has(definition.name),
      below: new Map(),
    });
  }
  return fields;
}

/** The variables in directives, which include or skip fields. */
function conditionsOf(
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): string[] {
  const names = new Set<string>();
  for (const definition of [operation, ...Object.values(fragments)]) {
    visit(definition, {
      Directive(node) {
        visit(node, { Variable: ({ name }) => void names.add(name.value) });
        return false;
      },
    });
  }
  return [...names];
}

interface CachedPlan extends Plan {
  readonly remove: () => void;
}

/** @param limits the maximum number of cached plans and their fields together. */
export function createPlans({ maxFields }: { readonly maxFields: number }): Plans {
  const operations = new WeakMap<
    OperationDefinitionNode,
    { readonly conditions: readonly string[]; readonly plans: Map<string, CachedPlan> }
  >();
  /** The size of each plan: one, and its number of fields. */
  const sizes = new LRUCache<CachedPlan, number>({
    maxSize: maxFields,
    noDisposeOnSet: true,
    dispose: (_size, plan) => plan.remove(),
  });

  function grow(plan: CachedPlan, fieldCount: number): void {
    const before = sizes.peek(plan);
    // A running execution may still use a plan that was evicted.
    if (before === undefined || fieldCount === 0) return;
    const size = before + fieldCount;
    sizes.set(plan, size, { size });
  }

  function createPlan(remove: () => void): CachedPlan {
    let root: readonly FieldPlan[] | undefined;
    const plan: CachedPlan = {
      remove,
      rootFields(context) {
        if (root) return root;
        const { schema, operation, fragments, variableValues } = context;
        const type = schema.getRootType(operation.operation);
        if (!type) {
          throw new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`, {
            nodes: operation,
          });
        }
        root = planFields(
          context,
          type,
          collectFields(schema, fragments, variableValues, type, operation.selectionSet),
        );
        grow(plan, root.length);
        return root;
      },
      fieldsBelow(context, field, type) {
        const existing = field.below.get(type);
        if (existing) return existing;
        const { schema, fragments, variableValues } = context;
        const fields = planFields(
          context,
          type,
          collectSubfields(schema, fragments, variableValues, type, field.nodes),
        );
        field.below.set(type, fields);
        grow(plan, fields.length);
        return fields;
      },
    };
    return plan;
  }

  return {
    of({ operation, fragments, variableValues }) {
      let entry = operations.get(operation);
      if (!entry) {
        entry = { conditions: conditionsOf(operation, fragments), plans: new Map() };
        operations.set(operation, entry);
      }
      const { conditions, plans } = entry;
      // graphql-js has coerced these variables to booleans.
      const key = conditions
        .map((name) => (Object.hasOwn(variableValues, name) ? JSON.stringify(variableValues[name]) : ''))
        .join();
      const existing = plans.get(key);
      if (existing) {
        sizes.get(existing);
        return existing;
      }
      const plan = createPlan(() => plans.delete(key));
      plans.set(key, plan);
      sizes.set(plan, 1, { size: 1 });
      return plan;
    },
    get fields() {
      return sizes.calculatedSize - sizes.size;
    },
  };
}
