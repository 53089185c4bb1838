import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { postgresDatabase } from '../../support/database.ts';
import { startReceiver, until, webhookService } from '../../support/webhook-service.ts';

const db = await postgresDatabase();

async function deliverElsewhere(url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/support/deliverer-process.ts', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

describe.skipIf(!db)('a deliverer that is killed', () => {
  test('delivers each of a thousand events at least once, in the order of each object', async () => {
    if (!db?.url) throw new Error('the test database has a URL');
    const service = await webhookService(db);
    const receiver = await startReceiver();
    const events = () => receiver.received.filter(({ event }) => event.type !== 'TEST');
    const ids = () => new Set(events().map(({ event }) => event.id));
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    const objects = Array.from({ length: 250 }, (_, index) => `Customer:${index}`);
    for (let round = 0; round < 4; round += 1) await service.publishEvents(objects);

    // Killed twice during calls with a signal that it cannot handle.
    for (const share of [100, 500]) {
      const child = await deliverElsewhere(db.url);
      await until(() => ids().size >= share);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    expect(ids().size).toBeLessThan(1000);
    const last = await deliverElsewhere(db.url);
    await until(() => ids().size === 1000);
    last.kill('SIGKILL');
    await once(last, 'exit');

    for (const object of objects) {
      const numbers = events().flatMap(({ event }) =>
        event.data.id === object ? [event.sequence ?? 0] : [],
      );
      expect([...new Set(numbers)]).toEqual([1, 2, 3, 4]);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
    await receiver.close();
    await service.close();
  });
});
