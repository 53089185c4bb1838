/**
 * Documents made from the schema itself, so that a law that holds for every field covers the fields that come later;
 * and a way to send what no typed document could say.
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

/** Names every rejection's facts: what the laws look at. */
export const errorSelection =
  '__typename ... on ServiceError { errorCode message httpStatus reason } ... on InvalidInputError { fields { path message } }';

const isPage = (type: GraphQLOutputType): boolean => getNamedType(type).name.endsWith('Connection');

/**
 * Everything that can be selected without arguments, so many levels deep; every member of a union or interface. Of
 * fields that members type differently under one name, the first member's, because they cannot be asked for together.
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
    // A page is nothing by itself, so it takes no level of its own.
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

/** A value as it is written in a document; object keys bare, everything else as in JSON. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).filter(([, one]) => one !== undefined);
    return `{${fields.map(([name, one]) => `${name}: ${literal(one)}`).join(', ')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** The same field with its arguments written into the document. */
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

/** The ids that an argument of this name takes: by its description, which begins with `<Type>:<uuid>`. */
export const idTypesIn = (description: string | null | undefined): string[] =>
  [...(description ?? '').matchAll(/([A-Za-z]+):<uuid>/g)].map(([, type]) => type as string);

/** Whether a type is an input of fields. */
export const inputFieldsOf = (type: unknown) =>
  isInputObjectType(type) ? Object.values(type.getFields()) : [];

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what came back is looked at field by field.
  readonly body: any;
}

export interface QueryOptions {
  /** `null` sends none. */
  readonly authorization?: string | null;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a document as text. */
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
  return send(service, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: accept,
      ...(authorization !== null && { authorization }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  });
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
