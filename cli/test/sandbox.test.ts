/** Money, time, outcomes and faults of a sandbox platform. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aBankAccount, aPayer, type Payer } from '../../test/support/parties.ts';
import { type Service, startService } from '../../test/support/service.ts';
import { runCommand } from './support/command.ts';
import * as schemas from './support/schemas.ts';
import { environmentOf, type Terminal, terminalOf } from './support/terminal.ts';

let service: Service;
let payer: Payer;
let bank: string;
let shown: Terminal['shown'];
let json: Terminal['json'];

beforeAll(async () => {
  service = await startService({ server: true, standing: true, env: { RATE_LIMITS: 'off' } });
  ({ shown, json } = terminalOf(environmentOf(service)));
  payer = await aPayer(service, 100_000);
  bank = await aBankAccount(service, payer.customerId);
});
afterAll(() => service.stop());

describe('the sandbox', () => {
  test('funds an account', async () => {
    const other = await aPayer(service, 0);
    const funded = await json(schemas.internalAccount, `sandbox fund ${other.accountId} --amount 12.34`);
    expect(funded.balance.amount).toBe(1234);
  });

  test('moves its clock', async () => {
    const before = await json(schemas.clock, 'sandbox clock');
    const after = await json(schemas.clock, 'sandbox clock --advance 2h');
    expect(Date.parse(after.now) - Date.parse(before.now)).toBe(7_200_000);
    expect((await shown('sandbox clock --advance soon')).code).toBe(2);
  });

  test('triggers an outcome', async () => {
    const line = `sandbox trigger failed --from ${payer.accountId} --to ${bank} --amount 5.00`;
    const { id } = await json(schemas.transaction, line);
    await service.settle();
    expect(await json(schemas.transaction, `transactions show ${id}`)).toMatchObject({ status: 'FAILED' });
  });

  test('creates, lists, deletes and clears faults', async () => {
    const line = 'sandbox fault create delay --target webhooks --count 2 --delay-ms 1500';
    const created = await json(schemas.fault, line);
    expect(created).toMatchObject({ kind: 'DELAY', target: 'WEBHOOKS', remaining: 2 });
    const faults = schemas.pageOf(schemas.fault).pick({ nodes: true });
    expect((await json(faults, 'sandbox fault list')).nodes.map(({ id }) => id)).toContain(created.id);
    expect((await shown(`sandbox fault delete ${created.id}`)).code).toBe(0);
    expect((await json(faults, 'sandbox fault list')).nodes.map(({ id }) => id)).not.toContain(created.id);

    await json(schemas.fault, 'sandbox fault create slow --count 2');
    await json(schemas.fault, 'sandbox fault create unavailable --operation transferOut');
    expect(await json(schemas.deletedFaults, 'sandbox fault clear')).toEqual({
      __typename: 'SandboxFaultsDeleted',
      deletedCount: 2,
    });
    expect((await json(faults, 'sandbox fault list')).nodes).toEqual([]);
  });

  test('a server without the operation is named as the reason', async () => {
    const message = 'Cannot query field "sandboxFaults" on type "Query".';
    const older = createServer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/graphql-response+json' });
      response.end(
        JSON.stringify({ errors: [{ message, extensions: { code: 'INVALID_INPUT', httpStatus: 400 } }] }),
      );
    });
    await once(older.listen(0, '127.0.0.1'), 'listening');
    const { port } = older.address() as AddressInfo;
    const ended = await runCommand(['sandbox', 'fault', 'list'], {
      env: { PAYMENTS_URL: `http://127.0.0.1:${port}`, PAYMENTS_TOKEN: service.platform.token },
    });
    older.close();
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('older than the command line');
  });
});
