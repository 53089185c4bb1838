/**
 * Valid inputs, generated from the schema and from the OpenAPI document, and invalid values for each of their fields. The
 * value of a new field follows from its type, its description or its name.
 */
import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { JsonSchema } from '../../src/transports/rest/openapi-document.ts';
import { graphqlBody, restBody } from '../accounts/external/bodies.ts';
import { idTypesIn } from './graphql-client.ts';
import { openApi } from './rest.ts';
import { makeKeyPair } from './wallet-client.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const uuid = '019542f5-b3e7-7d02-8000-000000000002';
const publicKey = makeKeyPair().publicKey;

/** Values by field name, for fields whose type and description do not determine the value. */
const textByName: Readonly<Record<string, string>> = {
  allowedCounterparties: 'ExternalAccount:019542f5-b3e7-7d02-8000-000000000002',
  from: '09:00',
  to: '17:00',
  maxBalanceShare: '0.5',
  maxSlippage: '0.01',
  email: 'ada@example.com',
  emails: 'ada@example.com',
  umaAddress: '$ada@uma.example',
  inviterUma: '$ada@uma.example',
  inviteeUma: '$ada@uma.example',
  receiverUmaAddress: '$ada@uma.example',
  senderUmaAddress: '$ada@uma.example',
  umaDomain: 'uma.example.com',
  nationality: 'US',
  country: 'US',
  countryOfResidence: 'US',
  countryOfIssuance: 'US',
  countryCode: 'US',
  region: 'US',
  phoneNumber: '+14155550100',
  birthDate: '1990-12-10',
  incorporatedOn: '1990-12-10',
  businessType: 'INFORMATION',
  entityType: 'LLC',
  cryptoNetwork: 'SPARK',
  type: 'ADDRESS_MISMATCH',
  url: 'https://example.com/hook',
  slackWebhookUrl: 'https://example.com/hook',
  issuer: 'https://issuer.example',
  redirectUri: 'https://example.com/back',
  webhookEndpoint: 'https://example.com/hook',
  rpId: 'example.com',
  origins: 'https://example.com',
  eventTypes: 'TEST',
  transports: 'usb',
  clientPublicKey: publicKey,
  sendFromEmailAddress: 'codes@example.com',
  replyToEmailAddress: 'help@example.com',
  otp: '000000',
  spread: '0.004',
  variableRate: '0.005',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  routingNumber: '021000021',
  creditorId: 'DE98ZZZ09999999999',
  companyId: '1234567890',
  immediateOrigin: '1234567890',
  immediateDestination: '021000021',
  hostKeyFingerprint: `SHA256:${'A'.repeat(43)}`,
  endpoint: 'https://storage.example',
  timeZone: 'Europe/Berlin',
  times: '14:00',
  prefix: '37040044',
  first: '0000000000',
  last: '9999999999',
  sending: 'USD',
  receiving: 'EUR',
};

const idByName: Readonly<Record<string, string>> = {
  accountId: 'InternalAccount',
  allowedAccountIds: 'InternalAccount',
  requestId: 'Request',
  lookupId: 'Lookup',
  resourceId: 'Customer',
  documentHolder: 'Customer',
  inviterId: 'Customer',
};

/** The enum values that are valid together with the other generated values. */
const choiceByName: Readonly<Record<string, string>> = {
  customerType: 'BUSINESS',
  decision: 'RESOLVE_ERRORS',
  idType: 'SSN',
};

const isCurrency = (name: string): boolean => /currenc/i.test(name);

function textFor(name: string): string {
  return textByName[name] ?? (isCurrency(name) ? 'USD' : 'abcd');
}

const numberFor = (name: string): number =>
  ({ length: 6, otpLength: 6, maxAmount: 10, ownershipPercentage: 1 })[name] ??
  (/seconds/i.test(name) ? 60 : 1);

/** Values of a field of an object with another field, where the name alone does not determine them. */
const textBesides: readonly (readonly [besides: string, name: string, value: string])[] = [
  ['secretAccessKey', 'region', 'eu-central-1'],
  ['prefix', 'country', 'DE'],
];

/** One object with the first value of each field, and one object for each other value. All combinations would be too many. */
function objects(given: readonly (readonly [string, Json[]])[]): Json[] {
  const fields = given.map(([name, values]): readonly [string, Json[]] => {
    const other = textBesides.find(
      ([besides, field]) => field === name && given.some(([one]) => one === besides),
    );
    return other ? [name, [other[2]]] : [name, values];
  });
  const base = Object.fromEntries(
    fields.flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
  );
  return [
    base,
    ...fields.flatMap(([name, [, ...others]]) => others.map((other) => ({ ...base, [name]: other }))),
  ];
}

/** Account types that hold the generated currency. */
const accountTypes = ['USD_ACCOUNT', 'SWIFT_ACCOUNT'] as const;

