/**
 * Writes one document for each root field of the schema, with a default selection, to `operations.graphql` for code
 * generators and to `src/operations/generated` for TypeScript. The types of their
 * results and variables are from GraphQL Code Generator.
 *
 * - Scalars and enums are selected, and objects without an id, in full.
 * - The first record on each path is selected in full. A record below it is `{ id }`. The payload of an
 *   event is selected without its lists, which would exceed the cost limit of a subscription.
 * - Fields with arguments and the edges of records are omitted, except the breaks of a reconciled day. The ledger of a
 *   transaction is a document of its own: a list would read it for each.
 * - All members of a union or interface are selected, with `__typename`.
 * - A field whose type differs between members has an alias with the name of its member: `transactionStatus: status`. The
 *   most frequent type has no alias. Fields of one name and different types cannot be merged.
 * - A connection is selected with `nodes` and `pageInfo`.
 * - An operation whose dry run returns a preview has two documents: `TransferOut` moves money, and its result has no preview;
 *   `PreviewTransferOut` is a dry run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isUnionType,
  type OperationTypeNode,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../schema/schema.graphql'), 'utf8'));

const upperFirst = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
const lowerFirst = (name: string) => `${name[0]?.toLowerCase()}${name.slice(1)}`;
const byName = (a: string, b: string) => (a < b ? -1 : 1);
const fieldsOf = (type: GraphQLObjectType): Field[] => Object.values(type.getFields());
/** A page of a list. `BankConnection` is a record. */
const isConnection = (type: GraphQLNamedType) => isObjectType(type) && 'pageInfo' in type.getFields();
const isPayload = (type: GraphQLNamedType) => type.name === 'EventPayload';
const isEdge = (type: GraphQLNamedType) => type.name.endsWith('Edge');
const isRecord = (type: GraphQLNamedType): boolean =>
  (isObjectType(type) || isInterfaceType(type)) && (type.name === 'Node' || implementsNode(type));
const implementsNode = (type: { getInterfaces(): readonly GraphQLNamedType[] }) =>
  type.getInterfaces().some(({ name }) => name === 'Node');

/** The text of each fragment, by its name. */
const fragments = new Map<string, string>();

function fragmentOf(type: GraphQLObjectType): string {
  const name = `${type.name}Fields`;
  if (!fragments.has(name)) {
    // Set first: a type that contains itself would not end.
    fragments.set(name, '');
    fragments.set(name, `fragment ${name} on ${type.name} { ${selectionOfFields(type, true)} }`);
  }
  return `...${name}`;
}

/**
 * @param isWithinRecord whether records below are `{ id }`.
 * @param aliasOf the alias of a field, if it needs one.
 */
function selectionOfFields(
  type: GraphQLObjectType,
  isWithinRecord: boolean,
  aliasOf: (field: Field) => string = () => '',
  omitsLists = false,
): string {
  return selectedFieldsOf(type)
    .filter((field) => !omitsLists || !isListType(getNullableType(field.type)))
    .map((field) => `${aliasOf(field)}${field.name}${below(getNamedType(field.type), isWithinRecord)}`)
    .join(' ');
}

/** Fields of transactions that need statements of their own, by the documents that select them. */
const transactionDocuments = {
  TransactionExplanation: ['explanation'],
  TransactionLedger: ['ledgerEntries', 'hold'],
};
const omittedFields: ReadonlySet<string> = new Set(
  Object.values(transactionDocuments)
    .flat()
    .map((name) => `Transaction.${name}`),
);

/** Fields that a record is about. Their only argument is their length, which has a default. */
const fieldsWithLength: ReadonlySet<string> = new Set(['ReconciledDay.breaks']);

const selectedFieldsOf = (type: GraphQLObjectType): Field[] =>
  fieldsOf(type).filter(
    ({ name, args, type: of }) =>
      (args.length === 0 || fieldsWithLength.has(`${type.name}.${name}`)) &&
      !isEdge(getNamedType(of)) &&
      !omittedFields.has(`${type.name}.${name}`),
  );

/** The selection of a field of a record or value. */
function below(type: GraphQLNamedType, isWithinRecord: boolean): string {
  if (isLeafType(type)) return '';
  const isFull = !isWithinRecord || isPayload(type);
  return ` { ${isFull ? selectionOf(type) : selectionWithinRecord(type)} }`;
}

