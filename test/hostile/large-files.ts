/** Valid files of one to ten megabytes, which the service accepts: documents of a customer, and imports of customers. */
import type { Random } from '../faults/random.ts';
import type { HttpCase, World } from './case.ts';

const megabyte = 1024 * 1024;
const contentType = 'multipart/form-data; boundary=x';

const part = (name: string, value: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const multipartOf = (fields: Readonly<Record<string, string>>, fileField: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      Object.entries(fields)
        .map(([name, value]) => part(name, value))
        .join(''),
    ),
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${fileField}"; filename="a.pdf"\r\n\r\n`),
    content,
    Buffer.from('\r\n--x--\r\n'),
  ]);

function document(size: number): Buffer {
  const content = Buffer.alloc(size);
  content.write('%PDF-1.7\n');
  return content;
}

const customers = (size: number): Buffer =>
  Buffer.concat([
    Buffer.from('platformCustomerId,customerType,fullName\n'),
    Buffer.alloc(size - 50, 'a,INDIVIDUAL,\n'),
  ]);

const uploadDocument =
  'mutation($input: UploadDocumentInput!, $file: Upload!) { uploadDocument(input: $input, file: $file) { __typename } }';
const importCustomers =
  'mutation($file: Upload!) { importCustomers(file: $file, dryRun: true) { __typename } }';

/** A stream of requests with files to both APIs. */
export function largeFiles(random: Random, world: World): () => HttpCase {
  const fields = {
    documentHolder: world.ids.get('Customer')?.[0] ?? '',
    documentType: 'PASSPORT',
    country: 'NG',
  };
  const { authorization } = world;
  const sizes = [megabyte, 5 * megabyte, 10 * megabyte];
  const graphql = (kind: string, query: string, variables: object, content: Buffer): HttpCase => ({
    transport: 'graphql',
    kind,
    method: 'POST',
    path: '/graphql',
    headers: { authorization, 'content-type': contentType, 'apollo-require-preflight': 'true' },
    body: multipartOf(
      { operations: JSON.stringify({ query, variables }), map: '{"0":["variables.file"]}' },
      '0',
      content,
    ),
  });
  const rest = (kind: string, path: string, type: string, body: Buffer): HttpCase => ({
    transport: 'rest',
    kind,
    method: 'POST',
    path: `/2025-10-13${path}`,
    headers: { authorization, 'content-type': type },
    body,
  });
  const made: readonly ((size: number) => HttpCase)[] = [
    (size) => graphql('a large document', uploadDocument, { input: fields, file: null }, document(size)),
    (size) =>
      rest('a large document', '/documents', contentType, multipartOf(fields, 'file', document(size))),
    (size) => graphql('a large import', importCustomers, { file: null }, customers(size)),
    (size) => rest('a large import', '/customers/bulk/csv?dryRun=true', 'text/csv', customers(size)),
  ];
  return () => random.pick(made)(random.pick(sizes));
}
