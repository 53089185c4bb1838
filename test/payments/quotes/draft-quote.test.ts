/** What a production platform cannot make one payment of is rejected when the quote is created. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentCreateQuote } from '../../../src/agents/requests/agent-create-quote.ts';
import { runOrPreview } from '../../../src/payments/previews/preview-payment.ts';
import { CreateQuoteInput, createQuote } from '../../../src/payments/quotes/create-quote.ts';
import { paymentCallerOf } from '../../../src/platforms/access/payment-caller.ts';
import { bankRail } from '../../../src/rails/bank-payments/submit-payments.ts';
import { startAgentService } from '../../support/agent-service.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { resultOf } from '../../support/operation-result.ts';
import { granted } from '../../support/payments.ts';
import { allowPulls, anotherAccount, quoteBetween } from '../../support/pulls.ts';

let world: BankWorld;
let other: string;
beforeAll(async () => {
  world = await bankWorld();
  await allowPulls(world);
  other = (await anotherAccount(world)).id;
}, 60_000);
afterAll(() => world.stop());

const betweenExternal = () => ({
  source: { account: { accountId: world.beneficiary.id } },
  destination: { account: { accountId: other } },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 700,
});

const rejected = {
  code: 'INVALID_INPUT',
  fields: [{ path: 'destination.account.accountId', message: expect.stringContaining('internal account') }],
};

describe('on a production platform, a quote from an external account to another one is rejected', () => {
  test.each([
    ['when it is created', false],
    ['when it would be executed at once', true],
  ])('%s', async (_, immediatelyExecute) => {
    const input = CreateQuoteInput.parse({ ...betweenExternal(), immediatelyExecute });
    const caller = paymentCallerOf(world.platform.principal);
    expect(resultOf(await createQuote(world.service.ports, caller, input))).toMatchObject(rejected);
  });

  test('in a dry run', async () => {
    const input = CreateQuoteInput.parse(betweenExternal());
    const { principal } = world.platform;
    const result = await runOrPreview(world.service.ports, principal, { dryRun: true }, (db) =>
      createQuote({ ...world.service.ports, db }, paymentCallerOf(principal), input),
    );
    expect(resultOf(result)).toMatchObject(rejected);
  });
});

test('the quote of an agent too', async () => {
  const service = await startAgentService();
  const ports = { ...service.ports, rail: bankRail };
  const agent = await service.agent();
  const { id: accountId } = await service.bankEnding('017');
  const input = CreateQuoteInput.parse({
    ...betweenExternal(),
    source: { account: { accountId: service.bank.id } },
    destination: { account: { accountId } },
  });
  expect(resultOf(await agentCreateQuote(ports, agent, input as never))).toMatchObject(rejected);
  await service.close();
});

test('on a production platform, a quote from an external account to an internal one is created', async () => {
  const quote = granted(await quoteBetween(world, world.beneficiary.id, world.account.id));
  expect(quote).toMatchObject({ status: 'PENDING', sending: { amount: 700n, currency: 'EUR' } });
});