function selectionWithinRecord(type: GraphQLNamedType): string {
  if (isRecord(type)) return '__typename id';
  if (isUnionType(type) && type.getTypes().every(isRecord)) return '__typename ... on Node { id }';
  return isObjectType(type) ? `__typename ${fragmentOf(type)}` : selectionOf(type);
}

/** The selection of a type in full. */
function selectionOf(type: GraphQLNamedType): string {
  if (isAbstractType(type)) return type.name === 'Node' ? '__typename id' : selectionOfMembers(type);
  if (!isObjectType(type)) throw new Error(`${type.name} has no fields`);
  if (!isConnection(type)) return `__typename ${selectionOfObject(type)}`;
  const node = getNamedType(type.getFields()['nodes']?.type);
  if (!node) throw new Error(`${type.name} has no nodes`);
  return `nodes { ${selectionOf(node)} } pageInfo { startCursor endCursor hasPreviousPage hasNextPage }`;
}

/** A fragment, unless the type is a value with a record in it: that record is selected in full here, and `{ id }` elsewhere. */
const selectionOfObject = (type: GraphQLObjectType): string =>
  isRecord(type) || !containsRecord(type) ? fragmentOf(type) : selectionOfFields(type, false);

const containsRecord = (type: GraphQLObjectType): boolean =>
  selectedFieldsOf(type).some(({ type: of }) => {
    const named = getNamedType(of);
    return isRecord(named) || (isObjectType(named) && containsRecord(named)) || isUnionType(named);
  });

function selectionOfMembers(
  type: GraphQLAbstractType,
  isSelected: (member: GraphQLObjectType) => boolean = () => true,
): string {
  const members = schema.getPossibleTypes(type).filter(isSelected);
  const aliasOf = aliasesOf(members);
  const selections = members.map((member) => {
    const isPlain = !isPayload(type) && fieldsOf(member).every((field) => aliasOf(member, field) === '');
    const selection = isPlain
      ? selectionOfObject(member)
      : selectionOfFields(member, isRecord(member), (field) => aliasOf(member, field), isPayload(type));
    return `... on ${member.name} { ${selection} }`;
  });
  return `__typename ${selections.join(' ')}`;
}

function aliasesOf(members: readonly GraphQLObjectType[]) {
  const countOf = (name: string, type: string) =>
    members.filter((member) => String(member.getFields()[name]?.type) === type).length;
  return (member: GraphQLObjectType, { name, type }: Field): string => {
    const types = new Set(members.flatMap((one) => one.getFields()[name]?.type.toString() ?? []));
    if (types.size < 2 || isEdge(getNamedType(type))) return '';
    const counts = [...types].map((one) => countOf(name, one)).sort((a, b) => b - a);
    const own = countOf(name, String(type));
    const isMostFrequent = own === counts[0] && own !== counts[1];
    return isMostFrequent ? '' : `${lowerFirst(member.name)}${upperFirst(name)}: `;
  };
}

interface Operation {
  readonly name: string;
  readonly kind: string;
  readonly text: string;
  /** Type of the result, if it is not the one of the text. */
  readonly result?: string;
}

/** @param dryRun the fixed value of the argument; `false` omits it. */
const textOfOperation = (
  kind: string,
  name: string,
  { name: field, args }: Field,
  selection: string,
  dryRun?: boolean,
) => {
  const variables = args.filter((arg) => dryRun === undefined || arg.name !== 'dryRun');
  const declared = variables.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const given = [...variables.map((arg) => `${arg.name}: $${arg.name}`), ...(dryRun ? ['dryRun: true'] : [])];
  return `${kind} ${name}${declared && `(${declared})`} { ${field}${given.length > 0 ? `(${given.join(', ')})` : ''}${selection} }`;
};

const isPreview = ({ name }: GraphQLObjectType) => name === 'PaymentPreview';

/** What the call of an operation with `dryRun` returns, and what its dry run returns. */
function operationsOfMoney(kind: string, field: Field, result: GraphQLAbstractType): Operation[] {
  const name = upperFirst(field.name);
  const selected = (isSelected: (member: GraphQLObjectType) => boolean) =>
    ` { ${selectionOfMembers(result, isSelected)} }`;
  return [
    {
      name,
      kind,
      text: textOfOperation(
        kind,
        name,
        field,
        selected((member) => !isPreview(member)),
        false,
      ),
      result: `Executed<types.${name}${upperFirst(kind)}>`,
    },
    {
      name: `Preview${name}`,
      kind,
      text: textOfOperation(
        kind,
        `Preview${name}`,
        field,
        selected((member) => isPreview(member) || member.name.endsWith('Error')),
        true,
      ),
    },
  ];
}

