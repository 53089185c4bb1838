/**
 * Every value of a state or reason in the schema can occur: a scenario of this file or a named test produces it, or a list
 * has the reason why it cannot occur.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnumType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { createExternalAccount } from '../../src/accounts/external/create-external-account.ts';
import type { ExternalAccount } from '../../src/accounts/external/external-account.ts';
import type { Customer } from '../../src/customers/customer.ts';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import { approveTransaction } from '../../src/payments/approvals/approve-transaction.ts';
import { rejectTransaction } from '../../src/payments/approvals/reject-transaction.ts';
import { quoteStatusFor } from '../../src/payments/quotes/quote.ts';
import { sandboxOutcomes } from '../../src/payments/transactions/sandbox-outcome.ts';
import { transferOut } from '../../src/payments/transfers/transfer-out.ts';
import { sandboxBeneficiaryCheck } from '../../src/sandbox/beneficiary-scenarios.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../src/sandbox/receive-uma.ts';
import { SandboxSendInput, sandboxSend } from '../../src/sandbox/send.ts';
import { embeddedDatabase } from '../support/database.ts';
import { granted, type PaymentWorld, paymentWorld, umaDomain } from '../support/payments.ts';

/** The name of a scenario of this file, the path of a test that reaches the value, or the reason why none can. */
type Producer = { readonly scenario: string } | { readonly test: string } | { readonly never: string };

const approvals = { test: 'payments/approvals/payment-approval-by-webhook.test.ts' };
const actions = { test: 'agents/actions/actions.test.ts' };
const invitations = { test: 'customers/invitations/operations.test.ts' };
const identity = { test: 'customers/verifications/submit-verification.test.ts' };
const matches = { test: 'customers/verifications/decide-screening-match.test.ts' };
const names = { test: 'sandbox/beneficiary-scenarios.test.ts' };
const noOperation = {
  never:
    'No operation of the interface opens an account late, freezes or closes one; only its operator could.',
};

const ledger = { test: 'payments/transactions/ledger-of-transaction.test.ts' };
const explained = { test: 'operations/explanation/explain-transactions.test.ts' };
const selected = { test: 'sandbox/outcomes.test.ts' };

const bank = { test: 'schema/rails/bank-records.test.ts' };
const late = { test: 'agents/approvals/late-approval.test.ts' };

