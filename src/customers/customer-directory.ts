/** The customers that access tokens can be created for. */
import type { CustomerDirectory } from '../platforms/ports.ts';
import { lockCustomerForShare } from './store.ts';

export const customerDirectory: CustomerDirectory = {
  async lockForShare(tx, platformId, id) {
    const customer = await lockCustomerForShare(tx, { platformId }, id);
    return customer !== undefined && !customer.isDeleted;
  },
};
