/** Imports of customers over REST. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
});
afterAll(() => service.stop());

const header =
  'customerType,platformCustomerId,fullName,birthDate,addressLine1,city,state,postalCode,country';
const person = (id: string) => `INDIVIDUAL,${id},Ada Lovelace,1990-12-10,1 Main St,New York,NY,10001,US`;
const csv = (...rows: string[]) => `\ufeff${[header, ...rows].join('\r\n')}\r\n`;
const ndjson = (id: string) => JSON.stringify({ customerType: 'INDIVIDUAL', platformCustomerId: id });

function form(content: string, fields: Record<string, string> = {}, fileName = 'customers.csv'): FormData {
  const made = new FormData();
  made.set('file', new Blob([content]), fileName);
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
}

const path = '/customers/bulk/csv';
const text = (type: string) => ({ 'Content-Type': type });
const files = () => service.ports.files.keysOf(uuidOf(service.platform.principal.platform.id));

async function finished(accepted: { body: { jobId: string } }) {
  await service.settle();
  return (await rest('GET', `/customers/bulk/jobs/${accepted.body.jobId}`)).body;
}

describe('POST /customers/bulk/csv', () => {
  test.each<[string, () => Parameters<Rest>[2], string]>([
    ['a form', () => ({ body: form(csv(person('form'))) }), ''],
    ['a form with NDJSON', () => ({ body: form(ndjson('form-json'), {}, 'customers.ndjson') }), ''],
    ['text/csv', () => ({ body: csv(person('csv')), headers: text('text/csv; charset=utf-8') }), ''],
    ['application/x-ndjson', () => ({ body: ndjson('json'), headers: text('application/x-ndjson') }), ''],
    ['a dry run by its query', () => ({ body: form(csv(person('dry-1'))) }), '?dryRun=true'],
    ['a dry run by a field', () => ({ body: form(csv(person('dry-2')), { dryRun: 'true' }) }), ''],
  ])('accepts %s', async (name, sent, search) => {
    const accepted = await rest('POST', `${path}${search}`, sent());
    expect(accepted).toMatchObject({ status: 202, body: { status: 'PENDING' } });
    const dryRun = name.startsWith('a dry run');
    expect(await finished(accepted)).toMatchObject({
      id: accepted.body.jobId,
      status: 'COMPLETED',
      dryRun,
      progress: { total: 1, processed: 1, successful: 1, failed: 0 },
      errors: [],
    });
  });

  test('reports wrong rows by column', async () => {
    const accepted = await rest('POST', path, {
      body: form(csv(person('ok'), 'INDIVIDUAL,,,1990-13-01,1,NY,NY,1,US')),
    });
    expect((await finished(accepted)).errors).toEqual([
      {
        correlationId: 'row_2',
        code: 'INVALID_INPUT',
        message: 'These fields are not valid: fullName, birthDate.',
        details: {
          field: 'fullName',
          errors: [
            { field: 'fullName', reason: 'is required' },
            { field: 'birthDate', reason: 'must be a date of the form YYYY-MM-DD' },
          ],
        },
      },
    ]);
  });

  test('is idempotent', async () => {
    const sent = () => ({ body: form(csv(person('once'))), headers: { 'Idempotency-Key': 'import-1' } });
    const first = await rest('POST', path, sent());
    await service.settle();
    const again = await rest('POST', path, sent());
    expect(again.body.jobId).toBe(first.body.jobId);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await rest('POST', path, { ...sent(), body: form(csv(person('twice'))) })).status).toBe(409);
  });

  test.each<[string, () => Parameters<Rest>[2], number, string, string]>([
    ['a wrong header', () => ({ body: form('name\nAda') }), 400, 'INVALID_INPUT', ''],
    ['a header only', () => ({ body: form(csv()) }), 400, 'INVALID_INPUT', ''],
    ['no file', () => ({ body: new FormData() }), 400, 'INVALID_INPUT', ''],
    ['JSON', () => ({ body: { a: 1 } }), 415, 'UNSUPPORTED_MEDIA_TYPE', ''],
    ['a wrong query', () => ({ body: form(csv(person('q'))) }), 400, 'INVALID_INPUT', '?dryRun=maybe'],
    [
      'a wrong field',
      () => ({ body: form(csv(person('q')), { dryRun: 'maybe' }) }),
      400,
      'INVALID_INPUT',
      '',
    ],
    [
      'a compressed body',
      () => ({ body: 'x', headers: { ...text('text/csv'), 'Content-Encoding': 'gzip' } }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      '',
    ],
    ['no credential', () => ({ body: form(csv(person('q'))), authorization: null }), 401, 'UNAUTHORIZED', ''],
  ])('rejects %s, and stores no file', async (_, sent, status, code, search) => {
    expect(await rest('POST', `${path}${search}`, sent())).toMatchObject({ status, body: { code } });
    expect(await files()).toEqual([]);
  });

  test.each([
    ['is wrong at its start', 'name\n', ''],
    ['has a wrong query', csv(), '?dryRun=maybe'],
  ])('responds to a large file that %s, and the connection works on', async (_, start, search) => {
    const body = `${start}${`${'x'.repeat(100)}\n`.repeat(100_000)}`;
    expect(await rest('POST', `${path}${search}`, { body: form(body) })).toMatchObject({ status: 400 });
    expect((await rest('GET', '/customers/bulk/jobs')).status).toBe(200);
  });

  test('rejects a longer body before it arrives', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${service.url}/2025-10-13${path}`, {
        method: 'POST',
        headers: {
          ...text('text/csv'),
          'Content-Length': String(100 * 1024 * 1024 + 1),
          Authorization: basic(service.platform.token),
        },
      });
      sent.on('response', ({ statusCode }) => {
        resolve(statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });
    expect(status).toBe(413);
  });

  test('leaves nothing when the client disconnects', async () => {
    const before = (await rest('GET', '/customers/bulk/jobs')).body.totalCount;
    await new Promise<void>((resolve) => {
      const sent = request(`${service.url}/2025-10-13${path}`, {
        method: 'POST',
        headers: {
          ...text('text/csv'),
          'Content-Length': '100000',
          Authorization: basic(service.platform.token),
        },
      });
      sent.on('error', () => undefined);
      sent.on('close', resolve);
      sent.write(csv(person('gone')), () => sent.destroy());
    });
    await expect.poll(files).toEqual([]);
    expect((await rest('GET', '/customers/bulk/jobs')).body.totalCount).toBe(before);
  });
});

describe('reading imports', () => {
  test('lists them newest first, by status and kind', async () => {
    const list = await rest('GET', '/customers/bulk/jobs?dryRun=true&status=COMPLETED&limit=1');
    expect(list.body.data).toMatchObject([{ dryRun: true, status: 'COMPLETED', errors: [] }]);
    expect(list.body.hasMore).toBe(true);
  });

  test('of another platform is not possible', async () => {
    const other = await service.addPlatform();
    const authorization = basic(other.token);
    const [job] = (await rest('GET', '/customers/bulk/jobs')).body.data;
    expect(await rest('GET', `/customers/bulk/jobs/${job.id}`, { authorization })).toMatchObject({
      status: 404,
      body: { code: 'BULK_UPLOAD_JOB_NOT_FOUND' },
    });
    expect((await rest('GET', '/customers/bulk/jobs', { authorization })).body.data).toEqual([]);
  });

  test.each(['1', 'Job:1', 'Job:019542f5-b3e7-7d02-8000-000000000002'])(
    'of no import is not found: %s',
    async (id) => {
      expect(await rest('GET', `/customers/bulk/jobs/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'BULK_UPLOAD_JOB_NOT_FOUND' },
      });
    },
  );
});