const producers: Record<string, Record<string, Producer>> = {
  RepricingOutcome: {
    ACCEPTED: late,
    APPROVALS_MISSING: late,
    LIMIT_EXCEEDED: late,
    OUTSIDE_TOLERANCE: late,
  },
  ExplanationStepOutcome: { NEUTRAL: explained, SUCCEEDED: explained, FAILED: explained, WAITING: explained },
  HoldStatus: { PLACED: ledger, CAPTURED: ledger, RELEASED: ledger },
  TransactionStatus: {
    CREATED: { scenario: 'an incoming payment' },
    PENDING: { scenario: 'an incoming payment' },
    PROCESSING: { scenario: 'an incoming payment' },
    COMPLETED: { scenario: 'an incoming payment' },
    REJECTED: { scenario: 'an incoming payment that is rejected' },
    FAILED: { scenario: 'a quote to 002' },
    REFUNDED: { scenario: 'an incoming payment from fail.refunded.usd' },
    EXPIRED: { scenario: 'a quote that is not executed' },
  },
  TransactionFailureReason: {
    LNURLP_FAILED: { scenario: 'an incoming payment from fail.lookup.usd' },
    PAY_REQUEST_FAILED: { scenario: 'an incoming payment from fail.payreq.usd' },
    PAYMENT_APPROVAL_WEBHOOK_ERROR: approvals,
    PAYMENT_APPROVAL_TIMED_OUT: { scenario: 'an incoming payment without a decision' },
    OFFRAMP_FAILED: { scenario: 'an incoming payment from fail.compliance.usd' },
    MISSING_MANDATORY_PAYEE_DATA: approvals,
    QUOTE_EXPIRED: { scenario: 'an incoming payment from fail.expired.usd' },
    QUOTE_EXECUTION_FAILED: { scenario: 'a quote to 002' },
    LIGHTNING_PAYMENT_FAILED: { scenario: 'a quote to 050' },
    FUNDING_AMOUNT_MISMATCH: { scenario: 'a deposit of another amount' },
    COUNTERPARTY_POST_TX_FAILED: { scenario: 'a quote to 004' },
  },
  CustomerImportStatus: {
    PENDING: { test: 'customers/imports/graphql.test.ts' },
    PROCESSING: { test: 'customers/imports/imports.test.ts' },
    COMPLETED: { test: 'customers/imports/imports.test.ts' },
    FAILED: { test: 'customers/imports/imports.test.ts' },
  },
  QuoteStatus: {
    PENDING: { scenario: 'a quote to 000' },
    PROCESSING: { scenario: 'a quote to 000' },
    COMPLETED: { scenario: 'a quote to 000' },
    FAILED: { scenario: 'a quote to 002' },
    EXPIRED: { scenario: 'a quote that is not executed' },
  },
  RefundStatus: {
    PENDING: { scenario: 'a quote to 002' },
    COMPLETED: { scenario: 'a quote to 002' },
    FAILED: { scenario: 'a quote to 007' },
  },
  RefundReason: {
    TRANSACTION_FAILED: { scenario: 'a quote to 002' },
    USER_CANCELLATION: { scenario: 'a quote to 006' },
    TIMEOUT: { scenario: 'a transfer to 005' },
  },
  SandboxOutcome: Object.fromEntries(sandboxOutcomes.map((outcome) => [outcome, selected])),
  ExternalAccountStatus: {
    PENDING: { scenario: 'an account ending 104' },
    ACTIVE: { scenario: 'an account ending 000' },
    UNDER_REVIEW: { scenario: 'an account ending 150' },
    INACTIVE: { scenario: 'an account ending 151' },
  },
  BeneficiaryVerificationStatus: {
    MATCHED: names,
    PARTIAL_MATCH: names,
    NOT_MATCHED: names,
    UNSUPPORTED: names,
    CHECKED_BY_RECEIVING_FI: names,
    PENDING: names,
  },
  InternalAccountStatus: {
    ACTIVE: { scenario: 'a new internal account' },
    PENDING: noOperation,
    FROZEN: noOperation,
    CLOSED: noOperation,
  },
  AgentActionStatus: { PENDING_APPROVAL: actions, APPROVED: actions, REJECTED: actions, FAILED: actions },
  InvitationStatus: {
    PENDING: invitations,
    CLAIMED: invitations,
    CANCELLED: invitations,
    EXPIRED: invitations,
  },
  VerificationStatus: { UNVERIFIED: identity, PENDING: identity, APPROVED: identity, REJECTED: identity },
  VerificationOutcome: {
    READY_FOR_VERIFICATION: {
      never: 'A submission is checked at once, so that it is rejected for what it lacks or goes on.',
    },
    RESOLVE_ERRORS: identity,
    IN_PROGRESS: identity,
    PENDING_MANUAL_REVIEW: identity,
    APPROVED: identity,
    REJECTED: identity,
  },
  ScreeningMatchStatus: { OPEN: matches, CLEARED: matches, CONFIRMED: matches },
  WebhookDeliveryStatus: {
    PENDING: { test: 'schema/webhooks/webhooks.test.ts' },
    DELIVERED: { test: 'schema/webhooks/webhooks.test.ts' },
    FAILED: { test: 'webhooks/deliveries/delivery.test.ts' },
  },
  BankConnectionStatus: { ACTIVE: bank, CLOSED: bank },
  BankFileStatus: {
    IN_REVIEW: bank,
    READY: bank,
    STAGED: bank,
    SENT: bank,
    ACCEPTED: bank,
    PARTIALLY_ACCEPTED: bank,
    REJECTED: bank,
    CANCELLED: bank,
    RECEIVED: bank,
    RECORDED: bank,
    QUARANTINED: bank,
    DISMISSED: bank,
  },
  BankPaymentStatus: { WAITING: bank, IN_FILE: bank, CONFIRMED: bank, REJECTED: bank, RETURNED: bank },
  UnmatchedDepositStatus: { OPEN: bank, IN_REVIEW: bank, ASSIGNED: bank, RETURNED: bank },
};

