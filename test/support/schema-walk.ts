/** Operations generated from the schema, so that tests cover new fields without a change. */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

/** Returns the value of an input by the name of the argument or field and the name of its type. */
export type Values = (name: string, typeName: string) => unknown;

const mostCharacters = 6_000;

/** Every field without arguments, to the depth. */
function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isUnionType(named)) {
    const members = named
      .getTypes()
      .map((member) => `... on ${member.name} ${selectionOf(member, depth)}`.trim())
      .filter((member) => member.includes('{'));
    return `{ __typename ${members.join(' ')} }`;
  }
  const fields = isObjectType(named)
    ? Object.values(named.getFields()).flatMap((field) => {
        if (field.args.some(isRequiredArgument)) return [];
        if (isLeafType(getNamedType(field.type))) return [field.name];
        if (depth === 0) return [];
        const inner = selectionOf(field.type, depth - 1);
        return inner === '' ? [] : [`${field.name} ${inner}`];
      })
    : ['... on Node { id }'].filter(() => named.name === 'Node');
  return `{ __typename ${fields.join(' ')} }`;
}

function inputFor(type: GraphQLInputType, name: string, values: Values, depth = 4): unknown {
  const isRequired = isNonNullType(type);
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) {
    const item = inputFor(bare.ofType as GraphQLInputType, name, values, depth);
    return item === undefined ? (isRequired ? [] : undefined) : [item];
  }
  const given = values(name, getNamedType(bare).name);
  if (given !== undefined) return given;
  if (isEnumType(bare)) return isRequired ? bare.getValues()[0]?.name : undefined;
  if (!isInputObjectType(bare) || depth === 0) return undefined;
  const fields = Object.values(bare.getFields());
  const included = bare.isOneOf ? fields.slice(0, 1) : fields;
  return Object.fromEntries(
    included
      .map((field) => [field.name, inputFor(field.type, field.name, values, depth - 1)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

export interface WalkedOperation {
  readonly name: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** One root field with every argument that has a value. It selects as many fields as the document limits allow. */
export function operationOf(
  kind: 'query' | 'mutation' | 'subscription',
  field: GraphQLField<unknown, unknown>,
  values: Values,
  deepest = 4,
): WalkedOperation {
  const given = field.args
    .map((arg) => ({ arg, value: inputFor(arg.type, arg.name, values) }))
    .filter(({ value }) => value !== undefined);
  const declared = given.map(({ arg }) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = given.map(({ arg }) => `${arg.name}: $${arg.name}`).join(', ');
  const at = (depth: number) =>
    `${kind} Walk${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`} ${selectionOf(field.type, depth)} }`;
  const depth = [4, 3, 2, 1].find((one) => one <= deepest && at(one).length < mostCharacters) ?? 0;
  return {
    name: field.name,
    query: at(depth),
    variables: Object.fromEntries(given.map(({ arg, value }) => [arg.name, value])),
  };
}
