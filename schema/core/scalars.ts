/**
 * Scalars only document a format, with the public specification of its notation, and accept every value. The zod schema of the operation validates the value, so that
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
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259#section-6',
  description:
    'Integer amount in the smallest unit of its currency (cents, satoshis). Input is a JSON number with an integer value (1e3 is 1000). A string, a fraction or a number above 9007199254740991 returns InvalidInputError with errorCode INVALID_AMOUNT. Arguments that move money accept at most 9000000000000000.',
  serialize: (value) => (typeof value === 'bigint' ? toWire(value) : Number(value)),
  ...asIs,
});

builder.scalarType('DateTime', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6',
  description: 'Instant in UTC, ISO 8601.',
  serialize: (value) => (value instanceof Date ? isoInstant(value) : text(value)),
  ...asIs,
});

builder.scalarType('Date', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6',
  description: 'Calendar date, YYYY-MM-DD.',
  serialize: text,
  ...asIs,
});

builder.scalarType('Base64URL', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc4648#section-5',
  description: 'Bytes as base64url without padding.',
  serialize: text,
  ...asIs,
});

builder.scalarType('P256PublicKey', {
  specifiedByURL: 'https://www.secg.org/sec1-v2.pdf',
  description:
    'P-256 public key as an uncompressed SEC1 point in hex: 130 characters, 04 followed by X and Y. Where a description says so, also a compressed point: 66 characters, 02 or 03 followed by X.',
  serialize: text,
  ...asIs,
});

builder.scalarType('StringMap', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259#section-4',
  description: `JSON object whose values are all strings, for example {"FULL_NAME": "Ada Lovelace"}. As input: at most ${maxMapKeys} keys, at most 64 characters per key and at most 1024 characters per value.`,
  serialize: (value) => value as Record<string, string>,
  ...asIs,
});

builder.scalarType('Upload', {
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  description:
    'File, uploaded with the GraphQL multipart request specification: the variable is null, the file is a separate part, and the request has the header Apollo-Require-Preflight: true. One file per request, at most 10 MiB.',
  serialize: () => null,
  ...asIs,
});
