/** Executes accepted payments: the debits of credit transfers, the credits of collections, their fees and returns. */
import { sumOf } from './bank-amounts.ts';
import { addOpenDays } from './bank-dates.ts';
import { bankAccounts } from './bank-ledger.ts';
import { type BankState, book, bookSingle, recordBreak, schedule } from './bank-state.ts';
import { reasonCodes } from './behaviours.ts';
import type { BankEntry, EntryDetail, Order } from './records.ts';

/** The change of our balance by the payment. */
const ownAmount = ({ batch, payment }: Order): bigint =>
  batch.direction === 'CREDIT' ? -payment.amount : payment.amount;

const kindOf = ({ batch }: Order): BankEntry['kind'] =>
  batch.direction === 'CREDIT' ? 'PAYMENT' : 'COLLECTION';

const partyOf = ({ payment }: Order): string => `PARTY ${payment.account}`;

/** American banks do not repeat ids of files. */
const fileIdsOf = ({ format, messageId, batch }: Order): Pick<EntryDetail, 'messageId' | 'batchId'> =>
  format === 'NACHA' ? {} : { messageId, batchId: batch.id };

const detailOf = (order: Order): Omit<EntryDetail, 'amount'> => ({
  endToEndId: order.payment.endToEndId,
  ...fileIdsOf(order),
  mandateReference: order.payment.mandateReference,
  name: order.payment.name,
  account: order.payment.account,
  remittance: order.payment.remittance,
});

/** Books one entry for one payment. */
const bookOne = (state: BankState, order: Order, amount = ownAmount(order), isWrong = false): BankEntry =>
  bookSingle(
    state,
    { kind: kindOf(order), amount, mustHaveReference: isWrong },
    detailOf(order),
    partyOf(order),
  );

/** Books a wrong amount, or the payment twice. Returns whether it did. */
function bookWrongly(state: BankState, order: Order): boolean {
  const { behaviours } = state;
  const { endToEndId, amount } = order.payment;
  const wrong = behaviours.decide('wrongAmount', endToEndId);
  if (wrong) {
    const limit = amount > 1n ? Number(amount < 10_000n ? amount - 1n : 9_999n) : 1;
    const random = behaviours.random('wrongAmount');
    const less = -BigInt(random.between(1, limit));
    const difference = wrong.amount ?? (random.chance(0.5) && amount > 1n ? less : -less);
    const booked = ownAmount(order) + (ownAmount(order) < 0n ? -difference : difference);
    bookOne(state, order, booked, true);
    recordBreak(state, 'WRONG_AMOUNT', endToEndId, booked);
    return true;
  }
  if (!behaviours.decide('doubleBooking', endToEndId)) return false;
  bookOne(state, order, undefined, true);
  const second = bookOne(state, order, undefined, true);
  recordBreak(state, 'DOUBLE_BOOKING', endToEndId, second.amount);
  return true;
}

function bookAsOne(state: BankState, orders: readonly Order[]): void {
  const [first] = orders;
  if (!first) return;
  const { id } = first.batch;
  const withoutDetails = state.behaviours.decide('batchWithoutDetails', id) !== undefined;
  const details = orders.map((order) => ({ ...detailOf(order), amount: order.payment.amount }));
  book(
    state,
    {
      kind: kindOf(first),
      amount: sumOf(orders.map(ownAmount)),
      batch: { ...fileIdsOf(first), count: orders.length },
      details: withoutDetails ? [] : details,
    },
    orders.map((order) => ({ account: partyOf(order), amount: -ownAmount(order) })),
  );
}

/** The bank books its fee for the payment as an entry of its own. */
function bookFee(state: BankState, { payment }: Order): void {
  const fee = state.behaviours.decide('fee', payment.endToEndId);
  if (!fee) return;
  const amount = fee.amount ?? BigInt(state.behaviours.random('fee').between(5, 250));
  const detail = { name: 'Simulated Bank', remittance: `Fee ${payment.endToEndId}` };
  bookSingle(
    state,
    { kind: 'FEE', amount: amount < 0n ? amount : -amount, information: 'Fee' },
    detail,
    bankAccounts.fees,
  );
}

function returnOrder(state: BankState, order: Order, code: string): void {
  order.outcome = 'RETURNED';
  order.code = code;
  order.returnedOn = state.today;
  if (order.format === 'NACHA') state.nachaReturns.push({ order, code });
  bookSingle(
    state,
    { kind: 'RETURN', amount: -ownAmount(order) },
    { ...detailOf(order), returnReason: code },
    partyOf(order),
  );
}

function planReturn(state: BankState, order: Order): void {
  const { behaviours, today } = state;
  const request = behaviours.decide('returnPayment', order.payment.endToEndId);
  if (!request) return;
  const random = behaviours.random('returnPayment');
  const codes = reasonCodes[order.format === 'NACHA' ? 'nachaReturn' : 'isoReturn'][order.batch.direction];
  const code = request.code ?? random.pick(codes);
  const days = request.days ?? random.between(1, 5);
  schedule(state, addOpenDays(today, days), () => returnOrder(state, order, code));
}

/** Columns of the corrected data of a notification of change, for accounts of the bank's choice. */
function correctedDataOf(code: string, order: Order): string {
  const account = `9${order.payment.account}`.slice(0, 17);
  const routing = '021000021';
  const kind = order.payment.nacha?.transactionCode.startsWith('3') ? '22' : '32';
  const data: Readonly<Record<string, string>> = {
    C01: account,
    C02: routing,
    C03: `${routing}   ${account}`,
    C05: kind,
    C06: `${account.padEnd(17)}   ${kind}`,
    C07: `${routing}${account.padEnd(17)}${kind}`,
  };
  return data[code] ?? account;
}

function notifyOfChange(state: BankState, order: Order): void {
  if (order.format !== 'NACHA') return;
  const request = state.behaviours.decide('changeNotice', order.payment.endToEndId);
  if (!request) return;
  const code = request.code ?? state.behaviours.random('changeNotice').pick(reasonCodes.change);
  state.nachaReturns.push({ order, code, correctedData: correctedDataOf(code, order) });
}

/** Books the accepted payments of one batch on the current day. A payment that is booked wrongly is not returned. */
export function executeBatch(state: BankState, orders: readonly Order[]): void {
  const [first] = orders;
  if (!first) return;
  const asOne = first.batch.isBalanced || state.behaviours.decide('batchBooking', first.batch.id);
  const wrong = orders.filter((order) => bookWrongly(state, order));
  const regular = orders.filter((order) => !wrong.includes(order));
  for (const order of orders) order.outcome = 'EXECUTED';
  if (asOne) bookAsOne(state, regular);
  else for (const order of regular) bookOne(state, order);
  for (const order of orders) {
    bookFee(state, order);
    notifyOfChange(state, order);
  }
  for (const order of regular) planReturn(state, order);
}
