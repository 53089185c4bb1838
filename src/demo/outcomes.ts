/** Makes one cross-currency payment for each outcome of the sandbox. */
import type { Client } from '@payments-platform/client';
import {
  CreateQuoteDocument,
  type CreateQuoteInput,
  ExecuteQuoteDocument,
  PlatformConfigDocument,
  ReceiverLookupDocument,
  SandboxAdvanceClockDocument,
  TransactionDocument,
} from '@payments-platform/client/operations';
import type { Print } from './journey.ts';
import { addCustomer, addEuroAccount } from './parties.ts';
import { expectType } from './stop.ts';

const bankOutcomes = [
  ['111', 'arrives'],
  ['002', 'fails when it is executed'],
  ['003', 'takes six minutes'],
  ['004', 'fails at the counterparty'],
  ['005', 'is returned by the bank'],
  ['006', 'is cancelled'],
  ['007', 'fails, and so does its refund'],
] as const;

const umaOutcomes = [
  ['success.eur', 'arrives'],
  ['pending.long.usd', 'takes six minutes'],
  ['fail.compliance.usd', 'fails the compliance check of the receiver'],
] as const;

/** More than the six minutes of the slowest outcome. */
const secondsPerPayment = 400;

const formatTimeline = (timeline: readonly { status: string; refundStatus: string | null }[]): string =>
  timeline
    .map(({ status, refundStatus }) => (refundStatus ? `${status} (refund ${refundStatus})` : status))
    .join(' → ');

/** Makes the payments and prints their timelines. Advances the sandbox clock instead of waiting. */
export async function playOutcomes(client: Client, print: Print): Promise<void> {
  const payer = await addCustomer(client, 'Katherine Johnson', 1_000_000);
  const source = { account: { accountId: payer.accountId } };
  const locked = { lockedCurrencySide: 'SENDING' as const, lockedCurrencyAmount: 10_000 };

  const play = async (
    receiver: Pick<CreateQuoteInput, 'destination'> & Partial<CreateQuoteInput>,
    label: string,
  ) => {
    const input = { source, ...locked, ...receiver };
    const { createQuote } = await client.execute(CreateQuoteDocument, { input });
    const { id: quoteId } = expectType(createQuote, 'Quote');
    const { executeQuote } = await client.execute(ExecuteQuoteDocument, { quoteId });
    const { id } = expectType(executeQuote, 'Transaction');
    await client.execute(SandboxAdvanceClockDocument, { seconds: secondsPerPayment });
    const { transaction } = await client.execute(TransactionDocument, { id });
    print(`  ${label}: ${formatTimeline(transaction?.timeline ?? [])}`);
  };

  const minutes = Math.round(((bankOutcomes.length + umaOutcomes.length) * secondsPerPayment) / 60);
  print(
    `The demo does not wait: after each of the next payments it advances the sandbox clock by ${secondsPerPayment} seconds, ` +
      `${minutes} minutes in total. The clock stays ahead of real time.`,
  );
  print('Payments to bank accounts. The last digits of the account number select the outcome:');
  for (const [suffix, outcome] of bankOutcomes) {
    const accountId = await addEuroAccount(client, payer, `DE8910000001000000${suffix.padStart(4, '0')}`);
    await play({ destination: { account: { accountId } } }, `${suffix} ${outcome}`);
  }

  const { platformConfig } = await client.execute(PlatformConfigDocument);
  print('Payments to UMA addresses. The name in the address selects the outcome:');
  for (const [name, outcome] of umaOutcomes) {
    const umaAddress = `$${name}@${platformConfig.sandboxUmaDomain}`;
    const { receiverLookup } = await client.execute(ReceiverLookupDocument, {
      input: { uma: { receiverUmaAddress: umaAddress, senderCustomerId: payer.customerId } },
    });
    const { lookupId } = expectType(receiverLookup, 'ReceiverLookup');
    const senderCustomerInfo = { FULL_NAME: 'Katherine Johnson', BIRTH_DATE: '1918-08-26' };
    await play(
      { destination: { umaAddress: { umaAddress } }, lookupId, senderCustomerInfo },
      `${name} ${outcome}`,
    );
  }
}
