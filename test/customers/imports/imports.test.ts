/** Imports of customers: their job, dry runs, duplicates, and that each row is imported exactly once. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CreateCustomerInput, createCustomer } from '../../../src/customers/create-customer.ts';
import type { CustomerImport, ImportFormat } from '../../../src/customers/imports/customer-import.ts';
import { importHandler } from '../../../src/customers/imports/import-job.ts';
import { errorsOfImport, findImports } from '../../../src/customers/imports/import-store.ts';
import { startImport } from '../../../src/customers/imports/start-import.ts';
import { customerImportKeys, customerImports } from '../../../src/customers/tables.ts';
import { sequenceAuditEntries } from '../../../src/infrastructure/audit-log/sequence.ts';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { readEvents } from '../../../src/infrastructure/events/event-store.ts';
import { sequenceEvents } from '../../../src/infrastructure/events/log.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { granted } from '../../support/payments.ts';
import { type Service, startService, type TestPlatform } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
afterEach(() => vi.restoreAllMocks());

const header =
  'customerType,platformCustomerId,umaAddress,fullName,birthDate,addressLine1,city,state,postalCode,country';
const person = (id: string, uma = '', name = 'Ada Lovelace') =>
  `INDIVIDUAL,${id},${uma},${name},1990-12-10,1 Main St,New York,NY,10001,US`;
const csv = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`;

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const file = Buffer.from(text);
  for (let at = 0; at < file.length; at += 1_000) yield file.subarray(at, at + 1_000);
}

interface Sent {
  readonly platform?: TestPlatform;
  readonly format?: ImportFormat;
  readonly dryRun?: boolean;
  readonly key?: string;
}

const start = ({ platform = service.platform, format = 'CSV', dryRun = false, key }: Sent, text: string) =>
  startImport(service.ports, platform.principal, { format, pieces: inPieces(text) }, () => ({ dryRun }), key);

/** Imports a file to its end, and returns the import with its errors. */
async function imported(text: string, sent: Sent = {}) {
  const { id, platformId } = granted(await start(sent, text));
  await service.settle();
  const [found] = await findImports(service.db.orm, platformId, [id]);
  const errors = await errorsOfImport(service.db.orm, id);
  return { ...(found as CustomerImport), errors };
}

const customerCount = async ({ principal }: TestPlatform): Promise<number> => {
  const [row] = await rawRows<{ total: string }>(
    service.db.orm,
    sql`select count(*) as total from customers where platform_id = ${uuidOf(principal.platform.id)}`,
  );
  return Number(row?.total);
};

const files = async ({ principal }: TestPlatform) =>
  service.ports.files.keysOf(uuidOf(principal.platform.id));

const eventsOf = async ({ id }: Pick<CustomerImport, 'id'>) => {
  while ((await sequenceEvents(service.ports)) > 0);
  return (await readEvents(service.db.orm, 0, 10_000)).filter(({ resourceId }) => resourceId === id);
};

