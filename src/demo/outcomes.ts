/** Plays each outcome that the sandbox has for a cross-currency payment. */
import type { Api } from './api.ts';
import {
  AdvanceClock,
  CreateQuote,
  ExecuteQuote,
  LookUpUma,
  SandboxUmaDomain,
  Timeline,
} from './documents.ts';
import type { Print } from './journey.ts';
import { addCustomer, addEuroAccount } from './parties.ts';

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

/** Past the six minutes of the longest outcome. */
const secondsEach = 400;

const steps = (timeline: readonly { status: string; refundStatus: string | null }[]): string =>
  timeline
    .map(({ status, refundStatus }) => (refundStatus ? `${status} (refund ${refundStatus})` : status))
    .join(' → ');

/** Plays every scenario and moves the sandbox's clock instead of waiting. */
export async function playOutcomes(api: Api, tell: Print): Promise<void> {
  const payer = await addCustomer(api, 'Katherine Johnson', 1_000_000);
  const source = { account: { accountId: payer.accountId } };
  const locked = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10_000 };

  const play = async (input: object, told: string) => {
    const quote = await api.ask(CreateQuote, { input: { source, ...locked, ...input } });
    const { id } = await api.ask(ExecuteQuote, { quoteId: quote.id });
    await api.ask(AdvanceClock, { seconds: secondsEach });
    const { timeline } = await api.ask(Timeline, { id });
    tell(`  ${told}: ${steps(timeline)}`);
  };

  const minutes = Math.round(((bankOutcomes.length + umaOutcomes.length) * secondsEach) / 60);
  tell(
    `The demo does not wait: after each of the next payments it advances the sandbox clock by ${secondsEach} seconds, ` +
      `${minutes} minutes in total. The clock stays ahead of real time.`,
  );
  tell('Payments to bank accounts. The last digits of the account number select the outcome:');
  for (const [suffix, told] of bankOutcomes) {
    const accountId = await addEuroAccount(api, payer, `DE8910000001000000${suffix.padStart(4, '0')}`);
    await play({ destination: { account: { accountId } } }, `${suffix} ${told}`);
  }

  const { sandboxUmaDomain } = await api.ask(SandboxUmaDomain);
  tell('Payments to UMA addresses. The name in the address selects the outcome:');
  for (const [name, told] of umaOutcomes) {
    const umaAddress = `$${name}@${sandboxUmaDomain}`;
    const { lookupId } = await api.ask(LookUpUma, {
      input: { uma: { receiverUmaAddress: umaAddress, senderCustomerId: payer.customerId } },
    });
    const senderCustomerInfo = { FULL_NAME: 'Katherine Johnson', BIRTH_DATE: '1918-08-26' };
    await play(
      { destination: { umaAddress: { umaAddress } }, lookupId, senderCustomerInfo },
      `${name} ${told}`,
    );
  }
}
