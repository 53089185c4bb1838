/** Two calls that cross: what one has read is no longer so when it writes. Each is held where they cross, on PostgreSQL. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOidcVerifier } from '../../src/credentials/oidc.ts';
import { productionWalletChecks } from '../../src/credentials/wallet-checks.ts';
import { deleteCustomer } from '../../src/customers/delete-customer.ts';
import { UpdateCustomerInput, updateCustomer } from '../../src/customers/update-customer.ts';
import { type Database, type Executor, rawRows } from '../../src/database/client.ts';
import { uuidOf } from '../../src/kernel/ids.ts';
import { postgresDatabase } from '../support/database.ts';
import { makeKeyPair } from '../support/wallet-client.ts';
import {
  challenged,
  granted,
  recordingMailer,
  refusal,
  retryOf,
  type WalletWorld,
  walletWorld,
} from '../support/wallet-world.ts';

const db: Database | undefined = await postgresDatabase(20);
afterAll(() => db?.close());

describe.runIf(db)('on PostgreSQL', () => {
  const { mails, mailer } = recordingMailer();
  let world: WalletWorld;
  beforeAll(async () => {
    world = await walletWorld(db as Database, {
      mode: 'PRODUCTION',
      ports: (clock) => {
        const get = async () => ({ ok: false, failure: 'network' }) as const;
        const oidc = createOidcVerifier({ get, realTime: { now: () => clock.real() } });
        const checks = productionWalletChecks({ oidc, mailer });
        return { walletChecks: () => checks };
      },
    });
  });
  beforeEach(() => void mails.splice(0));

  const lastCode = () => mails.at(-1)?.code ?? '';

  async function waiting(): Promise<number> {
    const rows = await rawRows(
      world.db.orm,
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  }
  const untilWaiting = (count: number) =>
    vi.waitFor(async () => expect(await waiting()).toBe(count), { timeout: 10_000, interval: 5 });

  /** Holds something while the rest goes on, then lets it go, nothing of it kept. */
  async function holding(hold: (tx: Executor) => Promise<unknown>, meanwhile: () => Promise<void>) {
    const over = new Error('over');
    const held = world.db.orm.transaction(async (tx) => {
      await hold(tx as unknown as Executor);
      await meanwhile();
      throw over;
    });
    await expect(held).rejects.toBe(over);
  }

  test('a code that is asked for while the address changes does not go to the old mailbox', async () => {
    const customer = await world.aCustomer('old@example.com');
    const { id } = await world.walletOf(customer);
    const email = granted(await world.addEmail(id));
    const { key } = await world.byCode(email, lastCode());
    const change = async (...retry: Parameters<typeof updateCustomer>[4][]) =>
      updateCustomer(
        world.ports,
        await world.caller(),
        customer.id,
        UpdateCustomerInput.parse({ email: 'new@example.com' }),
        ...retry,
      );
    const asked = challenged(await change());
    mails.splice(0);

    let asking: ReturnType<WalletWorld['challenge']> | undefined;
    await holding(
      (tx) => tx.execute(sql`lock table rate_limits in exclusive mode`),
      async () => {
        // It has read the credential, and waits to be counted.
        asking = world.challenge(email);
        await untilWaiting(1);
        granted(await change(retryOf(asked, key)));
      },
    );
    expect(granted(await asking)).toMatchObject({ nickname: 'new@example.com' });
    expect(mails).toMatchObject([{ to: 'new@example.com' }]);
    await world.byCode(email, lastCode());
  });

  test('a code is not mailed for a credential that is revoked while it is asked for', async () => {
    const { id } = await world.walletOf(await world.aCustomer());
    const email = granted(await world.addEmail(id));
    mails.splice(0);
    let asking: ReturnType<WalletWorld['challenge']> | undefined;
    await holding(
      (tx) => tx.execute(sql`lock table rate_limits in exclusive mode`),
      async () => {
        asking = world.challenge(email);
        await untilWaiting(1);
        await world.db.orm.execute(
          sql`update credentials set revoked_at = now() where id = ${uuidOf(email.id)}`,
        );
      },
    );
    expect(refusal(await asking)).toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
    expect(mails).toEqual([]);
  });

  test('a session that is opened while its customer is deleted ends with the customer', async () => {
    const customer = await world.aCustomer();
    const { id } = await world.walletOf(customer);
    const email = granted(await world.addEmail(id));
    const { publicKey } = makeKeyPair();
    let verifying: ReturnType<WalletWorld['verify']> | undefined;
    let deleting: ReturnType<typeof deleteCustomer> | undefined;
    let isDeleted = false;
    await holding(
      (tx) =>
        tx.execute(sql`insert into used_client_keys (platform_id, account_id, public_key)
          values (${uuidOf(world.platformId)}, ${uuidOf(id)}, ${publicKey})`),
      async () => {
        // Its credential is good, and it waits to spend the key.
        verifying = world.verify(email, { type: 'EMAIL_OTP', otp: lastCode(), clientPublicKey: publicKey });
        await untilWaiting(1);
        deleting = deleteCustomer(world.ports, await world.caller(), customer.id);
        void deleting.then(() => {
          isDeleted = true;
        });
        await vi.waitFor(async () => expect(isDeleted || (await waiting()) === 2).toBe(true), {
          timeout: 10_000,
          interval: 5,
        });
      },
    );
    await verifying;
    expect(granted(await deleting)).toMatchObject({ isDeleted: true });
    expect(await world.sessions(id)).toEqual([]);
  });
});
