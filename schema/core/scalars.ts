/**
 * Scalars document a shape and let every value through: the schema of the operation checks it, so that a string of
 * the wrong shape is an InvalidInputError with its path, like any other bad input.
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
    'Integer in the smallest unit of its currency (cents, satoshis). A JSON number with an integer value (1e3 is 1000); a string, a fraction or anything above 9007199254740991 is an InvalidInputError with errorCode INVALID_AMOUNT. Arguments that move money take at most 9000000000000000.',
  serialize: (value) => (typeof value === 'bigint' ? toWire(value) : Number(value)),
  ...asIs,
});

builder.scalarType('DateTime', {
  description: 'ISO 8601 UTC instant.',
  serialize: (value) => (value instanceof Date ? isoInstant(value) : text(value)),
  ...asIs,
});

builder.scalarType('Date', { description: 'Calendar date, YYYY-MM-DD.', serialize: text, ...asIs });

builder.scalarType('Base64URL', { description: 'base64url without padding.', serialize: text, ...asIs });

builder.scalarType('P256PublicKey', {
  description: 'Uncompressed SEC1 P-256 point: 130 hex characters, 04 then X then Y.',
  serialize: text,
  ...asIs,
});

builder.scalarType('StringMap', {
  description: `Object whose values are all strings, for example {"FULL_NAME": "Ada Lovelace"}. An input has at most ${maxMapKeys} keys of at most 64 characters, and values of at most 1024.`,
  serialize: (value) => value as Record<string, string>,
  ...asIs,
});

builder.scalarType('Upload', {
  description:
    'A file, sent by the GraphQL multipart request specification: null in the variables, the file in a part of its own, the header Apollo-Require-Preflight: true. One file for each request, at most 10 MiB.',
  serialize: () => null,
  ...asIs,
});
