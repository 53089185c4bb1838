/**
 * Scalars only document a format and accept every value. The zod schema of the operation validates the value, so that
 * an invalid value becomes an InvalidInputError with its path, like any other invalid input.
 */
import { type ValueNode, valueFromASTUntyped } from 'graphql';
import { isoInstant } from '../../src/kernel/instant.ts';
import { maxMapKeys } from '../../src/kernel/lists.ts';
import { toWire } from '../../src/kernel/money/amount.ts';
import { builder } from './builder.ts';

const asIs = {
  parseValue: (value: unknown): unknown => value,
  parseLiteral: (node: ValueNode): unknown => valueFromASTUntyped(node),
};

const text = (value: unknown): string => String(value);

builder.scalarType('Amount', {
  description:
    'Integer amount in the smallest unit of its currency (cents, satoshis). Input is a JSON number with an integer value (1e3 is 1000). A string, a fraction or a number above 9007199254740991 returns InvalidInputError with errorCode INVALID_AMOUNT. Arguments that move money accept at most 9000000000000000.',
  serialize: (value) => (typeof value === 'bigint' ? toWire(value) : Number(value)),
  ...asIs,
});

builder.scalarType('DateTime', {
  description: 'Instant in UTC, ISO 8601.',
  serialize: (value) => (value instanceof Date ? isoInstant(value) : text(value)),
  ...asIs,
});

builder.scalarType('Date', { description: 'Calendar date, YYYY-MM-DD.', serialize: text, ...asIs });

builder.scalarType('Base64URL', {
  description: 'Bytes as base64url without padding.',
  serialize: text,
  ...asIs,
});

builder.scalarType('P256PublicKey', {
  description:
    'P-256 public key as an uncompressed SEC1 point in hex: 130 characters, 04 followed by X and Y.',
  serialize: text,
  ...asIs,
});

builder.scalarType('StringMap', {
  description: `JSON object whose values are all strings, for example {"FULL_NAME": "Ada Lovelace"}. As input: at most ${maxMapKeys} keys, at most 64 characters per key and at most 1024 characters per value.`,
  serialize: (value) => value as Record<string, string>,
  ...asIs,
});

builder.scalarType('Upload', {
  description:
    'File, uploaded with the GraphQL multipart request specification: the variable is null, the file is a separate part, and the request has the header Apollo-Require-Preflight: true. One file per request, at most 10 MiB.',
  serialize: () => null,
  ...asIs,
});
