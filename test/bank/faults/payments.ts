/** The payments and direct debits of a run, over both APIs. A request without a response is repeated with its key. */
import { parseId } from '../../../src/kernel/ids.ts';
import { transfer } from '../../faults/calls.ts';
import type { Client } from '../../faults/client.ts';
import { pause, type Random } from '../../faults/random.ts';
import { basic } from '../../support/service.ts';
import type { AcceptedPayment } from './differences.ts';
import type { Payer } from './populate.ts';

interface PayOptions {
  readonly client: Client;
  readonly payers: readonly Payer[];
  readonly token: string;
  readonly random: Random;
  readonly count: number;
  /** Whether further payments are made after that number, a few in each second. */
  readonly needsMore: () => boolean;
  /** No payment starts after it, in milliseconds of the epoch. */
  readonly until: number;
}

const loops = 6;
const maxAmount = 30_000;
/** Of all payments. */
const directDebitShare = 0.25;

/** Between two payments after the number is reached. */
const slowMs = 4_000;

/** Pays until the number is reached and no more are needed. Returns the payments that the service accepted. */
export async function payAll({
  client,
  payers,
  token,
  random,
  count,
  needsMore,
  until,
}: PayOptions): Promise<AcceptedPayment[]> {
  const accepted: AcceptedPayment[] = [];
  let started = 0;
  const loop = async (ofLoop: Random) => {
    while ((started < count || needsMore()) && Date.now() < until) {
      started += 1;
      const key = `payment-${started}`;
      const { account, beneficiaries, debtor } = ofLoop.pick(payers);
      const amount = ofLoop.between(1, maxAmount);
      const isDebit = ofLoop.chance(directDebitShare);
      const ends = isDebit
        ? { source: debtor, destination: account.id, amount }
        : { source: account.id, destination: ofLoop.pick(beneficiaries), amount };
      const { operation } = await client.operate({
        ...transfer(isDebit ? 'in' : 'out', ends, key),
        authorization: basic(token),
      });
      const { id, rejection } = operation;
      if (id === undefined) throw new Error(`A payment was rejected: ${rejection}`);
      accepted.push({
        direction: isDebit ? 'IN' : 'OUT',
        transactionId: transactionIdOf(id),
        accountId: account.id,
        amount: BigInt(amount),
      });
      await pause(started < count ? ofLoop.between(0, 40) : slowMs);
    }
  };
  await Promise.all(Array.from({ length: loops }, () => loop(random.branch())));
  return accepted;
}

function transactionIdOf(id: string): AcceptedPayment['transactionId'] {
  const parsed = parseId('Transaction', id);
  if (!parsed) throw new Error('A payment has the id of a transaction.');
  return parsed;
}
