/** The texts that both APIs define: values of enums, names of types, fields and operations, codes. No client chooses one. */
import { schema } from '../schema/index.ts';
import { errorCodes } from './kernel/error-codes.ts';
import { currencies } from './kernel/money/currencies.ts';
import { operationNames } from './operation-names.ts';
import { eventTypes } from './webhooks/event-kinds.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

const enumValues = Object.values(schema.getTypeMap()).flatMap((type) =>
  'getValues' in type ? type.getValues().flatMap(({ name, value }) => [name, value]) : [],
);

export const apiWords: ReadonlySet<string> = new Set([
  ...enumValues.filter(isText),
  ...Object.keys(schema.getTypeMap()),
  ...operationNames.requests,
  ...errorCodes,
  ...eventTypes,
  ...currencies.map(({ code }) => code),
]);
