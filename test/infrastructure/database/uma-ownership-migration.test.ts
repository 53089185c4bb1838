/** The migration resolves addresses and domains with several owners in a database of an earlier version. */
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedBefore, migrateToNewest } from '../../support/older-database.ts';

let db: PGlite;

beforeAll(async () => {
  db = await migratedBefore('_uma_ownership');
});
afterAll(() => db?.close());

const uuid = (name: number) => `0199d0a0-0000-7000-8000-${String(name).padStart(12, '0')}`;
const platform = (id: number, umaDomain: string | null) =>
  db.query(
    `insert into platforms (id, name, mode, uma_domain, created_at, updated_at) values ($1, 'P', 'SANDBOX', $2, now(), now())`,
    [uuid(id), umaDomain],
  );
const customer = (id: number, of: number, address: string, isDeleted = false) =>
  db.query(
    `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, currencies, created_at, updated_at, deleted_at)
     values ($1, $2, 'c', 'INDIVIDUAL', $3, '{USD}', now(), '2020-01-01', $4)`,
    [uuid(id), uuid(of), address, isDeleted ? new Date() : null],
  );

test('a domain stays with the platform of the oldest customer, an address with the platform of its domain or else the oldest customer', async () => {
  await platform(1, 'shared.example');
  await platform(2, 'Shared.example');
  await platform(3, 'alone.example');
  await platform(4, 'localhost');
  await platform(5, null);
  await platform(6, 'empty.example');
  await platform(7, 'empty.example');
  // Platform 2 has the older customer at the domain that 1 and 2 set.
  await customer(10, 2, '$ada@shared.example');
  await customer(11, 1, '$ada@shared.example');
  await customer(12, 1, '$only@shared.example');
  // The older customer does not belong to the platform that has the domain.
  await customer(13, 5, '$bob@alone.example');
  await customer(14, 3, '$bob@alone.example');
  // No platform has the domain.
  await customer(15, 3, '$eve@elsewhere.example');
  await customer(16, 5, '$EVE@elsewhere.example');
  await customer(17, 4, '$eve@elsewhere.example', true);

  await migrateToNewest(db);

  const domains = await db.query<{ uma_domain: string | null }>(
    'select uma_domain from platforms order by id',
  );
  expect(domains.rows.map(({ uma_domain }) => uma_domain)).toEqual([
    null,
    'Shared.example',
    'alone.example',
    null,
    null,
    'empty.example',
    null,
  ]);
  const { rows } = await db.query<{ uma_address: string; moved: boolean }>(
    `select uma_address, updated_at > '2020-01-02' as moved from customers order by id`,
  );
  const generated = (domain: string) => expect.stringMatching(new RegExp(`^\\$u-[0-9a-f]{12}@${domain}$`));
  expect(rows).toEqual([
    { uma_address: '$ada@shared.example', moved: false },
    { uma_address: generated('localhost'), moved: true },
    { uma_address: '$only@shared.example', moved: false },
    { uma_address: generated('localhost'), moved: true },
    { uma_address: '$bob@alone.example', moved: false },
    { uma_address: '$eve@elsewhere.example', moved: false },
    { uma_address: generated('localhost'), moved: true },
    { uma_address: '$eve@elsewhere.example', moved: false },
  ]);
});
