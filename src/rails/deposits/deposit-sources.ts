/** The depositors of deposits that are returned, for the files that return them. */
import type { PaymentSources } from '../bank-payments/outgoing-payments.ts';
import { findReturned } from './store.ts';

export const depositSources: PaymentSources = {
  async partiesOfDeposits(db, ids) {
    const deposits = ids.length > 0 ? await findReturned(db, ids) : [];
    return new Map(deposits.flatMap(({ id, depositor }) => (depositor ? [[id, depositor] as const] : [])));
  },
};
