/** A platform with payments of every origin, in every status that the origin can reach. */
import { sql } from 'drizzle-orm';
import { sequenceAuditEntries } from '../../src/infrastructure/audit-log/sequence.ts';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';
import { sequenceEvents } from '../../src/infrastructure/events/log.ts';
import { postgresEventBus } from '../../src/infrastructure/events/postgres-bus.ts';
import { approveTransaction } from '../../src/payments/approvals/approve-transaction.ts';
import { rejectTransaction } from '../../src/payments/approvals/reject-transaction.ts';
import { transferIn } from '../../src/payments/transfers/transfer-in.ts';
import { transferOut } from '../../src/payments/transfers/transfer-out.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../src/sandbox/receive-uma.ts';
import { SandboxSendInput, sandboxSend } from '../../src/sandbox/send.ts';
import { granted, paymentWorld, umaDomain } from './payments.ts';

/** Creates payments in final and in intermediate states. Returns the origin, status and refund status of each kind. */
export async function createPaymentsInAllStates(db: Database): Promise<string[]> {
  const world = await paymentWorld(db);
  const customer = await world.aCustomer();
  const usd = await world.accountOf(customer, 'USD');
  const eur = await world.accountOf(customer, 'EUR');
  await world.fund(usd, 10_000_000n);
  const caller = await world.caller();
  const transfers = async (suffix: string) => {
    const external = await world.toUsd(customer, suffix);
    const common = { amount: 2_500n, description: undefined };
    granted(await transferOut(world.ports, caller, { ...common, source: usd.id, destination: external.id }));
    granted(await transferIn(world.ports, caller, { ...common, source: external.id, destination: usd.id }));
  };
  const toAccount = (accountId: string) => ({ destination: { account: { accountId } } });
  const fromAccount = { source: { account: { accountId: usd.id } } };
  const funding = { source: { realtimeFunding: { currency: 'USD' } } };
  const quoted = async (input: object) => granted(await world.quote(input));
  const sent = async (input: object, currencyAmount?: number) => {
    const { id } = await quoted({ ...funding, ...input });
    const paid = { quoteId: id, currencyCode: 'USD', currencyAmount };
    granted(await sandboxSend(world.ports, await world.caller(), SandboxSendInput.parse(paid)));
  };
  const receipt = async () => {
    const input = {
      senderUmaAddress: `$success.usd@${umaDomain}`,
      customerId: customer.id,
      receivingCurrencyCode: 'EUR',
      receivingCurrencyAmount: 1_000,
    };
    const received = await sandboxReceiveUma(world.ports, await world.caller(), ReceiveUmaInput.parse(input));
    return { id: granted(received).id, receiverCustomerInfo: undefined, reason: undefined };
  };

  const createPayments = async () => {
    for (const suffix of ['900', '002', '004', '005']) await transfers(suffix);
    for (const suffix of ['111', '002', '003', '004', '005', '006', '007']) {
      granted(
        await world.execute(
          await quoted({ ...fromAccount, ...toAccount((await world.toEur(customer, suffix)).id) }),
        ),
      );
    }
    granted(await world.execute(await quoted({ ...fromAccount, ...toAccount(eur.id) })));
    await sent(toAccount(eur.id));
    await sent(toAccount((await world.toEur(customer, '111')).id), 99_999);
    await quoted({ ...fromAccount, ...toAccount(eur.id) });
    granted(await approveTransaction(world.ports, await world.caller(), await receipt()));
    granted(await rejectTransaction(world.ports, await world.caller(), await receipt()));
    await receipt();
  };
  await createPayments();
  await world.advance(3_600);
  await createPayments();
  await sequenceAuditEntries(world.ports);
  while ((await sequenceEvents({ db, eventBus: postgresEventBus(db) })) > 0);

  const kinds = await rawRows<{ kind: string }>(
    db.orm,
    sql`select distinct origin || ' ' || status || coalesce('+' || refund_status, '') as kind from transactions`,
  );
  return kinds.map(({ kind }) => kind).sort();
}
