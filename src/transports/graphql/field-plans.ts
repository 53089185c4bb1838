/**
 * Which fields an operation gives of each object type, worked out when they are first needed and kept for later
 * executions.
 *
 * Decision: kept within a number of fields of all documents, the plan that was used longest ago dropped first. Clients
 * choose how many fields a document has for each type.
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

/** A field of an object of a type, as a document asks for it. */
export interface FieldPlan {
  /** In the response. */
  readonly name: string;
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  /** The nodes that ask for it, and the first of them, which has its arguments. */
  readonly nodes: readonly FieldNode[];
  readonly node: FieldNode;
  /** The same for all executions; absent where they depend on variables. */
  readonly constantArguments: Readonly<Record<string, unknown>> | undefined;
  /** The fields below it, by the type of the object. */
  readonly below: Map<GraphQLObjectType, readonly FieldPlan[]>;
}

/** The fields of an operation where `@skip` and `@include` have certain values. */
export interface Plan {
  rootFields(context: ExecutionContext): readonly FieldPlan[];
  fieldsBelow(context: ExecutionContext, field: FieldPlan, type: GraphQLObjectType): readonly FieldPlan[];
}

export interface Plans {
  of(context: ExecutionContext): Plan;
  /** How many are kept. */
  readonly fields: number;
}

const simpleKinds: ReadonlySet<string> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
]);

/** Not those with lists or objects: each execution gives its resolvers values of their own. */
function constantArguments(definition: GraphQLField<unknown, unknown>, node: FieldNode) {
  if (!(node.arguments ?? []).every(({ value }) => simpleKinds.has(value.kind))) return undefined;
  try {
    return getArgumentValues(definition, node, {});
  } catch {
    // An execution throws it again, where it is the error of the field.
    return undefined;
  }
}

function planned(
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
      below: new Map(),
    });
  }
  return fields;
}

/** The variables by which an operation leaves fields out. */
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

interface KeptPlan extends Plan {
  size: number;
  readonly drop: () => void;
}

export function createPlans({ fields: maxFields }: { readonly fields: number }): Plans {
  const operations = new WeakMap<
    OperationDefinitionNode,
    { readonly conditions: readonly string[]; readonly plans: Map<string, KeptPlan> }
  >();
  /** The one that was used longest ago first. */
  const kept = new Set<KeptPlan>();
  let total = 0;

  function grow(plan: KeptPlan, by: number): void {
    // An execution may go on with a plan that was dropped meanwhile.
    if (!kept.has(plan)) return;
    plan.size += by;
    total += by;
    for (const oldest of kept) {
      if (total <= maxFields) break;
      kept.delete(oldest);
      total -= oldest.size;
      oldest.drop();
    }
  }

  function createPlan(drop: () => void): KeptPlan {
    let root: readonly FieldPlan[] | undefined;
    const plan: KeptPlan = {
      size: 0,
      drop,
      rootFields(context) {
        if (root) return root;
        const { schema, operation, fragments, variableValues } = context;
        const type = schema.getRootType(operation.operation);
        if (!type) {
          throw new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`, {
            nodes: operation,
          });
        }
        root = planned(
          context,
          type,
          collectFields(schema, fragments, variableValues, type, operation.selectionSet),
        );
        grow(plan, root.length);
        return root;
      },
      fieldsBelow(context, field, type) {
        const known = field.below.get(type);
        if (known) return known;
        const { schema, fragments, variableValues } = context;
        const fields = planned(
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
      // `graphql-js` coerces them to booleans; null is an error of its own.
      const key = conditions
        .map((name) => (Object.hasOwn(variableValues, name) ? JSON.stringify(variableValues[name]) : ''))
        .join();
      const plan = plans.get(key) ?? createPlan(() => plans.delete(key));
      plans.set(key, plan);
      kept.delete(plan);
      kept.add(plan);
      return plan;
    },
    get fields() {
      return total;
    },
  };
}
