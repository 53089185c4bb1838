import * as library from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedStatements } from '../../../../src/infrastructure/database/drizzle-session/embedded-statements.ts';
import { borrowEngine } from '../../../support/embedded-engines.ts';

let engine: library.PGlite;
let run: library.PGlite['query'];
beforeAll(async () => {
  engine = await borrowEngine();
  run = embeddedStatements(engine, library);
  await engine.exec('create table samples (nth int primary key, label text)');
});
afterAll(() => engine.close());

const uuid = '0199d0a0-0000-7000-8000-000000000001';
const preparedStatements = async (): Promise<number> => {
  const { rows } = await engine.query<{ count: number }>(
    'select count(*)::int as count from pg_prepared_statements',
  );
  return rows[0]?.count ?? 0;
};

describe('a statement has the results of the engine', () => {
  test.each<[string, string, unknown[]]>([
    ['numbers', 'select $1::int as a, $2::bigint as b, $3::numeric as c', [-1, '9007199254740993', '0.1']],
    ['texts', 'select $1::text as a, $2::varchar as b', ["'; --", 'ключ \u{1f511}']],
    ['booleans', 'select $1::boolean as a, not $1::boolean as b', [true]],
    ['JSON', 'select $1::jsonb as a, $2::json as b', [{ a: [1, null] }, '"text"']],
    ['bytes', 'select $1::bytea as a', [new Uint8Array([0, 255, 10])]],
    [
      'lists',
      'select $1::text[] as a, $2::int[] as b',
      [
        ['a', null, '"'],
        [1, 2],
      ],
    ],
    ['ids', 'select $1::uuid as a', [uuid]],
    ['nulls', 'select $1::text as a, $2::int as b', [null, undefined]],
    ['no rows', 'select nth from samples where nth = $1', [0]],
    ['no parameters', "select 'a' as a union all select 'b'", []],
  ])('for %s', async (_, text, params) => {
    for (const rowMode of ['object', 'array'] as const) {
      const expected = await engine.query(text, params, { rowMode });

      const first = await run(text, params, { rowMode });
      const again = await run(text, params, { rowMode });

      expect(first).toMatchObject({ rows: expected.rows, fields: expected.fields });
      expect(again).toEqual(first);
    }
  });

  test('for writes', async () => {
    const written = await run('insert into samples values ($1, $2), ($3, $2)', [1, 'one', 2]);

    expect(written.affectedRows).toBe(2);
    expect((await engine.query('select label from samples order by nth')).rows).toEqual([
      { label: 'one' },
      { label: 'one' },
    ]);
  });

  test('with the values of the parsers of the first statement', async () => {
    const other = await borrowEngine();
    const withParsers = embeddedStatements(other, library);
    const options = { parsers: { [library.types.TIMESTAMPTZ]: (text: string) => text } };
    const query = 'select $1::timestamptz as a';

    const { rows } = await withParsers(query, ['2026-01-01T00:00:00Z'], options);

    expect(rows).toEqual([{ a: '2026-01-01 00:00:00+00' }]);
    await other.close();
  });
});

describe('a statement that fails', () => {
  test.each([
    ['when it is prepared', 'select missing from samples', [], '42703'],
    ['when a value is bound', 'select $1::int as a', ['x'], '22P02'],
    ['when it is executed', 'insert into samples values (1, $1)', ['again'], '23505'],
  ])(
    '%s is rejected with the error of the database, and the next one runs',
    async (_, text, params, code) => {
      await run('insert into samples values (1, $1) on conflict do nothing', ['once']);

      await expect(run(text, params)).rejects.toMatchObject({ code });
      expect((await run('select 1 as a')).rows).toEqual([{ a: 1 }]);
    },
  );

  test('aborts its transaction, which has no effect', async () => {
    const transaction = engine.transaction(async () => {
      await run('insert into samples values ($1, $2)', [100, 'rolled back']);
      await run('select $1::int as a', ['x']);
    });

    await expect(transaction).rejects.toMatchObject({ code: '22P02' });
    expect((await run('select nth from samples where nth = 100')).rows).toEqual([]);
  });
});

test('concurrent statements have separate results', async () => {
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => run('select $1::int as a', [nth])),
  );

  expect(results.map(({ rows }) => rows)).toEqual(Array.from({ length: 50 }, (_, nth) => [{ a: nth }]));
});

test('of 300 texts, the last 250 stay prepared', async () => {
  for (let nth = 0; nth < 300; nth += 1) {
    expect((await run(`select ${nth} as a`)).rows).toEqual([{ a: nth }]);
  }

  expect(await preparedStatements()).toBe(250);
});

test('a statement on a closed engine is rejected', async () => {
  const { parsers, serializers, execProtocol } = engine;
  const runExclusive = <T>(work: () => Promise<T>) => work();
  const closed = { parsers, serializers, execProtocol, runExclusive, ready: false };

  await expect(embeddedStatements(closed, library)('select 1 as a')).rejects.toThrow('is closed');
});
