/**
 * Inputs of quotes and transfers in the form of the interface: `sourceType` and `destinationType` are discriminators, and
 * accounts are under `accountId`. The fields use the operations' schemas.
 *
 * Source: docs/behaviour/conventions.md; docs/behaviour/payments.md#quotes, docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications.
 */
import { z } from 'zod';
import { falseByDefault } from '../../kernel/parse.ts';
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
  .transform(({ sourceType, ...fields }) =>
    sourceType === 'ACCOUNT'
      ? { type: sourceType, ...(fields as z.output<typeof quoteAccount>) }
      : { type: sourceType, ...(fields as z.output<typeof quoteFunding>) },
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
  .transform((input) => {
    if (input.destinationType === 'UMA_ADDRESS') {
      return { type: input.destinationType, address: input.umaAddress, currency: input.currency };
    }
    const { destinationType: type, ...account } = input;
    return { type, ...account };
  });

/** The input of `createQuote` in the form of REST. */
export const quoteBody = CreateQuoteInput.extend({ source, destination, dryRun: falseByDefault }).meta({
  id: 'NewQuote',
});

/** The body of an execution, which may be absent. */
export const executionBody = z.object({ dryRun: falseByDefault });

/** `source.account.accountId` in the operation is `source.accountId` in REST, which has no level for the kind of party. */
export const quoteField = (path: string): string =>
  path.replace(/^(source|destination)\.(account|realtimeFunding|umaAddress)(?=\.)/, '$1');

const accountReference = <S extends z.ZodType>(schema: S) =>
  z.object({ accountId: schema }, { error: 'must be an object with accountId' });

const flatten = <S, D, Rest>({
  source: from,
  destination: to,
  ...rest
}: Rest & { source: { accountId: S }; destination: { accountId: D } }) => ({
  ...rest,
  source: from.accountId,
  destination: to.accountId,
});

const { amount, description, sandboxOutcome } = TransferOutInput.shape;

export const transferOutBody = z
  .object({
    source: accountReference(TransferOutInput.shape.source),
    destination: accountReference(TransferOutInput.shape.destination),
    amount,
    description,
    sandboxOutcome,
    dryRun: falseByDefault,
  })
  .transform((input) => flatten(input));

export const transferInBody = z
  .object({
    source: accountReference(TransferInInput.shape.source),
    destination: accountReference(TransferInInput.shape.destination),
    amount,
    description,
    sandboxOutcome,
    dryRun: falseByDefault,
  })
  .transform((input) => flatten(input));

/** `source` in the operation is `source.accountId` in REST; `destination` likewise. */
export const transferField = (path: string): string =>
  path === 'source' || path === 'destination' ? `${path}.accountId` : path;
