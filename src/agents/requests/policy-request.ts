/** The amount and the accounts of a quote, for the checks of an agent's policy. */
import { type Id, typeOfId } from '../../kernel/ids.ts';
import type { Quote } from '../../payments/quotes/quote.ts';
import type { PolicyRequest } from '../policies/policy-checks.ts';

type Party = Quote['source'] | Quote['destination'];

const internalOf = (party: Party): Id<'InternalAccount'> | undefined =>
  party.type === 'ACCOUNT' && typeOfId(party.accountId) === 'InternalAccount'
    ? (party.accountId as Id<'InternalAccount'>)
    : undefined;

/** The total sending amount, fees included, and the internal accounts on both sides. */
export const requestOfQuote = ({ sending, source, destination }: Quote): PolicyRequest => ({
  amount: sending,
  accounts: { debited: internalOf(source), credited: internalOf(destination) },
});
