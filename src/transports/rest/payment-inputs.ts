/**
 * Quotes and transfers as the interface spells them: told apart by `sourceType` and `destinationType`, accounts under
 * `accountId`. The fields themselves are the operations' own schemas.
 *
 * Source: interface, quote creation body and POST /transfer-out; gaps 2.10, 3.2.
 */
import { z } from 'zod';
import {
  CreateQuoteInput,
  quoteAccount,
  quoteFunding,
  quoteUmaReceiver,
} from '../../payments/quotes/quote-input.ts';
import { TransferInInput, TransferOutInput } from '../../payments/transfers/transfer.ts';

const oneOfTypes = (name: string, ...types: string[]) => ({
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'object' && input !== null
      ? `must be one of ${types.join(', ')}`
      : `must be an object with ${name}`,
});

const { accountId, customerId, paymentRail } = quoteAccount.shape;

const source = z
  .discriminatedUnion(
    'sourceType',
    [
      z.object({ sourceType: z.literal('ACCOUNT'), accountId, customerId }),
      z.object({ sourceType: z.literal('REALTIME_FUNDING'), ...quoteFunding.shape }),
    ],
    oneOfTypes('sourceType', 'ACCOUNT', 'REALTIME_FUNDING'),
  )
  .transform(({ sourceType, ...given }) =>
    sourceType === 'ACCOUNT'
      ? { type: sourceType, ...(given as z.output<typeof quoteAccount>) }
      : { type: sourceType, ...(given as z.output<typeof quoteFunding>) },
  );

const destination = z
  .discriminatedUnion(
    'destinationType',
    [
      z.object({ destinationType: z.literal('ACCOUNT'), accountId, customerId, paymentRail }),
      z.object({ destinationType: z.literal('UMA_ADDRESS'), ...quoteUmaReceiver.shape }),
    ],
    oneOfTypes('destinationType', 'ACCOUNT', 'UMA_ADDRESS'),
  )
  .transform((given) => {
    if (given.destinationType === 'UMA_ADDRESS') {
      return { type: given.destinationType, address: given.umaAddress, currency: given.currency };
    }
    const { destinationType: type, ...account } = given;
    return { type, ...account };
  });

/** The operation's input, spelled as REST does. */
export const quoteBody = CreateQuoteInput.extend({ source, destination }).meta({ id: 'NewQuote' });

/** `source.account.accountId` is `source.accountId` here: there is no level for the kind of party. */
export const quoteField = (path: string): string =>
  path.replace(/^(source|destination)\.(account|realtimeFunding|umaAddress)(?=\.)/, '$1');

const endIn = <S extends z.ZodType>(schema: S) =>
  z.object({ accountId: schema }, { error: 'must be an object with accountId' });

const flat = <S, D, Rest>({
  source: from,
  destination: to,
  ...rest
}: Rest & { source: { accountId: S }; destination: { accountId: D } }) => ({
  ...rest,
  source: from.accountId,
  destination: to.accountId,
});

/** What one transfer says, its ends as the interface nests them. */
const { amount, description } = TransferOutInput.shape;

export const transferOutBody = z
  .object({
    source: endIn(TransferOutInput.shape.source),
    destination: endIn(TransferOutInput.shape.destination),
    amount,
    description,
  })
  .transform((given) => flat(given));

export const transferInBody = z
  .object({
    source: endIn(TransferInInput.shape.source),
    destination: endIn(TransferInInput.shape.destination),
    amount,
    description,
  })
  .transform((given) => flat(given));

/** A refusal about one end is about its account. */
export const transferField = (path: string): string =>
  path === 'source' || path === 'destination' ? `${path}.accountId` : path;