describe('an import', () => {
  test('creates a customer with accounts for each row, in several pages', async () => {
    const platform = await service.addPlatform();
    const rows = Array.from({ length: 60 }, (_, index) => person(`c-${index}`));
    const done = await imported(csv(...rows), { platform });
    expect(done).toMatchObject({
      status: 'COMPLETED',
      progress: { total: 60, processed: 60, successful: 60, failed: 0 },
      errors: [],
    });
    const { id } = granted(
      await createCustomer(
        service.ports,
        platform.principal,
        CreateCustomerInput.parse({ customerType: 'INDIVIDUAL' }),
      ),
    );
    const created = await rawRows<{ id: string; accounts: string }>(
      service.db.orm,
      sql`select c.id, count(a.id) as accounts from customers c join internal_accounts a on a.customer_id = c.id
          where c.platform_id = ${uuidOf(platform.principal.platform.id)} group by c.id`,
    );
    const accountsOf = (uuid: string) => created.find((one) => one.id === uuid)?.accounts;
    expect(created).toHaveLength(61);
    expect(created.map(({ accounts }) => accounts)).toEqual(Array(61).fill(accountsOf(uuidOf(id))));
  });

  test('publishes its result, and removes its file', async () => {
    const platform = await service.addPlatform();
    const done = await imported(csv(person('e-1'), 'INDIVIDUAL,e-2,,,,,,,,'), { platform });
    expect((await eventsOf(done)).map(({ type, data }) => [type, data['body']])).toEqual([
      [
        'BULK_UPLOAD.COMPLETED',
        expect.objectContaining({
          id: done.id,
          status: 'COMPLETED',
          progress: { total: 2, processed: 2, successful: 1, failed: 1 },
          errors: [expect.objectContaining({ correlationId: 'e-2', code: 'INVALID_INPUT' })],
        }),
      ],
    ]);
    expect(await files(platform)).toEqual([]);
  });

  test('fails when no row could be imported', async () => {
    const platform = await service.addPlatform();
    const done = await imported(csv('ROBOT,,,,,,,,,', 'INDIVIDUAL'), { platform });
    expect(done).toMatchObject({
      status: 'FAILED',
      progress: { total: 2, processed: 2, successful: 0, failed: 2 },
      errors: [
        { row: 1, correlationId: 'row_1', details: { field: 'customerType' } },
        { row: 2, correlationId: 'row_2', details: { field: 'row' } },
      ],
    });
    expect((await eventsOf(done)).map(({ type }) => type)).toEqual(['BULK_UPLOAD.FAILED']);
  });

  test('of NDJSON takes the fields of createCustomer', async () => {
    const platform = await service.addPlatform();
    const lines = [
      JSON.stringify({
        customerType: 'BUSINESS',
        businessInfo: { legalName: 'Engines' },
        currencies: ['USD'],
      }),
      JSON.stringify({ customerType: 'INDIVIDUAL', currencies: ['XXX'] }),
    ];
    const done = await imported(lines.join('\n'), { platform, format: 'NDJSON' });
    expect(done).toMatchObject({
      progress: { successful: 1, failed: 1 },
      errors: [{ correlationId: 'row_2', code: 'INVALID_CURRENCY', details: { field: 'currencies.0' } }],
    });
  });

  test('stores the first 1,000 errors and counts all', async () => {
    const platform = await service.addPlatform();
    const done = await imported(csv(...Array(1_030).fill('ROBOT,,,,,,,,,')), { platform });
    expect(done.progress).toMatchObject({ total: 1_030, failed: 1_030 });
    expect(done.errors.map(({ row }) => row)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    const bodies = (await eventsOf(done)).map(({ data }) => data['body'] as { errors: unknown[] });
    expect(bodies.map(({ errors }) => errors.length)).toEqual([100]);
  });

  test('is rejected while another one of the platform runs, and leaves no file', async () => {
    const [platform, other] = [await service.addPlatform(), await service.addPlatform()];
    granted(await start({ platform }, csv(person('r-1'))));
    expect((await start({ platform, dryRun: true }, csv(person('r-2')))).result).toMatchObject({
      code: 'CONFLICT',
      reason: 'Import running',
    });
    granted(await start({ platform: other }, csv(person('r-3'))));
    expect(await files(platform)).toHaveLength(1);
    await service.settle();
    expect(await imported(csv(person('r-4')), { platform })).toMatchObject({ status: 'COMPLETED' });
  });

  test('with an idempotency key starts once, also after it has finished', async () => {
    const platform = await service.addPlatform();
    const first = granted(await start({ platform, key: 'k' }, csv(person('k-1'))));
    for (const settle of [false, true]) {
      if (settle) await service.settle();
      const again = await start({ platform, key: 'k' }, csv(person('k-1')));
      expect(again).toMatchObject({ replayed: true, result: { id: first.id } });
    }
    expect((await start({ platform, key: 'k' }, csv(person('k-2')))).result).toMatchObject({
      code: 'CONFLICT',
      reason: 'Idempotency-Key used with another request',
    });
    expect(await files(platform)).toEqual([]);
    expect(await customerCount(platform)).toBe(1);
  });

  test('whose file is rejected leaves no import and no file', async () => {
    const platform = await service.addPlatform();
    expect((await start({ platform }, 'name\nAda\n')).result).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await files(platform)).toEqual([]);
    const rows = await service.db.orm
      .select()
      .from(customerImports)
      .where(eq(customerImports.platformId, uuidOf(platform.principal.platform.id)));
    expect(rows).toEqual([]);
  });

  test('attributes its customers to who started it', async () => {
    const platform = await service.addPlatform();
    const actor = { kind: 'API_TOKEN', id: 'Token:1', name: 'Back end' } as const;
    const attributed = {
      ...service.ports,
      db: { ...service.db, attribution: () => ({ actor, operation: 'importCustomers' }) },
    };
    const file = { format: 'CSV', pieces: inPieces(csv(person('a-1'))) } as const;
    granted(await startImport(attributed, platform.principal, file, () => ({ dryRun: false })));
    await service.settle();
    await sequenceAuditEntries(service.ports);
    const entries = await rawRows<{ actor_id: string; operation: string }>(
      service.db.orm,
      sql`select actor_id, operation from audit_entries
        where record_type = 'Customer' and platform_id = ${uuidOf(platform.principal.platform.id)}`,
    );
    expect(entries).toEqual([{ actor_id: 'Token:1', operation: 'importCustomers' }]);
  });
});