const stateEnums = Object.values(schema.getTypeMap())
  .filter(isEnumType)
  .filter(({ name }) => /(Status|Reason|State|Outcome)$/.test(name));

test.each(stateEnums.map((type) => [type.name, type] as const))(
  'every value of %s has a producer or a reason',
  (name, type) => {
    expect(Object.keys(producers[name] ?? {}).sort()).toEqual(
      type
        .getValues()
        .map(({ name: value }) => value)
        .sort(),
    );
  },
);

const reachedElsewhere = Object.entries(producers).flatMap(([name, values]) =>
  Object.entries(values).flatMap(([value, producer]) =>
    'test' in producer ? [[name, value, producer.test] as const] : [],
  ),
);
test.each(reachedElsewhere)('%s %s is reached in %s', (_, value, file) => {
  expect(readFileSync(join(projectRoot, 'test', file), 'utf8')).toMatch(new RegExp(`\\b${value}\\b`));
});

describe('by the sandbox', () => {
  let db: Database;
  let world: PaymentWorld;
  let customer: Customer;
  beforeAll(async () => {
    db = await embeddedDatabase();
    world = await paymentWorld(db);
    customer = await world.aCustomer();
  });
  afterAll(() => db.close());

  /** All states of a transaction and its quote, step by step: `Enum.VALUE`. */
  async function lifeOf(id: ExternalAccount['id'] | string): Promise<Set<string>> {
    const transactionId = id as Parameters<PaymentWorld['transaction']>[0];
    const transaction = await world.transaction(transactionId);
    const { failureReason, refund, quoteId } = transaction;
    const life = new Set<string>();
    for (const step of await world.steps(transactionId)) {
      if (step.startsWith('REFUND_')) life.add(`RefundStatus.${step.slice('REFUND_'.length)}`);
      else life.add(`TransactionStatus.${step}`);
    }
    if (failureReason) life.add(`TransactionFailureReason.${failureReason}`);
    if (refund) life.add(`RefundReason.${refund.reason}`);
    if (!quoteId) return life;
    const { status } = await world.quoteNow(quoteId);
    expect(status).toBe(quoteStatusFor(transaction));
    return life.add(`QuoteStatus.${status}`);
  }

  async function aQuote(suffix: string) {
    const source = await world.accountOf(customer, 'USD');
    await world.fund(source, 1_000n);
    return granted(
      await world.quote({
        source: { account: { accountId: source.id } },
        destination: { account: { accountId: (await world.toEur(customer, suffix)).id } },
        lockedCurrencyAmount: 1_000,
      }),
    );
  }

  async function executed(suffix: string): Promise<Set<string>> {
    const quote = await aQuote(suffix);
    const life = [`QuoteStatus.${quote.status}`];
    granted(await world.execute(quote));
    life.push(`QuoteStatus.${(await world.quoteNow(quote.id)).status}`);
    await world.advance(600);
    return new Set([...life, ...(await lifeOf(quote.transactionId))]);
  }

  async function received(sender: string, decide?: 'approve' | 'reject'): Promise<Set<string>> {
    const payment = granted(
      await sandboxReceiveUma(
        world.ports,
        await world.caller(),
        ReceiveUmaInput.parse({
          senderUmaAddress: `$${sender}@${umaDomain}`,
          customerId: customer.id,
          receivingCurrencyCode: 'USD',
          receivingCurrencyAmount: 500,
        }),
      ),
    );
    const { id } = payment;
    if (decide === 'approve') {
      const receiverCustomerInfo = { FULL_NAME: 'Ada Lovelace' };
      granted(await approveTransaction(world.ports, await world.caller(), { id, receiverCustomerInfo }));
    }
    if (decide === 'reject') {
      granted(await rejectTransaction(world.ports, await world.caller(), { id, reason: undefined }));
    }
    await world.advance(600);
    return lifeOf(id);
  }

  let nextAccount = 1;
  async function registered(suffix: string): Promise<Set<string>> {
    nextAccount += 1;
    const account = granted(
      await createExternalAccount(
        { ...world.ports, beneficiaryNames: { check: (_, info) => sandboxBeneficiaryCheck(info) } },
        await world.caller(),
        {
          customerId: customer.id,
          currency: 'USD',
          accountInfo: {
            accountType: 'USD_ACCOUNT',
            accountNumber: `12345${nextAccount}${suffix}`,
            routingNumber: '021000021',
            paymentRails: ['ACH'],
            beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
          },
          defaultUmaDepositAccount: false,
        },
      ),
    );
    const payable = await world.quote({
      source: { account: { accountId: (await world.accountOf(customer, 'USD')).id } },
      destination: { account: { accountId: account.id } },
      lockedCurrencyAmount: 1_000,
    });
    // Only an ACTIVE account can be paid.
    expect('code' in payable ? payable.code : undefined).toBe(
      account.status === 'ACTIVE' ? undefined : 'INVALID_BANK_ACCOUNT',
    );
    return new Set([`ExternalAccountStatus.${account.status}`]);
  }

  const scenarios: Record<string, () => Promise<Set<string>>> = {
    'a quote to 000': () => executed('000'),
    'a quote to 002': () => executed('002'),
    'a quote to 004': () => executed('004'),
    'a quote to 006': () => executed('006'),
    'a quote to 007': () => executed('007'),
    'a quote to 050': () => executed('050'),
    async 'a quote that is not executed'() {
      const quote = await aQuote('000');
      await world.advance(600);
      return lifeOf(quote.transactionId);
    },
    async 'a deposit of another amount'() {
      const quote = granted(
        await world.quote({
          source: { realtimeFunding: { currency: 'USD', customerId: customer.id } },
          destination: { account: { accountId: (await world.toEur(customer, '000')).id } },
        }),
      );
      const input = { quoteId: quote.id, currencyCode: 'USD', currencyAmount: 1 };
      granted(await sandboxSend(world.ports, await world.caller(), SandboxSendInput.parse(input)));
      return lifeOf(quote.transactionId);
    },
    async 'a transfer to 005'() {
      const source = await world.accountOf(customer, 'USD');
      await world.fund(source, 1_000n);
      const destination = (await world.toUsd(customer, '005')).id;
      const sent = granted(
        await transferOut(world.ports, (await world.caller()) as Parameters<typeof transferOut>[1], {
          source: source.id,
          destination,
          amount: 1_000n,
          description: undefined,
        }),
      );
      await world.advance(600);
      return lifeOf(sent.id);
    },
    'an incoming payment': () => received('success.usd', 'approve'),
    'an incoming payment that is rejected': () => received('success.usd', 'reject'),
    'an incoming payment without a decision': () => received('success.usd'),
    'an incoming payment from fail.compliance.usd': () => received('fail.compliance.usd', 'approve'),
    'an incoming payment from fail.lookup.usd': () => received('fail.lookup.usd'),
    'an incoming payment from fail.payreq.usd': () => received('fail.payreq.usd'),
    'an incoming payment from fail.expired.usd': () => received('fail.expired.usd', 'approve'),
    'an incoming payment from fail.refunded.usd': () => received('fail.refunded.usd', 'approve'),
    'a new internal account': async () =>
      new Set([`InternalAccountStatus.${(await world.accountOf(customer, 'USD')).status}`]),
    'an account ending 104': () => registered('104'),
    'an account ending 000': () => registered('000'),
    'an account ending 150': () => registered('150'),
    'an account ending 151': () => registered('151'),
  };

  const valuesByScenario = new Map<string, string[]>();
  for (const [name, values] of Object.entries(producers)) {
    for (const [value, producer] of Object.entries(values)) {
      if (!('scenario' in producer)) continue;
      valuesByScenario.set(producer.scenario, [
        ...(valuesByScenario.get(producer.scenario) ?? []),
        `${name}.${value}`,
      ]);
    }
  }

  test.each([...valuesByScenario])('%s reaches %s', async (name, values) => {
    const before = await world.balance((await world.accountOf(customer, 'USD')).id);
    const life = await scenarios[name]?.();
    for (const value of values) expect(life).toContain(value);

    // An amount that was not delivered was not credited.
    const isIncoming = name.startsWith('an incoming payment');
    const credited = isIncoming && life?.has('TransactionStatus.COMPLETED') ? 500n : 0n;
    const after = await world.balance((await world.accountOf(customer, 'USD')).id);
    if (isIncoming) expect(after - before).toBe(credited);
  });
});
