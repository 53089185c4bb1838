/** Writes that are sent without waiting are ordered, visible to later statements, and committed or failed with the transaction. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, rawRows } from '../../../src/infrastructure/database/client.ts';
import { send, sqlState, transact } from '../../../src/infrastructure/database/transact.ts';
import { Conflict } from '../../../src/kernel/errors.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

class Rejected extends Conflict {
  override readonly name = 'Rejected';
}

let world: TestDatabase;
let db: Database;
beforeAll(async () => {
  world = await testDatabase();
  db = world.db;
  await db.orm.execute(sql`create table notes (nth int primary key, text text not null)`);
});
afterAll(() => world.drop());

const note = (nth: number, text: string | null) =>
  sql`insert into notes (nth, text) values (${nth}, ${text})`;
const storedNotes = () =>
  rawRows<{ nth: number; text: string }>(db.orm, sql`select nth, text from notes order by nth`);

describe('a write that is sent without waiting', () => {
  test('is visible to later statements of the transaction, and committed with it', async () => {
    const seen = await transact(db, async (tx) => {
      for (let nth = 1; nth <= 20; nth += 1) {
        await send(tx, note(nth, 'sent'));
        await send(tx, sql`update notes set text = text || ${` and changed ${nth}`} where nth = ${nth}`);
      }
      return rawRows<{ text: string }>(tx, sql`select text from notes order by nth`);
    });
    expect(seen.map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, index) => `sent and changed ${index + 1}`),
    );
    expect(await storedNotes()).toHaveLength(20);
  });

  test('fails the transaction, although no caller waits for it', async () => {
    const failing = transact(db, async (tx) => {
      await send(tx, note(100, 'before'));
      await send(tx, note(1, 'taken'));
      return 'done';
    });
    await expect(failing).rejects.toSatisfy((error) => sqlState(error) === '23505');
    expect((await storedNotes()).some(({ nth }) => nth === 100)).toBe(false);
  });

  test('determines the error of the transaction, not the later statement that failed because of it', async () => {
    const failing = transact(db, async (tx) => {
      await send(tx, note(101, null));
      await rawRows(tx, sql`select 1`);
      return 'done';
    });
    await expect(failing).rejects.toSatisfy((error) => sqlState(error) === '23502');
  });

  test('waits when many writes before it are unsettled, so that a fast writer does not fill the memory', async () => {
    const sentBeforeTheFirst = await transact(db, async (tx) => {
      let isFirstDone = false;
      const first = rawRows(tx, sql`select pg_sleep(0.1)`).then(() => {
        isFirstDone = true;
      });
      let count = 0;
      for (let nth = 200; nth < 300; nth += 1) {
        await send(tx, note(nth, 'many'));
        if (!isFirstDone) count += 1;
      }
      await first;
      return count;
    });
    expect(sentBeforeTheFirst).toBeLessThan(32);
    expect((await storedNotes()).filter(({ text }) => text === 'many')).toHaveLength(100);
  });

  test('among many fails the transaction with its own error', async () => {
    let sent = 0;
    const failing = transact(db, async (tx) => {
      await send(tx, note(300, null));
      for (let nth = 301; nth < 401; nth += 1) {
        await send(tx, note(nth, 'after'));
        sent += 1;
      }
      return 'done';
    });
    await expect(failing).rejects.toSatisfy((error) => sqlState(error) === '23502');
    expect(sent).toBeLessThan(100);
  });

  test('that the driver cannot send fails the transaction, and nothing of it is committed', async () => {
    const tooMany = sql.join(
      Array.from({ length: 70_000 }, (_, index) => sql`${index}`),
      sql`, `,
    );
    const failing = transact(db, async (tx) => {
      await send(tx, note(500, 'before'));
      await send(tx, sql`update notes set text = 'x' where nth in (${tooMany})`);
      return 'done';
    });
    await expect(failing).rejects.toThrow();
    expect((await storedNotes()).some(({ nth }) => nth === 500)).toBe(false);
    expect(await transact(db, async () => 'served')).toBe('served');
  });

  test('that failed is undone by a rollback to a savepoint, and the transaction commits what follows', async () => {
    await transact(db, async (tx) => {
      await tx.execute(sql`savepoint before_note`);
      await expect(tx.execute(note(1, 'taken'))).rejects.toSatisfy((error) => sqlState(error) === '23505');
      await tx.execute(sql`rollback to savepoint before_note`);
      await send(tx, note(600, 'after'));
      return 'done';
    });
    expect((await storedNotes()).some(({ nth }) => nth === 600)).toBe(true);
  });

  test('that never reached the server is not undone by a rollback to a savepoint', async () => {
    const failing = transact(db, async (tx) => {
      await send(tx, sql`update notes set text = ${sql.param(undefined)} where nth = 1`);
      await tx.execute(sql`savepoint before_note`);
      await tx.execute(sql`rollback to savepoint before_note`);
      await send(tx, note(601, 'after'));
      return 'done';
    });
    await expect(failing).rejects.toThrow();
    expect((await storedNotes()).some(({ nth }) => nth === 601)).toBe(false);
  });

  test('is rolled back by a domain error', async () => {
    const result = await transact(db, async (tx) => {
      await send(tx, note(102, 'never'));
      return new Rejected('no');
    });
    expect(result).toBeInstanceOf(Rejected);
    expect((await storedNotes()).some(({ nth }) => nth === 102)).toBe(false);
  });

  test('is awaited outside a transaction', async () => {
    await send(db.orm, note(103, 'alone'));
    expect((await storedNotes()).some(({ nth }) => nth === 103)).toBe(true);
    await expect(send(db.orm, note(103, 'again'))).rejects.toSatisfy((error) => sqlState(error) === '23505');
  });
});
