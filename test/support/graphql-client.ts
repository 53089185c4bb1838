/**
 * GraphQL documents generated from the schema, so that a test of every field covers new fields too; and a client that
 * sends documents without types.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type OperationTypeNode,
} from 'graphql';
import { schema } from '../../schema/index.ts';
import { recordGraphqlWrites } from './audited-writes.ts';
import { basic, type Service } from './service.ts';

export type RootKind = `${OperationTypeNode}`;

export interface RootField {
  readonly kind: RootKind;
  readonly field: GraphQLField<unknown, unknown>;
}

/** The root fields of these kinds, in the order of the schema. */
export const rootFields = (...kinds: RootKind[]): RootField[] =>
  kinds.flatMap((kind) =>
    Object.values(schema.getRootType(kind as OperationTypeNode)?.getFields() ?? {}).map((field) => ({
      kind,
      field,
    })),
  );

/** Selects the fields of every error that the tests check. */
export const errorSelection =
  '__typename ... on ServiceError { errorCode message httpStatus reason } ... on InvalidInputError { fields { path message } }';

const isPage = (type: GraphQLOutputType): boolean => {
  const named = getNamedType(type);
  return isObjectType(named) && 'pageInfo' in named.getFields();
};

/**
 * Selects all fields without required arguments to a depth of `levels`, with every member of a union or interface. If
 * members have fields of one name and different types, only the first is selected, because they cannot be merged.
 */
export function selectionOf(
  type: GraphQLOutputType,
  levels: number,
  taken: Map<string, string> = new Map(),
): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isAbstractType(named)) {
    const members = schema
      .getPossibleTypes(named)
      .map((member) => `... on ${member.name} ${selectionOf(member, levels, taken)}`);
    return `{ __typename ${members.join(' ')} }`;
  }
  if (!isObjectType(named)) return '';
  const parts = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const before = taken.get(field.name) ?? String(field.type);
    if (before !== String(field.type)) return [];
    taken.set(field.name, before);
    if (isLeafType(getNamedType(field.type))) return [field.name];
    // A connection does not count as a level.
    const below = isPage(field.type) || isPage(named) ? levels : levels - 1;
    return below > 0 && field.name !== 'edges' ? [`${field.name} ${selectionOf(field.type, below)}`] : [];
  });
  return `{ __typename ${parts.join(' ')} }`;
}

const shallow = (type: GraphQLOutputType): string => {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  return isAbstractType(named) && named.name.endsWith('Result') ? `{ ${errorSelection} }` : '{ __typename }';
};

/** One root field with all of its arguments as variables of the same names. */
export function documentOf({ kind, field }: RootField, selection = shallow(field.type)): string {
  const declared = field.args.map((arg: GraphQLArgument) => `$${arg.name}: ${arg.type}`).join(', ');
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  return `${kind}${declared && `(${declared})`} { ${field.name}${given && `(${given})`} ${selection} }`;
}

/** A value as a GraphQL literal: object keys without quotes, everything else as in JSON. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).filter(([, one]) => one !== undefined);
    return `{${fields.map(([name, one]) => `${name}: ${literal(one)}`).join(', ')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** The same field with its arguments as literals. */
export function documentWith(
  { kind, field }: RootField,
  values: Readonly<Record<string, unknown>>,
  selection = shallow(field.type),
): string {
  const given = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${literal(value)}`)
    .join(', ');
  return `${kind} { ${field.name}${given && `(${given})`} ${selection} }`;
}

/** The id types that an argument takes. Its description starts with `<Type>:<uuid>`. */
export const idTypesIn = (description: string | null | undefined): string[] =>
  [...(description ?? '').matchAll(/([A-Za-z]+):<uuid>/g)].map(([, type]) => type as string);

/** The fields of an input type; none for another type. */
export const inputFieldsOf = (type: unknown) =>
  isInputObjectType(type) ? Object.values(type.getFields()) : [];

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields of the response.
  readonly body: any;
}

export interface QueryOptions {
  /** The `Authorization` header; `null` sends none. */
  readonly authorization?: string | null;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a document without types. */
export async function sendQuery(
  service: Service,
  query: unknown,
  variables?: unknown,
  {
    authorization = basic(service.platform.token),
    accept = 'application/json',
    headers = {},
  }: QueryOptions = {},
): Promise<RawResponse> {
  const response = await send(service, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: accept,
      ...(authorization !== null && { authorization }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  });
  recordGraphqlWrites(service.db, authorization, response.headers, query, response.body);
  return response;
}

/** Any request to the GraphQL endpoint. */
export async function send(service: Service, init: RequestInit, query = ''): Promise<RawResponse> {
  const response = await fetch(`${service.url}/graphql${query}`, init);
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, text, body };
}
