/** What the policy of an agent judges about a quote and about a transfer. */
import { type Id, typeOfId } from '../../kernel/ids.ts';
import type { Quote } from '../../payments/quotes/quote.ts';
import type { AgentActionSubject } from '../actions/agent-action.ts';
import type { PolicyRequest } from '../policies/policy-checks.ts';

type Party = Quote['source'] | Quote['destination'];

const internalOf = (party: Party): Id<'InternalAccount'> | undefined =>
  party.type === 'ACCOUNT' && typeOfId(party.accountId) === 'InternalAccount'
    ? (party.accountId as Id<'InternalAccount'>)
    : undefined;

const hasText = (description: string | undefined): boolean => (description ?? '').trim() !== '';

/** The total sending amount, fees included, the internal accounts on both sides, and the terms. */
export const requestOfQuote = (
  { sending, receiving, source, destination, description }: Quote,
  isImmediate = false,
): PolicyRequest => ({
  amount: sending,
  accounts: { debited: internalOf(source), credited: internalOf(destination) },
  terms: {
    counterparty: destination.type === 'ACCOUNT' ? destination.accountId : destination.umaAddress,
    receivingCurrency: receiving.currency,
    hasDescription: hasText(description),
    ...(isImmediate && { isImmediate }),
  },
});

type TransferSubject = Extract<AgentActionSubject, { type: 'TRANSFER_IN' | 'TRANSFER_OUT' }>;

/** @param internal the account of the customer. */
export function requestOfTransfer(
  { type, transferDetails, description }: TransferSubject,
  internal: { readonly id: Id<'InternalAccount'>; readonly currency: string },
): PolicyRequest {
  const { amount, sourceAccountId, destinationAccountId } = transferDetails;
  const { id, currency } = internal;
  const isOut = type === 'TRANSFER_OUT';
  return {
    amount: { amount, currency },
    accounts: isOut ? { debited: id } : { credited: id },
    terms: {
      counterparty: isOut ? destinationAccountId : sourceAccountId,
      receivingCurrency: currency,
      hasDescription: hasText(description),
    },
  };
}
