/** The customers that access tokens may be minted for. */
import type { CustomerDirectory } from '../platforms/ports.ts';
import { shareCustomer } from './store.ts';

export const customerDirectory: CustomerDirectory = {
  async lockForShare(tx, platformId, id) {
    const customer = await shareCustomer(tx, { platformId }, id);
    return customer !== undefined && !customer.isDeleted;
  },
};
