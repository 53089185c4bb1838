/** The input of a new payment as it is typed, and the input of the quote that it becomes. */
import type {
  CreateQuoteInput,
  PurposeOfPayment,
  SandboxOutcome,
} from '@payments-platform/client/operations';
import { type Currency, parseAmount } from '../../components/decimal-input.ts';

export interface Draft {
  readonly payer: string;
  readonly source: string;
  readonly receiver: 'account' | 'uma';
  readonly destination: string;
  readonly umaAddress: string;
  readonly umaCurrency: string;
  readonly side: 'SENDING' | 'RECEIVING';
  readonly amount: string;
  readonly description: string;
  readonly purpose: PurposeOfPayment | '';
  readonly outcome: SandboxOutcome | '';
}

export const emptyDraft: Draft = {
  payer: '',
  source: '',
  receiver: 'account',
  destination: '',
  umaAddress: '',
  umaCurrency: '',
  side: 'SENDING',
  amount: '',
  description: '',
  purpose: '',
  outcome: '',
};

export type DraftErrors = Readonly<Partial<Record<keyof Draft, string>>>;

/** What is missing or wrong before the service is called. */
export function errorsIn(draft: Draft, currency: Currency | undefined): DraftErrors {
  const errors: Partial<Record<keyof Draft, string>> = {};
  if (draft.payer === '') errors.payer = 'Choose who pays.';
  if (draft.source === '') errors.source = 'Choose the account that pays.';
  if (draft.receiver === 'account' && draft.destination === '') errors.destination = 'Choose the receiver.';
  if (draft.receiver === 'uma' && !/^\$[^\s@]+@[^\s@]+$/.test(draft.umaAddress.trim()))
    errors.umaAddress = 'Enter an address such as $name@domain.';
  if (currency) {
    const amount = parseAmount(draft.amount, currency);
    if (typeof amount === 'string') errors.amount = amount;
    else if (amount === 0) errors.amount = 'The amount must be above 0.';
  } else if (draft.amount.trim() === '') errors.amount = 'Enter an amount.';
  return errors;
}

/** The fields of the draft by the paths of the input, so that errors of the service are shown at their field. */
export const fieldsOfPaths: Readonly<Record<string, keyof Draft>> = {
  source: 'source',
  'source.account.accountId': 'source',
  'source.account.customerId': 'payer',
  destination: 'destination',
  'destination.account.accountId': 'destination',
  'destination.umaAddress.umaAddress': 'umaAddress',
  'destination.umaAddress.currency': 'umaCurrency',
  lookupId: 'umaAddress',
  lockedCurrencySide: 'side',
  lockedCurrencyAmount: 'amount',
  description: 'description',
  purposeOfPayment: 'purpose',
  sandboxOutcome: 'outcome',
};

export function quoteInput(draft: Draft, amount: number, lookupId: string | undefined): CreateQuoteInput {
  return {
    source: { account: { accountId: draft.source } },
    destination:
      draft.receiver === 'uma'
        ? {
            umaAddress: {
              umaAddress: draft.umaAddress.trim(),
              ...(draft.umaCurrency !== '' && { currency: draft.umaCurrency }),
            },
          }
        : { account: { accountId: draft.destination } },
    lockedCurrencySide: draft.side,
    lockedCurrencyAmount: amount,
    ...(lookupId !== undefined && { lookupId }),
    ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    ...(draft.purpose !== '' && { purposeOfPayment: draft.purpose }),
    ...(draft.outcome !== '' && { sandboxOutcome: draft.outcome }),
  };
}