function operationsOf(kind: string, field: Field): Operation[] {
  const named = getNamedType(field.type);
  if (isAbstractType(named) && schema.getPossibleTypes(named).some(isPreview)) {
    return operationsOfMoney(kind, field, named);
  }
  const name = upperFirst(field.name);
  const selection = isLeafType(named) ? '' : ` { ${selectionOf(named)} }`;
  return [{ name, kind, text: textOfOperation(kind, name, field, selection) }];
}

const operationsOfRootFields = ['query', 'mutation', 'subscription'].flatMap((kind) => {
  const root = schema.getRootType(kind as OperationTypeNode);
  return root ? fieldsOf(root).flatMap((field) => operationsOf(kind, field)) : [];
});

/** The parts of one transaction that other documents do not select. */
const operationsOfTransactions = Object.entries(transactionDocuments).map(([name, fields]): Operation => {
  const transaction = schema.getType('Transaction');
  if (!isObjectType(transaction)) throw new Error('the schema has transactions');
  const selections = fieldsOf(transaction)
    .filter((field) => fields.includes(field.name))
    .map((field) => `${field.name}${below(getNamedType(field.type), true)}`);
  return {
    name,
    kind: 'query',
    text: `query ${name}($id: ID!) { transaction(id: $id) { __typename id ${selections.join(' ')} } }`,
  };
});

/** The capabilities of an agent. They depend on its policy and usage, and a list of agents would compute them for each. */
function capabilitiesOperation(): Operation {
  const agent = schema.getType('Agent');
  const field = isObjectType(agent) ? agent.getFields()['capabilities'] : undefined;
  if (!field) throw new Error('agents have capabilities');
  const selection = `capabilities${below(getNamedType(field.type), true)}`;
  return {
    name: 'AgentCapabilities',
    kind: 'query',
    text: `query AgentCapabilities { agentMe { __typename id ${selection} } }`,
  };
}

const operations = [...operationsOfRootFields, ...operationsOfTransactions, capabilitiesOperation()];

/** The names of the fragments that a text spreads, directly and through others. */
function spreadIn(text: string, found = new Set<string>()): Set<string> {
  for (const [, name] of text.matchAll(/\.\.\.(\w+Fields)/g)) {
    if (!name || found.has(name)) continue;
    found.add(name);
    spreadIn(fragments.get(name) ?? '', found);
  }
  return found;
}

const header = '// Written by generate.ts: run npm run schema.\n';

const fragmentNames = [...fragments.keys()].sort(byName);
const fragmentsModule = fragmentNames.map((name) => `export const ${name} =\n  '${fragments.get(name)}';`);

const documentsModule = operations.map(({ name, kind, text, result }) => {
  const type = `${name}${upperFirst(kind)}`;
  const parts = [`'${text}'`, ...[...spreadIn(text)].sort(byName).map((one) => `fragments.${one}`)];
  return [
    `export const ${name}Document = /*#__PURE__*/ typedDocument<${result ?? `types.${type}`}, types.${type}Variables>(`,
    ...parts.map((part) => `  ${part},`),
    ');',
  ].join('\n');
});

/** The members of each union and interface, as `InMemoryCache` of Apollo Client takes them. */
const possibleTypes = Object.values(schema.getTypeMap())
  .filter((type) => isUnionType(type) || isInterfaceType(type))
  .map((type) => {
    const names = schema.getPossibleTypes(type).map(({ name }) => `'${name}'`);
    return `  ${type.name}: [${names.join(', ')}],`;
  });

const write = (name: string, ...parts: readonly string[]) =>
  writeFileSync(join(import.meta.dirname, name), `${parts.join('\n')}\n`);

write(
  'operations.graphql',
  header.replace('//', '#'),
  ...operations.map(({ text }) => text),
  '',
  ...fragmentNames.map((name) => fragments.get(name) ?? ''),
);
write('src/operations/generated/fragments.ts', header, ...fragmentsModule);
write(
  'src/operations/generated/documents.ts',
  header,
  "import { type Executed, typedDocument } from '../../document.ts';",
  "import * as fragments from './fragments.ts';",
  "import type * as types from './types.ts';",
  '',
  ...documentsModule,
);
write(
  'src/operations/generated/possible-types.ts',
  header,
  '/** The members of each union and interface, as `InMemoryCache` of Apollo Client takes them. */',
  'export const possibleTypes = {',
  ...possibleTypes,
  '};',
);
