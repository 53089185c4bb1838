/** Imports of customers over GraphQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxStoredErrors } from '../../../src/customers/imports/customer-import.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { send, sendQuery } from '../../support/graphql-client.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
});
afterAll(() => service.stop());

const importCustomers = `mutation ($file: Upload!, $format: CustomerImportFormat, $dryRun: Boolean, $key: String) {
  importCustomers(file: $file, format: $format, dryRun: $dryRun, idempotencyKey: $key) {
    __typename
    ... on CustomerImport { id status dryRun format progress { total } }
    ... on InvalidInputError { fields { path message } }
    ... on ServiceError { errorCode }
  }
}`;

const read = `query ($id: ID!, $first: Int) { customerImport(id: $id) {
  id status completedAt progress { total processed successful failed }
  errors(first: $first) { row correlationId code message fields { path message } }
} }`;

async function post(content: string, variables: object = {}) {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: importCustomers, variables: { ...variables, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new Blob([content]), 'customers');
  const { body } = await send(service, {
    method: 'POST',
    body: form,
    headers: { 'Apollo-Require-Preflight': 'true', Authorization: basic(service.platform.token) },
  });
  return body.data.importCustomers;
}

const json = (...ids: string[]) =>
  ids.map((id) => JSON.stringify({ customerType: 'INDIVIDUAL', platformCustomerId: id })).join('\n');

describe('importCustomers', () => {
  test('starts an import, whose query has its progress and errors', async () => {
    const started = await post(`${json('g-1')}\n{"customerType":"ROBOT","platformCustomerId":"g-2"}\n[]`, {
      format: 'NDJSON',
    });
    expect(started).toMatchObject({
      __typename: 'CustomerImport',
      status: 'PENDING',
      dryRun: false,
      format: 'NDJSON',
      progress: { total: 3 },
    });
    await service.settle();
    const { body } = await sendQuery(service, read, { id: started.id });
    expect(body.data.customerImport).toEqual({
      id: started.id,
      status: 'COMPLETED',
      completedAt: expect.any(String),
      progress: { total: 3, processed: 3, successful: 1, failed: 2 },
      errors: [
        {
          row: 2,
          correlationId: 'g-2',
          code: 'INVALID_INPUT',
          message: 'customerType: must be one of INDIVIDUAL, BUSINESS',
          fields: [{ path: 'customerType', message: 'must be one of INDIVIDUAL, BUSINESS' }],
        },
        {
          row: 3,
          correlationId: 'row_3',
          code: 'INVALID_INPUT',
          message: 'row: must be a JSON object',
          fields: [{ path: 'row', message: 'must be a JSON object' }],
        },
      ],
    });
    const first = await sendQuery(service, read, { id: started.id, first: 1 });
    expect(first.body.data.customerImport.errors).toHaveLength(1);
  });

  test('returns the same import for the same key, and rejects a second one', async () => {
    const variables = { format: 'NDJSON', dryRun: true, key: 'import' };
    const started = await post(json('k-1'), variables);
    expect((await post(json('k-1'), variables)).id).toBe(started.id);
    expect(await post(json('k-2'), { format: 'NDJSON' })).toMatchObject({
      __typename: 'ConflictError',
      errorCode: 'CONFLICT',
    });
    await service.settle();
  });

  test.each([
    ['a wrong header', 'name\nAda', 'columns.1'],
    ['no rows', 'customerType\n', 'file'],
  ])('rejects a file with %s', async (_, content, path) => {
    expect(await post(content)).toMatchObject({
      __typename: 'InvalidInputError',
      errorCode: 'INVALID_INPUT',
    });
    expect((await post(content)).fields[0].path).toBe(path);
  });

  test('rejects what is no file', async () => {
    const { body } = await sendQuery(service, importCustomers, { file: 'customers.csv' });
    expect(JSON.stringify(body)).toContain('must be a file');
  });
});

describe('imports', () => {
  const list = `query ($filter: CustomerImportFilter) { customerImports(filter: $filter, first: 10) {
    totalCount nodes { id dryRun status } } }`;

  test('are listed newest first, with filters', async () => {
    const all = (await sendQuery(service, list)).body.data.customerImports;
    expect(all.nodes.map(({ dryRun }: { dryRun: boolean }) => dryRun)).toEqual([true, false]);
    const { body } = await sendQuery(service, list, { filter: { dryRun: true, status: 'COMPLETED' } });
    expect(body.data.customerImports).toMatchObject({ totalCount: 1, nodes: [{ id: all.nodes[0].id }] });
  });

  test('are nodes, and null for another id', async () => {
    const [{ id }] = (await sendQuery(service, list)).body.data.customerImports.nodes;
    const node = await sendQuery(service, `{ node(id: "${id}") { __typename id } }`);
    expect(node.body.data.node).toEqual({ __typename: 'CustomerImport', id });
    expect((await sendQuery(service, read, { id: newId('Job') })).body.data.customerImport).toBeNull();
  });

  test('return at most the stored errors', async () => {
    const [{ id }] = (await sendQuery(service, list)).body.data.customerImports.nodes;
    const { body } = await sendQuery(service, read, { id, first: maxStoredErrors + 1 });
    expect(JSON.stringify(body)).toContain(`must be an integer from 1 to ${maxStoredErrors}`);
  });
});