/** Valid values of a GraphQL input type, with each branch of a one-of input. */
export function validGraphQLValues(type: GraphQLInputType, name: string, described?: string | null): Json[] {
  if (isNonNullType(type)) return validGraphQLValues(type.ofType, name, described);
  if (isListType(type)) return [validGraphQLValues(type.ofType, name, described).slice(0, 1)];
  if (isEnumType(type)) {
    const names = type.getValues().map((value) => value.name);
    const [first = ''] = names;
    return [names.find((one) => one === choiceByName[name]) ?? first];
  }
  if (isInputObjectType(type)) {
    if (type.name === 'AccountInfoInput') return accountTypes.map((one) => graphqlBody(one) as Json);
    const fields = Object.values(type.getFields()).map(
      (field) => [field.name, validGraphQLValues(field.type, field.name, field.description)] as const,
    );
    return type.isOneOf
      ? fields.flatMap(([field, values]) => values.map((value) => ({ [field]: value })))
      : objects(fields);
  }
  switch (type.name) {
    case 'ID': {
      const [named = idByName[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/Id$/, '')}`] =
        idTypesIn(described);
      return [`${named}:${uuid}`];
    }
    case 'Int':
    case 'Float':
    case 'Amount':
      return [numberFor(name)];
    case 'Boolean':
      return [true];
    case 'DateTime':
      return ['2027-01-01T00:00:00Z'];
    case 'Date':
      return ['2020-12-10'];
    case 'StringMap':
      return [{ FULL_NAME: 'Ada' }];
    case 'Upload':
      return [];
    default:
      return [textFor(name)];
  }
}

/** Valid values of a schema of the OpenAPI document. */
export function validRestValues(schema: JsonSchema, name: string): Json[] {
  const { $ref, anyOf, oneOf, type, enum: values, const: only, properties, items, pattern, format } = schema;
  if (typeof $ref === 'string') {
    const component = $ref.slice($ref.lastIndexOf('/') + 1);
    if (component === 'NewAccountInfo') return accountTypes.map((one) => restBody(one) as Json);
    return validRestValues(openApi.components.schemas[component] ?? {}, name);
  }
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices)
    return choices.filter((one) => one['type'] !== 'null').flatMap((one) => validRestValues(one, name));
  if (only !== undefined) return [only as Json];
  if (Array.isArray(values)) {
    return [(values.includes(choiceByName[name]) ? choiceByName[name] : values[0]) as Json];
  }
  if (properties) {
    return objects(
      Object.entries(properties as Record<string, JsonSchema>).map(([field, one]) => [
        field,
        validRestValues(one, field),
      ]),
    );
  }
  if (type === 'array') return [validRestValues((items ?? {}) as JsonSchema, name).slice(0, 1)];
  const kinds = Array.isArray(type) ? (type as unknown[]) : [type];
  if (kinds.includes('boolean')) return [true];
  if (kinds.includes('integer') || kinds.includes('number')) return [numberFor(name)];
  if (type === 'object') return [{ FULL_NAME: 'Ada' }];
  const idType =
    typeof pattern === 'string' ? /^\^\(?([A-Z]\w+).*\):\[0-9a-fA-F\]/.exec(pattern)?.[1] : undefined;
  if (idType) return [`${idType}:${uuid}`];
  if (format === 'date-time') return ['2027-01-01T00:00:00Z'];
  if (format === 'date') return ['2020-12-10'];
  return [textFor(name)];
}

export type Path = readonly (string | number)[];

/** A field of an input with its valid value. Objects and lists are fields too. */
export interface Field {
  readonly path: Path;
  readonly value: Json;
}

export function fieldsIn(value: Json, path: Path = []): Field[] {
  const own: Field[] = path.length > 0 ? [{ path, value }] : [];
  if (Array.isArray(value))
    return [...own, ...value.flatMap((one, index) => fieldsIn(one, [...path, index]))];
  if (value === null || typeof value !== 'object') return own;
  return [...own, ...Object.entries(value).flatMap(([name, one]) => fieldsIn(one, [...path, name]))];
}

/** A copy of the input with another value at the path. */
export function withValueAt(input: Json, [key, ...rest]: Path, value: Json): Json {
  if (key === undefined) return value;
  if (Array.isArray(input))
    return input.map((one, index) => (index === key ? withValueAt(one, rest, value) : one));
  const record = input as { [key: string]: Json };
  return { ...record, [key]: withValueAt(record[key] ?? null, rest, value) };
}

const invalidTexts: readonly Json[] = [
  '',
  ' ',
  'x',
  '-',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x'.repeat(20_000),
  'é@',
];
/** The last one cannot be converted to a string. */
const otherTypes: readonly Json[] = [7, true, [], {}, 'x', { toString: 1 }];

const longMap = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`key${n}`, 'x']));

/** Values that are probably invalid for a field with this valid value. */
export function invalidValues({ value }: Field): readonly Json[] {
  if (typeof value === 'string') return invalidTexts;
  if (typeof value === 'number') return [-1, 1.5, 1e16, 0.5];
  if (Array.isArray(value)) return [[], Array.from({ length: 1_001 }, () => value[0] ?? 'x')];
  if (value !== null && typeof value === 'object' && 'FULL_NAME' in value) {
    return [longMap, { '': 'x' }, { a: 5 }, { a: '\u0000' }, 5];
  }
  return [];
}

/** One invalid value of each kind, because over GraphQL each value is a request. */
export function invalidValueOfEachKind(field: Field): readonly Json[] {
  if (typeof field.value === 'string') return ['', 'x', 'a\u0000b', '\ud800', 'x'.repeat(20_000)];
  if (typeof field.value === 'number') return [-1, 1.5, 1e16];
  return invalidValues(field);
}

/** Like `invalidValues`, with values of another JSON type. GraphQL rejects most of those before the operation runs. */
export const invalidValuesOfAnyType = (field: Field): readonly Json[] => [
  ...invalidValues(field),
  ...otherTypes.filter(
    (one) => typeof one !== typeof field.value || Array.isArray(one) !== Array.isArray(field.value),
  ),
];