describe('duplicates', () => {
  const uma = (name: string) => `$${name}@localhost`;

  test.each([false, true])('are found in the file and among customers (dry run: %s)', async (dryRun) => {
    const platform = await service.addPlatform();
    const at = dryRun ? 'dry' : 'real';
    granted(
      await createCustomer(
        service.ports,
        platform.principal,
        CreateCustomerInput.parse({
          customerType: 'INDIVIDUAL',
          platformCustomerId: 'existing',
          umaAddress: uma(`existing-${at}`),
        }),
      ),
    );
    const filler = Array.from({ length: 30 }, (_, index) => person(`f-${index}`));
    const done = await imported(
      csv(
        person('existing'),
        person('d-1', uma(`existing-${at}`)),
        person('d-2', uma(`new-${at}`)),
        person('d-2'),
        // Several customers can have one id if their addresses differ.
        person('d-2', uma(`second-${at}`)),
        `ROBOT,d-6,${uma(`other-${at}`)},,,,,,,`,
        person('d-3', uma(`NEW-${at}`).toLowerCase()),
        ...filler,
        // In a later page.
        person('d-4', uma(`new-${at}`)),
        person('f-0'),
        // The first row with this address failed, so it is free.
        person('d-5', uma(`other-${at}`)),
      ),
      { platform, dryRun },
    );
    expect(done.errors.map(({ correlationId, code, message }) => [correlationId, code, message])).toEqual([
      ['existing', 'CONFLICT', 'Another customer has this platformCustomerId.'],
      ['d-1', 'UMA_ADDRESS_EXISTS', 'The UMA address is not available.'],
      ['d-2', 'CONFLICT', 'Another customer has this platformCustomerId.'],
      ['d-6', 'INVALID_INPUT', 'customerType: must be one of INDIVIDUAL, BUSINESS'],
      ['d-3', 'UMA_ADDRESS_EXISTS', 'The UMA address is not available.'],
      ['d-4', 'UMA_ADDRESS_EXISTS', 'The UMA address is not available.'],
      ['f-0', 'CONFLICT', 'Another customer has this platformCustomerId.'],
    ]);
    expect(done.progress).toMatchObject({ total: 40, successful: 33, failed: 7 });
  });

  test('are skipped when the same file is imported again', async () => {
    const platform = await service.addPlatform();
    await imported(csv(person('s-1'), 'ROBOT,s-2,,,,,,,,'), { platform });
    const again = await imported(csv(person('s-1'), person('s-2')), { platform });
    expect(again).toMatchObject({
      progress: { successful: 1, failed: 1 },
      errors: [{ correlationId: 's-1' }],
    });
    expect(await customerCount(platform)).toBe(2);
  });
});

