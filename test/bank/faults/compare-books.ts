/** Everything that must be true in the end of a run. */
import { compareBreaks } from './compare-breaks.ts';
import { compareDeposits } from './compare-deposits.ts';
import { comparePayments } from './compare-payments.ts';
import type { Books } from './differences.ts';

/** The differences between the books of the service and of the bank; none when nothing was lost, doubled or unnamed. */
export const differencesOf = async (books: Books): Promise<string[]> => [
  ...(await comparePayments(books)),
  ...(await compareDeposits(books)),
  ...(await compareBreaks(books)),
];
