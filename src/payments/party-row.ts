/** Converts the parties of payments to the columns of tables, and back. */
import { idOf, uuidOf } from '../kernel/ids.ts';
import type { UmaAddress } from '../kernel/uma-address.ts';
import {
  type AccountParty,
  type DepositParty,
  externalAccountOf,
  internalAccountOf,
  type PaymentParty,
  type UmaParty,
  umaAddressOf,
} from './payment-party.ts';

/** The columns of a party, except its type and currency. */
export interface PartyColumns {
  readonly internal: string | null;
  readonly external: string | null;
  readonly umaAddress: string | null;
}

export function partyToColumns(party: PaymentParty): PartyColumns {
  const internal = internalAccountOf(party);
  const external = externalAccountOf(party);
  return {
    internal: internal ? uuidOf(internal) : null,
    external: external ? uuidOf(external) : null,
    umaAddress: umaAddressOf(party) ?? null,
  };
}

export const accountFromColumns = (
  { internal, external, umaAddress }: Pick<PartyColumns, 'internal' | 'external'> & Partial<PartyColumns>,
  currency: string,
): AccountParty => ({
  type: 'ACCOUNT',
  accountId: internal ? idOf('InternalAccount', internal) : idOf('ExternalAccount', external ?? ''),
  currency,
  ...(umaAddress && { umaAddress: umaAddress as UmaAddress }),
});

/** Addresses are parsed before they are stored. */
export const umaFromColumn = (umaAddress: string | null, currency: string): UmaParty => ({
  type: 'UMA_ADDRESS',
  umaAddress: umaAddress as UmaAddress,
  currency,
});

export const depositFromColumn = (customer: string | null, currency: string): DepositParty => ({
  type: 'REALTIME_FUNDING',
  currency,
  customerId: customer ? idOf('Customer', customer) : undefined,
});