describe('a dry run', () => {
  test('creates nothing, publishes nothing and leaves nothing', async () => {
    const platform = await service.addPlatform();
    const done = await imported(csv(person('x-1', '$x@localhost'), 'ROBOT,,,,,,,,,'), {
      platform,
      dryRun: true,
    });
    expect(done).toMatchObject({
      status: 'COMPLETED',
      dryRun: true,
      progress: { total: 2, processed: 2, successful: 1, failed: 1 },
    });
    expect(await customerCount(platform)).toBe(0);
    expect(await eventsOf(done)).toEqual([]);
    expect(await files(platform)).toEqual([]);
    expect(await service.db.orm.select().from(customerImportKeys)).toEqual([]);
  });
});

describe('the job of an import', () => {
  /** Runs the job of one page in a transaction of its own, which a crash can end. */
  const runPage = ({ id, platformId }: CustomerImport, { crash = false, attempts = 0 } = {}) =>
    transact(service.db, async (tx) => {
      const now = service.clock.real();
      const job = {
        uuid: '',
        kind: 'import-customers',
        platformId,
        payload: { importId: id },
        dueAt: now,
        attempts,
      };
      await importHandler(service.ports)(tx, job, now);
      if (crash) throw new Error('the process died');
    });

  test('imports each row exactly once, when processes die before any commit', async () => {
    const platform = await service.addPlatform();
    const rows = Array.from({ length: 60 }, (_, index) => person(`once-${index}`));
    const started = granted(await start({ platform }, csv(...rows)));
    for (let page = 0; page < 3; page += 1) {
      const before = await customerCount(platform);
      await expect(runPage(started, { crash: true })).rejects.toThrow('died');
      expect(await customerCount(platform)).toBe(before);
      await runPage(started);
      const [now] = await findImports(service.db.orm, started.platformId, [started.id]);
      expect(now?.status).toBe(page < 2 ? 'PROCESSING' : 'COMPLETED');
    }
    await service.settle();
    const [done] = await findImports(service.db.orm, started.platformId, [started.id]);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      progress: { total: 60, processed: 60, successful: 60 },
    });
    expect(await customerCount(platform)).toBe(60);
    expect(await eventsOf(started)).toHaveLength(1);
  });

  test('ends an import whose file cannot be read after 10 attempts', async () => {
    const platform = await service.addPlatform();
    const started = granted(await start({ platform }, csv(person('lost-1'))));
    for (const key of await files(platform)) await service.ports.files.remove(key);
    await expect(runPage(started, { attempts: 9 })).rejects.toThrow();
    await runPage(started, { attempts: 10 });
    const [done] = await findImports(service.db.orm, started.platformId, [started.id]);
    expect(done).toMatchObject({ status: 'FAILED', progress: { total: 1, processed: 0 } });
    expect(await errorsOfImport(service.db.orm, started.id)).toMatchObject([
      { correlationId: 'row_1', code: 'INTERNAL_ERROR' },
    ]);
    await service.settle();
  });

  test('removes the digests of a large dry run in several steps', async () => {
    const platform = await service.addPlatform();
    const started = granted(await start({ platform, dryRun: true }, csv(person('large-1'))));
    await runPage(started);
    const importId = uuidOf(started.id);
    await service.db.orm.execute(sql`insert into customer_import_keys (import_id, digest)
      select ${importId}::uuid, decode(lpad(to_hex(n), 32, '0'), 'hex') from generate_series(1, 12000) n`);
    const remaining = async () => {
      const rows = await service.db.orm
        .select()
        .from(customerImportKeys)
        .where(eq(customerImportKeys.importId, importId));
      return rows.length;
    };
    expect(await remaining()).toBe(12_001);
    await runPage(started);
    expect(await remaining()).toBe(7_001);
    await service.settle();
    expect(await remaining()).toBe(0);
  });
});
