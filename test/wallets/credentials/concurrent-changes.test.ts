/** Concurrent changes: one call changes a record that another has read and not yet written. Locks stop each call at that point. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteCustomer } from '../../../src/customers/delete-customer.ts';
import { type Database, type Executor, rawRows } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { type Id, uuidOf } from '../../../src/kernel/ids.ts';
import { provisioningHandler } from '../../../src/operations/platforms/provision-currency.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../../src/operations/platforms/update-platform-config.ts';
import { productionWalletChecks } from '../../../src/wallets/credentials/wallet-checks.ts';
import { createOidcVerifier } from '../../../src/wallets/oidc/oidc.ts';
import { UpdateCustomerInput, updateCustomer } from '../../../src/wallets/update-customer.ts';
import { postgresDatabase } from '../../support/database.ts';
import { makeKeyPair } from '../../support/wallet-client.ts';
import {
  challenged,
  granted,
  outcomeOf,
  recordingMailer,
  retryOf,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

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

  /** Holds a lock during `meanwhile`, then rolls back. */
  async function holding(hold: (tx: Executor) => Promise<unknown>, meanwhile: () => Promise<void>) {
    const over = new Error('over');
    const held = world.db.orm.transaction(async (tx) => {
      await hold(tx as unknown as Executor);
      await meanwhile();
      throw over;
    });
    await expect(held).rejects.toBe(over);
  }

  test('a code that is requested while the address changes is not sent to the old address', async () => {
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
    const issued = challenged(await change());
    mails.splice(0);

    let pending: ReturnType<WalletWorld['challenge']> | undefined;
    await holding(
      (tx) => tx.execute(sql`lock table rate_limits in exclusive mode`),
      async () => {
        // The request has read the credential and waits to count the attempt.
        pending = world.challenge(email);
        await untilWaiting(1);
        granted(await change(retryOf(issued, key)));
      },
    );
    expect(granted(await pending)).toMatchObject({ nickname: 'new@example.com' });
    expect(mails).toMatchObject([{ to: 'new@example.com' }]);
    await world.byCode(email, lastCode());
  });

  test('a code is not mailed for a credential that is revoked during the request', async () => {
    const { id } = await world.walletOf(await world.aCustomer());
    const email = granted(await world.addEmail(id));
    mails.splice(0);
    let pending: ReturnType<WalletWorld['challenge']> | undefined;
    await holding(
      (tx) => tx.execute(sql`lock table rate_limits in exclusive mode`),
      async () => {
        pending = world.challenge(email);
        await untilWaiting(1);
        await world.db.orm.execute(
          sql`update credentials set revoked_at = now() where id = ${uuidOf(email.id)}`,
        );
      },
    );
    expect(outcomeOf(await pending)).toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
    expect(mails).toEqual([]);
  });

  test('a session that is issued while its customer is deleted is revoked', async () => {
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
        // The call has verified the credential and waits to record the client key.
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

  describe('a wallet that is created while its holder changes', () => {
    const chosen = (...codes: readonly string[]) =>
      UpdatePlatformConfigInput.parse({
        currencies: codes.map((currencyCode) => ({ currencyCode, minAmount: 1, maxAmount: 1_000_000 })),
        autoCreateEmailOtp: true,
      });
    const choose = async (...codes: readonly string[]) =>
      granted(await updatePlatformConfig(world.ports, await world.caller(), chosen(...codes)));

    /** Creates wallets for customers without one. Runs `meanwhile` after the accounts and before the credentials are created. */
    async function opening(meanwhile: () => Promise<unknown>): Promise<void> {
      const job = { platformId: world.platformId, payload: { currencies: ['USDB'], after: null } };
      let opened: Promise<void> | undefined;
      let isDone = false;
      let done: Promise<unknown> | undefined;
      await holding(
        (tx) => tx.execute(sql`lock table internal_accounts in share mode`),
        async () => {
          opened = transact(world.db, (tx) =>
            provisioningHandler(world.ports)(tx, job as never, world.clock.real()),
          );
          await untilWaiting(1);
          done = meanwhile().finally(() => {
            isDone = true;
          });
          await vi.waitFor(async () => expect(isDone || (await waiting()) === 2).toBe(true), {
            timeout: 10_000,
            interval: 5,
          });
        },
      );
      await opened;
      await done;
    }

    const live = (customerId: Id<'Customer'>) =>
      rawRows<{ nickname: string; email: string }>(
        world.db.orm,
        sql`select k.nickname, c.email from credentials k join internal_accounts a on a.id = k.account_id
            join customers c on c.id = a.customer_id
            where c.id = ${uuidOf(customerId)} and k.revoked_at is null`,
      );

    beforeEach(() => choose('USD'));
    afterEach(() => choose('USD', 'USDB'));

    test('has the current email address', async () => {
      const customer = await world.aCustomer('before@example.com');
      await choose('USD', 'USDB');
      const input = UpdateCustomerInput.parse({ email: 'after@example.com' });
      await opening(async () => updateCustomer(world.ports, await world.caller(), customer.id, input));
      const [credential, ...others] = await live(customer.id);
      expect(others).toEqual([]);
      expect(credential?.nickname).toBe(credential?.email);
    });

    test('has no credential when the holder was deleted', async () => {
      const customer = await world.aCustomer();
      await choose('USD', 'USDB');
      await opening(async () => deleteCustomer(world.ports, await world.caller(), customer.id));
      expect(await live(customer.id)).toEqual([]);
    });
  });
});
