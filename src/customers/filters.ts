/** The filter of the list of customers. Source: docs/behaviour/conventions.md#filters. */
import { z } from 'zod';
import { boolean, countryCode, instant, oneOf, optional, text } from '../kernel/parse.ts';
import { searchQuery } from '../kernel/search-query.ts';
import { umaAddress } from '../kernel/uma-address.ts';
import { customerTypes } from './customer.ts';

export const CustomerFilterInput = z.object({
  query: optional(searchQuery),
  platformCustomerId: optional(text(255)),
  customerType: optional(oneOf(customerTypes)),
  region: optional(countryCode),
  currency: optional(text(10)),
  umaAddress: optional(umaAddress),
  createdAfter: optional(instant),
  createdBefore: optional(instant),
  updatedAfter: optional(instant),
  updatedBefore: optional(instant),
  includeDeleted: optional(boolean),
});
