/**
 * The TypeScript type of each scalar of the schema in JSON, as the setting `scalars` of GraphQL Code Generator and
 * `customScalarTypes` of the Relay compiler take it.
 */
export const scalars = {
  Amount: 'number',
  Base64URL: 'string',
  Date: 'string',
  DateTime: 'string',
  P256PublicKey: 'string',
  StringMap: 'Record<string, string>',
  // The client sends it as a part of a multipart request.
  Upload: 'Blob',
} as const;
