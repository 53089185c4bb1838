/** The ledger entries and the hold of a transaction, and its timeline on a clock that is ahead. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Id, uuidOf } from '../../../src/kernel/ids.ts';
import { anAccessToken } from '../../support/access-tokens.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const selection = `id status timeline { status }
  ledgerEntries { direction description amount { amount } balanceAfter { amount } account { id } }
  hold { status amount { amount currency { code } } account { id } createdAt endedAt }`;

let service: Service;
let payer: Payer;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  payer = await aPayer(service, 100_000);
});
afterAll(() => service.stop());

const query = async (document: string, variables: object = {}, authorization?: string) => {
  const { body } = await sendQuery(service, document, variables, authorization ? { authorization } : {});
  expect(body.errors).toBeUndefined();
  return body.data;
};

async function pay({ customerId, accountId }: Payer, suffix: string, amount: number): Promise<string> {
  const destination = await aBankAccount(service, customerId, suffix);
  const { transferOut } = await query(
    'mutation ($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }',
    { input: { source: accountId, destination, amount } },
  );
  return transferOut.id;
}

const read = async (id: string, authorization?: string) =>
  (await query(`query ($id: ID!) { transaction(id: $id) { ${selection} } }`, { id }, authorization))
    .transaction;

const advance = (seconds: number) =>
  query('mutation ($s: Int!) { sandboxAdvanceClock(seconds: $s) { __typename } }', { s: seconds });

describe('the ledger of a transaction', () => {
  test('has a placed hold and no entry until it settles, and then the debit that captured it', async () => {
    const id = await pay(payer, '900', 1_200);
    expect(await read(id)).toMatchObject({
      ledgerEntries: [],
      hold: { status: 'PLACED', amount: { amount: 1_200 }, account: { id: payer.accountId }, endedAt: null },
    });
    await service.settle();
    const settled = await read(id);
    expect(settled).toMatchObject({
      status: 'COMPLETED',
      ledgerEntries: [{ direction: 'DEBIT', amount: { amount: 1_200 }, account: { id: payer.accountId } }],
      hold: { status: 'CAPTURED', endedAt: expect.any(String) },
    });
    expect(settled.ledgerEntries[0].balanceAfter.amount).toBe(98_800);
  });

  test('has the debit and the return of a payment that times out, oldest first', async () => {
    const id = await pay(payer, '005', 500);
    await advance(120);
    expect(await read(id)).toMatchObject({
      status: 'FAILED',
      hold: { status: 'CAPTURED' },
      ledgerEntries: [
        { direction: 'DEBIT', amount: { amount: 500 } },
        { direction: 'CREDIT', amount: { amount: 500 }, balanceAfter: { amount: 98_800 } },
      ],
    });
  });

  // The rails of the sandbox settle a payment only after it was sent, which captures its hold.
  test('has a hold that was RELEASED with the time of its end', async () => {
    const id = await pay(payer, '900', 1);
    await service.settle();
    await service.db.orm.execute(
      sql`update holds set status = 'RELEASED' where transaction_id = ${uuidOf(id as Id<'Transaction'>)}`,
    );
    expect((await read(id)).hold).toMatchObject({ status: 'RELEASED', endedAt: expect.any(String) });
  });

  test('takes as many statements for many transactions as for one', async () => {
    for (const amount of [10, 20, 30]) await pay(payer, '900', amount);
    await service.settle();
    // The minimum of several runs, because the event log polls in the background.
    const statementsFor = async (first: number) => {
      const counts: number[] = [];
      for (let time = 0; time < 5; time += 1) {
        const before = service.db.statements.count;
        await query(`query ($first: Int!) { transactions(first: $first) { nodes { ${selection} } } }`, {
          first,
        });
        counts.push(service.db.statements.count - before);
      }
      return Math.min(...counts);
    };
    // A statement for each of the four other transactions would be four more. The event log may send one meanwhile.
    expect(await statementsFor(5)).toBeLessThan((await statementsFor(1)) + 4);
  });

  test('is empty for callers that may not read the account', async () => {
    const id = await pay(payer, '900', 40);
    await service.settle();
    const other = await aPayer(service, 0);
    const { authorization } = await anAccessToken(service, ['READ'], { customerId: payer.customerId });
    expect((await read(id, authorization)).ledgerEntries).toHaveLength(1);
    const stranger = await anAccessToken(service, ['READ'], { customerId: other.customerId });
    expect(await read(id, stranger.authorization)).toBeNull();
    const platform = await service.addPlatform();
    expect(await read(id, basic(platform.token))).toBeNull();
  });
});

describe('the timeline on a clock that is ahead', () => {
  test('has all steps, of transactions from before and after the clock moved by years', async () => {
    const before = await pay(payer, '900', 50);
    await service.settle();
    await advance(3 * 365 * 86_400);
    const after = await pay(payer, '900', 60);
    await service.settle();
    for (const id of [before, after]) {
      const { timeline } = await read(id);
      expect(timeline.map(({ status }: { status: string }) => status)).toEqual([
        'PENDING',
        'PROCESSING',
        'COMPLETED',
      ]);
    }
    const { transactions } = await query(`{ transactions(first: 2) { nodes { timeline { status } } } }`);
    for (const { timeline } of transactions.nodes) expect(timeline).toHaveLength(3);
  });
});
